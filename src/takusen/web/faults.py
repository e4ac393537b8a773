"""A broken content file in the reader's language. The reader of such files speaks English; this is its Japanese."""

import re

from takusen.rulebook.toml import BadFile

WHATS = (
    (r"Object missing required field `([^`]+)`", "「{0}」がありません"),
    (r"Object contains unknown field `([^`]+)`", "「{0}」という項目はありません"),
    (r"Expected a text or .*", "文字か、ja と en の組が要ります"),
    (r"Expected `([^`]+)`, got `([^`]+)`", "{0} が要るところが {1} になっています"),
    (r"Expected `(\w+)` (<=|>=|<|>) ([\d.-]+)", "数が範囲の外です（{1} {2}）"),
    (r"Invalid (?:enum )?value '?([^']*)'?", "「{0}」は選べません"),
    (r"`([^`]+)` is the id of no (\w+)", "[[{1}]] に「{0}」という id はありません"),
    (r"`([^`]+)` stands twice", "「{0}」が2回使われています"),
    (r"Expected (\d+) `(\w+)`, got (\d+)", "[[{1}]] は{0}個要りますが、{2}個です"),
    (r"no `(\w+)` has `([^`]+)`", "{1} の [[{0}]] がひとつもありません"),
    (r"`([^`]+)` can't stand here", "「{0}」はここには置けません"),
    (r"`(\w+)` or `(\w+)` is missing", "「{0}」か「{1}」が要ります"),
    (r"`(\w+)` needs `(\w+)`", "「{0}」には「{1}」が要ります"),
)
MENDS = {
    "Add the missing line.": "その行を足してください。",
    "Remove the line or correct its name.": "その行を消すか、名前を直してください。",
    "Correct the value.": "値を直してください。",
    "Check quotes, brackets and commas there.": "そのあたりの引用符、かっこ、コンマを確かめてください。",
}
KINDS = {"str": "文字", "int": "数", "array": "並び", "object": "項目の組", "bool": "true か false", "float": "小数"}


def told(wrong: BadFile, lang: str) -> str:
    """File, line, what is wrong and the mend."""
    if lang != "ja":
        return str(wrong)
    return f"{wrong.name}:{wrong.line}: {_what(wrong.what)}。{MENDS.get(wrong.mend, wrong.mend)}"


def _what(what: str) -> str:
    for pattern, sentence in WHATS:
        found = re.search(pattern, what)
        if found:
            words = (KINDS.get(part, part) for part in found.groups())
            return what[: found.start()] + sentence.format(*words)
    return what
