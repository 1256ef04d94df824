"""Sensors, the guard and the emergency stop in a config: what is taken, and each mistake in its own words."""

from collections.abc import Callable

import pytest

from controller.config import parse
from controller.config.gripper import Check
from controller.config.inputs import Inputs

INPUTS = "inputs: {guard: 4, emergency_stop: 14, pegs: {A: 15, C: 18}}\n"
GRIPPER = "grip_depth: 0}"
QUERY = "check: {query: M119, held: 'grip: TRIGGERED', empty: 'grip: open'}"


def test_without_any_of_it_nothing_is_read_and_a_disk_is_gripped_for_twice(sound: str) -> None:
    config = parse("f.yaml", sound)
    assert config.inputs is None
    assert config.arm is not None
    assert (config.arm.gripper.check, config.arm.gripper.tries) == (None, 2)


def test_inputs_are_pins_and_not_every_peg_needs_one(sound: str) -> None:
    config = parse("f.yaml", sound + INPUTS)
    assert config.inputs == Inputs(guard=4, emergency_stop=14, pegs={"A": 15, "C": 18}, occupied="low")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (QUERY, Check(query="M119", held="grip: TRIGGERED", empty="grip: open")),
        ("check: {pin: 4, held: high}, tries: 5", Check(pin=4, held="high")),
    ],
)
def test_a_gripper_is_asked_or_read(edit: Callable[..., str], written: str, read: Check) -> None:
    config = parse("f.yaml", edit((GRIPPER, f"grip_depth: 0, {written}}}")))
    assert config.arm is not None
    assert config.arm.gripper.check == read


@pytest.mark.parametrize(
    ("written", "field", "words"),
    [
        ("«check: {held: x}", "arm.gripper.check", "there is neither query nor pin; write one"),
        ("«check: {query: M119, pin: 4, held: x, empty: y}", "arm.gripper.check", "a question and a pin"),
        ("«check: {query: M119, held: x}", "arm.gripper.check.empty", "is missing; say what is answered"),
        ("check: {pin: 4, held: high, empty: «low}", "arm.gripper.check.empty", "the one or the other"),
        ("check: {pin: 4, held: «closed}", "arm.gripper.check.held", "a pin is high or low"),
        ("«check: {pin: 4}", "arm.gripper.check.held", "is missing; write for example held:"),
        ("check: {query: M119, held: «'(', empty: y}", "arm.gripper.check.held", "no regular expression"),
        ("check: {pin: «17, held: low}", "arm.gripper.check.pin", "pin 17 is used already at leds.pegs.A[1]"),
        ("tries: «0", "arm.gripper.tries", "0 is too small; it must be at least 1"),
    ],
)
def test_what_is_wrong_with_a_check_is_told_at_its_place(
    edit: Callable[..., str], check_marked: Callable[..., None], written: str, field: str, words: str
) -> None:
    check_marked(edit((GRIPPER, f"grip_depth: 0, {written}}}")), (field, words))


@pytest.mark.parametrize(
    ("old", "new", "field", "words"),
    [
        ("guard: 4", "guard: «17", "inputs.guard", "pin 17 is used already at leds.pegs.A[1]"),
        ("guard: 4", "guard: «28", "inputs.guard", "28 is too large; it must be at most 27"),
        ("A: 15", "A: «14", "inputs.pegs.A", "pin 14 is used already at inputs.emergency_stop"),
        ("A: 15", "«D: 15", "inputs.pegs.D", "the tower has no peg D"),
        ("guard: 4", "«gaurd: 4", "inputs.gaurd", "did you mean guard?"),
        ("pegs: {A", "occupied: «full, pegs: {A", "inputs.occupied", "write one of high, low"),
    ],
)
def test_what_is_wrong_with_inputs_is_told_at_its_place(
    sound: str, check_marked: Callable[..., None], old: str, new: str, field: str, words: str
) -> None:
    check_marked(sound + INPUTS.replace(old, new), (field, words))


def test_a_pin_used_by_a_lamp_and_by_an_input_is_told_as_such(
    sound: str, problems: Callable[[str], list[str]]
) -> None:
    (line,) = problems(sound + INPUTS.replace("guard: 4", "guard: 17"))
    assert line.endswith("pin 17 is used already at leds.pegs.A[1]; each lamp and each input has its own")


def test_lamps_alone_have_no_disks_to_look_for(sound: str, check_marked: Callable[..., None]) -> None:
    head, _, rest = sound.partition("arm:\n")
    lamps = head + rest[rest.index("leds:") :]
    check_marked(
        lamps + INPUTS.replace("pegs:", "«pegs:"), ("inputs.pegs", "there is no arm whose disks could be")
    )
