"""Why a line of a deck list stands for no card, in words."""

from takusen.library.decklist import CARDS_LIMIT, COUNT_LIMIT, LINE_LIMIT, LINES_LIMIT
from takusen.server.shelf import Misread
from takusen.web.words import Words

MISREAD = {
    "no_such_card": "{line}行目「{text}」：その名前のカードは書庫にありません。",
    "no_name": "{line}行目「{text}」：カードの名前がありません。「4 カードの名前」のように書いてください。",
    "odd_count": "{line}行目「{text}」：枚数は1から{count}までにしてください。",
    "line_too_long": "{line}行目「{text}」：行が長すぎます。{length}文字までにしてください。",
    "deck_empty": "カードがひとつも書かれていません。「4 カードの名前」のように、1行に1種類ずつ書いてください。",
    "deck_no_main": "メインデッキのカードがありません。サイドボードや統率者だけでなく、メインデッキも書いてください。",
    "card_oversized": "{line}行目「{text}」：どのカードにもない大きさの数が書いてあるカードなので、使えません。",
    "deck_too_long": "リストが長すぎます。{lines}行までにしてください。",
    "deck_too_many": "カードが多すぎます。全部で{cards}枚までにしてください。",
}
LIMITS = {"count": COUNT_LIMIT, "length": LINE_LIMIT, "lines": LINES_LIMIT, "cards": CARDS_LIMIT}


def misread(say: Words, one: Misread) -> str:
    """A line at fault, as a sentence."""
    return say(MISREAD[one.why], line=one.line, text=one.text, **LIMITS)
