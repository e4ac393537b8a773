"""Log lines as markup: the hot path, so written out by hand; everything from people goes through `escape`."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from html import unescape
from typing import Any

from markupsafe import Markup, escape

from takusen.log.audience import GM
from takusen.log.table import Table
from takusen.rulebook.book import RuleBook, title_of
from takusen.rulebook.layers import OWN, Wrapping
from takusen.rulebook.toml import Both
from takusen.table.story import Line
from takusen.web.edits import Edits
from takusen.web.markup import die, linked, who
from takusen.web.rolls import Rolls, system_name
from takusen.web.standing import Standing
from takusen.web.words import NOTICES, OUTCOMES, Words

ZONES = {"ja": timezone(timedelta(hours=9)), "en": UTC}
"""The zone in which times stand until the browser has put them in its own."""

WORD = re.compile(r"[a-z][a-z0-9_]*\Z")
HIDDEN = re.compile(r"<(details|time)\b.*?</\1>", re.S)
PIECES = re.compile(r"</?(?:p|q|span class=\"(?:vh|d6|dn|sum|tag|reason))\b[^>]*>|</span>")
LEADS_TO = " → "
SPACES = re.compile(r" {2,}")
TAG = re.compile(r"<[^>]*>")
SPOKEN = frozenset(("of", "target", "attacker", "by", "text", "riddle", "scene", "traits", "against", "who"))
"""Parameters that hold names and free text: never looked up among the book's words."""

SECTIONS = {
    "label": ("dice",), "pool": ("choice",), "size": ("choice",), "side": ("side", "choice"), "skill": ("skill",),
    "item": ("item",), "stat": ("stat", "choice"), "colour": ("choice",), "timing": ("timing", "choice"),
}  # fmt: skip
WORDED = ("side", "choice")


Titles = Table[str, Both]
NO_TITLES: Titles = Table()

Refusal = Callable[[str, Mapping[str, Any]], str]
"""A refusal's word and parameters in a sentence."""


LONG_SIGNS, LONG_LINES, LONG_START = 3_000, 40, 200
"""From where a post is folded, and how much of it is shown then."""


