"""From a room and a seat to what the templates get: everything through the seat's view."""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import msgspec

from takusen.forecast.plan import fights
from takusen.log.audience import GM, may_see
from takusen.log.entries import Rolled
from takusen.log.paths import joined
from takusen.play.handles import PASS, Choice, Form, Id, Prompt, Refused, open_values
from takusen.rulebook.book import Fresh, RuleBook
from takusen.rulebook.fields import fields_of
from takusen.rulebook.offers import Offer, Pick, tried
from takusen.rulebook.pages import Acts, Page, View, page_of
from takusen.rulebook.shown import Shown, Word
from takusen.rulebook.toml import joined_files
from takusen.server.room import Room
from takusen.table.bringing import kept_files
from takusen.table.draft import WATCHER
from takusen.table.editing import kinds_of
from takusen.table.floor import known_waiting, memo_of, needs_tap, policy_answer, prompt_id
from takusen.table.letting import is_played_by_gm
from takusen.table.pictures import pictures_of
from takusen.table.state import Past, State
from takusen.table.undo import may_take_back, undoable
from takusen.table.views import view
from takusen.web import models as m
from takusen.web.entities import editable, entities, sheets
from takusen.web.moves import card_acts, moves
from takusen.web.waited import knows, standing_models, waited_model

LINES = 100
UNDO_SHOWN = 12
OWN_UNDO_SHOWN = 3
UNDO_LOOKED_AT = 30
UNKNOWN = "？？？"


def base_of(room: Room, seat: str) -> str:
    """The address of a seat's page."""
    return f"/t/{room.table}/{room.key(room.state.seats[seat])}"


def table_model(
    room: Room, seat_id: str, lang: str, here: Collection[str], origin: str = "", lines: int = LINES
) -> m.TableModel:
    """All that a seat's page shows now, with so many lines of the log; `origin` goes before the links on the GM's
    page."""
    state = room.state
    seen = view(state.book, state.world, seat_id, state.reading)
    feed, page = room.feed(seat_id), page_of(state.book, seen)
    seats = tuple(_seat(room, one, seat_id, here, origin) for one in state.seats)
    return m.TableModel(
        table=room.table,
        base=base_of(room, seat_id),
        lang=lang,
        title=state.title,
        book=state.book.id,
        seat=next(one for one in seats if one.id == seat_id),
        seats=seats if seat_id == GM else tuple(one for one in seats if one.name),
        page=page,
        acts=acts_of(state, seen),
        my_turn=any(seen.mine(one) for one in state.book.acting(seen.world)) if seat_id != GM else gm_turn(state),
        prompts=prompts_model(room, seat_id),
        waiting=waiting_models(room, seat_id),
        free=_named(state, seen, state.book.free(seen.world)),
        mine=_named(state, seen, tuple(one for one in state.book.entities(seen.world) if seen.mine(one))),
        lines=feed.lines(max(0, feed.count - lines), lines),
        count=feed.count,
        dice=state.dice_system,
        gm=gm_model(room) if seat_id == GM else None,
        kinds=kind_models(state, seat_id),
        editable=editable(state, seen, page),
        sheets=sheets(seen),
        undo=own_undo(room, seat_id),
        pictures=picture_models(room, seat_id),
        forecast=fights(state.book, seen.world),
        moves=moves(state, seen, page),
        card_acts=card_acts(state, seen, page),
        waited=waited_model(room, seen),
        standing=standing_models(state, seat_id),
        moment=state.book.moment is not None,
        campaign=_campaign_page(room, seat_id),
        borrowed=_named(state, seen, tuple(Id(of) for of, loan in state.borrowed.items() if not loan.over)),
    )


