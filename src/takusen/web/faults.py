"""A broken content file in the reader's language. The reader of such files speaks English; this is its Japanese."""

import re

from takusen.rulebook.toml import BadFile

WHATS = (
    (r"Object missing required field `([^`]+)`", "「{0}」がありません"),
    (r"Object contains unknown field `([^`]+)`", "「{0}」という項目はありません"),
    (r"Expected a text or .*", "文字か、ja と en の組が要ります"),
    (r"Expected `str` matching regex .*", "文字（かなも）、数字、- と _ だけで、40字までにします"),
    (r"Expected `str` of length <= (\d+)", "{0}文字までです"),
    (r"Expected `array` of length >= (\d+)", "{0}つ以上要ります"),
    (r"Expected `array` of length <= (\d+)", "{0}つまでです"),
    (r"Expected `(?:int|float)` <= ([\d.-]+)", "数は{0}までです"),
    (r"Expected `(?:int|float)` >= ([\d.-]+)", "数は{0}からです"),
    (r"Expected `([^`]+)`, got `([^`]+)`", "{0}が要るところが{1}になっています"),
    (r"Invalid (?:enum )?value '?([^']*)'?", "「{0}」は選べません"),
    (r"`([^`]+)` is the id of no (\w+)", "[[{1}]] に「{0}」という id はありません"),
    (r"`([^`]+)` stands twice", "「{0}」が2回使われています"),
    (r"Expected (\d+) `(\w+)`, got (\d+)", "[[{1}]] は{0}個要りますが、{2}個です"),
    (r"no `(\w+)` has `([^`]+)`", "{1} の [[{0}]] がひとつもありません"),
    (r"`([^`]+)` can't stand here", "「{0}」はここには置けません"),
    (r"`(.*)` is no range", "「{0}」という射程はありません"),
    (r"`(.*)` is no square", "「{0}」はマスの書きかたではありません"),
    (r"`(.*)` is not on the map", "「{0}」はマップの外です"),
    (r"`(.*)` is in a wall", "「{0}」は壁の中です"),
    (r"`(.*)` is taken already", "「{0}」にはもう誰かがいます"),
    (r"`(.*)` is no dice code", "「{0}」はダイスコードではありません"),
    (r"`(.*)` needs level (\d+)", "「{0}」を覚えられるのは{1}レベルからです"),
    (r"`(.*)` can't be higher than (\d+)", "「{0}」は{1}までです"),
    (r"only `modify` and `permit` can be always on", "いつも効いていられるのは modify と permit だけです"),
    (r"a `command` skill is declared", "宣言して使うスキル（command）の使いどころではありません"),
    (r"a skill needs a `hook`", "スキルには「hook」が要ります"),
    (r"the rows of a map are equally long", "マップの行の長さがそろっていません"),
    (r"a map is drawn with (.*), not with (.*)", "マップに書けるのは {0} だけです（{1} がありました）"),
    (r"a board has 1 to (\d+) rows and columns", "マップは縦横とも{0}マスまでです"),
    (r"`(\w+)` or `(\w+)` is missing", "「{0}」か「{1}」が要ります"),
    (r"`(\w+)` needs `(\w+)`", "「{0}」には「{1}」が要ります"),
    (r"scene (\S+) names the (\w+) (\S+), which .*", "場面「{0}」が挙げる「{2}」が [[{1}]] にありません"),
    (r"the file is longer than ([\d,]+) characters", "ファイルが{0}文字より長くなっています"),
    (r"the file is neither .*", "UTF-8でもShift_JISでもない文字があります"),
    (r"the file nests too deeply", "かっこの入れ子が深すぎます"),
    (r"the file holds a number or a date that is none", "数や日付として読めないものがあります"),
    (r"a key has more than (\d+) dots", "名前に点が{0}個より多くあります"),
    (r"this book has no scenarios", "このルールブックにはシナリオがありません"),
    (r"this book takes a scenario in one file", "このルールブックのシナリオは1つのファイルです"),
    (r"the zip archive can't be opened", "zipファイルを開けません"),
    (r"the zip archive unpacks to too much", "zipファイルの中身が多すぎるか、大きすぎます"),
    (r"the zip archive holds a path out of it", "zipファイルに、外のフォルダーを指す名前があります"),
    (r"the zip archive holds no ([\w.]+)", "zipファイルに{0}がありません"),
    (r"the zip archive holds several scenarios", "zipファイルにシナリオがいくつもあります"),
    (r"`(.*)` is no formula", "「{0}」は式として読めません"),
    (r"`(.*)` is no name that this formula can use", "「{0}」は、この式では使えない名前です"),
    (r"`(.*)` can't stand in a formula", "「{0}」は式の中に書けません"),
    (r"`(.*)` can't be used so", "「{0}」の使いかたが違います"),
    (r"`(.*)` can't be divided by", "「{0}」では割れません"),
    (
        r"`(.*)` is (a number|a dice code|a condition), not (a number|a dice code|a condition)",
        "「{0}」は{1}で、{2}ではありません",
    ),
    (r"the formula `(.*)` has too many parts", "式「{0}」が込み入りすぎています"),
    (r"a formula is longer than (\d+) characters", "式が{0}文字より長くなっています"),
    (r"a formula nests too deeply", "式のかっこの入れ子が深すぎます"),
    (r"a number in a formula is larger than ([\d,]+)", "式の中の数が{0}より大きくなっています"),
    (r"a condition can't be added up", "条件は足し算できません"),
    (r"dice can't be multiplied", "ダイスは掛け算できません"),
    (r"a sign can't stand in a formula", "式に書けない記号があります"),
    (r"`if` chooses between a condition and a number", "もし( ) が、条件と数のどちらかを選ぶ形になっています"),
    (r"(\S+) and (\S+) \((.*)\) both touch `([^`]+)`", "{0} と {1}（{2}）が、どちらも「{3}」を変えています"),
    (r"`([^`]+)` is another book", "「{0}」は別のルールブックです"),
    (r"`([^`]+)` stands over itself", "「{0}」が自分自身の上に重なっています"),
    (r"`([^`]+)` holds several values", "「{0}」にはいくつもの値が入っています"),
    (r"(\S+) has no option `([^`]+)`", "{0} に「{1}」という選択ルールはありません"),
    (r"(\S+) has no table `([^`]*)`", "{0} に「{1}」という表はありません"),
    (r"(\S+) has no rule `([^`]+)`", "{0} に「{1}」という処理はありません"),
    (r"`([^`]+)` has no field `([^`]+)`", "「{0}」に「{1}」という項目はありません"),
    (r"(\S+) has no `([^`]+)`", "{0} に「{1}」はありません"),
    (r"`([^`]+)` can't be read as `([^`]+)`", "選択ルール「{0}」に「{1}」という読み方はありません"),
    (r"no package brings `([^`]+)` for (\S+)", "{1} のための「{0}」がこのサーバーに入っていません"),
    (r"`([^`]+)` is there already", "「{0}」はもうあります"),
    (r"`([^`]+)` is no number", "「{0}」は数ではありません"),
    (r"`([^`]+)` is no list", "「{0}」は並びではありません"),
    (r"`([^`]+)` doesn't hold `([^`]+)`", "「{0}」に「{1}」は入っていません"),
    (r"`([^`]+)` holds `([^`]+)` already", "「{0}」に「{1}」はもう入っています"),
    (r"Expected '=' after a key.*", "名前のあとに = がありません"),
    (r"Expected '\]+' at the end.*", "見出しの ] が足りません"),
    (r"Expected newline or end of document after a statement", "1行に2つのことが書かれています"),
    (r"Unclosed array", "[ が閉じられていません"),
    (r"Unclosed inline table", "{{ が閉じられていません"),
    (r"Unterminated string|Illegal character '\\n'", "引用符が閉じられていないか、{{ }} の途中で行が変わっています"),
    (r"Illegal character .*", "使えない文字があります"),
    (
        r"Cannot overwrite a value|Cannot (?:mutate|declare) .*|Duplicate inline table key .*",
        "同じ項目が2回書かれています",
    ),
    (r"Unescaped '\\\\' in a string", "文字の中の \\ は \\\\ と書きます"),
    (r"Invalid (?:value|initial character for a key part|statement)", "読み取れない書き方です"),
)
MENDS = {
    "Split it or shorten it.": "分けるか、短くしてください。",
    "Save it as UTF-8.": "UTF-8で保存し直してください。",
    "Flatten it.": "入れ子を減らしてください。",
    "Use shorter keys or tables.": "短い名前か、見出しを使ってください。",
    "Start the table without one.": "シナリオなしで始めてください。",
    "Choose one file.": "ファイルを1つだけ選んでください。",
    "Pack it again, without a password.": "パスワードなしで作り直してください。",
    "Pack only the scenario and a few pictures.": "シナリオと少しの画像だけにしてください。",
    "Pack it again from its folder.": "フォルダーから作り直してください。",
    "Put scenario.toml into it.": "scenario.toml を入れてください。",
    "Leave one, and call it scenario.toml.": "ひとつだけにして、scenario.toml という名前にしてください。",
    "Add the missing line.": "その行を足してください。",
    "Remove the line or correct its name.": "その行を消すか、名前を直してください。",
    "Correct the value.": "値を直してください。",
    "Write it like 攻撃力+6+SL*2.": "攻撃力+6+SL*2 のように書いてください。",
    "Shorten it.": "短くしてください。",
    "Use fewer brackets.": "かっこを減らしてください。",
    "Use + - * /, brackets, names, dice, min and max.": "使えるのは＋－×÷、かっこ、名前、ダイス、最大、最小です。",
    "Use min(a, b), max(a, b), ceil(a/b), floor(a/b), if(a >= b, c, d).": (
        "最小(a, b)、最大(a, b)、切り上げ(a/b)、切り捨て(a/b)、もし(a >= b, c, d) が使えます。"
    ),
    "Put conditions into if( , , ).": "条件は もし( , , ) の中に書いてください。",
    "Write how many dice in brackets, such as (SL*2)D.": "ダイスの数を (SL*2)D のように、かっこで書いてください。",
    "Divide by a plain number from 1, such as CL/2.": "CL/2 のように、1以上の数で割ってください。",
    "Write a number without dice, such as 2+SL.": "2+SL のような、ダイスのない数にしてください。",
    "Write a number or dice, such as 2D+SL.": "2D+SL のような、数かダイスにしてください。",
    "Write a condition, such as BG >= 1.": "BG >= 1 のような条件にしてください。",
    "Write a smaller number.": "もっと小さな数にしてください。",
    "Write two numbers or dice.": "ふたつとも数かダイスにしてください。",
    "Write self, adjacent, reach, line 3, within 3 or any.": (
        "self、adjacent、reach、line 3、within 3、any のどれかにしてください。"
    ),
    "Write it like 2D+3.": "2D+3 のように書いてください。",
    "Make it another effect or skill.": "ほかの効果にするか、別のスキルにしてください。",
    'Write announce, song_command, standby, main, or `state` = "active".': (
        "announce、song_command、standby、main のどれかにするか、state を active にしてください。"
    ),
    "Draw it with # for walls, ~ for rough ground and . for floor, all rows equally long.": (
        "# が壁、~ が荒れ地、. が床です。どの行も同じ長さで書いてください。"
    ),
    "Write row and column from 1, such as 4-11.": "4-11 のように、1から数えた行と列で書いてください。",
    "Choose a square of floor.": "床のマスを選んでください。",
    "Choose a free square.": "空いているマスを選んでください。",
    "Give it an id of its own.": "ほかと違う id にしてください。",
    "Raise the character's level or choose another skill.": "レベルを上げるか、別のスキルにしてください。",
    "There is none.": "ひとつもありません。",
    "Leave one of them out.": "どちらかを消してください。",
    "Leave one of the names out.": "名前をひとつ消してください。",
    "Leave it out.": "消してください。",
    "Write [[change]].": "[[change]] にしてください。",
    "Write [[replace]] or [[change]].": "[[replace]] か [[change]] にしてください。",
    "Only numbers can be capped: write [[change]].": "上限は数にだけ付けられます。[[change]] にしてください。",
    "Name it in a [[value]] of the layer.": "その名前を、版の [[value]] に書いてください。",
    "Check quotes, brackets and commas there.": "そのあたりの引用符、かっこ、コンマを確かめてください。",
}
TELLING = (
    (r"The names are (.+)\.", "使える名前：{0}"),
    (r"Add a \[\[(\w+)\]\] of that id, or correct it\.", "その id の [[{0}]] を足すか、書き直してください。"),
    (r"The map has (\d+) rows and (\d+) columns\.", "マップは{0}行{1}列です。"),
    (r"The nearest is (.+)\.", "いちばん近いのは「{0}」です。"),
    (r"This table's is (.+)\.", "このルールブックは {0} です。"),
    (r"Name one of its fields: (.+)\.", "項目まで書いてください：{0}"),
    (
        r'Write over = \["(.+)"\] into (.+), or over = \["(.+)"\] into (.+)\.',
        '{1} に over = ["{0}"] と書くか、{3} に over = ["{2}"] と書いてください。',
    ),
    (r"Write (\d+) or less\.", "{0}以下にしてください。"),
)
"""Mends that name something."""
KINDS = {
    "str": "文字",
    "int": "数",
    "float": "小数",
    "array": "[ ] の並び",
    "object": "項目の組",
    "bool": "はいかいいえ（true か false）",
    "date": "日付",
    "datetime": "日付",
    "time": "時刻",
    "a number": "数",
    "a dice code": "ダイスコード",
    "a condition": "条件",
}
PLACED = re.compile(r"(\$[^:]*|the file): ")
STEP = re.compile(r"\.(\w+)(?:\[(\d+)\])?")


