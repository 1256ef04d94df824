"""Dark at the start and on every way out; and how a step passes in time."""

import threading

import pytest
from gpiozero.pins.mock import MockPWMPin
from lamp_bench import LampBench

from controller.drivers.lights import PinMap
from controller.errors import IllegalMove, PinFault, StoppedByPerson
from controller.link.clock import VirtualClock
from controller.model import Move, State, Step
from controller.testing import InterruptedClock

NINE = (((0,), (1,), (2,)), ((3,), (4,), (5,)), ((6,), (7,), (8,)))
TRIPLES = tuple(tuple((pin, pin + 9, pin + 18) for (pin,) in row) for row in NINE)
EVERY_KIND = [PinMap(NINE), PinMap(NINE, "pwm"), PinMap(TRIPLES, "rgb", "disk")]
PULLED_UP = (2, 3)  # on the board: high as soon as nobody drives them
START = State.tower(3, 0)
STEP = Step(1, Move(1, 0, 2), START)


class WatchfulClock(VirtualClock):
    """Notes at every wait how many pins burn, and since when."""

    def __init__(self, bench: LampBench) -> None:
        super().__init__()
        self.seen: list[tuple[float, list[int]]] = []
        self._bench = bench

    def sleep(self, seconds: float) -> None:
        self.seen.append((self.now(), self._bench.burning()))
        super().sleep(seconds)


class BrokenPin(MockPWMPin):
    """A pin that does not obey any more once broken."""

    broken = False

    def _change_state(self, value: float) -> bool:
        if self.broken:
            raise OSError("the wire has gone")
        return super()._change_state(value)


class WatchedPin(MockPWMPin):
    """A pin on which something happens in the midst of a write, as a signal handler comes."""

    def _change_state(self, value: float) -> bool:
        changed = super()._change_state(value)
        happening, WatchedPin.happening = WatchedPin.happening, lambda: None
        happening()
        return changed

    @staticmethod
    def happening() -> None:
        """Nothing, unless a test says otherwise."""


@pytest.mark.parametrize("pins", EVERY_KIND)
def test_connecting_lights_nothing(bench: LampBench, pins: PinMap) -> None:
    bench.tower(pins).connect()
    assert bench.burning() == []
    assert all(
        bench.pins[number].function == "output" for peg in pins.pegs for lamp in peg for number in lamp
    )


@pytest.mark.parametrize("pins", EVERY_KIND)
def test_closing_leaves_every_lamp_dark_and_every_pin_an_input(bench: LampBench, pins: PinMap) -> None:
    tower = bench.tower(pins)
    tower.connect()
    tower.show(START)
    assert bench.burning()
    tower.close()
    given_back = {(pin.function, pin.state) for number, pin in bench.pins.items() if number not in PULLED_UP}
    assert given_back == {("input", 0)}


@pytest.mark.parametrize("pins", EVERY_KIND)
def test_halting_makes_all_dark_at_once(bench: LampBench, pins: PinMap) -> None:
    tower = bench.tower(pins)
    tower.connect()
    tower.show(START)
    tower.halt()
    assert bench.burning() == []


def test_a_halted_tower_stays_dark_whatever_it_is_told_to_show(bench: LampBench) -> None:
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    tower.halt()
    for pin in bench.pins.values():
        pin.clear_states()
    tower.show(START)
    tower.leave(STEP)
    tower.arrive(STEP)
    assert {len(pin.states) for pin in bench.pins.values()} == {1}  # not even a flash
    assert bench.burning() == []


def test_a_halt_in_the_midst_of_a_step_ends_it_in_the_dark_within_moments() -> None:
    bench, clock = LampBench(), InterruptedClock()
    tower = bench.tower(PinMap(NINE), clock, move_seconds=60.0)
    tower.connect()
    clock.interruption = tower.halt
    with pytest.raises(StoppedByPerson):
        tower.execute(STEP)
    assert bench.burning() == []
    assert clock.now() < 0.1
    tower.close()


@pytest.mark.parametrize("in_thread", [True, False], ids=["another thread", "a signal handler"])
def test_a_halt_in_the_midst_of_lighting_still_ends_in_the_dark(in_thread: bool) -> None:
    bench = LampBench(WatchedPin)
    tower = bench.tower(PinMap(NINE))
    tower.connect()

    def halt() -> None:
        thread = threading.Thread(target=tower.halt)
        thread.start()
        thread.join()

    WatchedPin.happening = halt if in_thread else tower.halt
    tower.show(START)
    assert bench.burning() == []
    tower.close()


def test_the_lamps_are_not_touched_by_a_halt_while_another_is_writing_to_them() -> None:
    bench = LampBench(WatchedPin)
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    seen = []

    def halt() -> None:
        tower.halt()
        seen.append(bench.burning())

    WatchedPin.happening = halt
    tower.show(START)
    assert seen == [[0]]
    tower.close()


