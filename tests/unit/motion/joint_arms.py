"""Arms for tests, and where their elbow stands by geometry alone: two circles that meet, no angle in it."""

from dataclasses import dataclass, replace
from math import atan2, degrees, hypot

from hypothesis import strategies as st

from controller.model import Point
from controller.motion.kinematics import Joint, JointArm, Joints, Links

PARALLEL = JointArm(
    kind="parallel",
    links=Links(base_height=110, shoulder_offset=15, upper_arm=150, forearm=160, tool_reach=45, tool_drop=60),
    base=Joint(zero=0, direction=1, limits=(-100, 100), max_speed=90),
    shoulder=Joint(zero=90, direction=-1, limits=(-15, 80), max_speed=60),
    elbow=Joint(zero=0, direction=-1, limits=(-20, 85), max_speed=60),
    home=Joints(0, 0, 0),
)
SERIAL = JointArm(
    kind="serial",
    links=Links(base_height=120, shoulder_offset=0, upper_arm=160, forearm=170, tool_reach=0, tool_drop=80),
    base=Joint(zero=0, direction=1, limits=(-150, 150), max_speed=120),
    shoulder=Joint(zero=0, direction=1, limits=(0, 150), max_speed=90),
    elbow=Joint(zero=-90, direction=1, limits=(-70, 80), max_speed=90),
    home=Joints(0, 90, 0),
)
ARMS = (PARALLEL, SERIAL)


def with_limits(arm: JointArm, **limits: tuple[float, float]) -> JointArm:
    """`arm` with other limits of some joints, degrees."""
    return replace(arm, **{name: replace(getattr(arm, name), limits=pair) for name, pair in limits.items()})


@dataclass(frozen=True)
class Pose:
    """An arm and what its joints read in a pose that is neither stretched nor folded nor over the axis."""

    arm: JointArm
    readings: Joints


@st.composite
def poses(draw: st.DrawFn) -> Pose:
    """Arms of both kinds and all senses of turning, in any pose with the elbow above."""

    def number(low: float, high: float) -> float:
        return draw(st.floats(low, high))

    def joint_at(angle: float) -> tuple[float, Joint]:
        zero, direction = number(-180, 180), draw(st.sampled_from((1, -1)))
        reading = direction * (angle - zero)
        return reading, Joint(zero, direction, (reading - number(1, 170), reading + number(1, 170)), 90)

    kind = draw(st.sampled_from(("parallel", "serial")))
    base, upper, bend = number(-180, 180), number(-60, 200), number(4, 176)
    joints = [joint_at(base), joint_at(upper), joint_at(upper - bend if kind == "parallel" else -bend)]
    links = Links(
        base_height=number(-50, 300),
        shoulder_offset=number(0, 60),
        upper_arm=number(40, 400),
        forearm=number(40, 400),
        tool_reach=number(-60, 80),
        tool_drop=number(-80, 200),
    )
    readings = Joints(*(reading for reading, _ in joints))
    return Pose(JointArm(kind, links, *(joint for _, joint in joints), readings), readings)


def readings_by_circles(arm: JointArm, tip: Point) -> Joints:
    """What the joints read at `tip`: the elbow is where two circles meet, the upper one of two places."""
    links = arm.links
    out = hypot(tip.x, tip.y) - links.shoulder_offset - links.tool_reach
    up = tip.z + links.tool_drop - links.base_height
    span = hypot(out, up)
    along = (span**2 + links.upper_arm**2 - links.forearm**2) / (2 * span)
    aside = (links.upper_arm**2 - along**2) ** 0.5
    elbow_out, elbow_up = (along * out - aside * up) / span, (along * up + aside * out) / span
    upper = degrees(atan2(elbow_up, elbow_out))
    fore = degrees(atan2(up - elbow_up, out - elbow_out))
    angles = (degrees(atan2(tip.y, tip.x)), upper, fore if arm.kind == "parallel" else fore - upper)
    pairs = zip(arm.joints, angles, strict=True)
    return Joints(*(joint.direction * (angle - joint.zero) for joint, angle in pairs))


def turned(a: float, b: float) -> float:
    """How far two angles are apart, whole turns left aside, degrees."""
    return abs((a - b + 180) % 360 - 180)
