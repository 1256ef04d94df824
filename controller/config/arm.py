"""`arm:` in a config: a robot arm, its table and its disks, and the plain values made of them."""

import difflib
import re
from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Discriminator, Field, GetPydanticSchema, Tag, model_validator
from pydantic_core import PydanticCustomError, core_schema

from controller.config.custom import Custom
from controller.config.document import shown
from controller.config.gripper import Gripper
from controller.config.kinematics import Kinematics
from controller.config.quantities import (
    Acceleration,
    Coordinate,
    FileName,
    Height,
    Length,
    Limits,
    Offset,
    OwnLine,
    Part,
    RadiusLimits,
    Speed,
    Turn,
)
from controller.config.tolerances import Seat, Tolerances
from controller.config.tower import Tower
from controller.gcode.families import NAMES
from controller.model import Point
from controller.motion.geometry import Geometry, MotionLimits
from controller.motion.geometry import Workspace as ToolSpace
from controller.motion.kinematics import JointArm

AUTO = "auto"  # the one port behind which such an arm must be, by its USB identity
_MOST_LEAN = 0.25


class Position(Part):
    """A point in the firmware's coordinates after homing, mm."""

    x: Coordinate = Field(description="mm", examples=[120])
    y: Coordinate = Field(description="mm", examples=[110])
    z: Coordinate = Field(description="mm", examples=[0])

    def point(self) -> Point:
        """The same as a Point, mm."""
        return Point(float(self.x), float(self.y), float(self.z))


class Home(Part):
    """How the arm learns where it is."""

    kind: Literal["firmware", "pose", "none"] = Field(
        "firmware",
        description="firmware: its own homing (G28, $H ...); pose: a person places the arm by hand and says"
        " so; none: the firmware knows at any time, as with absolute encoders",
    )
    at: Position | None = Field(
        None,
        description="pose: where the tip is when a person has placed the arm, left out: the park position; a"
        " stop or a mark on the table makes it the same each time",
        examples=[{"x": 120, "y": 0, "z": 60}],
    )


class Peg(Position):
    """Where the axis of a peg meets the top of the board, and where it leads."""

    top: Position | None = Field(
        None,
        description="any point high up on the axis of a peg that leans; the tip follows the line to it, and"
        " the disks, which stay level, stand along it; left out: the axis is upright",
        examples=[{"x": 121.5, "y": 110, "z": 60}],
    )

    @model_validator(mode="after")
    def _top_is_above(self) -> Self:
        steepest = max(map(abs, self.lean()))
        if self.top is not None and not (self.top.z > self.z and steepest <= _MOST_LEAN):
            raise PydanticCustomError(
                "sentence",
                "top is no point above this one, up an axis that leans by at most 1 in 4; measure it again",
            )
        return self

    def lean(self) -> tuple[float, float]:
        """How far the axis leans, mm to x and to y for each mm upwards."""
        if self.top is None or self.top.z == self.z:
            return (0.0, 0.0)
        rise = self.top.z - self.z
        return ((self.top.x - self.x) / rise, (self.top.y - self.y) / rise)


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

    seat: Seat | None = Field(
        None, description="what centres a disk put down; left out: the pole where there is one, else nothing"
    )

    def seated(self) -> Seat:
        """What centres a disk put down."""
        return self.seat or Seat(kind="pole" if self.pole_height else "none")

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


class ArriveFrom(Part):
    """Seen from the axis of a peg, where the last sideways motion to it begins: in mm, or by the base."""

    x: Offset = Field(0.0, description="mm; 0: x comes from any side", examples=[-3])
    y: Offset = Field(0.0, description="mm; 0: y comes from any side", examples=[0])
    base: Turn = Field(
        0.0,
        description="degrees, for an arm whose base turns: as its firmware counts them, or anticlockwise seen"
        " from above where it counts in mm",
        examples=[-1.5],
    )

    @model_validator(mode="after")
    def _comes_from_a_side(self) -> Self:
        sideways = self.x or self.y
        if not (sideways or self.base):
            raise PydanticCustomError(
                "sentence",
                "all 0 is the peg's axis itself, from which nothing arrives and no play is taken up; write"
                " for example base: -1.5, or leave arrive_from out",
            )
        if sideways and self.base:
            raise PydanticCustomError(
                "sentence", "it is the base's degrees, or x and y in mm, and not both; leave the others out"
            )
        return self


class Motion(Part):
    """How fast the arm goes and how far it keeps away."""

    travel_speed: Speed = Field(description="mm/s along the path, sideways", examples=[200])
    lift_speed: Speed = Field(description="mm/s straight up and down", examples=[80])
    acceleration: Acceleration = Field(description="mm/s2", examples=[1200])
    clearance: Length = Field(
        description="mm kept between the tool or a carried disk and everything it passes over", examples=[5]
    )
    arrive_from: ArriveFrom | None = Field(
        None,
        description="against backlash: where the last sideways motion to each peg's axis begins, before the"
        " way down to a grip or a release, in mm or in degrees of the base; each of x, y and base that is"
        " named comes to all pegs from that side; left out: straight from where the arm comes",
        examples=[{"base": -1.5}],
    )


