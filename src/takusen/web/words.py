"""The web layer's own words: Japanese is the source language, English comes from a gettext catalog read at start."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from babel.messages.pofile import read_po

from takusen.rulebook.texts import LENIENT


@cache
def catalog(lang: str) -> Mapping[str, str]:
    """Japanese msgid -> text; empty for Japanese itself."""
    if lang == "ja":
        return {}
    path = files("takusen.web").joinpath(f"locale/{lang}/LC_MESSAGES/takusen.po")
    with path.open("rb") as file:
        return {str(one.id): str(one.string) for one in read_po(file, locale=lang) if one.id and one.string}


class Words:
    """The catalog of one language. Calling it gives a text with its parameters put in."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._texts = catalog(lang)

    def __call__(self, text: str, /, **params: Any) -> str:
        found = self._texts.get(text, text)
        return LENIENT.format(found, **params) if params else found


REFUSED = {
    "not_the_gm": "これはGMの操作です。GMに頼んでください。",
    "only_watching": "見学の席からはできません。参加するなら、GMに参加者用のリンクをもらってください。",
    "no_such_act": "その宣言はこのルールブックにありません。「行動」の一覧から選んでください。",
    "unknown_argument": "宣言に余分な項目（{name}）があります。選び直してください。",
    "not_now": "いまは宣言できません。状況が動いてからもう一度試すか、GMに聞いてください。",
    "missing_pick": "まだ選んでいないもの（{name}）があります。選んでから宣言してください。",
    "too_many_layers": "重ねられるハウスルールは{limit}個までです。",
    "layers_unseen": "何が変わるかが、見てもらったときと違っています。もう一度見てから変えてください。",
    "banned": "この卓のハウスルール（{layer}）で使えません。",
    "not_offered": "「{value}」はいま選べません。表示されているものから選んでください。",
    "picked_twice": "同じものを二度選んでいます。ひとつ外してください。",
    "wrong_count": "選べるのは{low}から{high}個までです。数を合わせてください。",
    "out_of_bounds": "{low}から{high}までの数で入力してください。",
    "text_length": "1文字以上、{high}文字以内で書いてください。",
    "prompt_gone": "その問いはもう済んでいます。いまの画面を見て続けてください。",
    "not_yours": "ほかの人のものなので動かせません。本人かGMに頼んでください。",
    "floor_taken": "いまは別の行動の途中です。それが終わってからもう一度どうぞ。",
    "not_standing": "その決めておいた返事は、もうありません。いまの一覧を見て続けてください。",
    "no_player_policy": "このルールブックには、キャラクターを動かす方針がありません。ひとつずつ宣言してください。",
    "nobody_to_play": "いま方針で動かせるキャラクターがいません。場面を進めてから、もう一度どうぞ。",
    "gm_needed": "GMが決める問いの途中です。それに答えてから、もう一度任せてください。",
    "player_needed": "いまは参加者の番か、参加者への問いの途中です。それを待ってから、もう一度任せてください。",
    "not_asked": "この問いはあなた宛てではありません。答える人を待ってください。",
    "nothing_open": "途中の行動はありません。続けて宣言できます。",
    "undo_first": "その後に別のことが起きています。先に、あとのものから取り消してください。",
    "bad_faces": "{sides}面のダイス{count}個ぶんの出目を、[2, 4] のように書いてください。",
    "nothing_to_undo": "それはもう取り消せません。取り消しの一覧を見直してください。",
    "ask_gm_to_undo": "ダイスを見たあとや、ほかの人の行動がからむときは、GMだけが取り消せます。GMに頼んでください。",
    "bad_edit": "{what}その値にはできません。{why}",
    "nothing_to_add": "このルールブックには、あとから加えられるものがありません。",
    "picture_empty": "画像が選ばれていません。ファイルを選んでから送ってください。",
    "picture_kind": "送れる画像はPNG、JPEG、GIF、WebPです（SVGは送れません）。形式を変えて保存し直してください。",
    "picture_too_wide": "画像の縦横が大きすぎます（{wide}×{high}）。{limit}00万画素までに縮めてから送ってください。",
    "picture_broken": "画像が壊れているか途中で切れていて、開けません。保存し直してから、もう一度送ってください。",
    "pictures_full": "この席から送れる画像は{count}枚、{limit} MBまでで、もういっぱいです。GMに頼んでください。",
    "gone": "それはもう盤面にありません。いまの画面を見て続けてください。",
    "already_there": "「{name}」はもうあります。別の名前にしてください。",
    "too_many_keys": "ここに加えられるのは{limit}個までです。いらないものを消してください。",
    "too_many_own": "ひとりで動かせるのは{limit}人までです。いらないキャラクターを片づけてください。",
    "not_free": "そのキャラクターはもう選べません。ほかのキャラクターを選ぶか、GMに頼んでください。",
    "sheet_lacks": "{what}がまだ分かりません。1以上の数を入れてから、卓に加えてください。",
    "no_sheets_here": "このルールブックの卓には、シートを持ちこめません。数を見ながら手で入れてください。",
    "no_such_seat": "その席はありません。リンクをGMに確かめてください。",
    "only_dice_are_secret": "シークレットにできるのはダイスだけです。印を外すか、書き方を直して送ってください。",
    "nothing_to_reveal": "公開できるのは、自分がシークレットで振って、まだ公開していないダイスだけです。",
    "command_too_long": "ダイスのコマンドは{most}文字までです。短くするか、何行かに分けてください。",
    "bad_repeat": "繰り返しは1から{most}回までです。回数を直してください。",
    "nested_repeat": "繰り返しの中に繰り返しは書けません。「x10 2D6」のように一度だけ書いてください。",
    "too_many_dice": "一度に振れるのは合わせて{most}個までです。個数か回数を減らしてください。",
    "too_many_at_once": "ひとつのダイスロールで振れるのは{most}個までです。何回かに分けてください。",
    "too_many_sides": "ダイスの面は{most}面までです。面の数を減らしてください。",
    "number_too_large": "{most}桁より大きな数は正しく数えられないので、振っていません。数を小さくしてください。",
    "no_dice": "0個のダイスや0面のダイスは振れません。数を直してください。",
    "dice_said": "振っていません。ダイスボットの返事：{text}",
    "dice_failed": "ダイスボットがこのコマンドを読めませんでした。書き方を確かめてください。",
    "dice_too_slow": "1秒かけても終わらないので、振るのをやめました。何回かに分けてください。",
    "no_such_system": "「{value}」というダイスシステムはありません。一覧から選んでください。",
    "no_chart": "この表は読めません。1行目に名前、2行目に 1D6 や D66、続けて「1:結果」を出目の数だけ書いてください。",
    "no_such_chart": "その表はもうありません。表の一覧を見直してください。",
    "too_many_charts": "表は{limit}個までです。使わない表を外してから加えてください。",
    "not_at_the_head": "「{command}」は振っていません。振るなら行のはじめに書き、あとの言葉と空白で区切ってください。",
    "not_this_system": "「{command}」は{system}のコマンドではないので、振っていません。",
    "nothing_said": "何も書かれていません。ひとこと書いてから送ってください。",
    "too_long": "長すぎます（{length}文字）。{limit}文字以内にするか、分けて送ってください。",
    "palette_missing": "{names}に当たる値がありません。チャットパレットに //名前=値 の行を書き足してください。",
    "palette_endless": "{{{name}}}の中身が終わりません。チャットパレットの定義が自分に戻っていないか確かめてください。",
    "empty_names": "{names}は空なので、0として振りました。",
    "too_many_lines": "チャットパレットは{limit}行までです。使わない行を減らしてください。",
    "no_change": "「:HP-5 MP-2」のように書いてください。一度に変えられるのは{most}個までです。",
    "change_whom": "だれの値を変えるのか分かりません。話すキャラクターを選ぶか、「@名前:HP-5」と書いてください。",
    "no_such_value": "「{name}」という値がありません。変えられるのは：{known}",
    "change_needs_amount": "「{name}」をどれだけ変えるかが書かれていません。「:HP-5」のように数を続けてください。",
    "no_maximum": "「{name}」には最大値がありません。「^」を外して書いてください。",
    "no_number": "「{name}」の値や変える量（{text}）は数ではありません。数か 1d6 のようなダイスで書いてください。",
    "no_such_name": "「{name}」はいません。盤面の名前で書いてください。",
    "which_name": "「{name}」に当てはまるものがいくつもあります。どれですか？ {fits}",
    "no_more_seats": "これ以上は席を増やせません。空いている席のリンクを使ってください。",
    "seats_of_campaign": "この卓の参加者の席は、キャンペーンから来た人に自動でできます。見学の席なら増やせます。",
    "is_away": "いまは別の卓に出ているので、ここでは動かせません。帰ってきてからもう一度どうぞ。",
    "is_at_home": "いまは出かけていません。画面を見直してください。",
    "no_character_file": "キャラクターのファイルとして読めません。takusenで保存したファイルを選んでください。",
    "no_campaign": "ここはキャンペーンではありません。「卓を立てる」でキャンペーンを選んで立ててください。",
    "too_many_players": "参加者の席は{limit}までです。減らしてから立ててください。",
    "too_many_waiting": "待っている宣言が多すぎます。少し進んでからもう一度どうぞ。",
    "stuck": "この行動は続けられなくなりました（{why}）。GMが「やりなおす」か「やめる」を選んでください。",
    "already_found": "それはもう全員に見えています。ほかのものを選んでください。",
    "busy": "いま混みあっています。少し待ってから、もう一度どうぞ。",
    "no_such_link": "この卓や席は見つかりません。リンクの最後まで写せているか、GMに確かめてください。",
    "no_such_page": "そのページはありません。最初のページから探してください。",
    "store_error": "記録を読み書きできないため、何も変わっていません。サーバーを動かしている人に知らせてください。",
    "unreadable_table": "この卓の記録を読めませんでした。サーバーの人に takusen doctor を頼んでください。",
    "our_fault": "こちらの不具合で失敗し、何も起きていません。もう一度試し、続くならサーバーの人に伝えてください。",
    "file_too_large": "ファイルが大きすぎます。{limit}MBまでのファイルにしてください。",
    "bad_request": "{what}送られた内容を読み取れませんでした。{why}",
    "not_a_number": "「{text}」は数ではありません。8 のように数字で書いてください。",
    "not_a_map": "地図が読めません。{signs} だけを使い、縦横とも{side}マスまでで描いてください。",
    "no_decks": "このルールブックでは、デッキを使いません。",
    "deck_wrong": "読めない行が{count}行あるので、デッキはまだ何も入れていません。直してから、もう一度どうぞ。",
    "brings_nothing": "このルールブックには、あとから加えられる内容がありません。",
    "nothing_brought": "そのファイルには、卓に加えるものが書かれていません。[[skill]] などを書いてください。",
    "too_much_brought": "加えたファイルが多すぎます。1つにまとめてください。",
    "not_a_pair": "「{text}」が読めません。「怪力 3」のように、名前と数を1行にひとつずつ書いてください。",
    "typed_empty": "「！」に続けて、宣言の名前と、選ぶものを空白で区切って書いてください。",
    "typed_unknown": "「{word}」に当てはまるものがありません。表示されている名前で書いてください。",
    "typed_ambiguous": "「{word}」に当てはまるものがいくつもあります（{fits}）。もう少し長く書いてください。",
}

