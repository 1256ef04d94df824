"""One sound config, and a way to break it: a « in the broken text stands where an error is expected."""

import re
from collections.abc import Callable

import pytest

from controller.config import ConfigError, parse

SOUND = """\
exhibit: Lobby tower
tower: {disks: 5, pegs: [A, B, C], start: A, goal: C}
arm:
  firmware: marlin
  port: emulated
  baud: 115200
  startup: []
  home: {kind: firmware}
  pegs:
    A: {x: 120, y: 110, z: 0}
    B: {x: 180, y: 0, z: 0}
    C: {x: 120, y: -110, z: 0}
  disks: {thickness: 10, diameters: [30, 40, 50, 60, 70], pole_height: 0}
  workspace: {radius: [80, 320], z: [0, 180]}
  park: {x: 120, y: 0, z: 150}
  motion: {travel_speed: 200, lift_speed: 80, acceleration: 1200, clearance: 5}
  gripper: {grip: [M106 S255], release: [M107], grip_settle: 0.3, release_settle: 0.3, grip_depth: 0}
leds:
  kind: gpio
  pegs: {A: [17, 27, 22, 10, 9], B: [11, 5, 6, 13, 19], C: [26, 21, 20, 16, 12]}
"""

Edit = tuple[str, str]


@pytest.fixture
def sound() -> str:
    return SOUND


def edited(text: str, edits: tuple[Edit, ...]) -> str:
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the text"
        text = text.replace(old, new)
    return text


@pytest.fixture
def edit(sound: str) -> Callable[..., str]:
    """The sound config with some of its text replaced."""
    return lambda *edits: edited(sound, edits)


@pytest.fixture
def problems() -> Callable[[str], list[str]]:
    """The lines that a text gets, as the file f.yaml."""

    def problems(text: str) -> list[str]:
        with pytest.raises(ConfigError) as refused:
            parse("f.yaml", text)
        return list(refused.value.problems)

    return problems


@pytest.fixture
def check_marked(problems: Callable[[str], list[str]]) -> Callable[..., None]:
    """Check that a text gets just the problems that its marks announce, of these fields, in these words."""

    def check(marked: str, *expected: tuple[str, str]) -> None:
        found = problems(marked.replace("«", ""))
        places = zip(marks(marked), expected, strict=True)
        heads = [f"f.yaml:{place} {field}: " for place, (field, _) in places]
        assert [line for line in found if not line.startswith(tuple(heads))] == []
        for line, head, (_, words) in zip(found, heads, expected, strict=True):
            assert line.startswith(head)
            assert words in line

    return check


def marks(text: str) -> list[str]:
    """The places of all marks, as line:column in the text without marks."""
    return [
        f"{number}:{position - earlier + 1}"
        for number, line in enumerate(text.split("\n"), 1)
        for earlier, position in enumerate(found.start() for found in re.finditer("«", line))
    ]
