"""What an arm is asked to do, one small thing at a time."""

from dataclasses import dataclass

from controller.model import Point


@dataclass(frozen=True, slots=True)
class Lift:
    """Straight up or down to height `z` from an x, y that only the firmware knows (after homing)."""

    z: float
    speed: float


@dataclass(frozen=True, slots=True)
class Travel:
    """In a straight line to `to` at `speed` mm/s; motion does not stop between two travels."""

    to: Point
    speed: float


@dataclass(frozen=True, slots=True)
class Grip:
    """At rest: close on the disk, then wait `settle` seconds."""

    disk: int
    peg: int
    settle: float


@dataclass(frozen=True, slots=True)
class Release:
    """At rest: let the disk go, then wait `settle` seconds."""

    disk: int
    peg: int
    settle: float


Action = Lift | Travel | Grip | Release
