"""What a move's number alone says about a tower on three pegs: nothing is replayed, for any number of disks.

Disks count from 1, the smallest; moves from 1; "after m moves" takes m from 0.
"""

from controller.errors import InvalidPlan
from controller.planner.checks import at_least, peg_among
from controller.planner.three_pegs import ThreePegTransfer


def disk_moved(number: int) -> int:
    """The disk that moves at move `number`: one more than the number's trailing zero bits."""
    at_least(1, number, "The number of a move")
    return (number & -number).bit_length()


def gray_code(moves: int) -> int:
    """The Gray code of `moves`: with each move just one bit of it changes, that of the disk that moves."""
    at_least(0, moves, "The number of moves done")
    return moves ^ moves >> 1


def times_moved(disk: int, moves: int) -> int:
    """How often `disk` has moved after `moves` moves: its turns are the odd multiples of 2^(disk - 1)."""
    at_least(1, disk, "A disk")
    at_least(0, moves, "The number of moves done")
    return moves + (1 << disk - 1) >> disk


def last_moved(disk: int, moves: int) -> int | None:
    """The number of the move that `disk` made last, after `moves` moves; None where it has not moved yet."""
    times = times_moved(disk, moves)
    return (2 * times - 1) << disk - 1 if times else None


def peg_after(disk: int, moves: int, disks: int, source: int = 0, target: int = 2) -> int:
    """The peg of `disk` after `moves` moves of a tower of `disks` disks: it walks in one direction only.

    Raises InvalidPlan for a disk or a number of moves that the tower does not have, and for unknown pegs.
    """
    tower = three_peg_tower(disks, source, target)
    times = times_moved(disk, moves)
    if disk > disks:
        raise InvalidPlan(f"There is no disk {disk} in a tower of {disks}.")
    if moves > tower.length:
        raise InvalidPlan(f"A tower of {disks} disks is done after fewer moves than that.")
    return tower.ring[(times if disk % 2 == 0 else -times) % 3]


def three_peg_tower(disks: int, source: int, target: int) -> ThreePegTransfer:
    """A whole tower on pegs 0 to 2; raises InvalidPlan or NotAnInteger."""
    at_least(0, disks, "The number of disks")
    if peg_among(3, source, "The source") == peg_among(3, target, "The target"):
        raise InvalidPlan(f"Source and target are both peg {source}: name two different pegs.")
    return ThreePegTransfer(1, disks, source, 3 - source - target, target)
