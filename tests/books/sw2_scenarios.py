"""A small scenario of the dungeon, whole and broken, for the tests."""

TROUBLES = "".join(
    f'[[trouble]]\nid = "t{n}"\ntitle = {{ ja = "こまりごと{n}", en = "Nuisance {n}" }}\ntext = "……"\n'
    for n in range(13)
)
CARDS = """
[meta]
id = "small"
title = { ja = "小さな洞", en = "A small cave" }

[[card]]
id = "mouth"
title = { ja = "洞の口", en = "The mouth of the cave" }
front = { ja = "冷たい風が吹いてくる。", en = "A cold wind blows out." }
start = true
check = { target = 10 }
fail = [
  { do = "danger_sense", target = 11, fail = [{ do = "damage", dice = 2, plus = 1 }] },
  { do = "trouble" },
]
success = [
  { do = "open", cards = ["hall"] },
  { do = "treasure", treasure = "coin" },
]

[[card]]
id = "hall"
title = { ja = "広間", en = "The hall" }
front = { ja = "石の扉がある。", en = "There is a stone door." }
restriction = { text = { ja = "銀貨がいる。", en = "It wants the coin." }, treasures = ["coin"], flags = ["warned"] }
success = [{ do = "ending", ending = "home" }]

[[treasure]]
id = "coin"
name = { ja = "銀貨", en = "A silver coin" }

[[monster]]
id = "rat"
name = { ja = "大ねずみ", en = "Giant rat" }
level = 1

[[ending]]
id = "home"
title = { ja = "帰り道", en = "The way home" }
text = { ja = "外は朝だった。", en = "It is morning outside." }

[[threshold]]
tp = 4
effects = [{ do = "flag", name = "warned" }, { do = "fight", monster = "rat" }]

[[threshold]]
tp = 8
fails = true
"""
SMALL = CARDS + TROUBLES
