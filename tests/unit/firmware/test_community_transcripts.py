"""The emulated community arm says what the golden dialogues say."""

import pytest
from arm_wires import ArmWire
from golden import lines_of, names_of, options_of, replay

from firmware_proto.community_arm import CommunityArmEmulator

NAMES = names_of("custom")


def place(text: str | None) -> tuple[float, ...] | None:
    return tuple(map(float, text.split())) if text else None


@pytest.mark.parametrize("name", NAMES)
def test_the_emulated_community_arm_says_every_line_of_a_golden_dialogue(name: str) -> None:
    lines = lines_of("custom", name)
    options = options_of(lines)
    device = CommunityArmEmulator(
        says_ok=options.get("says_ok") != "no",
        initial=place(options.get("initial")),
        stands_at=place(options.get("stands_at")),
    )
    replay(ArmWire(device), lines, name)


def test_the_dialogues_cover_what_is_peculiar_to_this_arm() -> None:
    assert {"limit.txt", "no_ok.txt", "not_homed.txt", "misplaced.txt"} <= set(NAMES)
