"""What keeps a value from fitting its type, apart from msgspec's wording: where, the kind, and the limit it breaks."""

import re

import msgspec

KINDS = (
    (r"missing required field `([^`]+)`", "missing"),
    (r"unknown field `([^`]+)`", "unknown"),
    (r"Expected `(?:int|float)` <= (-?[\d.]+)", "most"),
    (r"Expected `(?:int|float)` >= (-?[\d.]+)", "least"),
    (r"Expected `str` of length <= (\d+)", "length"),
    (r"Expected `(?:int|float)()\b", "number"),
    (r"Expected `str()\b", "text"),
    (r"Invalid (?:enum )?value()", "choice"),
)


class Misfit(msgspec.Struct, frozen=True):
    """Where a value doesn't fit: the names on the way to it. `limit` is what `most`, `least` and `length` allow."""

    path: tuple[str, ...] = ()
    why: str = ""
    limit: str = ""


def misfit(wrong: msgspec.ValidationError) -> Misfit:
    """An error of msgspec, taken apart."""
    what, _, place = str(wrong).partition(" - at ")
    path = tuple(re.findall(r"\.(\w+)", place))
    for pattern, why in KINDS:
        found = re.search(pattern, what)
        if found:
            inner = (found[1],) if why in ("missing", "unknown") else ()
            return Misfit(path + inner, why, found[1] if why in ("most", "least", "length") else "")
    return Misfit(path)