def test_connecting_anew_after_a_halt_lights_again(bench: LampBench) -> None:
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    tower.halt()
    tower.connect()
    bench.pins = {number: bench.factory.pin(number) for number in range(28)}
    tower.show(START)
    assert bench.burning() == [0, 1, 2]


@pytest.mark.parametrize("fault", [(28,), (0,)], ids=["no such pin", "a pin twice"])
@pytest.mark.parametrize("kind", ["plain", "pwm"])
def test_lamps_already_open_are_closed_again_when_a_later_one_fails(
    bench: LampBench, fault: tuple[int], kind: str
) -> None:
    tower = bench.tower(PinMap((*NINE[:2], ((6,), (7,), fault)), kind))
    sentence = rf"^The lamp on GPIO{fault[0]} cannot be opened \(.+\): check its pin"
    with pytest.raises(PinFault, match=sentence) as raised:
        tower.connect()
    assert {pin.function for pin in bench.pins.values()} == {"input"}
    with pytest.raises(PinFault, match="not connected"):
        tower.show(START)
    del raised  # until here it keeps the half-made lamps from being tidied away by chance


def test_a_coloured_lamp_half_opened_is_given_back_whole(bench: LampBench) -> None:
    tower = bench.tower(PinMap((((0, 1, 99),),), "rgb"))
    with pytest.raises(PinFault, match="GPIO0/1/99"):
        tower.connect()
    assert {pin.function for pin in bench.pins.values()} == {"input"}


def test_one_lamp_that_fails_on_closing_does_not_leave_the_others_burning() -> None:
    bench = LampBench(BrokenPin)
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    tower.show(START)
    bench.pins[0].broken = True
    with pytest.raises(PinFault, match=r"GPIO0 cannot be switched off \(the wire has gone\): cut the power"):
        tower.close()
    assert {bench.pins[number].function for number in range(1, 9)} == {"input"}
    bench.pins[0].broken = False


def test_one_lamp_that_fails_on_halting_is_logged_and_the_others_are_dark(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bench = LampBench(BrokenPin)
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    tower.show(START)
    bench.pins[0].broken = True
    tower.halt()
    assert bench.burning() == [0]
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == [
        "The lamp on GPIO0 cannot be switched off (the wire has gone): cut the power of the lamps."
    ]
    bench.pins[0].broken = False
    tower.close()


def test_a_second_halt_in_the_midst_of_the_first_leaves_the_darkening_to_it() -> None:
    bench = LampBench(WatchedPin)
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    tower.show(START)
    seen = []

    def halt_again() -> None:
        tower.halt()
        seen.append(bench.burning())

    WatchedPin.happening = halt_again
    tower.halt()
    assert (seen, bench.burning()) == ([[1, 2]], [])
    tower.close()


def test_a_factory_that_cannot_be_closed_is_a_pin_fault(bench: LampBench, mocker) -> None:
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    mocker.patch.object(bench.factory, "close", side_effect=OSError("no chip"))
    with pytest.raises(PinFault, match=r"^The pin factory mock cannot be closed \(no chip\): cut the power"):
        tower.close()
    tower.close()


def test_a_lamp_that_cannot_be_lit_is_named() -> None:
    bench = LampBench(BrokenPin)
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    bench.pins[1].broken = True
    with pytest.raises(
        PinFault, match=r"^The lamp on GPIO1 cannot be lit \(the wire has gone\): check its wiring"
    ):
        tower.show(START)
    bench.pins[1].broken = False
    tower.close()


def test_a_lamp_that_cannot_be_read_is_named(bench: LampBench, mocker) -> None:
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    mocker.patch.object(MockPWMPin, "_get_state", side_effect=OSError("the wire has gone"))
    with pytest.raises(PinFault, match=r"^The lamp on GPIO0 cannot be read \(the wire has gone\)"):
        tower.lit()
    mocker.stopall()


def test_alone_a_disk_is_in_the_air_for_the_time_of_a_move(bench: LampBench) -> None:
    clock = WatchfulClock(bench)
    tower = bench.tower(PinMap(NINE), clock, move_seconds=0.8)
    tower.connect()
    tower.show(START)
    tower.execute(STEP)
    assert {tuple(burning) for _, burning in clock.seen} == {(0, 1)}
    assert (clock.seen[0][0], clock.now()) == (0.0, pytest.approx(0.8))
    assert bench.burning() == [0, 1, 6]


def test_without_a_time_for_moves_a_step_takes_none(bench: LampBench) -> None:
    clock = VirtualClock()
    tower = bench.tower(PinMap(NINE), clock, move_seconds=0.0)
    tower.connect()
    tower.execute(STEP)
    assert (clock.now(), bench.burning()) == (0.0, [0, 1, 6])


def test_an_illegal_step_lights_nothing(bench: LampBench) -> None:
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    with pytest.raises(IllegalMove):
        tower.execute(Step(1, Move(3, 0, 2), START))
    assert bench.burning() == []


def test_resting_changes_no_lamp(bench: LampBench) -> None:
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    tower.show(START)
    tower.rest()
    assert bench.burning() == [0, 1, 2]
