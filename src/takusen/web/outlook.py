"""The forecast of a table's fight: a job in the background, and the model of its page."""

from takusen.forecast.battle import Battle, Forecast, NoFight, forecast
from takusen.play.handles import Id
from takusen.server.jobs import Job, Report
from takusen.server.room import Room
from takusen.table.floor import memo_of
from takusen.table.state import State
from takusen.web.models import ForecastModel

RUNS = 1_000
MOST = 100_000


class Outlook:
    """The latest forecast of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._job: Job[Forecast] | None = None
        self._total = 0

    def start(self, runs: int) -> None:
        """Forecast anew with that many fights, in place of what runs; 0 only stops. Does nothing without a fight."""
        self.stop()
        battle = _battle(self._room.state) if runs > 0 else None
        if battle is not None:
            self._total = min(runs, MOST)
            self._job = Job(lambda report: _played(battle, self._total, report))

    def stop(self) -> None:
        """Stop what runs; what is known so far stays."""
        if self._job:
            self._job.cancel()

    def model(self) -> ForecastModel:
        """What the page shows now."""
        state, job = self._room.state, self._job
        so_far = job.so_far if job else None
        names = state.book.entities(state.world)
        return ForecastModel(
            possible=_battle(state) is not None,
            wanted=RUNS,
            player=next(iter(state.book.players), ""),
            policies=tuple({one.label: one.name for one in reversed(state.book.policies)}.values())[::-1],
            running=bool(job and job.running),
            failed=bool(job and job.wrong),
            total=self._total,
            runs=so_far.runs if so_far else 0,
            wins=tuple((side, one.mean, one.error) for side, one in so_far.wins.items()) if so_far else (),
            tallies=tuple(
                (name.partition(".")[0], names.get(Id(name.partition(".")[2]), ""), one.mean, one.error)
                for name, one in (so_far.tallies.items() if so_far else ())
            ),
        )


def _battle(state: State) -> Battle | None:
    try:
        return Battle(state.book, state.world, memo_of(state.reading))
    except NoFight:
        return None


def _played(battle: Battle, runs: int, report: Report[Forecast]) -> Forecast:
    return forecast(battle, runs, report)