WHYS = {
    "number": "数で入力してください。",
    "text": "文字で入力してください。",
    "choice": "表示されているものから選んでください。",
    "colour": "#1a9f5c のような書き方の色にしてください。",
    "square": "4-11 のように、行と列を「-」でつないで書いてください。",
    "bounds": "決められた範囲の数にしてください。",
    "code": "3D+2 のような書き方のダイスコードにしてください。",
    "large": "大きすぎるか長すぎるので、小さくするか短くしてください。",
    "missing": "入力してから、もう一度送ってください。",
    "most": "{limit}以下の数にしてください。",
    "least": "{limit}以上の数にしてください。",
    "length": "{limit}文字までにしてください。",
    "check": "数や書き方を確かめてください。",
    "reload": "画面を開き直してからもう一度どうぞ。",
}
"""What to do about a value that doesn't fit."""

FIELDS = {
    "players": "参加者の席の数",
    "title": "卓の名前",
    "book": "何で遊ぶか",
    "scenario": "シナリオ",
    "source": "シナリオ",
    "file": "ファイルの名前",
    "lang": "卓のことば",
    "options": "選択ルール",
    "do": "操作",
    "act": "宣言",
    "args": "選んだもの",
    "answer": "答え",
    "prompt": "問い",
    "name": "名前",
    "key": "名前",
    "text": "本文",
    "reason": "理由",
    "to": "新しい値",
    "by": "増減",
    "value": "値",
    "numbers": "数",
    "entity": "キャラクター",
    "seat": "席",
    "system": "ダイスシステム",
    "policy": "方針",
    "alt": "画像の説明",
}
"""What the fields of a request are called on the pages."""

