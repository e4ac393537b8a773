"""How the log tells what was changed by hand."""

from collections.abc import Iterable, Mapping
from typing import Any

from takusen.log.paths import steps
from takusen.log.signs import shortened
from takusen.rulebook.book import RuleBook
from takusen.table.pictures import BOARD
from takusen.table.story import Line
from takusen.web.words import Words

TOLD = 80
NOTHING = "―"
LEVEL = {"now", "max"}
MAP = {"rows", "columns", "terrain"}


class Edits:
    """Sentences of edits in one language for one book."""

    def __init__(self, words: Words, book: RuleBook) -> None:
        self._, self._book = words, book

    def edited(self, line: Line) -> str:
        """A field that was set, or a key of a table that was put, renamed or taken out."""
        params, path = dict(line.params), steps(line.key)
        who, owner = params.get("who", ""), line.name or (path[1] if len(path) > 2 else "")
        if len(path) > 1 and line.key == self._book.owner_path.format(path[1]):
            return self._seated(owner, params.get("to"))
        field = self.field(path)
        said = {"name": owner, "field": field, "who": who, **self._values(params)}
        if line.text:
            return self._rekeyed(line.text, said)
        if params.get("typed"):
            return f"[ {owner} ] {field} : {said['was']} → {said['to']} {params.get('note', '')}".rstrip()
        if who:
            return self._("{name} {field}：{was} → {to}（{who}）", **said)
        if owner:
            return self._("GMが{name}の{field}を直しました：{was} → {to}", **said)
        return self._("GMが{field}を直しました：{was} → {to}", **said)

    def added(self, line: Line) -> str:
        """An entity that was added."""
        who, kind = dict(line.params).get("who", ""), self._kind(steps(line.key)[0])
        if who:
            return self._("{who}が{kind}「{name}」を加えました", who=who, kind=kind, name=line.name)
        return self._("{kind}「{name}」を加えました", kind=kind, name=line.name)

    def pictured(self, line: Line) -> str:
        """A picture that was set or taken down."""
        params = dict(line.params)
        name, who = line.name or self._("盤面" if params.get("of") == BOARD else "卓"), params.get("who", "")
        hung, down = self._("{name}の画像を替えました", name=name), self._("{name}の画像を外しました", name=name)
        told = hung if line.key == "hung" else down
        return self._by(told, who)

    def undone(self, line: Line) -> str:
        """Who took what back."""
        params = dict(line.params)
        said = {"who": line.name, "whose": params.get("whose")}
        match params.get("what_kind"):
            case "act":
                act = self._book.texts.say(self._.lang, "act", params["what"])
                return self._("{who}が{whose}の「{act}」を取り消しました", act=act, **said)
            case "edited":
                field = self.field(steps(params["what"]))
                return self._("{who}が{whose}の「{field}」の変更を取り消しました", field=field, **said)
            case "added":
                return self._("{who}が「{whose}」の追加を取り消しました", **said)
        return self._("{who}が操作をひとつ取り消しました", **said)

    def _kind(self, collection: str) -> str:
        """What one of a collection is called."""
        texts, lang = self._book.texts, self._.lang
        found = next((section for section in ("kind", "field") if texts.has(lang, section, collection)), "")
        return texts.say(lang, found, collection) if found else ""

    def _by(self, told: str, who: str) -> str:
        return self._("{told}（{who}）", told=told, who=who) if who else told

    def _seated(self, name: str, seat: Any) -> str:
        if seat:
            return self._("{who}が{name}を担当します", who=seat, name=name)
        return self._("{name}の担当が空きました", name=name)

    def _rekeyed(self, how: str, said: Mapping[str, Any]) -> str:
        sentences = {
            "put": self._("{name}に「{field}」を加えました{to}", **{**said, "to": self._gist(said["to"])}),
            "gone": self._("{name}の「{field}」を消しました", **said),
            "renamed": self._("{name}の「{field}」の名前を「{to}」に変えました", **said),
        }
        told = sentences.get(how, "")
        return self._by(told, said["who"])

    def _gist(self, value: str) -> str:
        """What a new key holds, if anything."""
        return "" if value.endswith(NOTHING) else self._("：{value}", value=value)

    def _values(self, params: Mapping[str, Any]) -> dict[str, str]:
        return {name: shortened(self.value(params.get(name)), TOLD) for name in ("was", "to")}

    def field(self, path: list[str]) -> str:
        """What a path leads to, in words: the field's label or, inside of a table, the key with what is meant of it."""
        texts, lang = self._book.texts, self._.lang
        if len(path) > 3:
            part = texts.say(lang, "part", path[4]) if len(path) > 4 and texts.has(lang, "part", path[4]) else ""
            return f"{self._word(path[3])} {part}".strip()
        return self._word(path[-1])

    def _word(self, name: str) -> str:
        """A field or key in the book's word for it, if it has one."""
        texts, lang = self._book.texts, self._.lang
        found = next((section for section in ("field", "choice", "state") if texts.has(lang, section, name)), "")
        return texts.say(lang, found, name) if found else name

    def _board(self, board: Mapping[str, Any]) -> str:
        laid = len(board["terrain"])
        size = self._("{rows}行{columns}列", rows=board["rows"], columns=board["columns"])
        return self._("{size}・地形{laid}マス", size=size, laid=laid) if laid else size

    def _row(self, words: Iterable[str]) -> str:
        return ("、" if self._.lang == "ja" else ", ").join(words)

    def value(self, value: Any) -> str:
        """A value as people read it."""
        if value is None or value == "":
            return NOTHING
        if isinstance(value, bool):
            return self._("はい") if value else self._("いいえ")
        if isinstance(value, Mapping):
            if set(value) == LEVEL:
                return f"{value['now']}/{value['max']}" if value["max"] else str(value["now"])
            if set(value) == MAP:
                return self._board(value)
            return self._row(f"{name} {self.value(inside)}" for name, inside in value.items()) or NOTHING
        if isinstance(value, list | tuple):
            return self._row(map(str, value)) or NOTHING
        return str(value)