def told(wrong: BadFile, lang: str) -> str:
    """File, line, place, what is wrong and the mend."""
    found = PLACED.match(wrong.what)
    place, what = (found[1], wrong.what[found.end() :]) if found else ("", wrong.what)
    if lang != "ja":
        where = _place(place, "{table} no. {nth}", "{key} no. {nth}", ", ")
        return f"{wrong.name}:{wrong.line}: {where and f'{where}: '}{what}. {wrong.mend}"
    where = _place(place, "{table} の{nth}つめ", "{key} の{nth}つめ", "、")
    return f"{wrong.name} {wrong.line}行目：{where and f'{where}：'}{_what(what)}。{_mend(wrong.mend)}"


def _place(path: str, table: str, listed: str, joint: str) -> str:
    """A path as the writer of a file knows it: its table, which one, and the keys below."""
    words = []
    for depth, (key, index) in enumerate(STEP.findall(path)):
        if index:
            words.append((listed if depth else table).format(table=f"[[{key}]]", key=key, nth=int(index) + 1))
        else:
            words.append(key if depth else f"[{key}]")
    return joint.join(words)


def _mend(mend: str) -> str:
    for pattern, sentence in TELLING:
        found = re.fullmatch(pattern, mend)
        if found:
            return sentence.format(*found.groups())
    return MENDS.get(mend, "そのあたりを確かめてください。")


def _what(what: str) -> str:
    for pattern, sentence in WHATS:
        found = re.search(pattern, what)
        if found:
            return sentence.format(*(_kinds(part) for part in found.groups()))
    return "読み取れない書き方です"


def _kinds(word: str) -> str:
    """The kinds of value that a schema names, in words; any other word as it is."""
    return "か".join(dict.fromkeys(KINDS.get(one, one) for one in word.split(" | ") if one != "null"))
