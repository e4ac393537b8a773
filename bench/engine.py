"""`python -m bench.engine`: exact odds and sampled duels, each beside its named peers in one run."""

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

from bench import subjects
from bench.peers import duel_plain, duel_tables, exchange_dyce, exchange_icepool
from bench.peers.exchange import ExchangeQuestion
from bench.table import Row, print_rows

REPEATS = 25
DUELS = 100_000
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


if __name__ == "__main__":
    print_rows([*odds(), *duels()])