NOTICES = {
    "policies_wait": "取り消したので、自動の行動を止めています。手で続けるか、何かひとつ操作すると自動で続きます。",
    "opens_itself_again": "やめた処理は次の操作でまた自動で始まります。始めたくなければ、先に盤面を直してください。",
    "gm_needed": "方針に任せた進行：GMが決めることがあります。",
    "player_needed": "方針に任せた進行：参加者の番になりました。",
    "nobody_to_play": "方針に任せた進行：動かすキャラクターがいなくなりました。",
    "enough": "方針に任せた進行：決めた手数に達しました。",
    "stopped": "方針に任せた進行を、GMが止めました。",
    "stuck": "方針に任せた進行：行動が途中で止まりました。",
    "not_played": "方針に任せた進行：方針の選んだ宣言が、いまはできません。手で宣言してください。",
    "too_many_in_a_row": "自動の行動が{count}回続いたので、いったん止めました。続けるなら何かひとつ操作してください。",
}

CHOICES = {
    "pass": "パス",
}
"""Choices that the engine itself puts into prompts, where the book has no word for them."""

OUTCOMES = {
    "success": "成功",
    "failure": "失敗",
    "critical": "クリティカル",
    "fumble": "ファンブル",
    "true": "はい",
    "false": "いいえ",
    "None": "なし",
}

