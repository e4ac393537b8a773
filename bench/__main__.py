"""`python -m bench [--quick] [--write]`: every bench in one run, each figure beside its named peer.

`--write` keeps the table in `bench/results.md`. Takes about six minutes; `--quick` shortens the chat load.
"""

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import redirect_stdout
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from pathlib import Path

from bench import campaign, cards, engine, live, load
from bench.table import Row, print_rows

RESULTS = Path(__file__).parent / "results.md"
ROOMS = (20, 100)
SECONDS, QUICK = 40.0, 10.0

HEAD = """# What was measured

`.venv/bin/python -m bench --write` on {day}, the peers of `bench/peers/` beside each figure in the same run. A ratio
below 1 means that takusen takes less time; for deliveries above 1 would mean that it delivers more.

- **Odds**: one attack with defence and rerolls, pools 7 and 7, totals 16. The peers are hand-written for this one rule
  in the way that suits each library best; ours runs the rule text that the table plays, its questions answered by
  policies.
- **Duels**: to the end, from the roll for initiative on, with equal mean rounds and hits. The plain loop uses ints and
  `random.randint`; the loop with tables makes its dice in bulk and keeps everything in locals.
- **Battles**: of artonelico on a map with a wall, half of the party singers, everybody by the book's first policy, with
  equal mean turns; by hand for this one line-up. `python -m bench.engine` measures these and the above alone.
- **Cards**: made-up ones with names in both languages, 150 of them typed key by key; the peer finds without
  folding and in no order. `python -m bench.cards` measures these alone.
- **Campaign**: 40 characters, each with 30 sessions of 12 entries behind it; the pages over HTTP, a server that has
  just started beside one that runs. `python -m bench.campaign` measures these alone.
- **Chat**: rooms of 9 viewers, 0.3 posts a second a room, a tenth of the rooms at 2 a second; deliveries per second of
  the server's CPU. The floor is a bare Starlette server with one durable commit a post.

"""


def chat(seconds: float) -> Sequence[Row]:
    """Deliveries per server CPU second at 20 and 100 rooms, the durable floor and takusen in turn."""
    rows = []
    for rooms in ROOMS:
        floor, ours = (_delivered(name, rooms, seconds) for name in ("floor", "takusen"))
        what = f"chat, {rooms} rooms x 9: deliveries per server CPU second"
        mine = f"{ours.deliveries_per_cpu_second:,.0f} (p95 {ours.p95:.1f} ms)"
        theirs = f"floor {floor.deliveries_per_cpu_second:,.0f} (p95 {floor.p95:.1f} ms)"
        ratio = ours.deliveries_per_cpu_second / floor.deliveries_per_cpu_second
        rows.append(Row(what, mine, theirs, ratio, "0.6 at least"))
    return rows


def _delivered(name: str, rooms: int, seconds: float) -> load.Report:
    adapter = load.ADAPTERS[name]
    question = partial(load.Question, adapter, rooms=rooms, viewers=9, seconds=seconds, seed=1)
    with load.started(adapter) as (url, pid):
        report = load.run(question(url=url, pids=[pid]))
    assert report.sound, report
    return report


def main() -> None:
    """Measure everything and print, or keep, the table."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    load.allow_many_sockets()
    sampled = [*engine.duels(), *engine.fights(), *engine.forecasts()]
    rows = [
        *engine.odds(),
        *sampled,
        *asyncio.run(live.measure()),
        *cards.measure(),
        *asyncio.run(campaign.measure()),
        *chat(QUICK if given.quick else SECONDS),
    ]
    told = StringIO()
    with redirect_stdout(told):
        print_rows(rows)
    print(told.getvalue())
    if given.write:
        day = datetime.now(UTC).date().isoformat()
        RESULTS.write_text(HEAD.format(day=day) + told.getvalue(), encoding="utf-8")


if __name__ == "__main__":
    main()
