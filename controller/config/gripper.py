"""`arm.gripper:` in a config: how a disk is taken and let go."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from controller.config.custom import Pattern
from controller.config.pins import Pin
from controller.config.quantities import Duration, Height, Length, OwnLine, Part, Settle, Speed, Stroke
from controller.gcode.grip_check import GripQuestion
from controller.motion import geometry as plain
from controller.motion.geometry import GripperTimes

PLACEHOLDERS = ("disk", "diameter", "angle")


def _fills(line: str) -> str:
    rest = re.sub("{(" + "|".join(PLACEHOLDERS) + ")}", "", line)
    if "{" in rest or "}" in rest:
        known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
        raise PydanticCustomError("sentence", f"braces hold one of {known}, and nothing else")
    return line


def _says_something(line: str) -> str:
    if not re.sub(r"\([^)]*\)", "", line.partition(";")[0]).strip():
        raise PydanticCustomError("sentence", "there is only a comment here; write the line that does it")
    return line


GripperLine = Annotated[OwnLine, AfterValidator(_fills), AfterValidator(_says_something)]


class Breakaway(Part):
    """The first millimetres of the way up after a grip and after a release, slower."""

    height: Stroke = Field(description="mm above the height of contact", examples=[3])
    speed: Speed = Field(description="mm/s", examples=[10])


class Jaw(Part):
    """Fingers that open round a disk; seen from above they are a ring, for they turn with the base."""

    open: Length = Field(
        description="mm: diameter of the circle that the open fingers leave free, the fingers not counted",
        examples=[85],
    )
    finger: Height = Field(
        description="mm that a finger is thick, from its inner side outwards; the open jaw is"
        " open + 2 * finger across, and keeps the clearance to the disks beside the one it takes",
        examples=[8],
    )


class Check(Part):
    """What tells whether the gripper holds a disk: a question to the firmware, or a sensor on a pin."""

    query: OwnLine | None = Field(None, description="the line that asks the firmware", examples=["M119"])
    pin: Pin | None = Field(None, description="instead of a question: the sensor's pin, by BCM number")
    held: Pattern = Field(
        description="with query: what is answered while there is a disk, a regular expression; with pin: high"
        " or low",
        examples=['"grip: TRIGGERED"'],
    )
    empty: Pattern | None = Field(
        None,
        description="with query: what is answered while there is none, a regular expression",
        examples=['"grip: open"'],
    )


class Gripper(Part):
    """The lines that close and open the gripper; left out, they are the firmware's usual pair."""

    grip: tuple[GripperLine, ...] | None = Field(
        None, min_length=1, description="lines that take a disk; {disk}, {diameter}, {angle} are filled in"
    )
    release: tuple[GripperLine, ...] | None = Field(
        None, min_length=1, description="lines that let a disk go; {disk}, {diameter}, {angle} are filled in"
    )
    grip_settle: Settle = Field(0.3, description="seconds to wait after gripping")
    release_settle: Settle = Field(0.3, description="seconds to wait after letting go")
    grip_depth: Height = Field(
        0.0, description="mm from the disk's top face down to the tip; 0: a suction cup on the top face"
    )
    press: Stroke = Field(
        0.0,
        description="mm that the tip goes on below the height of contact, to grip and to let go, for a cup"
        " that gives way",
    )
    breakaway: Breakaway | None = Field(
        None,
        description="the first millimetres up after a grip and after a release, slowly, against sticking",
        examples=[{"height": 3, "speed": 10}],
    )
    hold_limit: Duration | None = Field(
        None,
        description="seconds that the pump may run at a stretch; a run in which a disk would be held longer"
        " is refused",
    )
    jaw: Jaw | None = Field(
        None, description="how wide the fingers are when open", examples=[{"open": 85, "finger": 8}]
    )

    check: Check | None = Field(
        None,
        description="what tells whether a disk is held; left out: what the firmware tells, as that of a"
        " uArm does",
        examples=[{"pin": 16, "held": "low"}],
    )
    tries: Annotated[int, Field(ge=1, le=10)] = Field(
        2, description="how often a disk is gripped for before the run ends, where something tells"
    )

    def question(self) -> GripQuestion | None:
        """What the firmware is to be asked in place of what it tells by itself."""
        check = self.check
        if check is None or check.query is None or check.empty is None:
            return None
        return GripQuestion(check.query, check.held, check.empty)

    def times(self) -> GripperTimes:
        """The waits, in seconds."""
        return GripperTimes(self.grip_settle, self.release_settle)

    def open_jaw(self) -> plain.Jaw | None:
        """How wide the open fingers are, mm."""
        return plain.Jaw(self.jaw.open, self.jaw.finger) if self.jaw else None

    def slow_start(self) -> plain.Breakaway | None:
        """How far up the tool goes slowly, in mm and mm/s."""
        return plain.Breakaway(self.breakaway.height, self.breakaway.speed) if self.breakaway else None
