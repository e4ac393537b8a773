"""The words of a table: its prompts, what its GM may do, and what was taken back."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from markupsafe import Markup

from takusen.log.paths import steps
from takusen.rulebook.pages import Figure, Phase
from takusen.rulebook.texts import OptionText
from takusen.server.shelf import Misread
from takusen.table.example import Reply
from takusen.table.fold import LAYERS
from takusen.table.preview import Asking
from takusen.table.story import Line
from takusen.web.colours import face_rules, hues, named, tinted
from takusen.web.deck_words import misread
from takusen.web.markup import hue, voice
from takusen.web.models import (
    CaseModel,
    EntityModel,
    FoeModel,
    GmModel,
    OptionModel,
    PictureModel,
    PromptModel,
    SeatModel,
    TableModel,
    UndoModel,
    WhatIfModel,
)
from takusen.web.sentences import Sentences

UNDO_NAMED = 4


class TableWords(Sentences):
    """What stands about a table's prompts, seats and tools; templates call these by name."""

    def asked(self, prompt: PromptModel) -> str:
        """A prompt's sentence."""
        params = {name: self._lines.spoken(name, value) for name, value in prompt.params.items()}
        label = params.get("label_name") or params.get("label")
        if label:
            params["label_name"] = self._lines.worded(label, ("dice",))
        return self.say("prompt", prompt.label, params)

    def previewed_fact(self, line: Line) -> str:
        """What an act is going to make true."""
        return self._lines.told(line).strip()

    def previewed_question(self, asking: Asking) -> str:
        """A question that is going to come up."""
        params = {name: self._lines.spoken(name, value) for name, value in asking.params.items()}
        return self.say("prompt", asking.label, params)

    def window_word(self, label: str) -> str:
        """What prompts of a label are called."""
        return self._lines.standing.window(label)

    def answered(self, value: Any, labels: Mapping[str, str]) -> str:
        """An answer in words."""
        if isinstance(value, Mapping):
            return self._joined(self.answered(one, labels) for one in value.values() if one not in ("", [], ()))
        if isinstance(value, list | tuple):
            return self._joined(self.answered(one, labels) for one in value)
        return self.worded(value, labels)

    def _joined(self, words: Iterable[str]) -> str:
        return ("・" if self.lang == "ja" else ", ").join(words)

    def _listed(self, words: Iterable[str]) -> str:
        return ("／" if self.lang == "ja" else "; ").join(words)

    def planned(self, foe: FoeModel) -> str:
        """What a policy would declare."""
        said = self.picks_told(foe.said[1:])
        return f"{self.say('act', foe.act)} ― {said}" if said else self.say("act", foe.act)

    def declared(self, one: WhatIfModel | CaseModel | UndoModel) -> str:
        """A declaration that is compared or taken back: whoever it is about, what is done, and what it picks."""
        (_, who), *rest = one.said or (("", ""),)
        said = self.picks_told(rest)
        does = f"{self.say('act', one.act)} ― {said}" if said else self.say("act", one.act)
        return f"{who}{self._('：')}{does}" if who else does

    def picks_told(self, said: Iterable[tuple[str, Any]]) -> str:
        """What a declaration picks, in words."""
        told = ((name, value) for name, value in said if value not in ((), [], ""))
        return self._listed(f"{self.say('arg', name)} {self._lines.spoken(name, value)}" for name, value in told)

    def undo_name(self, what: str, gm: GmModel) -> str:
        """What can be taken back, in words."""
        if self.has("act", what):
            return self.say("act", what)
        if what == LAYERS:
            return self._("ハウスルール")
        path, names = steps(what), {one.id: one.name for one in gm.entities}
        if path[0] == "deck":
            return self._("{name}のデッキ", name=names.get(path[1], path[1]))
        owner = names.get(path[1], path[1]) if len(path) > 1 else ""
        return f"{owner} {self._lines.edits.field(path)}".strip() if len(path) != 2 else owner

    def own_undo_name(self, what: str, model: TableModel) -> str:
        """What a player can take back, in words."""
        if self.has("act", what):
            return self.say("act", what)
        path = steps(what)
        names: dict[str, str] = dict(model.mine) | {one.id: one.name for one in self._figures(model)}
        owner = names.get(path[1], "") if len(path) > 1 else ""
        if path[0] == "deck":
            return self._("{name}のデッキ", name=owner or path[1])
        return f"{owner} {self._lines.edits.field(path)}".strip() if len(path) > 2 else owner or what

    def rules_at(self) -> str:
        """The address of the list of rules that hold at this table."""
        assert self.book is not None
        laid = ",".join(id for one in self.book.laid for id in one.ids)
        return f"/books/{self.book.id}/rules" + (f"?with={laid}" if laid else "")

    def has_rules(self) -> bool:
        """Whether the book has rules to read."""
        return self.book is not None and bool(self.book.texts.rules)

    def kind_word(self, collection: str) -> str:
        """What one of a collection is called."""
        return next(
            (self.say(section, collection) for section in ("kind", "field") if self.has(section, collection)), ""
        )

    @staticmethod
    def _figures(model: TableModel) -> Iterator[Figure]:
        return (one for panel in model.page.stage for one in getattr(panel, "figures", ()))

    @staticmethod
    def own_colour(name: str, model: TableModel) -> str:
        """The colour in which a table shows a name that has none chosen."""
        return named(hues(TableWords._figures(model)).get(name, hue(name)))

    @staticmethod
    def voice(figure: Figure) -> str:
        """The class of all that has a figure's colour."""
        return voice(figure.name)

    @staticmethod
    def tint(figure: Figure) -> str:
        """The colour that goes with a figure, as style."""
        return tinted(figure.colour) or f"--h:{hue(figure.name)}"

    @staticmethod
    def faces(model: TableModel) -> Markup:
        """How the lines of those on the stage look: their colour and, before their name, their picture."""
        return Markup("".join(map(str, face_rules(TableWords._figures(model), model.pictures))))

    def scene_picture(self, model: TableModel) -> tuple[str, PictureModel] | None:
        """The picture of the scene, else the table's, and what it is of."""
        phases = (one for one in model.page.head if isinstance(one, Phase) and one.of in model.pictures)
        scene = next((one for one in phases if one.of), None)
        if scene is not None:
            return self.shown(scene.title), model.pictures[scene.of]
        return (model.title or self._("卓"), model.pictures[""]) if "" in model.pictures else None

    def undone_act(self, one: UndoModel, gm: GmModel) -> str:
        """What can be taken back, in words: of an act also whose it was, and what it picked."""
        return self.declared(one) if one.act else self.undo_name(one.what, gm)

    def undo_names(self, also: Iterable[str], gm: GmModel) -> str:
        """What else goes, alike things counted."""
        counted = Counter(self.undo_name(what, gm) for what in also)
        words = [f"{name}×{count}" if count > 1 else name for name, count in counted.items()]
        rest = [self._("ほか{count}件", count=len(words) - UNDO_NAMED)] if len(words) > UNDO_NAMED else []
        return self.listed(words[:UNDO_NAMED] + rest)

    def layer_name(self, layer: str) -> str:
        """Where a value comes from, in words: the table itself, or a layer with its version."""
        return self._lines.layer(layer)

    @staticmethod
    def reading(option: OptionModel) -> str:
        """The table's present reading of an open point."""
        return next((label for _, label, chosen, _ in option.choices if chosen), "")

    def step_words(self, step: Mapping[str, Any]) -> str:
        """One step of a worked example, in words."""
        if "procedure" in step:
            rest = (f"{self.say('arg', name)} {self._example_value(value)}" for name, value in step.items()
                    if name not in ("procedure", "by"))  # fmt: skip
            return f"{self.say('act', str(step['procedure']))} ― {self._listed(rest)}"
        return self._listed(f"{name} {self._example_value(value)}" for name, value in step.items())

    def reply_words(self, reply: Reply) -> str:
        """An answer of a worked example, in words."""
        who = f"{reply.of}: " if reply.of else ""
        return f"{who}{self.answered(reply.answer, {})}"

    def fact_words(self, name: str, fields: Mapping[str, Any]) -> str:
        """A fact of a worked example, in words; fields that the example leaves open show as …"""
        params = {key: self._lines.spoken(key, value) for key, value in fields.items()}
        return self.say("fact", name, params)

    def path_words(self, path: str) -> str:
        """A field of the world, in words."""
        *owners, field = steps(path)
        return f"{'.'.join(owners[1:])} {self.field_word(field)}".strip()

    def value_words(self, value: Any) -> str:
        """A value of the world, in words."""
        return self._lines.value(value)

    def option_words(self, name: str, value: str | int) -> str:
        """A reading of an open point, in words."""
        option = self.book.texts.options.get(name) if self.book is not None else None
        labels = {one.value: one.label[self.lang] for one in option.choices} if option else {}
        return f"{option.question[self.lang] if option else name} {labels.get(value, value)}"

    def seat_label(self, seat: SeatModel) -> str:
        """A seat that nobody has taken yet."""
        number = "".join(sign for sign in seat.id if sign.isdecimal())
        return "GM" if seat.kind == "gm" else f"{self.seat_kind(seat.kind)} {number}"

    @staticmethod
    def option_label(option: OptionText, value: str | int, lang: str) -> str:
        """A reading of an open point, in words."""
        return next((one.label[lang] for one in option.choices if one.value == value), str(value))

    def takes_sheets(self) -> bool:
        """Whether tables of this book take sheets."""
        return self.book is not None and self.book.adopt is not None

    def takes_decks(self) -> bool:
        """Whether tables of this book take decks."""
        return self.book is not None and self.book.deck is not None

    def misread(self, one: Misread) -> str:
        """A line of a deck list that stands for no card."""
        return misread(self._, one)

    def takeable(self, entity: EntityModel) -> bool:
        """Whether a seat can play this entity."""
        return self.book is not None and entity.path.split(".")[0] == self.book.owner_path.split(".")[0]

    @staticmethod
    def pairs_text(table: Mapping[str, Any]) -> str:
        """A table of numbers as the GM edits it: a name and its number a line."""
        return "\n".join(f"{name} {value}" for name, value in table.items())

    @staticmethod
    def lines_text(values: Iterable[str]) -> str:
        """A list of words as the GM edits it: one a line."""
        return "\n".join(values)

    def owns(self, path: str, id: str) -> bool:
        """Whether a field holds who plays the entity, which has its own control."""
        return self.book is not None and bool(self.book.owner_path) and path == self.book.owner_path.format(id)

    @staticmethod
    def figure_of(model: TableModel, id: str) -> Figure | None:
        """The figure of an entity on the stage."""
        return next((one for one in TableWords._figures(model) if one.id == id), None)

    def _example_value(self, value: Any) -> str:
        return "・".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
