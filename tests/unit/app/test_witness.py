"""Witnesses of a dry run: they believe their eyes, not the driver."""

import pytest

from controller.app.witness import BenchWitness, LampWitness
from controller.drivers.base import Driver
from controller.drivers.lights import LedTower, PinMap
from controller.errors import DeviceFault, PinFault
from controller.events import Noted, Publisher
from controller.link.clock import Clock
from controller.model import Move, State, Step
from controller.testing import DriverContract, FakeClock, RecordingDriver
from firmware_proto.bench import Bench

NAMES = ("A", "B", "C")
PEGS = {"A": (0.0, 0.0, 0.0), "B": (100.0, 0.0, 0.0), "C": (200.0, 0.0, 0.0)}
FIRST = Step(1, Move(1, 0, 2), State.tower(3, 0))
ROWS = (((0,), (1,), (2,)), ((3,), (4,), (5,)), ((6,), (7,), (8,)))


def bench_of(stacks: dict[str, tuple[int, ...]]) -> Bench:
    return Bench(PEGS, [10] * 3, [30, 40, 50], stacks)


class Hand(RecordingDriver):
    """Carries disks on the bench by hand, without a path: to the peg that the step says, or to another."""

    def __init__(self, bench: Bench, clock: Clock | None = None, astray: bool = False) -> None:
        super().__init__(clock)
        self._bench = bench
        self._astray = astray

    def execute(self, step: Step) -> None:
        super().execute(step)
        _, source, target = step.move
        heights = [10.0 * len(self._bench.stacks[name]) for name in NAMES]
        if self._astray:
            target = 3 - source - target
        self._bench.grip((PEGS[NAMES[source]][0], 0.0, heights[source]), 0.0)
        self._bench.release((PEGS[NAMES[target]][0], 0.0, heights[target] + 10.0), 1.0)


class LampDriver(LedTower):
    """A tower of lamps whose wire to one peg is cut."""

    def lit(self) -> tuple[tuple[bool, ...], ...]:
        first, *others = super().lit()
        return ((False,) * len(first), *others)


def lamps(kind: type[LedTower], publisher: Publisher) -> LedTower:
    return kind(PinMap(ROWS, pin_factory="mock"), FakeClock(), publisher)


class TestBenchWitnessContract(DriverContract):
    def make_driver(self, clock: Clock) -> Driver:
        bench = bench_of({"A": (3, 2, 1)})
        return BenchWitness(Hand(bench, clock), bench, NAMES, Publisher())


class TestLampWitnessContract(DriverContract):
    def make_driver(self, clock: Clock) -> Driver:
        return LampWitness(LedTower(PinMap(ROWS, pin_factory="mock"), clock, Publisher()), NAMES, Publisher())


def notes_of(publisher: Publisher) -> list[str]:
    notes: list[str] = []
    publisher.subscribe(lambda event: notes.append(event.text) if isinstance(event, Noted) else None)
    return notes


def test_a_disk_in_another_place_than_the_driver_believes_is_a_fault():
    bench = bench_of({"A": (3, 2, 1)})
    witness = BenchWitness(Hand(bench, astray=True), bench, NAMES, Publisher())
    witness.connect()
    with pytest.raises(DeviceFault) as told:
        witness.execute(FIRST)
    assert str(told.value) == "The bench sees the disks A:3,2 B:1, not A:3,2 C:1 as was meant."


def test_disks_that_stand_on_no_peg_at_all_are_told_in_words_too():
    bench = bench_of({})
    witness = BenchWitness(RecordingDriver(), bench, NAMES, Publisher())
    witness.connect()
    with pytest.raises(DeviceFault, match="The bench sees the disks on no peg, not A:3,2 C:1 as was meant"):
        witness.execute(FIRST)


def test_what_the_bench_saw_go_wrong_is_told_in_its_words():
    bench = bench_of({"A": (3, 2, 1)})
    witness = BenchWitness(RecordingDriver(), bench, NAMES, Publisher())
    witness.connect()
    bench.blame("the tool went through the tower")
    for act in (lambda: witness.execute(FIRST), witness.rest, witness.connect):
        with pytest.raises(DeviceFault, match="through the tower"):
            act()


def test_at_rest_the_bench_says_where_the_disks_stand():
    bench, publisher = bench_of({"A": (3, 2, 1)}), Publisher()
    notes = notes_of(publisher)
    witness = BenchWitness(Hand(bench), bench, NAMES, publisher)
    witness.connect()
    witness.show(FIRST.state)
    witness.rest()
    witness.execute(FIRST)
    witness.rest()
    assert notes == ["The bench says: all 3 disks stand on A.", "The bench says: the disks stand A:3,2 C:1."]


def test_in_the_air_no_disk_is_expected_anywhere():
    bench, publisher = bench_of({}), Publisher()
    notes = notes_of(publisher)
    witness = BenchWitness(RecordingDriver(), bench, NAMES, publisher, air=True)
    witness.connect()
    witness.execute(FIRST)
    witness.rest()
    assert notes == ["The bench says: nothing was touched."]


def test_a_lamp_that_does_not_shine_is_a_fault():
    witness = LampWitness(lamps(LampDriver, Publisher()), NAMES, Publisher())
    witness.connect()
    with pytest.raises(PinFault, match="show disks 1 on C, not 2 on A, 1 on C; look"):
        witness.execute(FIRST)
    witness.close()


def test_at_rest_the_lamps_say_how_many_shine():
    publisher = Publisher()
    notes = notes_of(publisher)
    witness = LampWitness(lamps(LedTower, Publisher()), NAMES, publisher)
    witness.connect()
    witness.show(FIRST.state)
    witness.rest()
    witness.execute(FIRST)
    witness.rest()
    witness.close()
    assert notes == ["The lamps show: all 3 disks on A.", "The lamps show: disks 2 on A, 1 on C."]


class ClumsyInTheEnd(Hand):
    """Strikes something as it lies down."""

    def close(self) -> None:
        super().close()
        self._bench.blame("The arm lies down on disk 1.")


def test_what_the_bench_sees_only_as_the_arm_lies_down_is_told_too() -> None:
    bench = bench_of({"A": (3, 2, 1)})
    witness = BenchWitness(ClumsyInTheEnd(bench), bench, NAMES, Publisher())
    witness.connect()
    with pytest.raises(DeviceFault, match="lies down on disk 1"):
        witness.close()
