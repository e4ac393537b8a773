"""Pictures of cards from a place that the server's owner names; without one there are none."""

import re
from contextvars import ContextVar
from urllib.parse import quote, urlsplit

from markupsafe import Markup

PATTERN: ContextVar[str] = ContextVar("card_pictures", default="")
"""The address of a card's picture, with {id} or {name} in it; "" for none."""

ADDRESS = re.compile(r"https?://[^\s'\";,{}]+(?:\{(?:id|name)\}[^\s'\";,{}]*)+")
HOST = re.compile(r"[\w.-]+(?::\d{1,5})?\Z")


def is_pattern(text: str) -> bool:
    """Whether a text says where pictures are: a web address of one host, with {id} or {name} behind it."""
    return bool(ADDRESS.fullmatch(text)) and bool(HOST.match(urlsplit(text).netloc))


def origin_of(pattern: str) -> str:
    """The place that pages may load pictures from."""
    parts = urlsplit(pattern)
    return f"{parts.scheme}://{parts.netloc}"


def card_picture(of: str) -> Markup:
    """The picture of a card by its id, a blank and its name; empty where the server has no place for them."""
    pattern, (id, _, name) = PATTERN.get(), of.partition(" ")
    if not (pattern and id):
        return Markup()
    address = pattern.replace("{id}", quote(id, safe="")).replace("{name}", quote(name, safe=""))
    return Markup('<img class="card-picture" src="{}" alt="" loading="lazy" decoding="async">').format(address)
