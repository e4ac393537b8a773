"""`takusen preview`: what an act will do and what will be asked, as far as a seat can know."""

import argparse
import json
from typing import Any

from takusen.cli.given import common, policies_from, world_given
from takusen.cli.named import book_named, options_from, pairs
from takusen.cli.picks import Picking, picked
from takusen.cli.words import Wrong, words
from takusen.log.audience import GM
from takusen.table.preview import Asking, Preview, preview
from takusen.table.views import view
from takusen.web.table_words import TableWords

ENDS = {
    "unseen": "この先は、この席に公開されていないことしだいです。",
    "chance": "この先は、ダイスやカードの運しだいです。",
    "endless": "この先は長すぎるので、ここまでにします。",
}


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("preview", help=words()("宣言すると何が起こり、何を尋ねられるかを出す"))
    made.add_argument("book", help=words()("ルールブックの名前"))
    made.add_argument("act", help=words()("宣言の名前。合わないものを書くと一覧が出る"))
    made.add_argument("args", nargs="*", metavar="name=value", help=words()("宣言の項目。足りないと選べるものが出る"))
    made.add_argument("--seat", default=GM, help=words()("どの席から見るか（はじめはGM）"))
    common(made)
    made.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Print what an act will do."""
    book = book_named(given.book)
    if given.act not in book.acts:
        raise Wrong("宣言 {act} はありません。あるのは {acts} です。", act=given.act, acts=", ".join(book.acts))
    reading = book.reading(options_from(book, given.option))
    seen = view(book, world_given(book, given.given), given.seat, reading).world
    args, _ = picked(Picking(book, seen, reading, given.act), pairs(given.args))
    found = preview(book, seen, reading, given.seat, given.act, args, policies_from(book, given.policy))
    said = TableWords(words().lang, book)
    print(json.dumps(as_json(said, found), ensure_ascii=False) if given.json else as_text(said, found))
    return 0


def as_text(said: TableWords, found: Preview) -> str:
    """A line a step, questions marked with ?."""
    told = [
        f"? {said.previewed_question(one)} → {said.answered(one.answer, found.names)}"
        if isinstance(one, Asking)
        else said.previewed_fact(one)
        for one in found.steps
    ]
    return "\n".join([*filter(None, told), *([words()(ENDS[found.end])] if found.end else [])])


def as_json(said: TableWords, found: Preview) -> dict[str, Any]:
    """The steps as data."""
    steps = [
        {"of": one.of, "asked": said.previewed_question(one), "answer": one.answer}
        if isinstance(one, Asking)
        else {"fact": one.key, "told": said.previewed_fact(one)}
        for one in found.steps
    ]
    return {"steps": steps, "end": found.end, "supposed": found.supposed}
