"""The village as it is in the morning."""

from takusen.rules import Id, Table

from .world import Area, Card, Folk, World

WORDS = {
    "ja": {
        "land": "霧の野", "keep": "丘の砦", "gate": "見張り門", "hall": "広間", "cellar": "隠し蔵",
        "town": "川ぞいの町", "inn": "宿屋「三本足」", "well": "井戸端", "road": "街道",
        "aki": "アキ", "haru": "ハル", "guard": "門番ドルク",
        "guard2": "槍の兵", "lord": "砦の主ガラン", "bell": "警鐘",
        "sword": "折れない剣", "ward": "青い結界", "baker": "パン焼きの夫婦", "spy": "床下の影", "wolf": "はぐれ狼",
        "spark": "火花の一撃", "spark_": "見えるだれか一人に2点のダメージ。", "frost": "霜の手",
        "frost_": "見えるだれか一人に2点のダメージ。あとに霜が残る。", "storm": "大あらし",
        "storm_": "あたり一帯のすべてに2点のダメージ。どこまで届くかはGMが決める。",
    },
    "en": {
        "land": "The Misty Fields", "keep": "Hill Keep", "gate": "Watch Gate", "hall": "Great Hall",
        "cellar": "Hidden Cellar", "town": "River Town", "inn": "The Three-Legged Inn", "well": "By the Well",
        "road": "The Road", "aki": "Aki", "haru": "Haru", "guard": "Dolk the Gatekeeper", "guard2": "Spearman",
        "lord": "Garan, Lord of the Keep", "bell": "Alarm Bell", "sword": "Unbreaking Sword", "ward": "Blue Ward",
        "baker": "The Bakers", "spy": "Shadow under the Floor", "wolf": "Stray Wolf",
        "spark": "Spark", "spark_": "2 damage to one whom you see.", "frost": "Hand of Frost",
        "frost_": "2 damage to one whom you see. Frost stays behind.", "storm": "Great Storm",
        "storm_": "2 damage to everything around. The GM decides how far it reaches.",
    },
}  # fmt: skip
HANDS = {"aki": ("spark", "storm"), "haru": ("frost", "spark", "storm")}


def started(lang: str) -> World:
    """Everybody in their place, the players' cards dealt."""
    name = WORDS[lang]
    cards = {
        Id(f"{who}-{card}"): Card(name[card], Id(who), name[f"{card}_"], wide=card == "storm")
        for who, hand in HANDS.items()
        for card in hand
    }
    return World(Table(areas(name)), Table(folk(name)), Table(cards))


def areas(name: dict[str, str]) -> dict[Id, Area]:
    """A land with a keep, a town and a road."""
    inside = {"keep": "land", "gate": "keep", "hall": "keep", "cellar": "hall", "town": "land", "inn": "town"}
    inside |= {"well": "town", "road": "land", "land": ""}
    return {Id(one): Area(name[one], Id(outer), hidden=one == "cellar") for one, outer in inside.items()}


def folk(name: dict[str, str]) -> dict[Id, Folk]:
    """Who and what is there."""
    there = (
        ("guard", "person", "foes", "gate", ""), ("guard2", "person", "foes", "gate", ""),
        ("lord", "walker", "foes", "hall", ""), ("sword", "thing", "", "hall", "lord"),
        ("bell", "thing", "", "gate", ""),
        ("ward", "ward", "", "keep", ""), ("baker", "person", "", "inn", ""), ("spy", "person", "foes", "cellar", ""),
        ("wolf", "person", "", "road", ""),
    )  # fmt: skip
    found = {
        Id(one): Folk(name[one], icon, side, area=Id(area), on=Id(on), hidden=one == "spy", out=one == "wolf")
        for one, icon, side, area, on in there
    }
    played = {Id(who): hand_of(who, name[who], area) for who, area in (("aki", "gate"), ("haru", "inn"))}
    return {**played, **found}


def hand_of(who: str, name: str, area: str) -> Folk:
    """Somebody with cards."""
    hand = tuple(Id(f"{who}-{card}") for card in HANDS[who])
    return Folk(name, "player", "friends", area=Id(area), hand=hand, hand_size=len(hand))
