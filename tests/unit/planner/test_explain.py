"""One move read out of its number, and all methods side by side, for a terminal of 80 columns."""

import pytest

from controller.errors import InvalidPlan
from controller.planner import solve
from controller.planner.explain import explain
from controller.planner.methods import comparison, keeping_back_moves, methods

NAMES = "ABC"


def test_a_move_is_read_from_its_bits() -> None:
    lines = list(explain(216, 8, 0, 2, NAMES))
    assert lines == [
        "Move 216 of 255",
        "disk 4 goes from C to B",
        "",
        "  binary        11011000",
        "  Gray code     10110100",
        "  before it     10111100",
        "  whose turn    disk 4: the number ends in 3 zeros, and bit 4 is the one in",
        "                which the Gray codes differ",
        "  standing now  A:6,3,2,1 B:5,4 C:8,7",
        "",
        "     disk  bit  on                  has moved               last at move",
        "        8    1  C                           1                        128",
        "        7    1  C                           2                        192",
        "        6    0  A                           3                        160",
        "        5    1  B                           7                        208",
        "        4    1  B                          14                        216",
        "        3    0  A                          27                        212",
        "        2    0  A                          54                        214",
        "        1    0  A                         108                        215",
        "",
        "The recursion it stands in: each bit says whether its disk has already gone",
        "  disks 1 to 8 from A to C: disk 8 has gone, the smaller follow from B",
        "  disks 1 to 7 from B to C: disk 7 has gone, the smaller follow from A",
        "  disks 1 to 6 from A to C: disk 6 waits, the smaller go ahead to B",
        "  disks 1 to 5 from A to B: disk 5 has gone, the smaller follow from C",
        "  disks 1 to 4 from C to B: disk 4 goes, and that is this move",
    ]


@pytest.mark.parametrize(("source", "target"), [(0, 2), (2, 0), (1, 2)])
def test_the_recursion_ends_in_the_very_move(source: int, target: int) -> None:
    for number, (disk, here, there) in enumerate(solve(6, 3, source, target), 1):
        *_, last = explain(number, 6, source, target, NAMES)
        who = "disk 1" if disk == 1 else f"disks 1 to {disk}"
        assert (
            last == f"  {who} from {NAMES[here]} to {NAMES[there]}: disk {disk} goes, and that is this move"
        )


def test_a_disk_that_has_not_moved_has_no_last_move() -> None:
    assert any(line.split() == ["3", "0", "A", "0", "-"] for line in explain(1, 3, 0, 2, NAMES))


@pytest.mark.parametrize(("ends", "move"), [("no zero", 1), ("one zero", 2), ("2 zeros", 4)])
def test_the_turn_is_told_by_the_zeros_at_the_end(ends: str, move: int) -> None:
    assert any(f"ends in {ends}," in line for line in explain(move, 3, 0, 2, NAMES))


@pytest.mark.parametrize(("move", "disks"), [(2**64 - 1, 64), (2**63, 64), (5, 1000), (2**999 + 1, 1000)])
def test_no_line_is_wider_than_a_terminal_however_many_disks(move: int, disks: int) -> None:
    assert max(map(len, explain(move, disks, 0, 2, NAMES))) <= 80


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((8, 3, 0, 2), "3 disks need 7 moves: there is no move 8"),
        ((1, 0, 0, 2), "0 disks need no moves"),
        ((0, 3, 0, 2), "number of a move must be 1 or more"),
        ((1, 3, 0, 0), "both peg 0"),
        ((1, -3, 0, 2), "number of disks must be 0 or more"),
    ],
)
def test_a_move_that_is_not_there_is_refused(arguments: tuple[int, int, int, int], complaint: str) -> None:
    with pytest.raises(InvalidPlan, match=complaint):
        explain(*arguments, NAMES)


def test_keeping_the_largest_disks_back_costs_what_it_is_known_to_cost() -> None:
    assert [keeping_back_moves(disks, 4) for disks in range(7)] == [0, 1, 3, 5, 9, 13, 21]
    assert [keeping_back_moves(disks, 3) for disks in range(10)] == [2**disks - 1 for disks in range(10)]


@pytest.mark.parametrize("pegs", [4, 5, 6])
def test_keeping_the_largest_disks_back_follows_its_recursion(pegs: int) -> None:
    kept = pegs - 2
    for disks in range(kept + 1, 40):
        smaller = keeping_back_moves(disks - kept, pegs)
        assert keeping_back_moves(disks, pegs) == 2 * smaller + 2 * kept - 1


def test_all_methods_are_counted_for_every_number_of_disks() -> None:
    assert methods([3, 6], [3, 4]) == [
        (3, "recursion", (7, 63)),
        (4, "keeping 2 disks back", (5, 21)),
        (4, "Frame-Stewart", (5, 17)),
    ]


@pytest.mark.parametrize("disks", [[4, 6, 8, 12, 16], [64], [0], [5000]])
def test_the_table_fits_a_terminal_with_its_columns_in_line(disks: list[int]) -> None:
    lines = comparison(disks)
    table = lines[2:-2]
    assert max(map(len, lines)) <= 80
    assert len({len(line) for line in table}) == 1
    assert len(table) == 8


def test_a_negative_number_of_disks_is_not_compared() -> None:
    with pytest.raises(InvalidPlan, match="number of disks must be 0 or more, not -1"):
        comparison([-1])