def campaign_model(room: Room, seat_id: str, lang: str) -> m.TableModel:
    """What a campaign's page shows of its office: whose page it is, and no more."""
    state = room.state
    return m.TableModel(
        table=room.table,
        base=base_of(room, seat_id),
        lang=lang,
        title=state.title,
        book=state.book.id,
        seat=_seat(room, seat_id, seat_id, {}, ""),
        seats=(),
        page=Page(),
        acts=(),
        my_turn=False,
        prompts=None,
        waiting=(),
        free=(),
        mine=(),
        lines=(),
        count=0,
    )


def _campaign_page(room: Room, seat: str) -> str:
    """Where the campaign's page is; from a table of it the way back is its players' alone."""
    way_back = room.state.campaign and room.state.seats[seat].kind == "player"
    return f"{base_of(room, seat)}/campaign" if room.state.is_campaign or way_back else ""


def picture_models(room: Room, seat: str) -> dict[str, m.PictureModel]:
    """The pictures that a seat sees, by what they are of."""
    at = f"{base_of(room, seat)}/pictures"
    return {
        of: m.PictureModel(f"{at}/{one.id}", one.alt, one.wide, one.high)
        for of, one in pictures_of(room.state, seat).items()
    }


def kind_models(state: State, seat: str) -> tuple[m.KindModel, ...]:
    """The kinds of entity that a seat may add; a watcher none."""
    known = state.seats.get(seat)
    if known is None or known.kind == WATCHER:
        return ()
    return tuple(
        m.KindModel(one.collection, one.numbers, one.players, _hides(one, seat)) for one in kinds_of(state, seat)
    )


def _hides(kind: Fresh, seat: str) -> bool:
    """Whether the GM may add one out of sight."""
    field = fields_of(type(kind.make("", {}))).get("hidden")
    return seat == GM and field is not None and field.edit


def gm_turn(state: State) -> bool:
    """Whether somebody whom the GM plays may act."""
    return any(state.responder(one) == GM for one in state.book.acting(state.world))


def _seat(room: Room, one: str, viewer: str, here: Collection[str], origin: str) -> m.SeatModel:
    seat = room.state.seats[one]
    link = origin + base_of(room, one) if viewer == GM else ""
    return m.SeatModel(seat.id, seat.kind, seat.name, viewer == GM and one in here, link)


def in_company(model: m.TableModel, here: Collection[str]) -> m.TableModel:
    """The GM's page with others there."""
    seats = tuple(msgspec.structs.replace(one, here=one.id in here) for one in model.seats)
    return msgspec.structs.replace(model, seats=seats)


def _named(state: State, seen: View[Any], ids: tuple[Id, ...]) -> tuple[tuple[str, str], ...]:
    names = state.book.entities(seen.world)
    return tuple((one, names[one]) for one in ids if one in names)


# acts ----------------------------------------------------------------------------------------------------------------


def hand_of(book: RuleBook, seen: View[Any]) -> tuple[str, ...]:
    """The acts at hand, in the book's order; those that a layer would bring are there where it lies over the book."""
    named = (name for panel in page_of(book, seen).hand if isinstance(panel, Acts) for name in panel.all)
    return tuple(dict.fromkeys(name for name in named if name in book.acts))


def acts_of(state: State, seen: View[Any]) -> tuple[m.ActModel, ...]:
    """Which acts the seat may declare, and why not; watchers have none."""
    seat = state.seats.get(seen.seat)
    if seat is None or seat.kind == WATCHER:
        return ()
    named = (one for one in hand_of(state.book, seen) if seen.gm or state.book.acts[one].by != "gm")
    return tuple(_act(state, seen, name) for name in named)


def _act(state: State, seen: View[Any], name: str) -> m.ActModel:
    book = state.book
    entities = tuple(book.entities(seen.world))
    openness = book.acts[name].openness(seen.world, seen.seat, state.reading, book.owner, entities)
    return m.ActModel(name, openness.open, tuple(refusal(reason) for reason in openness.reasons[:3]))


def refusal(refused: Refused) -> tuple[str, dict[str, Any]]:
    """A refusal as the templates word it."""
    return refused.reason, dict(refused.params)


