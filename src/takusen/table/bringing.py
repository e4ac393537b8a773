"""Content that the GM brings to a table that is open: checked, entered as facts in one step, and given back again."""

from itertools import count

from takusen.log.audience import GM
from takusen.log.entries import Brought
from takusen.rulebook.toml import BadFile, files_in, joined_files, without_meta
from takusen.table import commands as c
from takusen.table.draft import Draft, clean, refuse
from takusen.table.state import State

FILE_LIMIT = 120
PIECES = 100


def bring(draft: Draft, command: c.Bring) -> None:
    """Read a file of content and let what it holds lie ready."""
    draft.need_gm()
    state = draft.state
    if state.book.bring is None:
        raise refuse("brings_nothing")
    if state.floor is not None:
        raise refuse("floor_taken")
    file = clean(command.file.replace("\n", " "), FILE_LIMIT) or _free_name(state)
    text = command.text.replace("\r\n", "\n")
    try:
        scenario = state.book.read_scenario(file, text, state.world)
        whole = kept_files(state) | {name or file: without_meta(part) for name, _, part in files_in(text)}
        state.book.read_scenario(file, joined_files(whole))  # so that what is given back can be read again
    except BadFile as wrong:
        raise refuse("bad_file", file=wrong.name, line=wrong.line, what=wrong.what, mend=wrong.mend) from None
    facts = state.book.bring(scenario, state.lang)
    if not facts or len(whole) > PIECES:
        raise refuse("nothing_brought" if not facts else "too_much_brought")
    draft.add(Brought(file=file, text=text, facts=tuple(state.book.told(fact) for fact in facts)), GM)


def _free_name(state: State) -> str:
    """A file name that no file of the table has yet."""
    kept = kept_files(state)
    return next(name for n in count(1) if (name := f"content-{n}.toml") not in kept)


def kept_files(state: State) -> dict[str, str]:
    """The files of content at a table: that of its scenario, then those brought since, a later one for an earlier one
    of its name. Older logs hold only which of the book's scenarios it was."""
    text = state.source or state.book.scenario_texts.get(state.scenario, "")
    files = {f"{state.scenario or 'scenario'}.toml": text} if text else {}
    for brought in reversed(_standing(state)):
        files |= {name or brought.file: without_meta(part) for name, _, part in files_in(brought.text)}
    return files


def _standing(state: State) -> list[Brought]:
    """The files that were brought and not taken back, latest first."""
    found: list[Brought] = []
    past = state.past
    while past is not None:
        if isinstance(past.edit, Brought) and not past.edit.deck:
            found.append(past.edit)
        past = past.prev
    return found
