"""The picture: exactly as large as the window, true to the scene, and plain where the terminal is."""

import re
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.model import Move, State
from controller.views.canvas import Size, cells
from controller.views.glide import Spot
from controller.views.picture import colour, picture
from controller.views.scene import Phase, Scene

WINDOW = Size(80, 24)
SCENE = Scene(
    exhibit="Lobby tower",
    peg_names=("A", "B", "C"),
    state=State.of_stacks(((5, 4), (3,), (2, 1))),
    phase=Phase.RUNNING,
    done=5,
    moves=31,
    number=6,
    move=Move(2, 2, 1),
    held=1,
    tool=Spot(1.5, 5.0),
    arm=True,
    gone=24,
    left=104,
    line="G1 X150 Y-55 Z50 F12000",
    message="The lights are mocked.",
    keys=True,
)

GOLDEN = """\
 Lobby tower                                                          ● Running
 ━━━━━━━━━━━━──────────────────────────────────────────────────────────────────
 Move 6 of 31: disk 2 from C to B                         0:24 gone, 2 min left

   ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
   ┃                                                   ┃
   ┃                                                   ┃
   ┃                                                   ┃
   ┃                                                   ┃
   ┃                                                   ┃
   ┃                                                   ┃
   ┃                                                   ┃
   ┃               │                       │          ▗┻▖          │
   ┃               │                       │         █ 1 █         │
   ┃               │                       │                       │
   ┃               │                       │                       │
   ┃      ▐███████ 4 ███████▌              │                       │
  ▟█▙   ██████████ 5 ██████████     ▐█████ 3 █████▌           ▐███ 2 ███▌
 ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                   A                       B                       C

 Sent to the machine  G1 X150 Y-55 Z50 F12000
 The lights are mocked.
  space  pause after this move    s  stop after this move    esc  stop at once
"""


def text_of(scene: Scene, size: Size = WINDOW, encoding: str = "utf-8") -> list[str]:
    return ["".join(run.text for run in row) for row in picture(scene, size, encoding)]


def test_a_known_state_looks_like_this() -> None:
    assert [line.rstrip() for line in text_of(SCENE)] == GOLDEN.splitlines()


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 24),
    st.integers(3, 7),
    st.integers(1, 220),
    st.integers(1, 60),
    st.data(),
)
def test_the_picture_is_exactly_as_large_as_the_window(
    disks: int, pegs: int, width: int, height: int, data: st.DataObject
) -> None:
    peg_of = data.draw(st.lists(st.integers(0, pegs - 1), min_size=disks, max_size=disks))
    held = data.draw(st.one_of(st.none(), st.integers(1, disks))) if disks else None
    tool = Spot(data.draw(st.floats(0, pegs - 1)), data.draw(st.floats(0, disks + 2)))
    scene = replace(
        SCENE,
        state=State(tuple(peg_of), pegs),
        peg_names=tuple("ABCDEFG"[:pegs]),
        move=None,
        held=held,
        tool=tool,
        message="long " * 60,
        exhibit="博物館 " * 30,
    )
    rows = text_of(scene, Size(width, height))
    assert len(rows) == height
    assert {cells(row) for row in rows} == {width}


@pytest.mark.parametrize("disks", [1, 5, 8, 10])
@pytest.mark.parametrize("size", [Size(80, 24), Size(200, 50)])
def test_every_disk_is_drawn_with_its_number_where_it_stands(disks: int, size: Size) -> None:
    for peg in range(3):
        state = State.tower(disks, peg)
        rows = text_of(replace(SCENE, state=state, held=None, tool=None), size)
        column = re.search("ABC"[peg], rows[next(i for i, row in enumerate(rows) if "▀▀" in row) + 1])
        assert column is not None
        numbers = [
            int(found[0])
            for row in rows
            if (found := re.search(r"(?<=█ )\d+(?= █)", row[column.start() - 3 :]))
        ]
        assert numbers == list(range(1, disks + 1))


def test_disks_grow_from_the_smallest_to_the_largest() -> None:
    rows = text_of(replace(SCENE, state=State.tower(8, 0), held=None, tool=None, arm=False))
    widths = [2 * row.count("█") + row.count("▐") + row.count("▌") for row in rows if "█" in row]
    assert widths == sorted(set(widths))
    assert len(widths) == 8


def test_of_a_tower_too_high_the_top_disks_are_shown_and_the_others_counted() -> None:
    rows = text_of(replace(SCENE, state=State.tower(20, 0), held=None, tool=None))
    numbers = [int(found[1]) for row in rows if (found := re.search(r"█ (\d+) █", row))]
    assert numbers == list(range(1, 10))
    assert any("and 11 more below" in row for row in rows)


