"""What the house rules "Short Evening" do that data can't say."""

from collections.abc import Callable

from takusen.rules import Chance, LayerPackage

FORCEFUL = 13


def deeper(t: Chance, inner: Callable[[int, bool], int], force: int, critical: bool) -> int:
    """A hit of great force takes one more point of life; a critical takes enough."""
    lost = inner(force, critical)
    return lost + 1 if force >= FORCEFUL and not critical else lost


LAYERS = LayerPackage(
    package="takusen_books.bayside23",
    files=("layers/short_evening_1.toml", "layers/short_evening_2.toml"),
    wrappers={"deeper": deeper},
)
