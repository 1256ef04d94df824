"""What sensors read: plain values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Readings:
    """Whether the gripper holds a disk, and whether any stand on each peg; None: nothing tells."""

    gripper: bool | None
    pegs: tuple[bool | None, ...]