# the prompts ---------------------------------------------------------------------------------------------------------


def prompts_model(room: Room, seat: str) -> m.PromptsModel | None:
    """The open prompts as a seat may know them: its own (the GM's: all), and whom one waits for."""
    state = room.state
    prompts, stuck = room.prompts()
    if stuck:
        return m.PromptsModel(halted=True, stuck=stuck if seat == GM else "")
    known = [one for one in prompts if knows(state, seat, one.of)]
    asked = [one for one in known if seat in (state.responder(one.of), GM)]
    if not known:
        return None
    own_first = sorted(asked, key=lambda one: state.responder(one.of) != seat)
    joint = _joint(state, asked) if seat == GM else ()
    others = dict.fromkeys(_responder_name(state, one) for one in known if one not in asked)
    return m.PromptsModel(
        asked=tuple(_prompt(state, one, seat) for one in own_first if one not in joint),
        joint=tuple(_prompt(state, one, seat) for one in joint),
        waiting_for=tuple(others),
        sealed=sum(knows(state, seat, body.subject) for _, body in state.floor.asked) > 1 if state.floor else False,
        rulings=_rulings(prompts[0]) if seat == GM else (),
        disturbed=bool(state.floor and state.floor.disturbed) and seat == GM,
    )


def _joint(state: State, asked: list[Prompt]) -> tuple[Prompt, ...]:
    """The prompts that the GM answers in one form: those of several characters that are choices."""
    mine = [one for one in asked if is_played_by_gm(state, one.of) and not isinstance(one.choices, Form)]
    return tuple(mine) if len(mine) > 1 else ()


def _responder_name(state: State, prompt: Prompt) -> str:
    responder = state.responder(prompt.of)
    return "GM" if responder == GM else state.seats[responder].name


def _prompt(state: State, prompt: Prompt, seat: str) -> m.PromptModel:
    labels = _labels(state, seat)
    return m.PromptModel(
        id=prompt_id(state, prompt),
        answers=_responder_name(state, prompt),
        instead=seat != state.responder(prompt.of),
        label=prompt.label,
        params=_prompt_params(state, prompt, labels),
        facts=_about(state, prompt) + state.book.notes(prompt, memo_of(state.reading)),
        choices=_choices(prompt),
        picks=_form_picks(state, prompt),
        labels=labels,
        proposed=_proposed(prompt),
        of=prompt.of,
        key=joined(prompt_id(state, prompt)),
        may_stand=seat == state.responder(prompt.of) and PASS in open_values(prompt.choices),
        gists=_gists(state, prompt, seat),
    )


def _proposed(prompt: Prompt) -> Any:
    return msgspec.to_builtins(policy_answer(prompt))


def _labels(state: State, seat: str) -> dict[str, str]:
    """The names of all entities; of those that the seat doesn't know, no more than that there is somebody."""
    known = state.book.entities(view(state.book, state.world, seat).world)
    return {str(one): known.get(one, UNKNOWN) for one in state.book.entities(state.world)}


def _prompt_params(state: State, prompt: Prompt, names: dict[str, str]) -> dict[str, Any]:
    """What the prompt's sentence may speak of: the struct's own fields with names, and the last roll."""
    about = {name: getattr(prompt.about, name) for name in getattr(prompt.about, "__struct_fields__", ())}
    params = {name: _in_words(value, names) for name, value in about.items()}
    rolled = [body for _, body in (state.floor.steps if state.floor else ()) if isinstance(body, Rolled)]
    if prompt.of != GM or "of" not in params:
        params["of"] = names.get(prompt.of, prompt.of)
    return params | {"rolled": sum(rolled[-1].faces) if rolled else "", "label_name": about.get("label", "")}


def _in_words(value: Any, names: dict[str, str]) -> Any:
    """A value with the names of the entities in it."""
    if isinstance(value, tuple):
        return tuple(_in_words(one, names) for one in value)
    return names.get(value, value) if isinstance(value, str) else value


