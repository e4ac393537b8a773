"""Pictures that people send: looked at, made small, and freed of all that is no picture."""

from io import BytesIO
from threading import Lock

import msgspec
from PIL import Image, ImageOps

BYTES_LIMIT = 2_000_000
PIXELS_LIMIT = 25_000_000
SIDE_LIMIT = 12_000
WHOLE, SMALL = 1600, 240
QUALITY = 82
MEDIA = "image/webp"
KINDS = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"RIFF", "WEBP"),
)
SCAN, SCANS_LIMIT = b"\xff\xda", 60
SCALABLE = ("L", "RGB", "RGBA")

Image.MAX_IMAGE_PIXELS = None  # our own limit, which is lower, is asked before anything is decoded
_ONE_AT_A_TIME = Lock()


class BadPicture(Exception):
    """A picture that isn't taken; `key` is the catalogue's word for why."""

    def __init__(self, key: str, **params: int) -> None:
        super().__init__(key)
        self.key, self.params = key, params


class Prepared(msgspec.Struct, frozen=True):
    """A picture as it is kept: whole and small, and the whole one's width and height."""

    data: bytes
    small: bytes
    wide: int
    high: int


def prepared(data: bytes) -> Prepared:
    """A picture made anew from its pixels: upright, without what cameras write beside them. Raises BadPicture.

    Of a moving picture the first one is kept. One is made at a time, so that many don't fill the memory.
    """
    if not data:
        raise BadPicture("picture_empty")
    if len(data) > BYTES_LIMIT:
        raise BadPicture("file_too_large", limit=BYTES_LIMIT // 1_000_000)
    kind = kind_of(data)
    if kind == "JPEG" and data.count(SCAN) > SCANS_LIMIT:  # each scan is a walk over the whole picture
        raise BadPicture("picture_broken")
    with _ONE_AT_A_TIME:
        try:
            return _made(data, kind)
        except BadPicture:
            raise
        except Exception:  # decoders of bytes from anywhere may fail in any way
            raise BadPicture("picture_broken") from None


def kind_of(data: bytes) -> str:
    """The kind of a picture by its first bytes; its name and its sender's word count for nothing. Raises BadPicture."""
    for mark, kind in KINDS:
        if data.startswith(mark) and (kind != "WEBP" or data[8:12] == b"WEBP"):
            return kind
    raise BadPicture("picture_kind")


def _made(data: bytes, kind: str) -> Prepared:
    with Image.open(BytesIO(data), formats=[kind]) as sent:
        wide, high = sent.size
        if wide * high > PIXELS_LIMIT or max(wide, high) > SIDE_LIMIT:
            raise BadPicture("picture_too_wide", wide=wide, high=high, limit=PIXELS_LIMIT // 1_000_000)
        sent.draft(sent.mode, (WHOLE, WHOLE))
        if sent.mode in SCALABLE:  # before anything else makes copies of it
            sent.thumbnail((WHOLE, WHOLE))
        upright = ImageOps.exif_transpose(sent)
        whole = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    whole.thumbnail((WHOLE, WHOLE))
    small = whole.copy()
    small.thumbnail((SMALL, SMALL))
    return Prepared(_encoded(whole), _encoded(small), *whole.size)


def _encoded(picture: Image.Image) -> bytes:
    made = BytesIO()
    picture.info.clear()
    picture.save(made, "WEBP", quality=QUALITY)
    return made.getvalue()
