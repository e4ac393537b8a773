"""The peers of the bench are right themselves: they agree with each other and with a count by hand."""

import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from statistics import stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import load
from bench.peers import duel_plain, duel_tables, exchange_dyce, exchange_icepool
from bench.peers.exchange import ExchangeQuestion, Outcome

pytestmark = pytest.mark.filterwarnings("ignore:`expand` is experimental")

# --- duels


@pytest.mark.parametrize(("total", "force"), [(16, 8), (16, 11), (14, 7), (18, 12), (16, 14)])
def test_the_two_duels_agree(total: int, force: int) -> None:
    n, rng = 1500, Random(7)
    plain = [duel_plain.duel(rng, total, force) for _ in range(n)]
    tables = duel_tables.run(n * 4, 11, total, force)
    pairs: list[tuple[list[float], float]] = [
        ([one.rounds for one in plain], tables.rounds),
        ([one.hits for one in plain], tables.hits),
        ([float(one.winner == 0) for one in plain], tables.first_wins),
        ([one.life for one in plain], tables.life_left),
        ([float(one.winner is None) for one in plain], tables.draws / tables.duels),
    ]
    for values, mean in pairs:
        assert abs(sum(values) / n - mean) <= 4.5 * stdev(values) * sqrt(1 / n + 1 / tables.duels)


@pytest.mark.parametrize("peer", [duel_plain, duel_tables])
def test_a_seed_names_a_run(peer: object) -> None:
    run = duel_plain.run if peer is duel_plain else duel_tables.run
    assert run(50, 3) == run(50, 3) != run(50, 4)


def test_nobody_wins_where_every_blow_is_parried() -> None:
    for summary in (duel_plain.run(20, 1, 16, 4), duel_tables.run(20, 1, 16, 4)):
        assert (summary.draws, summary.rounds, summary.life_left, summary.first_wins) == (20, 100, 10, 0)


def test_the_first_blow_of_a_duel_has_the_odds_of_an_exchange() -> None:
    n, rng = 20_000, Random(5)
    question = ExchangeQuestion(attack_total=15, force=10, defence_total=15, attacker_pool=3)
    exact = exchange_icepool.exchange(question)
    hit = float(sum(share for outcome, share in exact.items() if outcome.hit))
    hits = sum(bool(duel_plain.attack(rng, duel_plain.Fighter(15, 10, stamina=3))) for _ in range(n))
    assert abs(hits / n - hit) < 4.5 * sqrt(hit * (1 - hit) / n)


# --- the exact odds of an exchange


FACES = list(product(range(1, 7), repeat=2))


def by_hand(question: ExchangeQuestion) -> dict[Outcome, Fraction]:
    """The rules told once more, face by face, sharing nothing with the peers."""
    outcomes = defaultdict[Outcome, Fraction](Fraction)
    cost = question.reroll_cost
    for struck, spent, chance in attacks(question):
        if struck == "missed":
            outcomes[Outcome(False, False, 0, spent, 0)] += chance
            continue
        damage = 3 if struck == "critical" else 2 if question.force > 11 else 1
        if struck == "hit" and question.force == 11:
            damage = question.force_11
        if struck == "critical" and question.critical == "cannot_be_parried":
            outcomes[Outcome(True, False, damage, spent, 0)] += chance
            continue
        pool, left = question.defender_pool, chance
        while True:
            parries = Fraction(sum(parry(question, a + b) for a, b in FACES), 36)
            defended = question.defender_pool - pool
            outcomes[Outcome(True, True, 0, spent, defended)] += left * parries
            left *= 1 - parries
            if question.defence_policy == "give_up_at_once" or pool - cost < 1:
                outcomes[Outcome(True, False, damage, spent, defended)] += left
                break
            pool -= cost
    return {outcome: chance for outcome, chance in outcomes.items() if chance}


def attacks(question: ExchangeQuestion) -> Iterator[tuple[str, int, Fraction]]:
    pool, left, first = question.attacker_pool, Fraction(1), True
    while True:
        kinds = Counter(kind(question, a, b, first) for a, b in FACES)
        spent = question.attacker_pool - pool
        for struck in ("hit", "critical"):
            yield struck, spent, left * Fraction(kinds[struck], 36)
        yield "missed", spent, left * Fraction(kinds["fumble"], 36)
        left *= Fraction(kinds["miss"], 36)
        if question.attack_policy == "give_up_at_once" or pool - question.reroll_cost < 1:
            yield "missed", spent, left
            return
        pool, first = pool - question.reroll_cost, False


def kind(question: ExchangeQuestion, a: int, b: int, first: bool) -> str:
    target = question.attack_total - question.force
    meets = a + b <= target if question.attack_compare == "hits" else a + b < target
    counts = first or question.reroll_special != "first_roll_only"
    if counts and a == b == 6:
        return "miss" if question.fumble_reroll == "yes" else "fumble"
    if counts and a == b == 1:
        reaches = meets or (question.critical != "must_meet_target" and question.critical_reach == "yes")
        return "critical" if reaches else "miss"
    return "hit" if meets else "miss"


def parry(question: ExchangeQuestion, rolled: int) -> bool:
    target = question.defence_total - question.force
    return rolled <= target if question.defence_compare == "parries" else rolled < target


