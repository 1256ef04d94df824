"""The emulated GRBL says what its golden dialogues say."""

import pytest
from emulator_wire import Wire
from golden import lines_of, names_of, options_of, replay

from firmware_proto.faults import parse_fault
from firmware_proto.grbl import GrblEmulator
from firmware_proto.grbl.session import GrblBuild

NAMES = names_of("grbl")


def emulator(options: dict[str, str]) -> GrblEmulator:
    faults = [parse_fault(options["fault"])] if "fault" in options else []
    settings = dict(setting.split("=") for setting in options.get("settings", "").split())
    build = GrblBuild(
        banner=options.get("banner", GrblBuild().banner),
        receive_bytes=int(options.get("receive_bytes", GrblBuild().receive_bytes)),
        blocks=int(options.get("blocks", GrblBuild().blocks)),
        settings={int(number): float(value) for number, value in settings.items()},
    )
    return GrblEmulator(build=build, faults=faults)


@pytest.mark.parametrize("name", NAMES)
def test_the_emulator_says_every_line_of_a_golden_dialogue(name: str) -> None:
    lines = lines_of("grbl", name)
    replay(Wire(emulator(options_of(lines))), lines, name)


def test_the_dialogues_cover_the_ways_in_which_a_run_goes_wrong() -> None:
    assert {"error.txt", "feed_hold.txt", "reset_in_motion.txt", "soft_limit.txt", "dip.txt"} <= set(NAMES)
