"""What is told about a sheet, on pages and in terminals: why it can't be read, what was odd, what it holds."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import structs

from takusen.rulebook.sheet import MONSTER, Amount, Remark, Sheet
from takusen.web.words import Words

REMARKS = {
    "sheet_empty": "何も入っていません。シートの中身をコピーして貼るか、ファイルを選んでください。",
    "sheet_binary": "文字として読めないファイルです。シートのテキスト、JSON、XML、zipのどれかを選んでください。",
    "sheet_picture": "画像やPDFは読めません。シートのテキスト、JSON、XML、zipのどれかを選んでください。",
    "sheet_too_large": "大きすぎて読めません。ひとりぶんのシートだけにして、もう一度どうぞ。",
    "sheet_zip_broken": "このzipは開けません。壊れているか、パスワードがかかっています。保存し直してください。",
    "sheet_zip_path": "このzipには、フォルダーの外を指す名前のファイルがあるので開きません。作り直してください。",
    "sheet_zip_nobody": "このzipにはキャラクターが入っていません。コマを書き出したzipを選んでください。",
    "sheet_xml_broken": "このXMLは{line}行目あたりで壊れています。保存し直してください。",
    "sheet_xml_doctype": "文書型や実体の宣言があるXMLは、安全のため開きません。コマを書き出し直してください。",
    "sheet_xml_nobody": "このXMLにはキャラクターが入っていません。コマを書き出したXMLを選んでください。",
    "sheet_json_broken": "JSONが途中で切れているか壊れています。最初の波かっこから最後まで、すべてコピーしてください。",
    "sheet_json_unknown": "知らない形のJSONです。ゆとシートⅡ、キャラクター保管所、CCFOLIAのものを貼ってください。",
    "sheet_page_says": "シートではなくウェブページでした。ページにはこうあります：「{text}」",
    "sheet_page": "シートではなくウェブページでした。シートのJSON出力かテキスト出力のほうを貼ってください。",
    "sheet_tool_says": "シートの代わりに、ツールからの知らせが入っていました：「{text}」",
    "sheet_is_a_log": "これはシートではなくログ（{lines}行、ダイス{rolls}回）です。シートのほうを貼ってください。",
    "sheet_unknown": "シートとして読めません。ゆとシートⅡ、保管所、CCFOLIA、ユドナリウムのものを貼ってください。",
    "sheet_other_game": "別のゲーム（{game}）のシートなので、自由なキャラクターとして読みました。",
    "sheet_unknown_game": "どのゲームのシートか分からないので、自由なキャラクターとして読みました。",
    "sheet_only_palette": "チャットパレットだけです。名前をつければキャラクターになります。",
    "sheet_skill_detail": "技能「{skill}」に添えてあった「{detail}」は、別の項目として残しました。",
    "sheet_skill_unknown": "知らない技能「{skill}」（{level}レベル）を、そのまま残しました。",
    "sheet_critical": "「{weapon}」のC値 {value} ではダメージの回転が終わらないので、C値なしにしました。",
    "sheet_parts": "部位が{count}つあります。HPとMPは{core}のぶんです。",
    "sheet_zero_totals": "合計が0と書かれていた能力値（{names}）は、内訳から計算しました。",
}

OTHER_GAME = ("sheet_other_game", "sheet_unknown_game")

TOOLS = {
    "ytsheet": "ゆとシートⅡ",
    "charasheet": "キャラクター保管所",
    "ccfolia": "CCFOLIA",
    "udonarium": "ユドナリウム",
    "palette": "チャットパレット",
    "text": "テキスト",
}

ASKED = {"name": "名前"}

LABELS = {
    "器用度": "器用度",
    "敏捷度": "敏捷度",
    "筋力": "筋力",
    "生命力": "生命力",
    "知力": "知力",
    "精神力": "精神力",
    "防護点": "防護点",
    "生命抵抗力": "生命抵抗力",
    "精神抵抗力": "精神抵抗力",
    "命中力": "命中力",
    "回避力": "回避力",
    "移動速度": "移動速度",
    "全力移動": "全力移動",
    "制限移動": "制限移動",
    "所持金": "所持金",
    "冒険者レベル": "冒険者レベル",
    "先制値": "先制値",
    "知名度": "知名度",
    "弱点値": "弱点値",
    "魔物知識": "魔物知識",
    "先制力": "先制力",
}
"""What sheets of Sword World print."""


def same(name: str) -> str:
    """A name as it is."""
    return name


class SheetWords:
    """The sentences about a sheet, in one language; `named` words what a table's book knows of, such as skills."""

    def __init__(self, words: Words, named: Callable[[str], str] = same) -> None:
        self._, self._named = words, named

    def remark(self, remark: Remark) -> str:
        """A remark as a sentence."""
        text = REMARKS[remark.key]
        return self._(text, **dict(remark.params)) if remark.params else self._(text)

    def notes(self, sheet: Sheet, told: bool = False) -> tuple[str, ...]:
        """What was odd in a sheet; where the table's book has `told` of another game already, not that again."""
        return tuple(self.remark(one) for one in sheet.notes if not (told and one.key in OTHER_GAME))

    def differences(self, sheet: Sheet) -> tuple[str, ...]:
        """The printed totals that don't come out."""
        return tuple(
            self._(
                "{label}：シートでは{printed}、計算すると{computed}",
                **{**structs.asdict(one), "label": self.label(one.label)},
            )
            for one in sheet.differences
        )

    def asked(self, label: str) -> str:
        """A label that a person must fill in."""
        return self._(ASKED[label]) if label in ASKED else self.label(label)

    def label(self, label: str) -> str:
        """A label of a sheet, in words that its reader knows."""
        return self._(LABELS[label]) if label in LABELS else self._named(label)

    def _joined(self, words: Iterable[str]) -> str:
        return ("／" if self._.lang == "ja" else ", ").join(words)

    def called(self, sheet: Sheet) -> str:
        """The name with its ruby."""
        return f"{sheet.name}（{sheet.ruby}）" if sheet.ruby else sheet.name

    def rows(self, sheet: Sheet) -> Iterator[tuple[str, str]]:
        """What a sheet holds, at a glance: label and text."""
        _ = self._
        yield _("ツール"), _(TOOLS.get(sheet.tool, sheet.tool))
        yield _("システム"), self._system(sheet)
        if sheet.player:
            yield _("プレイヤー"), sheet.player
        if sheet.race:
            yield _("種族"), sheet.race
        if sheet.level is not None:
            yield _("レベル"), str(sheet.level)
        if sheet.gauges:
            yield (
                _("リソース"),
                "  ".join(f"{self.label(label)} {amount_text(one)}" for label, one in sheet.gauges.items()),
            )
        if sheet.abilities:
            bonuses = {name: f"[{sheet.bonuses[name]}]" if name in sheet.bonuses else "" for name in sheet.abilities}
            yield (
                _("能力値"),
                self._joined(f"{self._valued(name, score)}{bonuses[name]}" for name, score in sheet.abilities.items()),
            )
        if sheet.skills:
            yield _("技能"), self._joined(self._valued(name, level) for name, level in sheet.skills.items())

    def _valued(self, name: str, value: int) -> str:
        return f"{self.label(name)}{'' if self._.lang == 'ja' else ' '}{value}"

    def _system(self, sheet: Sheet) -> str:
        game = sheet.system if sheet.system != "other" else sheet.game or self._("別のゲーム")
        return f"{game}  {self._('魔物')}" if sheet.kind == MONSTER else game


def amount_text(amount: Amount) -> str:
    """A gauge as it is written; a number that isn't known is a question mark."""
    now, most = ("?" if one is None else str(one) for one in (amount.now, amount.max))
    return now if amount.max is None and amount.now is not None else f"{now}/{most}"
