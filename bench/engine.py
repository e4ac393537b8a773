"""`python -m bench.engine`: exact odds and sampled duels, each beside its named peers in one run."""

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

from bench import battles, subjects
from bench.peers import battle_plain, battle_tables, duel_plain, duel_tables, exchange_dyce, exchange_icepool
from bench.peers.battle import lineup
from bench.peers.exchange import ExchangeQuestion
from bench.table import Row, print_rows
from takusen.server.crew import Crew
from takusen_books.artonelico import BOOK

REPEATS = 25
DUELS = 100_000
SIZES = ((2, 2, 1_000), (4, 4, 1_000), (6, 14, 200))
"""Battles: how large the party, how many beasts, how often."""
FORECAST, CORES = 10_000, 2
QUESTION = ExchangeQuestion()


def seconds(run: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median time of a call."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return median(times)


def odds() -> Sequence[Row]:
    """One attack exchange: the whole outcome, and the life lost alone; a fresh memo each time, then a kept one."""
    assert subjects.exchange(QUESTION) == exchange_icepool.exchange(QUESTION) == exchange_dyce.exchange(QUESTION)
    kept = subjects.memo_for(QUESTION)
    rows = []
    for name, ask in (("whole outcome", "exchange"), ("life lost only", "life_lost_only")):
        peers = {peer.__name__[-7:]: getattr(peer, ask) for peer in (exchange_icepool, exchange_dyce)}
        ours, warm = getattr(subjects, ask), getattr(subjects, ask)
        taken = seconds(lambda ours=ours: ours(QUESTION))
        again = seconds(lambda warm=warm: warm(QUESTION, kept))
        icepool, dyce = (seconds(lambda peer=peer: peer(QUESTION)) for peer in peers.values())
        rows.append(
            Row(
                f"odds of an exchange, {name}",
                f"{taken * 1e3:.2f} ms",
                f"icepool {icepool * 1e3:.2f} ms",
                taken / icepool,
                "0.15",
            )
        )
        rows.append(
            Row(f"odds of an exchange, {name}", f"{taken * 1e3:.2f} ms", f"dyce {dyce * 1e3:.2f} ms", taken / dyce, "")
        )
        rows.append(
            Row(
                f"the same, memo kept, {name}",
                f"{again * 1e3:.2f} ms",
                f"icepool {icepool * 1e3:.2f} ms",
                again / icepool,
                "",
            )
        )
    return rows


def duels() -> Sequence[Row]:
    """Sampled duels against two fixed loops of the same rules, with equal mean rounds and hits."""
    start = perf_counter()
    ours = subjects.duels(DUELS, seed=1)
    taken = perf_counter() - start
    rows = []
    for name, peer, aim in (("plain loop", duel_plain, "0.8"), ("loop with tables", duel_tables, "1.6")):
        start = perf_counter()
        theirs = peer.run(DUELS, 2)
        their = perf_counter() - start
        rounds, hits = ours.tallies["rounds"].mean + 1, ours.tallies["hits"].mean
        means = f"rounds {rounds:.2f} / {theirs.rounds:.2f}, hits {hits:.2f} / {theirs.hits:.2f}"
        what = f"{DUELS:,} sampled duels ({means})"
        rows.append(Row(what, f"{DUELS / taken:,.0f}/s", f"{name} {DUELS / their:,.0f}/s", taken / their, aim))
    return rows


def fights() -> Sequence[Row]:
    """Battles in six phases on a map, by the number of fighters, beside the same by hand, plain and with tables."""
    rows = []
    for party, beasts, count in SIZES:
        fought = lineup(party, beasts)
        start = perf_counter()
        ours = battles.battles(count, 1, fought)
        taken = perf_counter() - start
        for name, peer, aim in (("plain loop", battle_plain, "1.2 at most"), ("loop with tables", battle_tables, "")):
            start = perf_counter()
            theirs = peer.run(count, 2, fought)
            their = perf_counter() - start
            what = f"battle {party} against {beasts} (turns {ours.tallies['turns'].mean:.1f} / {theirs.turns:.1f})"
            rows.append(Row(what, f"{count / taken:,.0f}/s", f"{name} {count / their:,.0f}/s", taken / their, aim))
    return rows


def forecasts() -> Sequence[Row]:
    """A forecast of the battle of 4 against 4 on two processes that run already."""
    crew = Crew(CORES)
    try:
        crew.forecast(battles.plan(lineup(4, 4), 100), BOOK)
        start = perf_counter()
        crew.forecast(battles.plan(lineup(4, 4), FORECAST), BOOK)
        taken = perf_counter() - start
    finally:
        crew.close()
    return [Row(f"a forecast of {FORECAST:,} battles, 4 against 4, {CORES} processes", f"{taken:.1f} s", "", 0, "2 s")]


if __name__ == "__main__":
    print_rows([*odds(), *duels(), *fights(), *forecasts()])
