"""Why something is no sheet that can be read."""

from takusen.rulebook.sheet import Remark


class NoSheet(Exception):
    """What was given can't be read; `remark` says why, as a word of the catalogs with what goes into it."""

    def __init__(self, key: str, /, **params: str | int) -> None:
        super().__init__(key)
        self.remark = Remark(key, tuple(params.items()))
