"""`arm.kinematics:` in a config: an arm whose firmware wants degrees, and the plain values made of it."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from controller.config.quantities import Coordinate, Height, Length, Part
from controller.motion.kinematics import Joint, JointArm, Joints, Links

Degrees = Annotated[float, Field(ge=-720, le=720)]
DegreesPerSecond = Annotated[float, Field(gt=0, le=3600)]


def _less_than_a_turn(value: tuple[float, float]) -> tuple[float, float]:
    low, high = value
    if not 0 < high - low <= 360:
        raise PydanticCustomError(
            "sentence",
            f"the lower limit comes first, and the upper at most a turn above it: not [{low:g}, {high:g}]",
        )
    return value


def _one_way_or_the_other(value: int) -> int:
    if value not in (1, -1):
        raise PydanticCustomError("sentence", f"{value} is no direction; write 1, or -1 to turn it round")
    return value


JointLimits = Annotated[tuple[Degrees, Degrees], AfterValidator(_less_than_a_turn)]
Opening = Annotated[
    tuple[Annotated[float, Field(ge=0, le=180)], Annotated[float, Field(ge=0, le=180)]],
    AfterValidator(_less_than_a_turn),
]
Direction = Annotated[int, AfterValidator(_one_way_or_the_other)]


class Tool(Part):
    """From the wrist to the tip; the tool stays level."""

    reach: Coordinate = Field(0.0, description="mm outwards from the wrist to the tip")
    drop: Coordinate = Field(0.0, description="mm down from the wrist to the tip")


class Readings(Part):
    """What the three joints read, in the firmware's degrees."""

    base: Degrees = Field(description="degrees", examples=[0])
    shoulder: Degrees = Field(description="degrees", examples=[90])
    elbow: Degrees = Field(description="degrees", examples=[0])

    def joints(self) -> Joints:
        """The same as Joints, degrees."""
        return Joints(self.base, self.shoulder, self.elbow)


class Zeros(Part):
    """Angles in the drawing at which the joints read 0."""

    base: Degrees = Field(0.0, description="degrees from the x axis, anticlockwise from above")
    shoulder: Degrees = Field(0.0, description="degrees of the upper arm above the horizontal")
    elbow: Degrees = Field(
        0.0,
        description="parallel: degrees of the forearm above the horizontal;"
        " serial: of the forearm above the prolonged upper arm",
    )


class Directions(Part):
    """1 where a joint reads more as its angle in the drawing grows, -1 where it reads less."""

    base: Direction = Field(1, description="1 or -1")
    shoulder: Direction = Field(1, description="1 or -1")
    elbow: Direction = Field(1, description="1 or -1")


class AllLimits(Part):
    """How far the joints turn, in the firmware's degrees, lower limit first."""

    base: JointLimits = Field(description="degrees", examples=[[-90, 90]])
    shoulder: JointLimits = Field(description="degrees", examples=[[10, 120]])
    elbow: JointLimits = Field(description="degrees", examples=[[-80, 20]])
    between: Opening = Field(
        (0.0, 180.0),
        description="degrees between upper arm and forearm, 180 stretched, that a linkage allows",
        examples=[[25, 160]],
    )


class MaxSpeeds(Part):
    """How fast the joints turn at most."""

    base: DegreesPerSecond = Field(description="degrees a second", examples=[90])
    shoulder: DegreesPerSecond = Field(description="degrees a second", examples=[60])
    elbow: DegreesPerSecond = Field(description="degrees a second", examples=[60])


class Kinematics(Part):
    """An arm of base, shoulder and elbow whose firmware takes their degrees as X, Y and Z."""

    kind: Literal["parallel", "serial"] = Field(
        description="parallel: a linkage lets the elbow's degrees be the forearm's slope, as in palletizing"
        " arms; serial: they are counted from the upper arm",
        examples=["parallel"],
    )
    base_height: Coordinate = Field(description="mm from z 0 up to the shoulder's axis", examples=[90])
    shoulder_offset: Height = Field(0.0, description="mm from the base's axis out to the shoulder's axis")
    upper_arm: Length = Field(description="mm from the shoulder's to the elbow's axis", examples=[150])
    forearm: Length = Field(description="mm from the elbow's axis to the wrist's", examples=[160])
    tool: Tool = Field(Tool(), description="from the wrist to the tip")
    zero: Zeros = Field(Zeros(), description="where the joints read 0")
    direction: Directions = Field(Directions(), description="which way the joints count")
    limits: AllLimits = Field(
        description="how far the joints turn, as the firmware counts",
        examples=[{"base": [-90, 90], "shoulder": [10, 120], "elbow": [-80, 20]}],
    )
    max_speed: MaxSpeeds = Field(
        description="how fast the joints turn at most", examples=[{"base": 90, "shoulder": 60, "elbow": 60}]
    )
    home: Readings = Field(
        description="what the joints read after homing", examples=[{"base": 0, "shoulder": 90, "elbow": 0}]
    )

    def joint_arm(self) -> JointArm:
        """The arm in mm and degrees."""
        return JointArm(
            kind=self.kind,
            links=Links(
                base_height=self.base_height,
                shoulder_offset=self.shoulder_offset,
                upper_arm=self.upper_arm,
                forearm=self.forearm,
                tool_reach=self.tool.reach,
                tool_drop=self.tool.drop,
            ),
            base=self._joint("base"),
            shoulder=self._joint("shoulder"),
            elbow=self._joint("elbow"),
            home=self.home.joints(),
            between=self.limits.between,
        )

    def _joint(self, name: str) -> Joint:
        parts = (self.zero, self.direction, self.limits, self.max_speed)
        return Joint(*(getattr(part, name) for part in parts))
