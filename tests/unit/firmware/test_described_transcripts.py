"""An emulated arm of its own words says what the golden dialogues say."""

import pytest
from described_wire import TOWER_BOT
from emulator_wire import Wire
from golden import lines_of, names_of, options_of, replay

from firmware_proto.described_arm import DescribedArmEmulator
from firmware_proto.faults import parse_fault

NAMES = names_of("described")


@pytest.mark.parametrize("name", NAMES)
def test_the_emulated_arm_says_every_line_of_a_golden_dialogue(name: str) -> None:
    lines = lines_of("described", name)
    options = options_of(lines)
    faults = [parse_fault(options["fault"])] if "fault" in options else []
    device = DescribedArmEmulator(TOWER_BOT, grip=["PUMP 1"], release=["PUMP 0"], faults=faults)
    replay(Wire(device), lines, name)


def test_the_dialogues_cover_what_is_peculiar_to_such_an_arm() -> None:
    assert {"not_homed.txt", "out_of_reach.txt", "refusals.txt", "reset.txt"} <= set(NAMES)
