"""Where burst gauge and harmo gauge stand (AT-18, AT-22)."""

from takusen.rules import Chance


def gauge_at_end(t: Chance, gauge: int) -> int:
    """The burst gauge when a chant ends, changes or is released (option bg_reset)."""
    return gauge if t.option("bg_reset") == "kept" else 0


def gauge_at_start(t: Chance, gauge: int) -> int:
    """The burst gauge when a chant starts (options bg_start, bg_kept_start)."""
    start = int(t.option("bg_start"))
    if t.option("bg_reset") == "kept" and t.option("bg_kept_start") == "the_kept_value":
        return max(gauge, start)
    return start


def harmo_after(t: Chance, gauge: int, gained: int) -> int:
    """The harmo gauge after a gain, never below 0 (option hg_cap)."""
    cap = t.option("hg_cap")
    return max(0, gauge + gained) if cap == "none" else min(int(cap), max(0, gauge + gained))