def test_the_tool_does_not_jump_on_its_way_from_a_high_tower() -> None:
    scene = replace(SCENE, state=State.tower(20, 0), held=1)

    def hand(across: float) -> int:
        rows = text_of(replace(scene, tool=Spot(across, 20.0)))
        return next(y for y, row in enumerate(rows) if "▗┻▖" in row)

    heights = [hand(part / 20) for part in range(21)]
    assert all(abs(one - other) <= 1 for one, other in pairwise(heights))


def test_the_held_disk_hangs_below_the_hand_at_every_height() -> None:
    for eighth in range(8, 8 * 6):
        rows = text_of(replace(SCENE, tool=Spot(1.5, eighth / 8)))
        hand = next(y for y, row in enumerate(rows) if "▗┻▖" in row)
        assert "█ 1 █" in rows[hand + 1]


def test_without_an_arm_a_disk_flies_alone() -> None:
    rows = text_of(replace(SCENE, arm=False))
    assert any("█ 1 █" in row for row in rows)
    assert not any(sign in row for row in rows for sign in "┏┓┻▟")


@pytest.mark.parametrize("size", [Size(60, 15), Size(79, 24), Size(80, 23)])
def test_a_window_too_small_says_so_and_that_the_run_goes_on(size: Size) -> None:
    text = "\n".join(text_of(SCENE, size))
    assert f"window too small: {size.width} x {size.height}, needs 80 x 24" in text
    assert "Running: move 6 of 31" in text


def test_many_pegs_need_a_wider_window() -> None:
    scene = replace(SCENE, state=State.tower(3, 0, 12), peg_names=tuple("ABCDEFGHIJKL"), move=None)
    assert "needs 104 x 24" in "\n".join(text_of(scene))
    assert "A" in text_of(scene, Size(104, 24))[19]


def test_an_encoding_without_blocks_gets_ascii() -> None:
    scene = replace(SCENE, exhibit="Grüße\x1b[2J")
    rows = text_of(scene, encoding="ascii")
    assert "".join(rows).isascii()
    assert "Gr??e [2J" in rows[0]
    assert any("[^]" in row for row in rows)


def test_an_encoding_nobody_knows_gets_ascii() -> None:
    assert "".join(text_of(SCENE, encoding="x-unheard-of")).isascii()


def test_wide_and_combining_characters_keep_the_rows_straight() -> None:
    rows = text_of(replace(SCENE, exhibit="塔 e\u0301\ufe0f"))
    assert rows[0].startswith(" 塔 e ")
    assert cells(rows[0]) == 80


def test_help_follows_what_can_be_pressed() -> None:
    assert " go on" in text_of(replace(SCENE, phase=Phase.PAUSED))[-1]
    assert " enter " in text_of(replace(SCENE, phase=Phase.WAITING))[-1]
    assert not text_of(replace(SCENE, phase=Phase.DONE))[-1].strip()
    assert not text_of(replace(SCENE, keys=False))[-1].strip()


def test_before_the_run_there_is_a_heading_and_neither_numbers_nor_pegs() -> None:
    scene = Scene("", ("A", "B", "C"), State((), 3), Phase.READYING)
    rows = text_of(scene)
    assert rows[0].split() == ["Tower", "of", "Hanoi", "●", "Getting", "ready"]
    assert not "".join(rows[2:]).strip()


def test_time_left_is_left_out_where_nobody_knows_it() -> None:
    assert text_of(replace(SCENE, left=None))[2].rstrip().endswith("0:24 gone")


@pytest.mark.parametrize("phase", [Phase.READYING, Phase.WAITING, Phase.RUNNING])
def test_a_long_message_is_read_whole_since_it_may_be_about_safety(phase: Phase) -> None:
    text = (
        "Opening the port may reset the board: it then lets go of the motors (the arm may sink) and of the "
        "gripper (a disk in it falls); place the arm by hand, keep clear of it, then press Enter."
    )
    rows = text_of(replace(SCENE, phase=phase, message=text))
    read = " ".join(word for row in rows for word in row.split() if not set(word) & set("┃│┏┓┻"))
    assert " ".join(text.split()) in read


def test_all_disks_have_colours_of_their_own() -> None:
    for disks in (1, 3, 8, 20):
        assert len({colour(disk, disks) for disk in range(1, disks + 1)}) == disks


def test_the_picture_in_the_readme_is_the_one_drawn_today() -> None:
    docs = Path(__file__).parents[3] / "docs"
    spec = spec_from_file_location("readme_picture", docs / "picture.py")
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    assert (docs / "terminal.svg").read_text(encoding="utf-8") == script.drawing()
