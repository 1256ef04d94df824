"""Lines damaged where no checksum guards them: what is seen all the same, and what is not."""

import re

import damage
import pytest
from bad_wire import Piece, Strike, Way
from exhibit import Exhibit

from controller.errors import DeviceFault


def damaged(family: str, line: str, becomes: str, which: int = 1) -> Exhibit:
    """A run in which the board gets another line than the `which`-th that begins so."""
    found = re.compile(rb"^(?:#\d+ )?" + line.encode())

    def change(message: bytes, _luck: object) -> list[Piece]:
        return [found.sub(lambda head: head[0].replace(line.encode(), becomes.encode()), message)]

    return Exhibit(family, Strike(Way.OUT, which, damage.once(change), of=found))


@pytest.mark.parametrize("becomes", ["M5", "M2", "M3 S100", "M8", "M4 S1000", "M30", "(M3 S1000)"])
def test_grbl_is_asked_what_its_outputs_are_after_each_grip(becomes: str) -> None:
    exhibit = damaged("grbl", "M3 S1000", becomes)
    exhibit.arm.connect()
    with pytest.raises(
        DeviceFault, match=r"was sent M3 S1000 and says `\[GC:.*a line was damaged on its way"
    ):
        exhibit.arm.execute(exhibit.steps[0])
    with pytest.raises(DeviceFault, match="homed anew"):
        exhibit.arm.rest()


@pytest.mark.parametrize("becomes", ["M3", "M4", "M9", "M8", ""])
def test_grbl_is_asked_what_its_outputs_are_after_each_release(becomes: str) -> None:
    exhibit = damaged("grbl", "M5", becomes)
    with pytest.raises(DeviceFault, match="was sent M5 and says"):
        exhibit.solve()


def test_a_wait_that_was_cut_short_is_waited_out() -> None:
    exhibit = damaged("grbl", "G4 P0.3", "G4 P0")
    exhibit.solve()
    assert exhibit.clock.now() > 0.3


@pytest.mark.parametrize(
    ("family", "line", "becomes"),
    [("grbl", "G90", "G91"), ("grbl", "G21", "G20"), ("uarm", "G90", "G91"), ("custom", "G90", "G91")],
)
def test_a_mode_that_was_damaged_shows_in_the_first_place_that_is_told(
    family: str, line: str, becomes: str
) -> None:
    exhibit = damaged(family, line, becomes)
    with pytest.raises(DeviceFault):
        exhibit.solve()
    assert exhibit.bench.stacks == exhibit.standing(exhibit.start)


def test_a_place_that_is_told_with_a_wrong_digit_is_asked_for_again() -> None:
    def change(message: bytes, _luck: object) -> list[Piece]:
        return [re.sub(rb"\d", b"9", message, count=1)]

    for number in range(2, 6):
        strike = Strike(Way.BACK, number, damage.once(change), of=re.compile(rb"^X:"))
        exhibit = Exhibit("marlin", strike)
        exhibit.solve()
        assert exhibit.solved


GRIPS = {"grbl": b"M3", "uarm": b"M2231 V1", "custom": b"M1\r"}


def ways_to_the_first_disk(family: str) -> list[bytes]:
    """The straight lines on a good wire from the park position to the first grip, the last one last."""
    good = Exhibit(family)
    good.solve()
    lines = [message for message in good.wire.heard[Way.OUT] if b"G1" in message or GRIPS[family] in message]
    first = next(number for number, line in enumerate(lines) if GRIPS[family] in line)
    return [re.sub(rb"^#\d+ ", b"", line).rstrip() for line in lines[:first]]


@pytest.mark.parametrize("family", GRIPS)
def test_where_a_way_has_led_is_proven_by_the_place_that_is_told(family: str) -> None:
    way = ways_to_the_first_disk(family)[-1].decode()
    x = re.search(r"X(-?\d+)", way)
    assert x is not None
    exhibit = damaged(family, way, way.replace(x[0], f"X{int(x[1]) + 2}"))
    with pytest.raises(DeviceFault, match=r"the arm says it is at x .*, not at x"):
        exhibit.solve()
    assert exhibit.bench.held is None


@pytest.mark.parametrize("family", GRIPS)
def test_a_corner_on_the_way_is_cut_unseen_and_the_end_is_right_all_the_same(family: str) -> None:
    """No board tells of it, and no host can know."""
    good = Exhibit(family)
    way = ways_to_the_first_disk(family)[-2].decode()
    x = re.search(r"X(-?\d+)", way)
    assert x is not None
    exhibit = damaged(family, way, way.replace(x[0], f"X{int(x[1]) + 2}"))
    exhibit.solve()
    assert exhibit.solved
    good.solve()
    assert exhibit.did != good.did