MARKS = {
    "critical": ("★", "クリティカル"),
    "fumble": ("▼", "ファンブル"),
    "success": ("○", "成功"),
    "failure": ("×", "失敗"),
}
"""What a dice system may call a result: a sign and a word, so that no colour is needed."""

STATES = {
    "hidden": "姿を隠している",
    "unfound": "未発見",
    "found": "発見済み",
    "solved": "突破済み",
}

BROWSER = {
    "demo_title": "ひとりで試す卓",
    "your_turn": "あなたの番です",
    "your_prompt": "あなたへの問いがあります",
    "connecting": "つないでいます…",
    "reconnecting": "つなぎ直しています…",
    "online": "つながりました",
    "offline": "つながっていません。書きかけの文は残っています。",
    "draft_kept": "下書きを残しました",
    "sent": "送りました",
    "sending_picture": "画像を送っています…",
    "failed": "送れませんでした。つながったらもう一度送ってください。",
    "copied": "コピーしました",
    "copy_failed": "コピーできませんでした。長押しして写してください。",
    "new_lines": "新しい発言",
    "latest": "最新へ",
    "saved": "保存しました",
    "since_last_visit": "前回ここまで読みました",
    "confirm_big_paste": "長い文です。ひとつの発言として送りますか？",
    "lines": "行数",
    "signs": "文字数",
    "confirm_undo": "取り消しますか？ いっしょに消えるもの：",
    "demo_name": "あなた",
    "notification_title": "卓宣：あなたの番です",
    "notification_prompt": "卓宣：あなたへの問いがあります",
    "notify_me": "自分の番を通知する",
    "notify_on": "通知します",
    "notify_off": "通知は許可されていません",
    "edit": "直す",
    "withdraw": "取り下げる",
    "save": "保存",
    "cancel": "やめる",
    "older_lines": "前のログを読む",
    "recent_tables": "最近の卓",
    "share": "共有",
    "board_pick": "盤面でも選べます：{what}",
    "board_held": "{name}を持ち上げました。行き先を選んでください（Escでやめる）。",
    "board_put": "{name}を{square}へ動かしました。",
    "board_off": "{name}を盤の外へ出しました。",
    "board_kept": "動かすのをやめました。",
    "board_edge": "そこには収まりません。",
    "board_shut": "{square}は選べません。",
    "board_open": "選べます",
    "places_pick": "図でも選べます：{what}",
    "places_held": "{name}の行き先に触れてください。",
    "places_put": "{name}を「{place}」へ動かしました。",
    "places_shut": "「{place}」は選べません。",
    "places_here": "ここへ",
    "places_this": "ここを選ぶ",
    "places_chosen": "選択中",
    "typed_unknown": "読み取れませんでした。「！」に続けて、宣言の名前と、選ぶものを空白で区切って書いてください。",
}
