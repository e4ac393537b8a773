"""Other games: by what their sheets are known, and which of their numbers go up and down in play."""

import re

from msgspec.structs import replace

from takusen.interop.text import folded
from takusen.rulebook.sheet import Remark, Sheet

GAUGES = {
    "HP": "HP", "MP": "MP", "SAN": "SAN", "SAN値": "SAN", "正気度": "SAN", "フェイト": "フェイト",
    "FATE": "フェイト", "侵蝕率": "侵蝕率", "侵食率": "侵蝕率", "奇跡": "奇跡", "BG": "BG", "障壁": "障壁", "SP": "SP",
    "AP": "AP", "EN": "EN", "気力": "気力", "耐久値": "耐久値", "耐久力": "耐久力", "体力": "体力",
    "生命点": "生命点", "集中力": "集中力",
}  # fmt: skip
"""What other games call the numbers that are spent and lost."""

MARKS = (
    ("アリアンロッドRPG", ("メインクラス", "サポートクラス", "フェイト")),
    ("アルトネリコTRPG", ("レーヴァテイル", "コスモスフィア", "成長ポイント", "詠唱状態", "累計所持金")),
    ("クトゥルフ神話TRPG", ("SAN", "CCB<=", "目星", "図書館", "アイデア", "クトゥルフ神話", "POW")),
    ("ダブルクロス", ("シンドローム", "侵蝕率", "侵食率", "ロイス", "ワークス")),
    ("ログ・ホライズンTRPG", ("因果力", "疲労")),
    ("シノビガミ", ("忍法", "背景", "流派", "奥義")),
    ("D&D", ("アーマークラス", "セーヴィング", "判断力", "習熟ボーナス")),
    ("りゅうたま", ("体力", "敏捷", "知力", "精神", "得意地形")),
)
"""Words that a game's sheets have; two of them are enough."""

NOTE = re.compile(r"\(.*?\)")


def gauge(label: str) -> str:
    """The name of a gauge from its label; "" for other numbers."""
    return GAUGES.get(NOTE.sub("", folded(label)).strip().upper(), "")


def game_of(text: str) -> str:
    """Which other game a text speaks of; "" where that can't be told."""
    plain = folded(text)
    counted = [(sum(folded(word) in plain for word in words), name) for name, words in MARKS]
    most, name = max(counted, key=lambda one: one[0])
    return name if most >= 2 else ""


def told(sheet: Sheet, text: str) -> Sheet:
    """A sheet of another game, with the note that it is one."""
    game = game_of(text) or sheet.game
    note = Remark("sheet_other_game", (("game", game),)) if game else Remark("sheet_unknown_game")
    return replace(sheet, game=game, notes=(*sheet.notes, note))
