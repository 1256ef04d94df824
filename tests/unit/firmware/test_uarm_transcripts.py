"""The emulated uArm says what the golden dialogues say."""

import pytest
from arm_wires import ArmWire
from golden import lines_of, names_of, options_of, replay

from firmware_proto.faults import parse_fault
from firmware_proto.uarm import UarmEmulator

NAMES = names_of("uarm")


@pytest.mark.parametrize("name", NAMES)
def test_the_emulated_uarm_says_every_line_of_a_golden_dialogue(name: str) -> None:
    lines = lines_of("uarm", name)
    faults = [parse_fault(text) for text in options_of(lines).values()]
    replay(ArmWire(UarmEmulator(faults=faults)), lines, name)


def test_the_dialogues_cover_what_is_peculiar_to_this_arm() -> None:
    assert {"buffer_full.txt", "in_flight.txt", "power_lost.txt", "stop.txt", "events.txt"} <= set(NAMES)
