"""What a running community arm believes until its next reset."""

from dataclasses import dataclass

from firmware_proto.points import ORIGIN, Point


@dataclass(slots=True)
class CommunityArmSession:
    """Everything that a reset forgets; mm.

    `at`: where the firmware takes the tool to be, or to go; `error`: from there to where it really is;
    `offset`: from the places of a program to the firmware's own (G92).
    """

    at: Point
    error: Point
    offset: Point = ORIGIN
    relative: bool = False
    motors: bool = False
    jaw_closed: bool = False
    cut_short: Point | None = None
    """The first place that was too far for the move under way."""
