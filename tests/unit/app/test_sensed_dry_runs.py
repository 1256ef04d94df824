"""Dry runs sense their bench; `hanoi check` says where nothing would be sensed."""

import pytest

from controller.app.assembly import assemble
from controller.app.emulation import board_of
from controller.app.inputs import input_map, inputs_of, sensing_of
from controller.app.mock_pins import bench_pins
from controller.app.options import RunOptions
from controller.app.sensing import sensing_warnings
from controller.config import Config, load, parse
from controller.config.exhibits import folder
from controller.errors import NothingGripped, PegsDisagree, StoppedByPerson, UsageError
from controller.events import Publisher
from controller.inputs import InputMap, Inputs, Readings, Wire
from controller.model import Move, State, Step
from controller.runner import Controls

WATCHED = (folder() / "watched-arm.yaml").read_text(encoding="utf-8")
PIN = "check: {pin: 16, held: low}"
FIRST = Step(1, Move(1, 0, 2), State.tower(5, 0))
FAST = RunOptions(dry_run=True, speed=0)


def edited(*edits: tuple[str, str]) -> Config:
    text = WATCHED
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return parse("f.yaml", text)


def test_the_wiring_is_the_configs() -> None:
    assert input_map(load("watched-arm")) == InputMap(
        pin_factory="lgpio",
        guard=5,
        emergency_stop=6,
        gripper=Wire(16, high=False),
        pegs=(Wire(12, high=False), Wire(13, high=False), Wire(19, high=False)),
    )
    assert input_map(load("demo")) == InputMap()
    assert input_map(load("led-tower")) == InputMap()


def test_a_gripper_alone_is_wired_without_inputs() -> None:
    text = WATCHED[: WATCHED.index("# BCM numbers")].replace(PIN, "check: {pin: 16, held: high}")
    assert input_map(parse("f.yaml", text)) == InputMap(gripper=Wire(16, high=True))


@pytest.mark.parametrize("high", [True, False])
def test_mock_pins_follow_the_bench_at_either_level(high: bool) -> None:
    bench = board_of(load("demo"), State.tower(5, 1)).bench
    assert bench is not None
    wires = InputMap(
        guard=5, emergency_stop=6, gripper=Wire(4, high), pegs=(Wire(7, high), None, Wire(8, high))
    )
    asked: list[str] = []
    inputs = Inputs(
        wires,
        Publisher(),
        lambda: asked.append("pause"),
        lambda: asked.append("kill"),
        bench_pins(wires, bench, ("A", "B", "C")),
    )
    with inputs:
        inputs.check()
        assert inputs.readings() == Readings(False, (False, None, False))
    wires = InputMap(gripper=Wire(4, high), pegs=(None, Wire(8, high), None))
    with Inputs(wires, Publisher(), print, print, bench_pins(wires, bench, ("A", "B", "C"))) as inputs:
        assert inputs.readings() == Readings(False, (None, True, None))
        bench.grip((180, 0, 50), 1.0)
        assert inputs.holds() is True
    assert asked == []


def test_where_no_bench_is_seen_nothing_is_felt_and_no_contact_is_open() -> None:
    config = load("watched-arm")
    controls = Controls(print, Publisher())
    with inputs_of(config, Publisher(), controls, pretended=True, bench=None) as inputs:
        inputs.check()
        assert inputs.readings() == Readings(None, ())
        sensing = sensing_of(config, inputs)
    assert (sensing.holds, sensing.occupied, sensing.tries) == (None, None, 2)


def test_a_real_machine_reads_real_pins() -> None:
    config = load("watched-arm")
    inputs = inputs_of(config, Publisher(), Controls(print, Publisher()), pretended=False, bench=None)
    assert inputs.wires == input_map(config)
    sensing = sensing_of(config, inputs)
    assert (sensing.holds, sensing.occupied) == (inputs.holds, inputs.occupied)


def test_a_dry_run_feels_that_a_disk_has_been_taken() -> None:
    machine = assemble(
        edited(("pegs: {A: 12, B: 13, C: 19}\n  occupied: low", "occupied: low")), FAST, State.tower(5, 1)
    )
    with machine.inputs:
        machine.driver.connect()
        with pytest.raises(NothingGripped, match="closed 2 times on disk 1 on A"):
            machine.driver.execute(FIRST)
        machine.driver.close()


def test_a_dry_run_sees_that_the_tower_stands_elsewhere() -> None:
    machine = assemble(load("watched-arm"), FAST, State.tower(5, 1))
    with machine.inputs:
        machine.driver.connect()
        with pytest.raises(PegsDisagree, match="the sensor of peg A reads no disk, and disks 5, 4, 3, 2, 1"):
            machine.driver.execute(FIRST)
        machine.driver.close()


@pytest.mark.parametrize(
    ("held", "empty"),
    [("grip: TRIGGERED", "grip: open"), ("^V[12]$", "^V0$"), (r"\bz_probe: (1|on)", r"\bz_probe: (0|off)")],
)
def test_an_emulated_firmware_answers_the_exhibits_question(held: str, empty: str) -> None:
    config = edited((PIN, f"check: {{query: M119, held: '{held}', empty: '{empty}'}}"))
    machine = assemble(config, FAST, State.tower(5, 0))
    with machine.inputs:
        machine.driver.connect()
        machine.driver.execute(FIRST)
        machine.driver.close()


def test_a_question_whose_answers_cannot_be_told_apart_has_no_dry_run() -> None:
    config = edited((PIN, "check: {query: M119, held: grip, empty: gri}"))
    with pytest.raises(UsageError, match=r'no answer is found that only "gri?p?" fits; write it plainer'):
        board_of(config, State.tower(5, 0))


def test_a_kill_reaches_the_driver() -> None:
    machine = assemble(load("watched-arm"), FAST, State.tower(5, 0))
    with machine.inputs:
        machine.driver.connect()
        machine.controls.kill()
        with pytest.raises(StoppedByPerson, match="Killed in an emergency"):
            machine.driver.execute(FIRST)
        machine.driver.close()


def told(*edits: tuple[str, str]) -> list[str]:
    return list(sensing_warnings(edited(*edits)))


NO_CHECK = (PIN, "grip_depth: 0")
NO_PEGS = ("  pegs: {A: 12, B: 13, C: 19}\n", "")


def test_a_warning_where_nothing_feels_the_disks_and_none_where_anything_does() -> None:
    assert told() == told(NO_CHECK) == told(NO_PEGS) == []
    (sentence,) = told(NO_CHECK, NO_PEGS)
    assert sentence.startswith("arm.gripper.check: nothing feels the disks, so one that is lost")


@pytest.mark.parametrize(("exhibit", "warned"), [("demo", 1), ("uarm", 0), ("led-tower", 0)])
def test_a_firmware_that_can_be_asked_and_lamps_alone_are_not_warned_of(exhibit: str, warned: int) -> None:
    assert len(list(sensing_warnings(load(exhibit)))) == warned


@pytest.mark.parametrize(("halt", "warned"), [("", 1), ("  custom:\n    halt: M410\n", 0)])
def test_an_emergency_stop_of_an_arm_that_cannot_stop_is_warned_of(halt: str, warned: int) -> None:
    text = (folder() / "community-arm.yaml").read_text(encoding="utf-8")
    text = text.replace("  custom:\n", halt or "  custom:\n")
    config = parse("f.yaml", text + "inputs: {emergency_stop: 6, pegs: {left: 12}}\n")
    found = [sentence.partition(":")[0] for sentence in sensing_warnings(config)]
    assert found == ["inputs.emergency_stop"] * warned
