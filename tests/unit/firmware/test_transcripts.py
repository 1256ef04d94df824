"""The emulator says what the golden dialogues say."""

from collections.abc import Iterator
from importlib.resources import files

import pytest
from emulator_wire import Wire

from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild

FOLDER = files("firmware_proto") / "transcripts" / "marlin"
NAMES = sorted(file.name for file in FOLDER.iterdir())


def lines_of(name: str) -> list[tuple[str, str]]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [(line[0], line[2:]) for line in text.splitlines() if line and line[0] != "#"]


def build_of(lines: list[tuple[str, str]]) -> MarlinBuild:
    options = dict(text.split(": ") for mark, text in lines if mark == "%")
    return MarlinBuild(**{name: value == "yes" for name, value in options.items()})


def expectations(lines: list[tuple[str, str]]) -> Iterator[tuple[str, str, list[str]]]:
    """What is done (! or >), its text as it arrives, and what is said before the next thing is done."""
    for index, (mark, text) in enumerate(lines):
        if mark in "!>":
            rest = lines[index + 1 :]
            if mark == ">" and rest and rest[0][0] == "~":
                text = rest[0][1] + "\n" if rest[0][1] else ""
            elif mark == ">":
                text += "\n"
            said = []
            for mark_after, text_after in rest:
                if mark_after in "!>":
                    break
                if mark_after == "<":
                    said.append(text_after)
            yield mark, text, said


def do(wire: Wire, mark: str, text: str) -> list[str]:
    if mark == ">":
        wire.put(text.encode("latin-1"))
        return wire.settle()
    if text == "open":
        return wire.open()
    if text == "reset":
        wire.device.reset(wire.now)
        return wire.settle()
    return wire.wait(float(text.removeprefix("wait ")))


@pytest.mark.parametrize("name", NAMES)
def test_the_emulator_says_every_line_of_a_golden_dialogue(name: str) -> None:
    lines = lines_of(name)
    wire = Wire(MarlinEmulator(build=build_of(lines)))
    heard = 0
    for mark, text, said in expectations(lines):
        assert do(wire, mark, text) == said, f"{name}: {mark} {text}"
        heard += len(said)
    assert heard == sum(mark == "<" for mark, _ in lines)


def test_the_dialogues_cover_the_ways_in_which_a_run_goes_wrong() -> None:
    assert {
        "start.txt",
        "pick_and_place.txt",
        "resend.txt",
        "busy_homing.txt",
        "kill.txt",
        "reset.txt",
    } <= set(NAMES)