def _about(state: State, prompt: Prompt) -> tuple[tuple[Shown, Shown], ...]:
    """The numbers that the answer depends on."""
    shown: list[tuple[Shown, Shown]] = []
    for name in getattr(prompt.about, "__struct_fields__", ()):
        value = getattr(prompt.about, name)
        if isinstance(value, int) and not isinstance(value, bool):
            shown.append((Word(f"field.{name}"), str(value)))
    return tuple(shown)


def _choices(prompt: Prompt) -> tuple[tuple[Any, tuple[str, dict[str, Any]] | None], ...]:
    if isinstance(prompt.choices, Form):
        return ()
    listed = (one if isinstance(one, Choice) else Choice(one) for one in prompt.choices)
    return tuple((one.value, refusal(one.refused) if one.refused else None) for one in listed)


def _gists(state: State, prompt: Prompt, seat: str) -> dict[str, Shown]:
    """What the choices are, as far as the seat knows it, and what the book notes beside them."""
    seen = view(state.book, state.world, seat).world
    named = (value for value, _ in _choices(prompt) if isinstance(value, str))
    told = ((value, state.book.gist(seen, value, state.reading)) for value in named)
    listed = () if isinstance(prompt.choices, Form) else prompt.choices
    notes = {str(one.value): one.note for one in listed if isinstance(one, Choice) and one.note is not None}
    return {value: gist for value, gist in told if gist is not None} | notes


def _form_picks(state: State, prompt: Prompt) -> tuple[Pick, ...]:
    """The picks of a form: counts as the default policy would have them, nothing ticked before its player does."""
    if not isinstance(prompt.choices, Form):
        return ()
    form, given = prompt.choices, _proposed(prompt)
    offer: Offer[Any] = Offer(None, GM, given, state.reading, lambda world, one: "")
    picks = tried(lambda o: form.picks(o, prompt.about), offer).picks
    return tuple(msgspec.structs.replace(one, chosen=()) if one.kind == "some" else one for one in picks)


def _rulings(prompt: Prompt) -> tuple[m.RulingModel, ...]:
    """What the GM may settle; of several steps with the same results the outermost."""
    by_results: dict[tuple[str, ...], m.RulingModel] = {}
    for one in prompt.running:
        results = _results(one.rule.result)
        by_results.setdefault(results, m.RulingModel(one.depth, one.rule.name, results))
    return tuple(ruling for results, ruling in by_results.items() if results)


def _results(kind: Any) -> tuple[str, ...]:
    if kind is bool:
        return ("true", "false")
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    return tuple(str(one.value) for one in kind) if isinstance(kind, type) and issubclass(kind, Enum) else ()


def waiting_models(room: Room, seat: str) -> tuple[m.WaitingModel, ...]:
    """Declarations that wait for the floor; `of` is the number of the seat's line."""
    state, feed, labels = room.state, room.feed(seat), _labels(room.state, seat)
    return tuple(
        m.WaitingModel(
            feed.number(one.seq),
            one.declared.act,
            state.seats[one.by].name if one.by in state.seats else one.by,
            one.declared.line,
            seat in (one.by, GM),
            needs_tap(state, one) and state.floor is None,
            picked(one.declared.args, labels) if one.by != GM or seat == GM else (),
        )
        for one in state.waiting
        if may_see(seat, known_waiting(state, one))
    )


def picked(args: Mapping[str, Any], labels: Mapping[str, str]) -> tuple[tuple[str, Any], ...]:
    """What a declaration picks, ids named as the reader knows them."""
    return tuple((name, _labelled(value, labels)) for name, value in args.items())


