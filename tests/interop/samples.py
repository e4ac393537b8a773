"""Sheets of every kind, all made up."""

import io
import json
import zipfile
from typing import Any

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def ytsheet(**other: Any) -> dict[str, Any]:
    """A character of ゆとシートⅡ, edition 2.0."""
    return {
        "result": "OK", "ver": "1.27.000", "gameVersion": "2.0", "type": "", "characterName": "|琥珀《こはく》のレン",
        "playerName": "ためし", "race": "ドワーフ", "level": "4", "sttBaseTec": "6", "sttBaseA": "7", "sttGrowA": "1",
        "sttDex": "14", "sttAgi": "9", "sttStr": "20", "sttVit": "17", "sttInt": "8", "sttMnd": "15", "sttAddC": "4",
        "bonusDex": "2", "bonusAgi": "1", "bonusStr": "4", "bonusVit": "2", "bonusInt": "1", "bonusMnd": "2",
        "hpTotal": "29", "mpTotal": "24", "vitResistTotal": "6", "mndResistTotal": "6", "lvFig": "4", "lvPri": "3",
        "lvWiz": "0", "faith": "炎の神", "commonClass1": "鍛冶屋", "lvCommon1": "3", "combatFeatsLv1": "全力攻撃Ⅰ",
        "combatFeatsLv3": "武器習熟Ａ／アックス", "weaponNum": "2", "weapon1Name": "石割りの斧", "weapon1Usage": "2H",
        "weapon1Category": "アックス", "weapon1Class": "ファイター", "weapon1Acc": "-1", "weapon1AccTotal": "5",
        "weapon1Rate": "32", "weapon1Crit": "⑪", "weapon1DmgTotal": "9", "weapon2Name": "", "defenseTotal1Def": "6",
        "defenseTotal1Eva": "4", "items": "救命草×2&lt;br&gt;〈魔香草〉×3 予備&lt;br&gt;たいまつ６本",
        "nameColor": "#aa5500", "freeNote": "一行目&lt;br&gt;二行目",
        "unitStatus": [{"HP": "29/29"}, {"MP": "24/24"}, {"防護": "6"}, {"状態": "元気"}],
        **other,
    }  # fmt: skip


def ytsheet_monster(**other: Any) -> dict[str, Any]:
    """A monster of three parts, two of them alike, one of them the core."""
    parts = (("角（頭部）", "40", "11"), ("爪（前脚）", "30", "―"), ("爪（前脚）", "30", "―"))
    status: dict[str, str] = {}
    for at, (style, hp, mp) in enumerate(parts, 1):
        status |= {f"status{at}Style": style, f"status{at}Hp": hp, f"status{at}Mp": mp, f"status{at}Defense": "5"}
        status |= {f"status{at}Accuracy": "9", f"status{at}Damage": "2d+6", f"status{at}Evasion": "8"}
    return {
        "result": "OK", "gameVersion": "2.0", "type": "m", "monsterName": "霧の角獣", "characterName": "", "lv": "6",
        "taxa": "幻獣", "initiative": "12", "statusNum": "3", "partsNum": "3", "coreParts": "頭部", "vitResist": "8",
        "vitResistFix": "15", "mndResist": "7", "skills": "●全身&lt;br&gt;○ひるまない", "lootsNum": "2",
        "loots1Num": "自動", "loots1Item": "角のかけら", "loots2Num": "2〜9", "loots2Item": "なし",
        "unitStatus": [{"頭部:HP": "40/40"}], **status, **other,
    }  # fmt: skip


def charasheet(**other: Any) -> dict[str, Any]:
    """A character of キャラクター保管所."""
    return {
        "data_id": "1", "game": "swordworld2", "data_title": "試し", "pc_name": "ナギ", "shuzoku_name": "エルフ",
        "lv": "3", "HP": "21", "MP": "27", "NP1": "13", "NP2": "18", "NP3": "8", "NP4": "12", "NP5": "19", "NP6": "18",
        "NB1": "2", "NB2": "3", "NB3": "1", "NB4": "2", "NB5": "3", "NB6": "3", "V_GLv4": "3", "V_GLv7": "2",
        "V_GLv8": "1", "V_GLv1": "", "V_kegare": "0", "life_resist": "5", "mental_resist": "6", "kaihi": "0",
        "bougo": "2", "ST_name": ["狙撃", "", None], "ST_lv": ["1", "", None], "arms_name": ["短弓", None, "石"],
        "arms_yoho": ["2H"], "arms_hit": ["5"], "arms_critical": ["10"], "arms_iryoku": ["12"], "arms_damage": ["4"],
        "item_name": ["矢", "救命草"], "item_num": ["12", "２"], "color": "#336600", "pc_making_memo": "覚え\r\n書き",
        "priest_sinkou": "風の神", **other,
    }  # fmt: skip


