"""`arm:` in a config: a robot arm, its table and its disks, and the plain values made of them."""

import difflib
import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from controller.config.document import shown
from controller.config.quantities import (
    Acceleration,
    Coordinate,
    FileName,
    FirmwareLine,
    Height,
    Length,
    Limits,
    Part,
    RadiusLimits,
    Settle,
    Speed,
)
from controller.config.tower import Tower
from controller.model import Point
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits
from controller.motion.geometry import Workspace as ToolSpace


class Home(Part):
    """How the arm learns where it is."""

    kind: Literal["firmware"] = Field("firmware", description="firmware: its own homing (G28)")


class Position(Part):
    """A point in the firmware's coordinates after homing, mm."""

    x: Coordinate = Field(description="mm", examples=[120])
    y: Coordinate = Field(description="mm", examples=[110])
    z: Coordinate = Field(description="mm", examples=[0])

    def point(self) -> Point:
        """The same as a Point, mm."""
        return Point(float(self.x), float(self.y), float(self.z))


def _number_or_list(value: object) -> str:
    return "list" if isinstance(value, list | tuple) else "number"


Thickness = Annotated[
    Annotated[Length, Tag("number")] | Annotated[tuple[Length, ...], Tag("list")],
    Discriminator(_number_or_list),
]


class Disks(Part):
    """The disks, smallest first, and the poles they slide on."""

    thickness: Thickness = Field(
        description="mm: one number for all disks, or a list, smallest disk first", examples=[10]
    )
    diameters: tuple[Length, ...] = Field(
        description="mm, one for each disk, smallest first, ascending", examples=[[30, 40, 50, 60, 70]]
    )
    pole_height: Height = Field(0.0, description="how far a pole stands above the board, mm; 0: no poles")

    def thicknesses(self) -> tuple[float, ...]:
        """The thickness of each disk in mm, smallest disk first."""
        if isinstance(self.thickness, tuple):
            return self.thickness
        return (self.thickness,) * len(self.diameters)


class Workspace(Part):
    """Where the tip of the tool may be: a ring, a box or both, and a height; lower limit first, mm."""

    z: Limits = Field(description="mm", examples=[[0, 180]])
    radius: RadiusLimits | None = Field(
        None, description="distance from the base's axis, mm", examples=[[80, 320]]
    )
    x: Limits | None = Field(None, description="mm", examples=[[-200, 200]])
    y: Limits | None = Field(None, description="mm", examples=[[-200, 200]])


class Motion(Part):
    """How fast the arm goes and how far it keeps away."""

    travel_speed: Speed = Field(description="mm/s along the path, sideways", examples=[200])
    lift_speed: Speed = Field(description="mm/s straight up and down", examples=[80])
    acceleration: Acceleration = Field(description="mm/s2", examples=[1200])
    clearance: Length = Field(
        description="mm kept between the tool or a carried disk and everything it passes over", examples=[5]
    )


PLACEHOLDERS = ("disk", "diameter", "angle")


def _fills(line: str) -> str:
    rest = re.sub("{(" + "|".join(PLACEHOLDERS) + ")}", "", line)
    if "{" in rest or "}" in rest:
        known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
        raise PydanticCustomError("sentence", f"braces hold one of {known}, and nothing else")
    return line


GripperLine = Annotated[FirmwareLine, AfterValidator(_fills)]


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

    def times(self) -> GripperTimes:
        """The waits, in seconds."""
        return GripperTimes(self.grip_settle, self.release_settle)


def _is_port(name: str) -> str:
    if name == "emulated" or "/" in name or re.fullmatch(r"COM[0-9]+", name):
        return name
    close = difflib.get_close_matches(name, ["emulated"])
    hint = "did you mean emulated?" if close else "write /dev/ttyUSB0, COM3, socket://host:port or emulated"
    raise PydanticCustomError("sentence", f"{shown(name)} is no port; {hint}")


PortName = Annotated[FileName, AfterValidator(_is_port)]


class Arm(Part):
    """A robot arm on a serial port, or an emulated one."""

    firmware: Literal["marlin"] = Field(description="what runs on the arm's board", examples=["marlin"])
    port: PortName = Field(
        examples=["/dev/ttyUSB0"],
        description="/dev/ttyUSB0, a by-id path, COM3, socket://host:port, rfc2217://host:port, or emulated",
    )
    baud: int = Field(115_200, ge=300, le=4_000_000, description="bits a second, as the firmware was built")
    startup: tuple[FirmwareLine, ...] = Field((), description="lines sent once connected")
    shutdown: tuple[FirmwareLine, ...] = Field((), description="lines sent at the end")
    home: Home = Field(Home(), description="how the arm learns where it is")
    pegs: Mapping[str, Position] = Field(
        description="the axis of each peg on top of the board", examples=[{"A": {"x": 120, "y": 110, "z": 0}}]
    )
    disks: Disks = Field(
        description="the disks and poles", examples=[{"thickness": 10, "diameters": [30, 40, 50, 60, 70]}]
    )
    workspace: Workspace = Field(
        description="where the tool may be", examples=[{"radius": [80, 320], "z": [0, 180]}]
    )
    park: Position = Field(description="where the arm waits", examples=[{"x": 120, "y": 0, "z": 150}])
    motion: Motion = Field(
        description="speeds and clearance",
        examples=[{"travel_speed": 200, "lift_speed": 80, "acceleration": 1200, "clearance": 5}],
    )
    gripper: Gripper = Field(Gripper(), description="how a disk is taken and let go")

    def geometry(self, tower: Tower) -> Geometry:
        """The table in mm, with the pegs in the order of `tower.pegs`."""
        space = self.workspace
        return Geometry(
            names=tower.pegs,
            pegs=tuple(self.pegs[name].point() for name in tower.pegs),
            thickness=self.disks.thicknesses(),
            diameters=self.disks.diameters,
            pole_height=self.disks.pole_height,
            grip_depth=self.gripper.grip_depth,
            clearance=self.motion.clearance,
            workspace=ToolSpace(z=space.z, x=space.x, y=space.y, radius=space.radius),
            park=self.park.point(),
        )

    def motion_limits(self) -> MotionLimits:
        """Speeds in mm/s and the acceleration in mm/s2."""
        motion = self.motion
        return MotionLimits(motion.travel_speed, motion.lift_speed, motion.acceleration)