class Lines:
    """Makes `<li>` elements of lines in one language; `rules_at` is where "why?" leads, `titles` are the names of
    entries of the content."""

    def __init__(
        self, words: Words, book: RuleBook, refusal: Refusal, rules_at: str = "", titles: Titles = NO_TITLES
    ) -> None:
        self._, self.book, self.lang, self.refusal, self.titles = words, book, words.lang, refusal, titles
        self._at = rules_at or f"/books/{book.id}/rules/"
        self.edits = Edits(words, book)
        self.standing = Standing(words, book)
        self.rolls = Rolls(words, live=not rules_at)
        self._zone = ZONES[words.lang]
        self._why: dict[tuple[str, ...], str] = {}
        self._days: dict[int, tuple[str, str, str]] = {}
        self._makers: dict[str, Callable[[Line, str], str]] = {
            "said": self._said,
            "amended": self._amended,
            "act": self._act,
            "heading": self._heading,
            "dice": self._dice,
            "ruled_dice": self._dice,
            "card": self._card,
            "ruled_card": self._card,
            "tossed": lambda line, base: self.rolls.tossed(line),
            "revealed": self._revealed,
            "dice_set": self._dice_set,
            "fact": self._fact,
            "waiting": self._waiting,
            "refused": self._refused,
        }
        self._plain: dict[str, Callable[[Line], str]] = {
            "withdrawn": self._withdrawn,
            "ruling": self._ruling,
            "aborted": lambda line: self._("行動はここで終わりになりました"),
            "reverted": self._reverted,
            "edited": self.edits.edited,
            "added": self.edits.added,
            "brought": lambda line: self._(
                "GMが「{name}」から{count}件の内容を加えました",
                name=line.name,
                count=dict(line.params).get("count", ""),
            ),
            "deck": self._deck,
            **self._campaign_lines(),
            "concealed": lambda line: self._("{name}がシークレットダイスを振りました", name=line.name),
            "chart_set": self._chart_set,
            "pictured": self.edits.pictured,
            "disclosed": lambda line: self._("{name}が見えるようになりました", name=line.name),
            "option": self._option,
            "layers": self._layers,
            "sat": lambda line: self._("{name}が席につきました", name=line.name),
            "noticed": self._noticed,
            "stood": self.standing.stood,
            "stood_in": self.standing.stood_in,
            "let": self.standing.let,
            "opened": lambda line: (
                self._("卓「{title}」が立ちました", title=line.text) if line.text else self._("卓が立ちました")
            ),
        }

    def line(self, line: Line, base: str = "") -> str:
        """One line; with `base`, the GM's, it carries the tools to overrule it."""
        make = self._makers.get(line.kind)
        classes, inside = self._made(make(line, base)) if make else (self._class(line), self._note(line, base))
        undone = " undone" if line.undone else ""
        member = " part" if line.of and line.of != line.n else ""
        member += " framed" if member and line.framed else ""
        inside = self._continued(line) + inside
        gone = f'<span class="vh">{self._("取り消し済み")}</span>' if line.undone else ""
        return (
            f'<li id="l{line.n}" class="{classes}{member}{undone}" data-of="{line.of}" data-by="{escape(line.by)}">'
            f"{gone}{inside}{self.time(line.at)}</li>"
        )

    @staticmethod
    def _class(line: Line) -> str:
        theirs = dict(line.params).get("who") or line.by not in ("", GM)
        return f"{line.kind} theirs" if theirs else line.kind

    @staticmethod
    def _made(made: str) -> tuple[str, str]:
        classes, _, inside = made.partition("\n")
        return classes, inside

    def time(self, at: int) -> str:
        """When, as an element that the browser puts into its own zone."""
        minute = at // 60_000
        kept = self._days.get(minute)
        if kept is None:
            when = datetime.fromtimestamp(minute * 60, UTC)
            local = when.astimezone(self._zone)
            kept = when.strftime("%Y-%m-%dT%H:%M"), local.strftime("%H:%M"), f"{local:%Y-%m-%d %H:%M} {local:%Z}"
            if len(self._days) > 2000:
                self._days.clear()
            self._days[minute] = kept
        return f'<time datetime="{kept[0]}:{at // 1000 % 60:02d}Z" title="{kept[2]}">{kept[1]}</time>'

    def stamp(self, at: int) -> str:
        """When, as an export without a browser tells it."""
        return datetime.fromtimestamp(at // 1000, self._zone).strftime("%Y-%m-%d %H:%M:%S")

    def text(self, line: Line) -> str:
        """One line as plain text."""
        if line.kind in ("said", "amended") and line.text:
            return self._spoken_text(line)
        if line.roll is not None:
            return self.rolls.text(line)
        markup = PIECES.sub(" ", HIDDEN.sub("", self.line(line)))
        return SPACES.sub(" ", unescape(TAG.sub("", markup))).strip()

    def _spoken_text(self, line: Line) -> str:
        if line.key == "story":
            return line.text
        way = "{name}「{text}」" if self.lang == "ja" else "{name}: “{text}”"
        return (way if line.key == "in" else "{name}: {text}").format(name=line.name, text=line.text)

    # talk ------------------------------------------------------------------------------------------------------------

    def _said(self, line: Line, base: str) -> str:
        return self._talk(line, "")

    def _amended(self, line: Line, base: str) -> str:
        if line.text:
            return self._talk(line, f' <small class="mark">{self._("（直しました）")}</small>')
        return f'said withdrawn\n<p class="gone">{self._("取り下げた発言")}</p>'

    def _talk(self, line: Line, mark: str) -> str:
        if line.key == "story":
            return f"story\n{self._post(line.text, mark)}"
        way = "in" if line.key == "in" else "out"
        return f"said {way}\n{who(line.name)}{self._post(line.text, mark)}"

    def _post(self, text: str, mark: str) -> str:
        """What was said; of a whole file no more than its beginning, the rest on demand."""
        if len(text) < LONG_SIGNS and text.count("\n") < LONG_LINES:
            return f"<p>{linked(text)}{mark}</p>"
        start = escape("\n".join(text[:LONG_START].split("\n")[:3]))
        more = f"<summary>{self._('全部見る')}</summary><p>{linked(text)}</p>"
        return f'<p>{start} …{mark}</p><details class="post">{more}</details>'

    # what happens ----------------------------------------------------------------------------------------------------

    def _act(self, line: Line, base: str) -> str:
        spoken = f'<p class="spoken">{linked(line.text)}</p>' if line.text else ""
        actor = f"{who(line.name)} " if line.name else ""
        word = escape(self.book.texts.say(self.lang, "act", line.key))
        seal = f'<span class="seal">{self._("宣言")}</span>'
        policy = dict(line.params).get("policy")
        mark = f' <span class="tag">{escape(self._("方針"))}</span>' if policy else ""
        return f'act\n{spoken}<p class="declares">{actor}{seal} {word}{mark}</p>{self.why(line.rules)}'

    def _heading(self, line: Line, base: str) -> str:
        """The head of an act that the table opens by itself."""
        word = escape(self.book.texts.say(self.lang, "heading", line.key))
        return f'act heading\n<p class="declares">{word}</p>{self.why(line.rules)}'

    def _continued(self, line: Line) -> str:
        """What an act is called that goes on after something else."""
        if not line.again:
            return ""
        word = self.book.texts.say(self.lang, "heading" if line.framed else "act", line.again)
        return f'<p class="again">{escape(self._("「{act}」のつづき", act=word))}</p>'

    def _withdrawn(self, line: Line) -> str:
        what = dict(line.params).get("what")
        if what is None:
            return self._("待っていた宣言を取り下げました")
        act = self.book.texts.say(self.lang, "act", what)
        return self._("{who}が、待っていた「{act}」を取り下げました", who=line.name, act=act)

    def _waiting(self, line: Line, base: str) -> str:
        spoken = f"<q>{linked(line.text)}</q>" if line.text else ""
        word = self.book.texts.say(self.lang, "act", line.key)
        told = escape(self._("{who}の「{act}」が順番を待っています", who=line.name, act=word))
        return f"note waiting\n<p>{told} {spoken}</p>"

    def _refused(self, line: Line, base: str) -> str:
        if not line.key:
            return f"note refused\n<p>{escape(self._passed_over(line))}</p>"
        sentence = self.refusal(line.key, dict(line.params))
        return f"note refused\n<p>{escape(self._('待っていた宣言は通りませんでした。'))}{escape(sentence)}</p>"

    def _passed_over(self, line: Line) -> str:
        what = dict(line.params).get("what")
        act = self.book.texts.say(self.lang, "act", what) if what else self._("宣言")
        return self._("待っていた{who}の「{act}」は、順番が来たときにはもうできませんでした", who=line.name, act=act)

    def _dice(self, line: Line, base: str) -> str:
        ruled = line.kind == "ruled_dice"
        tools = self.why(line.rules) + self._overrule(line, base, self._faces_field(line))
        return f"dice{' ruled' if ruled else ''}\n<p>{self._titled(line, 'dice', ruled)}</p>{self._row(line)}{tools}"

    def _titled(self, line: Line, section: str, ruled: bool) -> str:
        """Whose roll or draw it is, and whether the GM set what came."""
        label = self.book.texts.say(self.lang, section, line.key)
        name = self.worded(line.name, ("side",))
        title = self._("{name}の{label}", name=name, label=label) if name else label
        mark = f' <span class="tag">{self._("裁定")}</span>{self._reason(line)}' if ruled else ""
        return f"{escape(title)}{mark}"

    def _card(self, line: Line, base: str) -> str:
        """A card that was drawn, which only the GM reads."""
        ruled, params = line.kind == "ruled_card", dict(line.params)
        deck, place = params["deck"], params["place"]
        tools = self.why(line.rules) + self._overrule(line, base, self._cards_field(deck, place))
        card = escape(self.card(deck[place][1]))
        return f"drawn{' ruled' if ruled else ''}\n<p>{self._titled(line, 'draw', ruled)}：<b>{card}</b></p>{tools}"

    def card(self, card: Any) -> str:
        """A card in words: its name in this language, or the book's word for it."""
        if isinstance(card, Mapping):
            name = card.get("name", card.get("id", ""))
            return str(name.get(self.lang, "")) if isinstance(name, Mapping) else str(name)
        return self.worded(str(card), ("card", "choice"))

    def _revealed(self, line: Line, base: str) -> str:
        told = self._("シークレットダイスを公開")
        rolled = self.time(dict(line.params)["rolled"])
        return self.rolls.tossed(
            line, f' <span class="tag">{told}</span> <small>{self._("振った時刻")} {rolled}</small>'
        )

    def _dice_set(self, line: Line, base: str) -> str:
        """The setting; the page names the system beside the chat box from it."""
        gm = self._("シークレットダイスは本人とGMに見えます") if dict(line.params)["gm"] else ""
        alone = self._("シークレットダイスは本人だけに見えます")
        label = self._("ダイス：{system}", system=system_name(line.key, self.lang))
        return f'note dice_set\n<p data-dice="{escape(label)}">{escape(label)} ― {gm or alone}</p>'

    def _campaign_lines(self) -> dict[str, Callable[[Line], str]]:
        """What passes between a campaign and its tables."""
        return {
            "session_opened": lambda line: self._("卓「{title}」が立ちました", title=line.text),
            "sessions_let": lambda line: (
                self._("参加者も卓を立てられるようになりました")
                if dict(line.params)["on"]
                else self._("卓を立てられるのは主催者だけになりました")
            ),
            "lent": lambda line: self._("{name}が卓「{title}」へ出かけました", name=line.name, title=line.text),
            "borrowed": lambda line: self._("{name}がキャンペーンから来ました", name=line.name),
            "sent_back": lambda line: self._("{name}がキャンペーンへ帰りました", name=line.name),
            "vanished": lambda line: self._("{name}はキャンペーンへ呼びもどされました", name=line.name),
            "returned": lambda line: self._("{name}が卓「{title}」から帰りました", name=line.name, title=line.text),
            "recalled": lambda line: self._(
                "主催者が{name}を卓「{title}」から呼びもどしました（卓での結果は取りこみません）",
                name=line.name,
                title=line.text,
            ),
        }

    def _deck(self, line: Line) -> str:
        told = dict(line.params) | {"name": line.name}
        if told["who"]:
            return self._("{who}が{name}のデッキ（{count}枚）を持ちこみました", **told)
        return self._("GMが{name}のデッキ（{count}枚）を用意しました", **told)

    def _chart_set(self, line: Line) -> str:
        if dict(line.params)["gone"]:
            return self._("卓の表「{name}」を外しました", name=line.name)
        return self._("卓の表「{name}」を置きました。チャットに「{name}」と書くと振れます", name=line.name)

    def _row(self, line: Line) -> str:
        faces = "".join(die(face, line.sides) for face in line.faces)
        return f'<p class="row">{faces}{self._total(line.faces, dict(line.params).get("flat"))}</p>'

    def _total(self, faces: tuple[int, ...], flat: int | None) -> str:
        """What is added to faces and what they come to, where the reader may know and it isn't plain to see."""
        if flat is None or not (flat or len(faces) > 1):
            return ""
        plus, minus, equals = "＋−＝" if self.lang == "ja" else "+−="
        added = f"<span>{plus if flat > 0 else minus}{abs(flat)}</span>" if flat else ""
        return f'<span class="sum">{added}<span>{equals}</span>{sum(faces) + flat}</span>'

    def _fact(self, line: Line, base: str) -> str:
        first, *rest = [part for part in map(str.strip, self.told(line).splitlines()) if part] or [""]
        more = "".join(f'<p class="more">{escape(one)}</p>' for one in rest)
        return f"fact\n<p>{escape(first)}</p>{more}{self.why(line.rules)}"

    def told(self, line: Line) -> str:
        """The book's sentence for a fact."""
        texts = self.book.texts
        closed = line.closed and texts.has(self.lang, "hidden", line.key)
        params = {name: self.spoken(name, value) for name, value in line.params}
        return texts.say(self.lang, "hidden" if closed else "fact", line.key, params)

    def spoken(self, name: str, value: Any) -> str:
        """A parameter as a sentence speaks it."""
        if isinstance(value, list | tuple):
            return ("・" if self.lang == "ja" else ", ").join(self.spoken(name, one) for one in value)
        if isinstance(value, Mapping) and self.book.texts.has(self.lang, "entry", name):
            return self._entry(name, value)
        if name == "layer":
            return self.layer(str(value))
        if isinstance(value, str) and (name in SECTIONS or (name not in SPOKEN and WORD.match(value))):
            return self.worded(value, SECTIONS.get(name, WORDED))
        return amount(value)

    def _entry(self, name: str, value: Mapping[str, Any]) -> str:
        """A struct that a sentence speaks, in the words for its kind where the book has them."""
        kind = str(value.get("kind", ""))
        key = f"{name}_{kind}" if self.book.texts.has(self.lang, "entry", f"{name}_{kind}") else name
        said = {field: self._inside(field, one, kind) for field, one in value.items()}
        return self.book.texts.say(self.lang, "entry", key, said)

    def _inside(self, name: str, value: Any, kind: str) -> str:
        """A field of a struct that a sentence speaks."""
        return self.worded(value, (name, kind, "entry", "field", *WORDED)) if isinstance(value, str) else amount(value)

    def layer(self, label: str) -> str:
        """A layer by its title and version; the table's own by that it is the table's."""
        if label == OWN:
            return self._("この卓")
        known = self.book.shipped.get(label)
        return f"{known.meta.title[self.lang]} {known.version}" if known else label.replace("@", " ")

    def worded(self, value: str, sections: tuple[str, ...]) -> str:
        """A word of the book from the first section that has it; of a pair, `herb → Nagi ①`, each by itself."""
        if LEADS_TO in value:
            return LEADS_TO.join(self.worded(part, sections) for part in value.split(LEADS_TO))
        texts = self.book.texts
        found = next((section for section in sections if texts.has(self.lang, section, value)), "")
        return texts.say(self.lang, found, value) if found else self.title(value)

    def title(self, id: str) -> str:
        """The name of an entry of the content; what is none stays as it is."""
        return title_of(self.titles, id, self.lang) or id

    # notes -----------------------------------------------------------------------------------------------------------

    def _note(self, line: Line, base: str) -> str:
        make = self._plain.get(line.kind)
        sentence = make(line) if make else " ".join((line.kind, line.key, line.text)).strip()
        return f"<p>{escape(sentence)}{self._reason(line)}</p>{self.why(line.rules)}"

    def _reason(self, line: Line) -> Markup:
        said = self._("理由：{reason}", reason=line.reason)
        return Markup('<span class="reason">{}</span>').format(said) if line.reason else Markup()

    def _ruling(self, line: Line) -> str:
        what = rule_name(self.book, self.lang, line.key)
        return self._("裁定：{what} → {result}", what=what, result=self.outcome(line.text))

    def outcome(self, word: str) -> str:
        """The result of a rule in words."""
        if self.book.texts.has(self.lang, "outcome", word):
            return self.book.texts.say(self.lang, "outcome", word)
        return self._(OUTCOMES[word]) if word in OUTCOMES else self.worded(word, ("choice", "phrase", "side"))

    def _reverted(self, line: Line) -> str:
        sentences = {
            "undo": self.edits.undone(line),
            "again": self._("行動をはじめからやりなおします"),
            "overrule": self._("ここから先を裁定で置きかえました"),
        }
        return sentences.get(line.key, sentences["undo"])

    def value(self, value: Any) -> str:
        """An edited value as people read it."""
        return self.edits.value(value)

    def _opened(self, line: Line) -> str:
        return self._("卓「{title}」が立ちました", title=line.text) if line.text else self._("卓が立ちました")

    def _option(self, line: Line) -> str:
        option = self.book.texts.options.get(line.key)
        if option is None:
            return f"{line.key} = {line.text}"
        chosen = next((one.label[self.lang] for one in option.choices if str(one.value) == line.text), line.text)
        return self._("選択ルール：{question} → {choice}", question=option.question[self.lang], choice=chosen)

    def _layers(self, line: Line) -> str:
        params = dict(line.params)
        own = (self._("この卓のもの"),) if params["own"] else ()
        titles = self._listed((*params["titles"], *own)) or self._("なし")
        changes = [self._changed(*one) for one in params["changes"]]
        told = self._("ハウスルール：{titles}", titles=titles)
        return f"{told} ({self._listed(changes)})" if changes else told

    def _changed(self, kind: str, name: str, before: str, after: str, why: str = "") -> str:
        """What a value was and is; a ban is there or isn't, a rule runs as the reason of its change says."""
        if kind == "wrap":
            return f"{rule_name(self.book, self.lang, name)}: {(after and why) or after or '－'}"
        if kind == "ban":
            return f"{name}: {self._('使えない') if after == 'true' else self._('使える')}"
        return f"{name}: {before or '－'} → {after or '－'}"

    def _listed(self, words: Iterable[str]) -> str:
        return ("、" if self.lang == "ja" else ", ").join(words)

    def _noticed(self, line: Line) -> str:
        return self.notice(line.key, dict(line.params))

    def notice(self, key: str, params: Mapping[str, Any]) -> str:
        """What the table tells the GM."""
        if key in NOTICES:
            return self._(NOTICES[key], **params)
        return self.book.texts.say(self.lang, "phrase", key, params)

    # tools -----------------------------------------------------------------------------------------------------------

    def why(self, rules: tuple[str, ...]) -> str:
        """Links to the rules that a step follows."""
        if not rules:
            return ""
        if rules not in self._why:
            links = "".join(map(self._why_line, rules))
            self._why[rules] = f'<details class="why"><summary>{self._("なぜ？")}</summary><ul>{links}</ul></details>'
        return self._why[rules]

    def _why_line(self, id: str) -> str:
        """A rule, or what a layer's function around one is called."""
        if id in self.book.texts.rules:
            return self._rule_link(id)
        name, _, label = id.rstrip(")").partition(" (")
        if not label:
            return ""
        told = f"{self.layer(label)} – {self._reason_of(name, label)}"
        return f"<li>{escape(self._('ハウスルール：{name}', name=told))}</li>"

    def _reason_of(self, function: str, label: str) -> str:
        """Why a layer that comes with the book puts a function around a rule; of another layer the function's name."""
        known = self.book.shipped.get(label)
        patches = (one.patch for one in known.patches) if known else ()
        reasons = (one.why for one in patches if isinstance(one, Wrapping) and one.by == function)
        return next((why[self.lang] for why in reasons if why), function)

    def _rule_link(self, id: str) -> str:
        title = escape(self.book.texts.rules[id].title[self.lang])
        return f'<li><a href="{escape(self._at)}{escape(id)}"><b>{escape(id)}</b> {title}</a></li>'

    def _faces_field(self, line: Line) -> str:
        faces = " ".join(map(str, line.faces))
        return (
            f"<label><span>{self._('出目')}</span>"
            f'<input name="value:faces" value="{faces}" inputmode="numeric" required></label>'
        )

    def _cards_field(self, deck: tuple[tuple[str, Any], ...], drawn: int) -> str:
        cards = dict.fromkeys(deck)
        chosen = "".join(
            f'<option value="{escape(told)}"{" selected" if told == deck[drawn][0] else ""}>'
            f"{escape(self.card(card))}</option>"
            for told, card in cards
        )
        return f'<label><span>{self._("カード")}</span><select name="value:json">{chosen}</select></label>'

    def _overrule(self, line: Line, base: str, field: str) -> str:
        if not (base and line.seq) or line.undone:
            return ""
        return (
            f'<details class="overrule"><summary>{self._("裁定で直す")}</summary>'
            f'<form method="post" action="{escape(base)}/do"><input type="hidden" name="do" value="overrule">'
            f'<input type="hidden" name="seq:int" value="{line.seq}">{field}'
            f'<label><span>{self._("理由（なくてもよい）")}</span><input name="reason"></label>'
            f'<button type="submit">{self._("置きかえる")}</button></form></details>'
        )


def amount(value: Any) -> str:
    """A value in words, a whole number with its thousands apart."""
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def rule_name(book: RuleBook, lang: str, name: str) -> str:
    """A sub-rule in words: the act it is, or the titles of the rules it carries out."""
    for section in ("rule", "act"):
        if book.texts.has(lang, section, name):
            return book.texts.say(lang, section, name)
    ids = book.rules[name].ids if name in book.rules else ()
    titles = [book.texts.rules[id].title[lang] for id in ids if id in book.texts.rules]
    return ("／" if lang == "ja" else "; ").join(titles[-2:]) or name