CHARASHEET_TEXT = """タイトル:試し

キャラクター名:イツキ
種族:ナイトメア [特徴:異貌]
生まれ:神官

■パーソナルデータ・経歴■
年齢:31
穢れ度:1

■能力値■
     技     体     心
基礎    9      8     10

   器用 敏捷 筋力 生命 知力 精神
A~F    6   5   8   9   8  10
成長           2       4      →計:6
修正       1
=合計= 15  15  18  17  22  20
ボーナス  2   2   3   2   3   3

   生命 精神
   抵抗 抵抗  HP  MP
基本  15  16   56  104
特技          15   0
修正   1
=合計= 16  16   71 104

■レベル・技能■
冒険者レベル:13 Lv
プリースト/大地の神 13 Lv  / セージ 11 Lv
スカウト   10 Lv  / ソーサラー 9 Lv
コンジャラー 6 Lv / エンハンサー 5 Lv
アルケミスト 5 Lv / 星読み 3 Lv

■戦闘特技・値■
[参照]  特技名     : 効果                   : 前提
[p100]頑強       : HPが増える             :

   魔物       全力
   知識 先制 移動 移動
基本  14  12  15  45
修正
特技   1
=合計= 15  12  15m  45m

■装備■
・基本命中力、追加ダメージ、基本回避力
       Lv 命中 追ダメ 回避
ファイター :

・武器
価格 用法 必筋 修正 命中 威力 C値 追ダメ [カテゴリ・ランク] 名称(*:装備している) / 備考 (参照)
30   2H   4       0  14  12   0 [スタッフB] *長い杖 / 覚え (p)
=価格合計=
30 G

・防具
   必筋 回避 防護  価格  名称 / 備考
鎧 :  7       3   150 皮の服 /
= 合計 =    9   3   150 G (回避技能:スカウト)
"""

YTSHEET_TEXT = """キャラクター名：アサギ
種族：人間 ［剣の加護／運命変転］
年齢：20
穢れ度：0

●能力値
                 技                  体                  心
                  7                   7                   7
          器用      敏捷      筋力      生命      知力      精神
ダイス       6         7         7         8         7         8
成長         0         0         0         0         0         0
---------------------------------------------------------------------
合計        13        14        14        15        14        15
修正                   2                                       1
---------------------------------------------------------------------
ボーナス     2         2         2         2         2         2

           生命抵抗  精神抵抗        HP        MP
基本              4         4        21        21
修正              0         0         5         0
-------------------------------------------------
合計              4         4        26        21

●レベル・技能
冒険者レベル        :   2 Lv
------------------------------
コンジャラー        :   2 Lv
レンジャー          :   1 Lv

●所持品
  救命草×4
"""

MONSTER_TABLE = """種族名：苔むした石像
個体名：門の番人
　分類：魔法生物

知能：命令を聞く  知覚：魔法         反応：命令による
言語：なし  生息地：遺跡

□基本能力
　知名度/弱点：9/14  弱点：衝撃属性
　先制値：7  移動速度：10
　生命抵抗力：7 (14)  精神抵抗力：7 (14)

|攻撃方法（部位）|命中力|打撃点|回避力|防護点|HP|MP|
|拳（上半身）|7 (14)|2d+8|5 (12)|9|44|―|
|なし（下半身）|―|―|5 (12)|9|38|―|
　部位数：2（上半身／下半身） コア部位：上半身

□特殊能力
　●全身
　○痛み知らず

□戦利品
自動|石のかけら

□説明
　門を守る。
"""


def ccfolia(**other: Any) -> dict[str, Any]:
    """A piece of CCFOLIA, with keys that nobody knows."""
    data = {
        "name": "コト", "memo": "PL: ためし", "initiative": 9, "externalUrl": "https://example.test/sw2.0/?id=1",
        "status": [
            {"label": "HP", "value": "12", "max": 18}, {"label": "MP", "value": 9, "max": "9"}, {"label": "残弾"},
        ],
        "params": [
            {"label": "冒険者レベル", "value": "2"}, {"label": "スカウト", "value": "2"},
            {"label": "敏捷度", "value": 15},
        ],
        "commands": "2d+{スカウト}+{敏捷B} 先制\n//敏捷B=({敏捷度}/6)\n:HP-1", "iconUrl": None, "faces": [],
        "color": "#123456", "secret": True, "width": 3, "futureKey": {"deep": [1, None]}, **other,
    }  # fmt: skip
    return {"kind": "character", "data": data}


UDONARIUM = """<?xml version="1.0" encoding="UTF-8"?>
<character location.name="table" location.x="100" hideInventory="true" chatColorCode.0="#654321">
  <data name="character">
    <data name="image"><data type="image" name="imageIdentifier">{icon}</data></data>
    <data name="common"><data name="name">ツグミ</data><data name="size">2</data></data>
    <data name="detail">
      <data name="リソース">
        <data type="numberResource" currentValue="7" name="HP">20</data>
        <data type="numberResource" currentValue="11" name="MP">11</data>
      </data>
      <data name="情報"><data type="note" name="説明">一行目
二行目 &lt;b&gt;</data></data>
      <data name="技能"><data name="冒険者レベル">3</data><data name="レンジャー">3</data></data>
    </data>
  </data>
  <chat-palette dicebot="SwordWorld2.0">2d+{{レンジャー}} 探索
//命中1=5</chat-palette>
  <buff-palette dicebot="">&amp;守り/3</buff-palette>
</character>
"""

ARIANRHOD = """キャラクター名：ミオ
プレイヤー名：ためし
種族：ヒューリン   性別：女
メインクラス：ウォーリア   サポートクラス：シーフ
HP：40/44   MP：20   フェイト：5
[行動済]□  [隠密]■
"""


def text_of(data: Any) -> str:
    """JSON as tools write it."""
    return json.dumps(data, ensure_ascii=False)


def zipped(files: dict[str, bytes]) -> bytes:
    """An archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()
