"""Everything a table does, over HTTP: commands as JSON and as forms, pages, exports, errors in words."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlencode

import httpx
import pytest

from tests.web.conftest import JSON, Server, Table

ATTACK = {"attacker": "rin", "target": "fog_monk", "traits": ["怪力"], "skill": "格闘", "force": 8}
GUARD = {"traits": ["つかみどころがない"], "against": [], "skill": "絡みつく霧"}


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    """A table in which nobody fights."""
    return server.open().seated()


def attacked(server: Server, **attack: Any) -> Table:
    """A fight in which an attack has come to its first prompt."""
    for _ in range(20):
        table = server.open().fighting()
        table.ok("p1", "declare", act="attack", args={**ATTACK, **attack})
        if table.prompt("gm"):
            return table
    raise AssertionError("20 fumbles that can't be rerolled?")


def to_prompt(server: Server, label: str, attack: dict[str, Any]) -> Table:
    """A fight that waits for a prompt of this label."""
    for _ in range(40):
        table = attacked(server, **attack)
        if label in table.prompt("gm"):
            return table
    raise AssertionError(label)


def missed(server: Server) -> Table:
    """A fight in which rin has missed and is asked whether to roll again."""
    return to_prompt(server, "rin.", {"force": 12})


def defending(server: Server) -> Table:
    """A fight in which the fog monk has to defend."""
    return to_prompt(server, "fog_monk.", {"force": 4})


# opening and seats ---------------------------------------------------------------------------------------------------


def test_a_form_opens_a_table_and_leads_to_its_links(server: Server) -> None:
    answer = server.http.post(
        "/new",
        data={
            "book": "bayside23",
            "title": "夜の卓",
            "scenario": "harbor_lantern",
            "players:int": "２",
            "options.attack_compare": "",
        },
    )
    assert answer.status_code == 303
    page = server.http.get(answer.headers["location"])
    assert page.status_code == 200
    assert len(set(re.findall(r"/t/[\w-]+/[0-9a-f]{24}", page.text))) == 4
    assert "夜の卓" in page.text


def test_options_chosen_at_the_start_hold(server: Server) -> None:
    table = server.open(options={"attack_compare": "hits"})
    assert "hits" in re.search(r'<input[^>]*value="hits"[^>]*checked', table.page("gm", "/options"))[0]  # type: ignore[index]
    answer = server.http.post("/new", json={"book": "bayside23", "options": {"attack_compare": "no"}}, headers=JSON)
    assert answer.status_code == 422


def test_a_wrong_key_and_a_wrong_table_read_alike(server: Server, table: Table) -> None:
    wrong_key = server.http.get(f"/t/{table.id}/{'0' * 24}")
    wrong_table = server.http.get(f"/t/{'x' * 12}/{'0' * 24}")
    assert wrong_key.status_code == wrong_table.status_code == 404
    assert wrong_key.content == wrong_table.content
    for path in ("/links", "/events", "/lines", "/compare", "/export.txt", "/compose"):
        assert server.http.get(f"/t/{table.id}/{'0' * 24}{path}").status_code == 404


def test_who_has_no_name_is_asked_for_one(server: Server) -> None:
    table = server.open()
    sit = server.http.get(table.seats["p1"])
    assert 'value="sit"' in sit.text
    assert table.refused("p1", "sit", name=" \u200e ") == "nothing_said"
    table.ok("p1", "sit", name="  さくら\u0000 ")
    assert "さくら" in table.page("gm")
    pick = server.http.get(table.seats["p1"]).text
    assert 'value="take"' in pick
    assert "p-hand" in server.http.get(table.seats["p1"], params={"later": 1}).text
    assert "p-hand" in server.http.get(table.seats["w1"]).text


def test_a_character_is_taken_once(table: Table) -> None:
    assert table.refused("p2", "take", entity="rin") == "not_free"
    assert table.refused("p2", "take", entity="lampeater") == "not_free"
    table.ok("gm", "take", entity="genji", seat="p2")
    table.ok("gm", "take", entity="genji", seat="")
    assert table.refused("gm", "take", entity="genji", seat="p9") == "no_such_seat"


def test_a_renewed_link_kills_the_old_one(server: Server) -> None:
    table = server.open()
    table.ok("p1", "sit", name="さくら")
    old = table.seats["p1"]
    assert table.refused("p1", "renew", seat="p1") == "not_the_gm"
    table.ok("gm", "renew", seat="p1")
    assert server.http.get(old).status_code == 404
    links = re.findall(r"/t/[\w-]+/[0-9a-f]{24}", table.page("gm", "/links"))
    assert old not in links
    fresh = [one for one in dict.fromkeys(links) if one not in table.seats.values()]
    assert len(fresh) == 1
    assert "さくら" in server.http.get(fresh[0], params={"later": 1}).text


def test_the_gm_adds_seats(server: Server) -> None:
    table = server.open()
    table.ok("gm", "add_seat")
    table.ok("gm", "add_seat", kind="watcher")
    assert table.refused("gm", "add_seat", kind="gm") == "no_more_seats"
    assert len(set(re.findall(r"/t/[\w-]+/[0-9a-f]{24}", table.page("gm", "/links")))) == 7


def test_links_are_the_gms(server: Server, table: Table) -> None:
    for seat in ("p1", "w1"):
        for path in (
            "/links",
            "/options",
            "/entity/fog_monk",
            "/entity/none",
            "/compare?option=attack_compare",
        ):
            assert server.http.get(table.seats[seat] + path).status_code == 404
        page = table.page(seat)
        assert not any(link in page for other, link in table.seats.items() if other != seat)


# play ----------------------------------------------------------------------------------------------------------------


def test_an_attack_by_json(server: Server) -> None:
    table = defending(server)
    prompt = table.prompt("gm")
    assert table.prompt("p1") == ""
    assert "GMの返事を待っています" in table.page("p1")
    assert table.refused("p1", "answer", prompt=prompt, answer=GUARD) == "not_asked"
    assert table.refused("gm", "answer", prompt=prompt, answer={**GUARD, "skill": "拳"}) == "unknown_skill"
    assert table.refused("gm", "answer", prompt=prompt, answer={"traits": []}) == "missing_pick"
    table.ok("gm", "answer", prompt=prompt, answer=GUARD)
    assert table.refused("gm", "answer", prompt=prompt, answer=GUARD) == "prompt_gone"
    table.settle()
    assert "命中！" in table.story("w1")


def test_the_gm_answers_for_a_player(server: Server) -> None:
    table = missed(server)
    assert table.prompt("p1") == table.prompt("gm")
    assert table.prompt("p2") == ""
    assert "p1さんの返事を待っています" in table.page("p2")
    assert table.refused("p2", "answer", prompt=table.prompt("p1"), answer="give_up") == "not_asked"
    table.ok("gm", "answer", prompt=table.prompt("gm"), answer="give_up")
    assert table.prompt("p1") == ""


def test_late_and_double_answers_are_refused_in_words(server: Server) -> None:
    table = missed(server)
    prompt = table.prompt("p1")
    table.ok("p1", "answer", prompt=prompt, answer="give_up")
    told = table.do("p1", "answer", prompt=prompt, answer="give_up").json()
    assert told["refused"] == "prompt_gone"
    assert "済んで" in told["text"]
    table.settle()


def test_a_token_makes_a_double_tap_one_declaration(server: Server) -> None:
    table = server.open().seated()
    for _ in range(3):
        args = {"actor": "rin", "traits": [], "skill": "格闘", "difficulty": 0}
        table.ok("p1", "declare", act="check", args=args, token="once")
        table.ok("p1", "say", text="やった", token="twice")
    table.settle()
    assert len(re.findall(r'<li id="l\d+" class="act', table.page("gm"))) == 1
    assert table.story("gm").count("やった") == 1


def test_what_is_declared_meanwhile_waits_and_can_be_withdrawn(server: Server) -> None:
    table = missed(server)
    table.ok("p2", "declare", act="pass_turn", args={"actor": "soma"})
    table.ok("p3", "declare", act="pass_turn", args={"actor": "suzu"}, line="猫は待つ")
    assert table.refused("p2", "declare", act="pass_turn", args={"actor": "suzu"}) == "not_your_fighter"
    assert "猫は待つ" in table.page("w1")
    assert table.refused("p1", "withdraw", of=int(table.line("p1", "note waiting"))) == "not_yours"
    table.ok("p3", "withdraw", of=table.line("p3", "note waiting"))
    assert table.refused("p3", "withdraw", of=table.line("p3", "note waiting")) == "prompt_gone"
    table.ok("p1", "answer", prompt=table.prompt("p1"), answer="give_up")
    told = table.story("p1")
    assert "取り下げました" in told
    assert told.count("宣言") >= 2


def test_a_waiting_declaration_that_was_touched_wants_one_more_tap(server: Server) -> None:
    table = missed(server)
    table.ok(
        "p2",
        "declare",
        act="attack",
        args={"attacker": "soma", "target": "rustclaw", "traits": ["口がうまい"], "skill": "護身術", "force": 6},
    )
    of = table.line("p2", "note waiting")
    assert table.refused("p2", "confirm", of=of) == "floor_taken"
    table.ok("gm", "edit", path="fighters.rustclaw.life", to=2)
    table.ok("p1", "answer", prompt=table.prompt("p1"), answer="give_up")
    assert 'value="confirm"' in table.page("p2")
    assert 'value="confirm"' not in table.page("p1")
    table.ok("p2", "confirm", of=of)
    table.settle()
    assert "相馬が錆鋏に" in table.story("p1")


def test_an_edit_and_its_undo(table: Table) -> None:
    assert table.refused("p1", "edit", path="fighters.rin.life", to=1) == "not_the_gm"
    table.ok("gm", "edit", path="fighters.rin.life", to=2)
    assert re.search(r"<b>2</b><small>/5</small>", table.page("w1"))
    table.ok("gm", "undo", to=table.line("gm", "edited"))
    assert not re.search(r"<b>2</b><small>/5</small>", table.page("w1"))
    assert table.refused("gm", "undo", to=table.line("gm", "opened")) == "nothing_to_undo"
    for path, to in (
        ("fighters.rin.life", "x"),
        ("fighters.rin.life", 10**9),
        ("fighters.none.life", 1),
        ("scene", "x"),
        ("fighters.rin.locks", {}),
        ("", 1),
        ("fighters", {}),
    ):
        assert table.refused("gm", "edit", path=path, to=to) == "bad_edit"


def test_undo_gives_back_what_was_there(server: Server) -> None:
    table = server.open().seated()
    table.ok("gm", "declare", act="enter_scene", args={"scene": "quay"})
    assert "渡し守の問い" in table.page("p1")
    table.ok("gm", "undo", to=table.line("gm", "act"), reason="まだでした")
    assert "渡し守の問い" not in re.sub(r'<ol id="log".*?</ol>', "", table.page("p1"), flags=re.S)
    assert "まだでした" in table.story("p1")


def test_the_gms_editor_of_one_entity(server: Server) -> None:
    table = server.open().seated()
    assert server.http.get(f"{table.seats['gm']}/entity/none").status_code == 404
    for one in ("rin", "lampeater", "ferryman", "quay"):
        page = Reader(server.http, f"{table.seats['gm']}/entity/{one}")
        for form in page.forms('value="edit"'):
            page.open(page.address)
            answer = page.send(form)
            assert answer.status_code in (303, 409), (one, form)
    page = Reader(server.http, f"{table.seats['gm']}/entity/soma")
    assert page.send(page.forms("fighters.soma.life")[0], **{"to:int": "２"}).status_code == 303
    assert re.search(r"<b>2</b><small>/5</small>", table.page("w1"))


def test_a_player_undoes_their_own_act_while_no_dice_were_seen(server: Server) -> None:
    table = server.open().fighting()
    table.ok("p1", "declare", act="pass_turn", args={"actor": "rin"})
    assert table.refused("p2", "undo", to=table.line("p2", "act")) == "ask_gm_to_undo"
    table.ok("p1", "undo", to=table.line("p1", "act"))
    table.ok("p1", "declare", act="attack", args=ATTACK)
    table.settle()
    assert table.refused("p1", "undo", to=table.line("p1", "act")) == "ask_gm_to_undo"


def test_the_same_act_again_gets_the_same_dice(server: Server) -> None:
    table = server.open().seated()
    args = {"actor": "rin", "traits": [], "skill": "格闘", "difficulty": 0}
    table.ok("p1", "declare", act="check", args=args)
    table.settle()
    first = re.findall(r'class="row">.*?</p>', table.page("gm"))
    table.ok("gm", "undo", to=table.line("gm", "act"))
    table.ok("p1", "declare", act="check", args=args)
    table.settle()
    again = re.findall(r'class="row">.*?</p>', table.page("gm"))
    assert again == first * 2


def test_overruled_dice(server: Server) -> None:
    table = missed(server)
    seq = int(re.findall(r'name="seq:int" value="(\d+)"', table.page("gm"))[-1])
    assert 'name="seq:int"' not in table.page("p1")
    assert table.refused("p1", "overrule", seq=seq, value=[1, 1]) == "not_the_gm"
    assert table.refused("gm", "overrule", seq=seq, value=[1, 7]) == "bad_faces"
    assert table.refused("gm", "overrule", seq=seq, value="x") == "bad_faces"
    table.ok("gm", "overrule", seq=seq, value=[1, 1], reason="机から落ちた")
    assert table.prompt("p1") == ""
    assert "机から落ちた" in table.story("p1")
    table.settle()
    assert table.refused("gm", "overrule", seq=2, value=[1, 1]) == "undo_first"


def test_a_ruling_settles_the_open_step(server: Server) -> None:
    table = missed(server)
    page = table.page("gm")
    depth = re.search(r'name="depth:int" value="(\d+)"', page)
    assert depth is not None
    assert 'value="decide"' not in table.page("p1")
    prompt = table.prompt("gm")
    assert table.refused("p1", "decide", prompt=prompt, depth=0, result="success") == "not_the_gm"
    assert table.refused("gm", "decide", prompt=prompt, depth=int(depth[1]), result="splendid") == "not_offered"
    assert table.refused("gm", "decide", prompt=prompt, depth=99, result="success") == "prompt_gone"
    table.ok("gm", "decide", prompt=prompt, depth=int(depth[1]), result="success", reason="見事な演技")
    told = table.story("p2")
    assert "見事な演技" in told
    assert "命中！" in told
    table.settle()


def test_abort_and_restart(server: Server) -> None:
    table = missed(server)
    dice = re.findall(r'class="row">.*?</p>', table.page("p1"))
    assert table.refused("p1", "abort") == table.refused("p1", "restart") == "not_the_gm"
    table.ok("gm", "restart")
    assert table.prompt("p1") == "rin.2"
    assert re.findall(r'class="row">.*?</p>', table.page("p1")) == [*dice, dice[-1]]
    table.ok("gm", "abort", reason="電話が鳴った")
    assert "電話が鳴った" in table.story("p2")
    assert table.refused("gm", "abort") == table.refused("gm", "restart") == "nothing_open"


def test_dice_without_a_rule(table: Table) -> None:
    table.ok("p1", "say", text="100D10000 運だめし")
    assert "運だめし" in table.story("w1")
    for line, why in (("0D6", "no_dice"), ("201D6", "too_many_at_once"), ("1D10001", "too_many_sides")):
        assert table.refused("p1", "say", text=line) == why


def test_readings_of_open_points(server: Server) -> None:
    table = server.open()
    assert table.refused("p1", "read", name="attack_compare", value="hits") == "not_the_gm"
    assert table.refused("gm", "read", name="attack_compare", value="?") == "not_offered"
    assert table.refused("gm", "read", name="nothing", value="hits") == "not_offered"
    table.ok("gm", "read", name="attack_compare", value="hits", reason="話し合って")
    assert "話し合って" in table.story("w1")
    table = missed(server)
    assert table.refused("gm", "read", name="attack_compare", value="hits") == "floor_taken"


def test_a_side_played_by_policy(server: Server) -> None:
    table = server.open().fighting()
    table.ok("gm", "autoplay", entity="fog_monk", policy="strike_the_weakest")
    table.ok("gm", "autoplay", entity="fog_monk", policy="")
    table.ok("gm", "autoplay_all", entities=["fog_monk", "rustclaw", "weeping_lantern"], policy="strike_the_weakest")
    assert table.refused("gm", "autoplay_all", entities=["fog_monk", "nobody"], policy="") == "not_offered"
    assert table.refused("gm", "autoplay", entity="fog_monk", policy="?") == "not_offered"
    assert table.refused("gm", "autoplay", entity="nobody", policy="strike_the_weakest") == "not_offered"
    assert table.refused("p1", "autoplay", entity="fog_monk", policy="") == "not_the_gm"
    for seat, one in (("p1", "rin"), ("p2", "soma"), ("p3", "suzu")):
        table.settle()
        table.do(seat, "declare", act="pass_turn", args={"actor": one})
    assert "霧法師が" in table.story("p1")


def test_talk(table: Table) -> None:
    table.ok("p1", "say", text="行くぞ", channel="in", name="凛")
    table.ok("p2", "say", text="お茶いる？")
    table.ok("p2", "say", text="にせもの", channel="in", name="凛")
    assert '<b class="who w-' in table.page("w1")
    assert re.search(r">相馬</b><p>にせもの", table.page("w1")), "nobody speaks for another's character"
    assert re.search(r">p2さん</b><p>お茶いる？", table.page("w1"))
    assert table.refused("p1", "say", text="そして夜が明けた", channel="story") == "not_the_gm"
    assert table.refused("p1", "say", text=" \n ") == "nothing_said"
    table.ok("gm", "say", text="そして夜が明けた", channel="story")
    story = table.story("w1")
    assert story.index("行くぞ") < story.index("お茶いる？") < story.index("そして夜が明けた")


def test_own_lines_are_amended_and_withdrawn(table: Table) -> None:
    table.ok("p1", "say", text="まちがい")
    line = table.line("p1", "said out")
    assert table.refused("p2", "amend", to=line, text="x") == "not_yours"
    table.ok("p1", "amend", to=line, text="なおした")
    assert "まちがい" not in table.story("w1")
    assert "なおした" in table.story("w1")
    table.ok("p1", "amend", to=line, text="")
    assert "なおした" not in table.page("w1")
    assert table.refused("p1", "amend", to=10_000, text="x") == "not_yours"


def test_watchers_only_watch(table: Table) -> None:
    for do, fields in (
        ("say", {"text": "x"}),
        ("say", {"text": "2D6"}),
        ("reveal", {"of": 1}),
        ("declare", {"act": "rest"}),
        ("take", {"entity": "genji"}),
        ("answer", {"prompt": "rin.1", "answer": "give_up"}),
        ("undo", {"to": 1}),
        ("amend", {"to": 1, "text": ""}),
        ("withdraw", {"of": 1}),
        ("confirm", {"of": 1}),
    ):
        assert table.refused("w1", do, **fields) in ("only_watching", "not_yours", "prompt_gone")


# the composed act ----------------------------------------------------------------------------------------------------


def test_composing_shows_the_odds_and_the_best_split(server: Server) -> None:
    table = server.open().fighting()
    query = {
        "act": "attack",
        "args.attacker": "rin",
        "args.target": "fog_monk",
        "args.traits:list": "怪力",
        "args.against:list": "",
        "args.skill": "格闘",
    }
    page = table.page("p1", "/compose", **query)
    bars = re.findall(r'<label class="bar( best)?"', page)
    assert len(bars) == 14
    assert bars.count(" best") == 1
    whole = table.page("p1", **query)
    assert whole.count('class="bar best"') == 1
    model = table.http.get(f"{table.seats['p1']}/compose", params={**query, "args.force:int": "8"}, headers=JSON).json()
    assert model["complete"]
    assert [bar["value"] for bar in model["odds"]["bars"]] == list(range(1, 15))
    chosen = next(bar for bar in model["odds"]["bars"] if bar["chosen"])
    assert chosen["figures"]["life_lost"] == next(
        one["value"] for one in model["odds"]["measures"] if one["name"] == "life_lost"
    )
    assert max(bar["figures"]["life_lost"] for bar in model["odds"]["bars"]) == next(
        bar["figures"]["life_lost"] for bar in model["odds"]["bars"] if bar["best"]
    )
    assert 'value="declare"' in table.page("p1", "/compose", **query, **{"args.force:int": "8", "best": "lands"})


def test_typed_declarations_come_to_the_same_form(server: Server) -> None:
    table = server.open().fighting()
    page = table.page("p1", typed="！攻撃　霧法師 怪力 格闘 ８")
    assert re.search(r'value="8"[^>]*checked', page)
    assert 'value="declare"' in page
    told = table.do("p1", "say", text="！攻撃 霧法師 怪力 格闘 8").json()
    assert dict(parse_qsl(told["compose"])) == {"typed": "！攻撃 霧法師 怪力 格闘 8"}
    for typed, word in (
        ("！", "typed_empty"),
        ("！踊る", "typed_unknown"),
        ("！攻撃 霧法師 怪力 格闘 八", "not_a_number"),
    ):
        answer = table.http.get(f"{table.seats['p1']}/compose", params={"typed": typed}, headers=JSON)
        assert (answer.status_code, answer.json()["refused"]) == (422, word)


def test_readings_are_compared(server: Server) -> None:
    table = server.open().fighting()
    page = table.page("gm", "/compare", option="attack_compare")
    assert len(re.findall(r"\d+\.\d%", page)) >= 2
    assert server.http.get(f"{table.seats['gm']}/compare?option=nothing").status_code == 404
    quiet = server.open()
    assert quiet.page("gm", "/compare", option="attack_compare")


def test_a_fight_is_forecast(server: Server) -> None:
    quiet = server.open()
    assert "%" not in re.sub(r"<style.*?</style>", "", quiet.page("gm", "/forecast"))
    table = server.open().fighting()
    page = table.forecast(20)
    assert len(re.findall(r"\d+\.\d%", page)) >= 2
    assert "20" in page
    for odd in ("0", "-5", "999999999"):
        assert server.http.post(f"{table.seats['gm']}/forecast", data={"runs:int": odd}).status_code == 303
    assert server.http.post(f"{table.seats['gm']}/forecast", data={"runs": "x"}).status_code == 303
    assert server.http.post(f"{table.seats['w1']}/forecast", data={"runs:int": "1"}).status_code == 404
    for wrong in ({"sides.foes": "nothing"}, {"policies.reroll": "nothing"}, {"sides": "x"}, {"guess": "x"}):
        answer = server.http.post(f"{table.seats['gm']}/forecast", data={"runs:int": "1", **wrong})
        assert answer.status_code == 422


def test_a_player_forecasts_what_the_seat_sees(server: Server) -> None:
    table = server.open().fighting()
    assert "あなたの見積もり" not in table.page("p1", "/forecast")
    assert "/forecast" in table.page("p1")
    assert "/forecast" not in table.page("w1")
    assert "/forecast" not in server.open().page("p1")
    table.ok("gm", "edit", path="fighters.fog_monk.shown", to=False)
    assert "あなたの見積もり" in table.page("p1", "/forecast")
    weak, strong = (table.forecast(60, "p1", **{"guess:int": guess}) for guess in ("6", "27"))
    assert weak != strong
    assert "あなたの見積もり" not in table.page("gm", "/forecast")


def test_declarations_are_compared_in_a_forecast(server: Server) -> None:
    table = server.open().fighting()
    attack = {"attacker": "rin", "target": "fog_monk", "traits": ["怪力"], "skill": "格闘", "force": 8}
    told = {"do": "what_if", "act": "attack", "args": attack}
    assert "予測で比べる" in table.page("p1", act="attack", **{"args.attacker": "rin", "args.target": "fog_monk"})
    table.forecast(40, "p1")
    assert server.http.post(f"{table.seats['p1']}/forecast", json=told).status_code == 303
    shown = table.forecasted("p1")
    assert [one["act"] for one in shown["cases"]] == ["", "attack"]
    assert shown["cases"][1]["said"][0] == ["attacker", "凛"]
    assert [one["runs"] for one in shown["cases"]] == [40, 40]
    page = table.page("p1", "/forecast")
    assert "方針どおりに続ける" in page
    server.http.post(f"{table.seats['p1']}/forecast", json={"do": "drop", "case": 0})
    assert [one["act"] for one in table.forecasted("p1")["cases"]] == [""]
    illegal = {**told, "args": {**attack, "target": "rin"}}
    server.http.post(f"{table.seats['p1']}/forecast", json=illegal)
    assert len(table.forecasted("p1")["cases"]) == 1
    for wrong in ({"do": "what_if"}, {"do": "what_if", "act": 3}, {"do": "what_if", "act": "attack", "args": []}):
        assert server.http.post(f"{table.seats['p1']}/forecast", json=wrong).status_code == 422


# reading -------------------------------------------------------------------------------------------------------------


def test_exports_hold_what_the_seat_saw(server: Server) -> None:
    table = server.open().seated()
    table.ok("gm", "edit", path="riddles.ferryman.answers", to=["七九一九"])
    table.ok("p1", "say", text="<b>太字</b> & 'quotes'")
    for kind, media in (("txt", "text/plain"), ("html", "text/html")):
        for seat in ("gm", "p1", "w1"):
            answer = server.http.get(f"{table.seats[seat]}/export.{kind}")
            assert answer.headers["content-type"] == f"{media}; charset=utf-8"
            assert "attachment" in answer.headers["content-disposition"]
            assert ("七九一九" in answer.text) == (seat == "gm")
            assert "太字" in answer.text
            assert ("<b>太字" in answer.text) == (kind == "txt")
    assert server.http.get(f"{table.seats['gm']}/export.pdf").status_code == 404


def test_lines_page_back_to_the_first(server: Server) -> None:
    table = server.open()
    for number in range(230):
        table.ok("gm", "say", text=f"その{number}")
    page = table.page("w1")
    before, seen = int(re.findall(r'<li id="l(\d+)"', page)[0]), re.findall(r"その(\d+)<", page)
    while before > 1:
        earlier = table.page("w1", "/lines", before=before)
        numbers = [int(one) for one in re.findall(r'<li id="l(\d+)"', earlier)]
        assert numbers[-1] == before - 1
        before, seen = numbers[0], re.findall(r"その(\d+)<", earlier) + seen
    assert seen == [str(number) for number in range(230)]
    for odd in ("0", "-1", "x", "99999999999", ""):
        assert table.http.get(f"{table.seats['w1']}/lines", params={"before": odd}).status_code == 200


def test_rules_have_pages(server: Server) -> None:
    index = server.http.get("/books/bayside23/rules").text
    links = re.findall(r'href="(/books/bayside23/rules/[^"]+)"', index)
    assert len(links) >= 15
    for lang in ("ja", "en"):
        for link in links:
            page = server.http.get(link, params={"lang": lang})
            assert page.status_code == 200
            assert f'<html lang="{lang}">' in page.text
    assert server.http.get("/books/bayside23/rules/BS-99").status_code == 404
    assert server.http.get("/books/none/rules").status_code == 404


@pytest.mark.parametrize(
    ("query", "header", "lang"),
    [
        ("en", "ja", "en"),
        ("ja", "en-GB", "ja"),
        ("", "en-GB,en;q=0.9,ja;q=0.5", "en"),
        ("", "fr, ja;q=0.2, en;q=0.9", "en"),
        ("", "fr", "ja"),
        ("xx", "en", "en"),
        ("", "", "ja"),
    ],
)
def test_the_language_is_the_readers(server: Server, query: str, header: str, lang: str) -> None:
    headers = {"accept-language": header}
    page = server.http.get("/", params={"lang": query} if query else {}, headers=headers)
    assert f'<html lang="{lang}">' in page.text


def test_a_chosen_language_stays(server: Server, table: Table) -> None:
    with httpx.Client(base_url=server.url, headers={"accept-language": "ja", "accept": "text/html"}) as reader:
        assert '<html lang="en">' in reader.get("/", params={"lang": "en"}).text
        assert '<html lang="en">' in reader.get("/credits").text
        assert '<html lang="en">' in reader.get(table.seats["w1"]).text
        assert '<html lang="ja">' in reader.get(table.seats["w1"], params={"lang": "ja"}).text


@pytest.mark.parametrize("book", ["bayside23", "artonelico"])
def test_the_demo_can_be_played_at_once(server: Server, book: str) -> None:
    answer = server.http.post("/demo", data={"book": book, "lang": "en"})
    assert answer.status_code == 303
    page = server.http.get(answer.headers["location"], params={"lang": "en"}).text
    assert "p-hand" in page
    assert 'data-act="attack"' in page or 'name="prompt"' in page


# errors --------------------------------------------------------------------------------------------------------------


def test_every_error_has_a_page_in_both_languages(server: Server, table: Table) -> None:
    base = table.seats["p1"]
    cases = [
        ("GET", "/nothing", {}, 404),
        ("GET", f"/t/{table.id}/bad", {}, 404),
        ("GET", "/books/none/rules", {}, 404),
        ("GET", f"{base}/do", {}, 405),
        ("POST", "/demo", {"data": {"book": "none"}}, 404),
        ("POST", f"{base}/do", {"data": {"do": "fly"}}, 422),
        ("POST", f"{base}/do", {"data": {"do": "undo", "to:int": "many"}}, 422),
        ("POST", f"{base}/do", {"content": b"{", "headers": {"content-type": "application/json"}}, 422),
        ("GET", f"{base}?act=attack&args.force:int=x", {}, 422),
        ("POST", f"{base}/do", {"data": {"do": "abort"}}, 409),
        ("GET", f"{base}/compose?act=attack&policy.reroll=x&args.attacker=rin", {}, 200),
    ]
    for method, address, given, status in cases:
        for lang in ("ja", "en"):
            answer = server.http.request(method, address + ("&" if "?" in address else "?") + f"lang={lang}", **given)
            assert answer.status_code == status, (address, answer.text[:200])
            assert "Traceback" not in answer.text
            assert status == 200 or f'<html lang="{lang}">' in answer.text
            assert "content-security-policy" in answer.headers
            if lang == "en" and status not in (200, 409):
                assert not re.search(r"[ぁ-ん]", re.sub(r'<a href="\?lang.*?</a>', "", answer.text))


# without a script ----------------------------------------------------------------------------------------------------


class Reader:
    """A browser without a script: follows links and sends the forms that stand on the page."""

    def __init__(self, http: httpx.Client, address: str) -> None:
        self._http, self.address = http, address
        self.open(address)

    def open(self, address: str) -> None:
        """Follow a link."""
        answer = self._http.get(unescape(address), headers={"accept": "text/html"})
        assert answer.status_code == 200, answer.text[:300]
        self.page = answer.text

    def forms(self, holding: str) -> list[str]:
        """The forms whose markup holds something."""
        return [one for one in re.findall(r"<form\b.*?</form>", self.page, re.S) if holding in one]

    def send(self, form: str, button: tuple[str, str] | None = None, **filled: str) -> httpx.Response:
        """Send a form as a browser does, with some fields filled in."""
        fields = [(name, filled.get(name, value)) for name, value in self._fields(form)] + ([button] if button else [])
        head = re.match(r"<form\b[^>]*>", form)
        assert head is not None
        pressed = re.search(rf'<button[^>]*name="{button[0]}"[^>]*>', form) if button else None
        method = (self._of(pressed[0], "formmethod") if pressed else "") or self._of(head[0], "method")
        action = (self._of(pressed[0], "formaction") if pressed else "") or self._of(head[0], "action")
        if method == "post":
            body, headers = urlencode(fields), {"content-type": "application/x-www-form-urlencoded"}
            answer = self._http.post(unescape(action), content=body, headers=headers)
            if answer.status_code == 303:
                self.open(answer.headers["location"])
        else:
            answer = self._http.get(unescape(action) + "?" + urlencode(fields))
            self.page = answer.text
        return answer

    @staticmethod
    def _of(tag: str, name: str) -> str:
        found = re.search(rf'\b{name}="([^"]*)"', tag)
        return unescape(found[1]) if found else ""

    def _fields(self, form: str) -> list[tuple[str, str]]:
        found = []
        for tag, _, area in re.findall(r"(<(input|textarea)\b[^>]*>)([^<]*)", form):
            kind, name = self._of(tag, "type"), self._of(tag, "name")
            off = kind in ("radio", "checkbox") and not re.search(r"\bchecked\b", tag)
            if name and not off and not re.search(r"\bdisabled\b", tag):
                found.append((name, unescape(area) if tag.startswith("<textarea") else self._of(tag, "value")))
        for name, inside in re.findall(r'<select\b[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
            options = sorted(re.findall(r"<option\b[^>]*>", inside), key=lambda one: " selected" not in one)
            found.append((name, self._of(options[0], "value")))
        return found


def test_a_whole_attack_without_a_script(server: Server) -> None:
    table = server.open().fighting()
    player, gm = Reader(server.http, table.seats["p1"]), Reader(server.http, table.seats["gm"])
    link = re.search(r'href="([^"]*\?act=attack[^"]*)"', player.page)
    assert link is not None
    player.open(link[1].partition("#")[0])
    for _ in range(8):
        form = player.forms('id="compose"')[0]
        if 'value="declare"' in form:
            break
        chosen = {}
        if 'class="next"' in form and (
            radio := re.search(
                r'class="next".*?<input type="radio" name="([^"]+)" value="([^"]+)"(?![^>]*disabled)', form, re.S
            )
        ):
            form = form.replace(
                f'name="{radio[1]}" value="{radio[2]}"', f'name="{radio[1]}" value="{radio[2]}" checked', 1
            )
        assert player.send(form, **chosen).status_code == 200
    answer = player.send(player.forms('id="compose"')[0], ("do", "declare"), line="いざ！")
    assert answer.status_code == 303, answer.text[:500]
    assert "いざ！" in player.page
    for _ in range(30):
        for reader in (player, gm):
            reader.open(reader.address)
            asked = reader.forms('value="answer"')
            if asked:
                assert reader.send(asked[-1] if reader is gm else asked[0]).status_code == 303
                break
        else:
            break
    assert "命中判定" in player.page
    said = player.send(player.forms('id="say"')[0], text="痛い")
    assert said.status_code == 303
    assert "痛い" in player.page
    refused = player.send(player.forms('id="say"')[0], text=" ")
    assert refused.status_code == 409
    assert 'role="alert"' in refused.text


def test_a_typed_declaration_without_a_script(server: Server) -> None:
    table = server.open().fighting()
    player = Reader(server.http, table.seats["p1"])
    assert player.send(player.forms('id="say"')[0], text="！攻撃 霧法師 怪力 格闘 8").status_code == 303
    assert 'value="declare"' in player.page


def test_a_typed_line_needs_no_attacker_and_reads_back_what_it_writes(server: Server) -> None:
    """In English too, where names have spaces; a number out of bounds is told."""
    table = server.open(lang="en").fighting(["rin", "soma"])
    acts = {"lang": "en"}
    for text in ("!attack Fog Monk", "!attack Rin Fog Monk Superhuman strength Brawling 11"):
        model = table.http.get(f"{table.seats['gm']}/compose", params={"typed": text, **acts}, headers=JSON).json()
        assert {pick["name"]: pick["chosen"] for pick in model["picks"]}["target"] == "fog_monk"
        again = table.http.get(f"{table.seats['gm']}/compose", params={"typed": model["typed"], **acts}, headers=JSON)
        assert again.json()["picks"] == model["picks"]
    wide = "!attack Rin Fog Monk Superhuman strength Brawling 99"
    answer = table.http.get(f"{table.seats['gm']}/compose", params={"typed": wide, **acts}, headers=JSON)
    assert (answer.status_code, answer.json()["refused"]) == (422, "out_of_bounds")