def assert_all_agree(question: ExchangeQuestion) -> None:
    hand = by_hand(question)
    assert sum(hand.values()) == 1
    assert exchange_icepool.exchange(question) == hand
    assert exchange_dyce.exchange(question) == hand
    lost = defaultdict[int, Fraction](Fraction)
    for outcome, chance in hand.items():
        lost[outcome.life_lost] += chance
    assert exchange_icepool.life_lost_only(question) == lost
    assert exchange_dyce.life_lost_only(question) == lost


@pytest.mark.parametrize(("attack", "defence"), [(16, 16), (12, 18), (20, 11)])
@pytest.mark.parametrize("force", [1, 8, 11, 12])
@pytest.mark.parametrize("pool", [0, 1, 7])
def test_libraries_and_hand_agree(attack: int, defence: int, force: int, pool: int) -> None:
    assert_all_agree(ExchangeQuestion(attack, force, defence, attacker_pool=pool, defender_pool=7 - pool))


QUESTIONS: st.SearchStrategy[ExchangeQuestion] = st.builds(
    ExchangeQuestion,
    attack_total=st.integers(3, 26),
    force=st.integers(0, 14),
    defence_total=st.integers(1, 26),
    attacker_pool=st.integers(0, 10),
    defender_pool=st.integers(0, 10),
    attack_policy=st.sampled_from(["press_on", "give_up_at_once"]),
    defence_policy=st.sampled_from(["press_on", "give_up_at_once"]),
    attack_compare=st.sampled_from(["misses", "hits"]),
    defence_compare=st.sampled_from(["parries", "fails"]),
    force_11=st.sampled_from([1, 2]),
    critical=st.sampled_from(["hits_may_be_parried", "cannot_be_parried", "must_meet_target"]),
    critical_reach=st.sampled_from(["yes", "no"]),
    fumble_reroll=st.sampled_from(["no", "yes"]),
    reroll_special=st.sampled_from(["yes", "first_roll_only"]),
    reroll_cost=st.sampled_from([1, 2]),
)


@settings(max_examples=150, deadline=None)
@given(QUESTIONS)
def test_libraries_and_hand_agree_under_every_option(question: ExchangeQuestion) -> None:
    assert_all_agree(question)


def test_without_rerolls_the_odds_are_those_of_the_book() -> None:
    at_once = ExchangeQuestion(attack_policy="give_up_at_once", defence_policy="give_up_at_once")
    exact = exchange_icepool.exchange(at_once)
    assert sum(share for outcome, share in exact.items() if outcome.hit) == Fraction(21, 36)
    assert exact[Outcome(True, False, 3, 0, 0)] == Fraction(1, 36) * Fraction(10, 36)


# --- chat


@pytest.fixture
def question() -> load.Question:
    return load.Question(load.FLOOR, "", (), rooms=2, viewers=3, seconds=2.0)


def test_the_floor_loses_nothing_and_keeps_everything(tmp_path: Path, question: load.Question) -> None:
    adapter = replace(load.FLOOR, command=lambda port, _: load.FLOOR.command(port, str(tmp_path)))
    with load.started(adapter) as (url, pid):
        report = load.run(replace(question, url=url, pids=[pid]))
    assert report.sound
    assert report.posts == len(load.plan(2, 2.0, seed=1)) > 0
    assert report.deliveries == report.posts * 3
    assert report.p95 < 1000
    with closing(sqlite3.connect(tmp_path / "floor.db")) as db:
        assert db.execute("SELECT count(*) FROM posts").fetchone() == (report.posts,)


@pytest.mark.parametrize(
    ("audience", "lost", "twice", "disordered"),
    [
        ([[(0, 0), (0, 1)]] * 3, 0, 0, 0),
        ([[(0, 0), (0, 1)], [(0, 1), (0, 0)], [(0, 0), (0, 1)]], 0, 0, 1),
        ([[(0, 0), (0, 1)], [(0, 0)], [(0, 0), (0, 1)]], 1, 0, 1),
        ([[(0, 0), (0, 1), (0, 1)]] * 3, 0, 3, 0),
    ],
)
def test_a_report_names_what_went_wrong(
    question: load.Question, audience: list[load.Seen], lost: int, twice: int, disordered: int
) -> None:
    delays = array("d", [0.001] * sum(map(len, audience)))
    traffic = load.Traffic(sent={(0, 0): 0.0, (0, 1): 0.0}, delays=delays, answered=2)
    report = load.judge(question, traffic, [audience], server=0.5, client=0.1)
    assert (report.lost, report.twice, report.rooms_in_two_orders) == (lost, twice, disordered)
    assert report.sound == (lost == twice == disordered == 0)
    strayed = load.judge(question, traffic, [[], audience], server=0.5, client=0.1)
    assert strayed.strays == report.deliveries
    assert not strayed.sound


def test_a_tenth_of_the_rooms_is_busy() -> None:
    posts = Counter(one.room for one in load.plan(40, 100.0, seed=2))
    busy = sum(posts[room] for room in range(0, 40, 10))
    assert 4 * 200 * 0.8 < busy < 4 * 200 * 1.2
    assert 36 * 30 * 0.8 < sum(posts.values()) - busy < 36 * 30 * 1.2
