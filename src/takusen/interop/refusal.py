"""Why something is no sheet, or no file of cards, that can be read."""

from takusen.rulebook.sheet import Remark


class NoSheet(Exception):
    """What was given can't be read; `remark` says why, as a word of the catalogs with what goes into it."""

    def __init__(self, key: str, /, **params: str | int) -> None:
        super().__init__(key)
        self.remark = Remark(key, tuple(params.items()))


class NoCards(Exception):
    """A file of cards can't be read: `key` says why, as a word of the catalogs; `params` hold where."""

    def __init__(self, key: str, /, **params: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.params = params
