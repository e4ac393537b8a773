"""What is said of files of cards: why one can't be read, and why something in one is left out."""

from takusen.cli.words import words
from takusen.interop.refusal import NoCards
from takusen.interop.unpacking import BLOATED

REFUSALS = {
    "empty": ("ファイルは空です", "ダウンロードをやり直してください"),
    "truncated": ("{at}バイト目で、途中までで終わっています", "ダウンロードをやり直してください"),
    "gzip_broken": ("gzipが{at}バイト目あたりで壊れています", "ダウンロードをやり直してください"),
    "bloated": (
        "{at}バイト目までで、{times}倍より大きく膨らみます。カードのファイルではありません",
        "ほかのファイルを指定してください",
    ),
    "packed": ("{form}で圧縮されています", "解凍してから、中の .json を指定してください（.gz はそのままで読めます）"),
    "encoding": ("UTF-8ではありません", "UTF-8で保存し直してください"),
    "html": ("ウェブページで、カードのデータではありません", "データのファイルそのものを保存してください"),
    "no_json": (
        "JSONではありません",
        "カードのデータのファイルを指定してください。デッキリストは、卓の「デッキ」に貼りつけます",
    ),
    "broken": ("{at}バイト目で、JSONが壊れています", "ダウンロードをやり直してください"),
    "too_long": (
        "{at}バイト目に、どのカードにもないほど長い文章があります",
        "ほかのファイルを指定してください",
    ),
    "rulings": ("裁定の一覧で、カードは入っていません", "oracle cards か all cards のファイルを指定してください"),
    "no_cards": (
        "カードが見つかりません",
        "Scryfallの oracle cards か all cards、MTGJSONの AtomicCards かセットのファイルを指定してください",
    ),
}
"""Why a file of cards can't be read, and what helps."""

LEFT = {
    "no_card": "カードでないもの（トークンや計略など）",
    "seen": "同じカードの別の印刷",
    "too_long": "長すぎるもの",
    "oversized": "どのカードにもない大きさの数が書いてあるもの",
    "broken": "JSONが壊れているもの",
    "wrong": "名前やタイプがないか、形が合わないもの",
    "unknown": "カードかどうか分からないもの",
}
"""Why something is left out."""


def refused(wrong: NoCards) -> tuple[str, str]:
    """Why a file can't be read, and what helps."""
    what, mend = REFUSALS[wrong.key]
    return words()(what, **wrong.params | {"times": BLOATED}), words()(mend)


def left(reason: str) -> str:
    """Why something was left out."""
    return words()(LEFT[reason])