def _is_port(name: str) -> str:
    if name in (AUTO, "emulated") or "/" in name or re.fullmatch(r"COM[0-9]+", name):
        return name
    close = difflib.get_close_matches(name, ["emulated", AUTO])
    usual = "write /dev/ttyUSB0, COM3, socket://host:port or emulated"
    hint = f"did you mean {close[0]}?" if close else usual
    raise PydanticCustomError("sentence", f"{shown(name)} is no port; {hint}")


PortName = Annotated[FileName, AfterValidator(_is_port)]


FirmwareName = Annotated[str, GetPydanticSchema(lambda *_: core_schema.literal_schema([*NAMES]))]


class Arm(Part):
    """A robot arm on a serial port, or an emulated one."""

    firmware: FirmwareName = Field(
        description="what runs on the arm's board; custom: as the key of that name describes it",
        examples=["marlin"],
    )
    custom: Custom | None = Field(
        None,
        description="lines and answers of a firmware that has no name here",
        examples=[{"move": '"G1 X{x} Y{y} Z{z} F{feed}"', "finished": "M400"}],
    )
    port: PortName = Field(
        examples=["/dev/ttyUSB0"],
        description="/dev/ttyUSB0, a by-id path, COM3, socket://host:port, rfc2217://host:port, emulated,"
        " or auto: the one port with the USB identity of such an arm (uarm)",
    )
    baud: int = Field(115_200, ge=300, le=4_000_000, description="bits a second, as the firmware was built")
    startup: tuple[OwnLine, ...] = Field((), description="lines sent once connected")
    shutdown: tuple[OwnLine, ...] = Field((), description="lines sent at the end")
    home: Home = Field(Home(), description="how the arm learns where it is")
    pegs: Mapping[str, Peg] = Field(
        description="the axis of each peg on top of the board", examples=[{"A": {"x": 120, "y": 110, "z": 0}}]
    )
    disks: Disks = Field(
        description="the disks and poles", examples=[{"thickness": 10, "diameters": [30, 40, 50, 60, 70]}]
    )
    workspace: Workspace = Field(
        description="where the tool may be", examples=[{"radius": [80, 320], "z": [0, 180]}]
    )
    park: Position = Field(description="where the arm waits", examples=[{"x": 120, "y": 0, "z": 150}])
    rest: Position | None = Field(
        None,
        description="where the arm lies by its own weight; it goes there before the shutdown lines",
        examples=[{"x": 120, "y": 0, "z": 20}],
    )
    motion: Motion = Field(
        description="speeds and clearance",
        examples=[{"travel_speed": 200, "lift_speed": 80, "acceleration": 1200, "clearance": 5}],
    )
    gripper: Gripper = Field(Gripper(), description="how a disk is taken and let go")
    kinematics: Kinematics | None = Field(
        None, description="the joints of an arm whose firmware takes degrees; left out: it takes mm"
    )
    tolerances: Tolerances = Field(Tolerances(), description="how far from exact the exhibit is")

    def geometry(self, tower: Tower) -> Geometry:
        """The table in mm, with the pegs in the order of `tower.pegs`."""
        space = self.workspace
        pegs = [self.pegs[name] for name in tower.pegs]
        arrive_from = self.motion.arrive_from
        counts = self.kinematics.direction.base if self.kinematics else 1
        return Geometry(
            names=tower.pegs,
            pegs=tuple(peg.point() for peg in pegs),
            leans=tuple(peg.lean() for peg in pegs) if any(peg.top for peg in pegs) else (),
            thickness=self.disks.thicknesses(),
            diameters=self.disks.diameters,
            pole_height=self.disks.pole_height,
            grip_depth=self.gripper.grip_depth,
            clearance=self.motion.clearance,
            workspace=ToolSpace(z=space.z, x=space.x, y=space.y, radius=space.radius),
            park=self.park.point(),
            rest=self.rest.point() if self.rest else None,
            jaw=self.gripper.open_jaw(),
            press=self.gripper.press,
            arrive_from=(arrive_from.x, arrive_from.y) if arrive_from else (0.0, 0.0),
            arrive_turned=counts * arrive_from.base if arrive_from else 0.0,
        )

    def placed_at(self) -> Point | None:
        """Where the tip is once a person has placed the arm; None where nobody does."""
        return (self.home.at or self.park).point() if self.home.kind == "pose" else None

    def joints(self) -> JointArm | None:
        """The joints that lead the tool, in mm and degrees; None where the firmware takes mm."""
        return self.kinematics.joint_arm() if self.kinematics else None

    def motion_limits(self) -> MotionLimits:
        """Speeds in mm/s and the acceleration in mm/s2."""
        motion = self.motion
        return MotionLimits(
            motion.travel_speed,
            motion.lift_speed,
            motion.acceleration,
            breakaway=self.gripper.slow_start(),
        )
