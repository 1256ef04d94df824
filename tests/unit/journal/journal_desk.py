"""An exhibit of three disks, a clock and a calendar under the test's hand, and runs told to a journal."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from controller.events import DiskGripped, DiskReleased, Event, RunFinished, RunStarted, StepDone, StepStarted
from controller.journal import Exhibit, Journal
from controller.model import State, Step
from controller.planner import solve

NAMES = ("A", "B", "C")
START = State.tower(3, 0)
EXHIBIT = Exhibit(NAMES, START, "f" * 64, "m" * 64, arm=True, lights=True)
STEP_SECONDS = 10.0


@dataclass
class Time:
    """A clock of the run and a time of day that go on together, when told to."""

    seconds: float = 0.0
    begun: datetime = field(default_factory=lambda: datetime(2026, 11, 30, 9, 0, tzinfo=UTC))

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds

    def of_day(self) -> datetime:
        return self.begun + timedelta(seconds=self.seconds)


def opened(path: Path, time: Time | None = None, exhibit: Exhibit = EXHIBIT) -> Journal:
    time = time or Time()
    return Journal.open(path, "hanoi run lobby.yaml", time.of_day, time, exhibit)


def started(state: State = START, moves: int = 7) -> RunStarted:
    return RunStarted("Lobby tower", NAMES, state, moves)


def facts(state: State = START) -> list[Event]:
    """A whole run of three disks, as the publisher tells it."""
    told: list[Event] = [started(state)]
    pegs = {state.peg_of[0], 2}
    assert pegs == {0, 2}, "towers on A alone go to C"
    for number, move in enumerate(solve(3), 1):
        step = Step(number, move, state)
        state = state.apply(move)
        told += [
            StepStarted(step),
            DiskGripped(move.disk, move.source),
            DiskReleased(move.disk, move.target),
            StepDone(step, state, number * STEP_SECONDS, None),
        ]
    return [*told, RunFinished(state, 7, 7 * STEP_SECONDS)]


def tell(journal: Journal, time: Time, told: list[Event]) -> None:
    """Tell them one by one, each step taking its seconds."""
    for event in told:
        journal(event)
        time.sleep(STEP_SECONDS / 4 if not isinstance(event, RunStarted | RunFinished) else 0)
