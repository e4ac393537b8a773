"""Secret links: a seat's key is a keyed hash of its table, name and turn, so the log holds no secret."""

import hmac
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes, token_hex

from takusen.table.state import Seat

KEY_LENGTH = 24
SECRET_LENGTH = 32


class BadSecret(Exception):
    """The file of the server's secret doesn't hold one: with it links could be guessed."""

    def __init__(self, path: Path, size: int) -> None:
        super().__init__(f"{path}: {size} bytes instead of {SECRET_LENGTH}")
        self.path, self.size = path, size


def key_of(secret: bytes, table: str, seat: Seat) -> str:
    """The key of a seat's link; it changes when the seat's `turn` does."""
    made = hmac.new(secret, f"{table}/{seat.id}/{seat.turn}".encode(), sha256)
    return made.hexdigest()[:KEY_LENGTH]


def new_table_id() -> str:
    """A fresh id that nobody can guess."""
    return token_hex(8)


def secret_in(folder: Path) -> bytes:
    """The server's secret, made at the first start; readable by its owner alone. Raises BadSecret."""
    path = folder / "secret"
    if not path.exists():
        part = folder / f"secret.{os.getpid()}"
        part.touch(0o600)
        with part.open("wb") as file:
            file.write(token_bytes(SECRET_LENGTH))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(part, path)
        part.unlink()
    secret = path.read_bytes()
    if len(secret) != SECRET_LENGTH:
        raise BadSecret(path, len(secret))
    return secret
