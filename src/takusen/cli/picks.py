"""What a declaration picks, as it is typed on the command line."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from takusen.cli.named import number
from takusen.cli.words import Wrong, words
from takusen.log.audience import GM
from takusen.play.handles import Refused
from takusen.play.reading import Reading
from takusen.rulebook.book import RuleBook
from takusen.rulebook.offers import Offer, Pick, Trial, plain


class Picking(NamedTuple):
    """An act whose arguments are picked, and where."""

    book: RuleBook
    world: Any
    reading: Reading
    act: str

    def trial(self, args: dict[str, Any]) -> Trial:
        """The act's offer."""
        offer: Offer[Any] = Offer(self.world, GM, args, self.reading, self.book.owner)
        return self.book.acts[self.act].trial(offer, tuple(self.book.entities(self.world)))

    def why_not(self, refused: Refused) -> str:
        """A refusal in words."""
        titles = self.titles
        params = {name: titles.get(value, value) if isinstance(value, str) else value for name, value in refused.params}
        return self.book.texts.say(words().lang, "refused", refused.reason, params)

    @property
    def titles(self) -> dict[Any, str]:
        """The names of entries of the content by id."""
        return {id: title[words().lang] for id, title in self.book.titles(self.reading).items()}


def picked(asked: Picking, given: Mapping[str, str], over: str = "") -> tuple[dict[str, Any], Pick | None]:
    """Arguments as the act's offer reads them, up to the pick `over` where it isn't given: that one is to be compared.

    Raises Wrong with what may be picked.
    """
    args: dict[str, Any] = {}
    names = {name: id for id, name in asked.titles.items()}
    names |= {name: str(one) for one, name in asked.book.entities(asked.world).items()}
    while (trial := asked.trial(args)).missing is not None:
        pick = trial.missing
        if pick.name not in given and pick.name == over:
            return args, pick
        args[pick.name] = _value(pick, given.get(pick.name), names)
    if trial.refused:
        raise Wrong(f"{trial.at}: {asked.why_not(trial.refused)}" if trial.at else asked.why_not(trial.refused))
    unknown = [name for name in given if name not in args]
    if unknown:
        raise Wrong("{name} という項目はありません。", name=unknown[0])
    return args, None


def known_of(pick: Pick) -> str:
    """What may be picked."""
    if pick.kind == "number":
        return f"{pick.low}-{pick.high}"
    return ", ".join(str(choice.value) for choice in pick.choices if not choice.refused)


def _value(pick: Pick, text: str | None, names: Mapping[str, str]) -> Any:
    """An argument as its pick takes it; an entity may go by its id or its name, what is plain may be left out."""
    known = {str(choice.value): choice.value for choice in pick.choices}
    if pick.kind == "some":
        return [_choice(part.strip(), known, names) for part in (text or "").split(",") if part.strip()]
    if text is None and (value := plain(pick)) is not None:
        return value
    if text is None:
        raise Wrong("{name} を指定してください: {known}", name=pick.name, known=known_of(pick))
    if pick.kind != "number":
        return _choice(text, known, names)
    read = number(text)
    if read is None:
        raise Wrong("{name} は数で指定してください（{known}）。", name=pick.name, known=known_of(pick))
    return read


def _choice(text: str, known: Mapping[str, Any], names: Mapping[str, str]) -> Any:
    return known[text] if text in known else known.get(names.get(text, ""), text)
