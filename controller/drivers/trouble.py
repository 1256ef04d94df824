"""What an arm says where the disks are not as they should be: the error, in words that lead on."""

from collections.abc import Iterator, Sequence

from controller.errors import DiskLost, DiskStuck, NothingGripped, PegsDisagree, PersonNeeded
from controller.model import State


def nothing_gripped(arm: str, disk: int, peg: str, tries: int) -> NothingGripped:
    """The gripper has closed in vain as often as it may."""
    often = "once" if tries == 1 else f"{tries} times"
    return NothingGripped(
        f"{arm}: the gripper has closed {often} on disk {disk} on {peg} and holds nothing; the arm is parked"
        " and the disk where it was: look whether it is, check gripper, heights and sensor, then start again."
    )


def lost_on_its_way(arm: str, disk: int, peg: str) -> DiskLost:
    """A disk is felt no more while it is carried."""
    return DiskLost(
        f"{arm}: disk {disk} has been lost in the air on its way from {peg}, and the arm is stopped where it"
        " is; put the disk on a peg, then start again from what you see."
    )


def lost_before_release(arm: str, disk: int, peg: str) -> DiskLost:
    """A disk that has been carried is not felt where it should be let go."""
    return DiskLost(
        f"{arm}: the gripper holds nothing over {peg}, where it should let go of disk {disk}, and the arm"
        " stays there; put the disk on a peg, then start again from what you see."
    )


def stuck(arm: str, disk: int, peg: str) -> DiskStuck:
    """A disk is still felt once it has been let go."""
    return DiskStuck(
        f"{arm}: disk {disk} does not come off the gripper over {peg}, and the arm stays there; take it off,"
        " clean the gripper or check its sensor, then start again from what you see."
    )


def still_held(arm: str, disk: int) -> PersonNeeded:
    """Another step, with a disk from before in the gripper."""
    return PersonNeeded(
        f"{arm}: disk {disk} may still be in the gripper; take it off, put it on a peg, then connect and home"
        " the arm again."
    )


def misread(
    stacks: Sequence[Sequence[int]], occupied: Sequence[bool | None]
) -> Iterator[tuple[int, Sequence[int], bool]]:
    """Each peg whose sensor does not fit the stack that should stand there, and what it reads instead."""
    for peg, (stack, seen) in enumerate(zip(stacks, occupied, strict=True)):
        if seen is not None and seen is not bool(stack):
            yield peg, stack, seen


def disagreement(
    arm: str, names: Sequence[str], state: State, occupied: Sequence[bool | None]
) -> PegsDisagree | None:
    """What the sensors of the pegs say against `state`, peg by peg in its order; None: nothing."""
    wrong = next(misread(state.stacks, occupied), None)
    if wrong is None:
        return None
    peg, stack, seen = wrong
    read = "disks" if seen else "no disk"
    there = f"disks {', '.join(map(str, stack))} should stand there"
    wanted = there if stack else "there should be none"
    return PegsDisagree(
        f"{arm}: the sensor of peg {names[peg]} reads {read}, and {wanted}; the arm is at rest: look where"
        " the disks are, then start again from what you see."
    )