def _labelled(value: Any, labels: Mapping[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return tuple(_labelled(one, labels) for one in value)
    return labels.get(value, value) if isinstance(value, str) else value


# the GM's tools ------------------------------------------------------------------------------------------------------


def gm_model(room: Room) -> m.GmModel:
    """The GM's tools."""
    state = room.state
    book = state.book
    return m.GmModel(
        foes=_foes(state),
        undo=_undo(room),
        entities=entities(state),
        warnings=book.warnings(state.world),
        policies=tuple(book.players),
        letting=state.letting.left if state.letting else None,
        readings=bool(book.texts.options),
        scenario=bool(kept_files(state)),
        brings=book.bring is not None,
    )


def scenario_of(state: State) -> str:
    """The text of the scenario that a table began with, and of what was brought since."""
    files = kept_files(state)
    return joined_files(files) if files else ""


def _foes(state: State) -> tuple[m.FoeModel, ...]:
    """Whom the GM plays, with what a policy proposes for those who may act now."""
    book, world = state.book, state.world
    names = book.entities(world)
    now = book.acting(world)
    played = [one for one in names if state.policies.get(one) or (one in now and state.responder(one) == GM)]
    player = next(iter(book.players.values()), None)
    made = []
    for one in played:
        choice = player(world, one, memo_of(state.reading)) if player and one in now and state.floor is None else None
        act, args = choice or ("", {})
        said = tuple(
            (name, names.get(Id(value), value) if isinstance(value, str) else value) for name, value in args.items()
        )
        made.append(m.FoeModel(one, names[one], act, args, state.policies.get(one, ""), said))
    return tuple(made)


def _undo(room: Room) -> tuple[m.UndoModel, ...]:
    """What can be taken back, latest first, by line; what the table opened by itself goes with what led to it."""
    listed: list[m.UndoModel] = []
    state, feed = room.state, room.feed(GM)
    past = state.past
    while past is not None and len(listed) < UNDO_SHOWN:
        if not past.itself:
            also = tuple(one.what for one in undoable(state, past.seq) if one is not past and not one.itself)
            listed.append(
                m.UndoModel(feed.number(past.seq), past.what, _who(state, past), also, *_declared(state, past))
            )
        past = past.prev
    return tuple(listed)


def _declared(state: State, past: Past) -> tuple[str, tuple[tuple[str, Any], ...]]:
    """How an act was declared: whoever acts, then what else it picks."""
    if past.opened is None or past.opened.act not in state.book.acts:
        return "", ()
    said = picked(past.opened.args, _labels(state, GM))
    alone = () if state.book.acts[past.opened.act].names_actor else (("", ""),)
    return past.opened.act, (*alone, *said)


def own_undo(room: Room, seat: str) -> tuple[m.UndoModel, ...]:
    """The latest edits and own acts of a player's that they can take back without the GM."""
    state, feed = room.state, room.feed(seat)
    listed: list[m.UndoModel] = []
    past, looked_at = state.past if seat != GM else None, 0
    while past is not None and len(listed) < OWN_UNDO_SHOWN and looked_at < UNDO_LOOKED_AT:
        number = feed.number(past.seq)
        looked_at += number > 0  # what the seat doesn't know counts for nothing
        if past.by == seat and (past.edit or past.beside) and number and may_take_back(state, seat, past):
            listed.append(m.UndoModel(number, past.what, ""))
        past = past.prev
    return tuple(listed)


def _who(state: State, past: Past) -> str:
    seat = state.seats.get(past.by)
    return seat.name or seat.id if seat else past.by


def option_models(state: State, lang: str) -> tuple[m.OptionModel, ...]:
    """Every open point with the table's reading."""
    read = state.book.resolved(state.stack, state.chosen, strict=False).options
    return tuple(
        m.OptionModel(
            option.name,
            option.question[lang],
            option.why[lang],
            option.rules,
            tuple(
                (
                    one.value,
                    one.label[lang],
                    state.reading.options[option.name] == one.value,
                    option.default == one.value,
                )
                for one in option.choices
            ),
            read[option.name].layer,
        )
        for option in state.book.texts.options.values()
    )
