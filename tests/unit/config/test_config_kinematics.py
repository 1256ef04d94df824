"""`kinematics:` is read key by key, and what the joints cannot reach is told at its peg, park or home."""

import pytest

from controller.config import parse
from controller.motion.kinematics import Joint, JointArm, Joints, Links

KINEMATICS = """\
  kinematics:
    kind: parallel
    base_height: 110
    shoulder_offset: 15
    upper_arm: 150
    forearm: 160
    tool: {reach: 45, drop: 60}
    zero: {base: 0, shoulder: 90, elbow: 0}
    direction: {base: 1, shoulder: -1, elbow: -1}
    limits: {base: [-100, 100], shoulder: [-15, 80], elbow: [-20, 85]}
    max_speed: {base: 90, shoulder: 60, elbow: 50}
    home: {base: 0, shoulder: 0, elbow: 0}
"""
PEGS = """\
    A: {x: 120, y: 110, z: 0}
    B: {x: 180, y: 0, z: 0}
    C: {x: 120, y: -110, z: 0}
"""
REACHED = """\
    A: {x: 190, y: 100, z: 0}
    B: {x: 225, y: 0, z: 0}
    C: {x: 190, y: -100, z: 0}
"""


@pytest.fixture
def jointed(edit) -> str:
    """The sound config with joints, and with pegs that they reach."""
    return edit(
        ("  park: {x: 120, y: 0, z: 150}\n", "  park: {x: 200, y: 0, z: 130}\n" + KINEMATICS), (PEGS, REACHED)
    )


def arm_of(text: str) -> JointArm | None:
    config = parse("f.yaml", text)
    assert config.arm is not None
    return config.arm.joints()


def test_all_that_is_written_comes_through(jointed):
    assert arm_of(jointed) == JointArm(
        kind="parallel",
        links=Links(110, 15, 150, 160, 45, 60),
        base=Joint(0, 1, (-100, 100), 90),
        shoulder=Joint(90, -1, (-15, 80), 60),
        elbow=Joint(0, -1, (-20, 85), 50),
        home=Joints(0, 0, 0),
        between=(0, 180),
    )
    limited = jointed.replace("elbow: [-20, 85]}", "elbow: [-20, 85], between: [30, 165]}")
    assert arm_of(limited).between == (30, 165)


def test_tool_offset_zeros_and_directions_may_be_left_out(jointed):
    serial = """\
  kinematics:
    kind: serial
    base_height: 20
    upper_arm: 160
    forearm: 170
    limits: {base: [-150, 150], shoulder: [0, 150], elbow: [-160, -5]}
    max_speed: {base: 90, shoulder: 60, elbow: 60}
    home: {base: 0, shoulder: 90, elbow: -90}
"""
    arm = arm_of(jointed.replace(KINEMATICS, serial))
    assert arm is not None
    assert arm.links == Links(20, 0, 160, 170, 0, 0)
    assert [(joint.zero, joint.direction) for joint in arm.joints] == [(0, 1)] * 3


def test_without_the_key_the_firmware_takes_millimetres(sound):
    assert arm_of(sound) is None


MISTAKES = [
    ("kind: parallel", "kind: «scara", "kind", "write one of parallel, serial"),
    ("    upper_arm: 150\n", "", "upper_arm", "is missing; write for example upper_arm: 150"),
    ("upper_arm: 150", "upper_arm: «0", "upper_arm", "must be more than 0"),
    ("forearm: 160", "«fore_arm: 160", "fore_arm", "did you mean forearm?"),
    ("shoulder_offset: 15", "shoulder_offset: «-15", "shoulder_offset", "at least 0"),
    ("{base: 1,", "{base: «2,", "direction.base", "2 is no direction; write 1, or -1 to turn it round"),
    ("{base: 1,", "{base: «1.0,", "direction.base", "a whole number is wanted here"),
    ("elbow: [-20, 85]", "«elbow: [85, -20]", "limits.elbow", "the lower limit comes first"),
    ("base: [-100, 100]", "«base: [-200, 200]", "limits.base", "at most a turn above it"),
    (
        "elbow: [-20, 85]}",
        "elbow: [-20, 85], «between: [160, 30]}",
        "limits.between",
        "lower limit comes first",
    ),
    ("elbow: [-20, 85]}", "elbow: [-20, 85], between: [30, «190]}", "limits.between[2]", "at most 180"),
    ("elbow: 50", "elbow: «0", "max_speed.elbow", "must be more than 0"),
    ("home: {base: 0,", "home: {base: «x,", "home.base", "a number is wanted here"),
]


@pytest.mark.parametrize(("old", "new", "field", "words"), MISTAKES)
def test_a_mistake_is_told_at_its_key(jointed, check_marked, old, new, field, words):
    assert jointed.count(old) == 1
    marked = jointed.replace(old, new)
    expected = [(f"arm.kinematics.{field}", words)]
    if not new:
        marked = marked.replace("kinematics:", "«kinematics:")
    check_marked(marked, *expected)


def test_a_peg_out_of_the_joints_reach_is_told_at_the_peg(jointed, check_marked):
    marked = jointed.replace("B: {x: 225,", "«B: {x: 160,").replace("elbow: [-20, 85]", "elbow: [-20, 77]")
    check_marked(marked, ("arm.pegs.B", "peg B: x 160.0, y 0.0, z 10.0 would need the elbow at"))


def test_a_park_position_out_of_the_joints_reach_is_told_there(jointed, check_marked):
    marked = jointed.replace("park: {x: 200, y: 0, z: 130}", "«park: {x: 150, y: 0, z: 180}")
    check_marked(marked, ("arm.park", "the park position: x 150.0, y 0.0, z 180.0 would need the shoulder"))


def test_a_home_from_which_the_park_position_is_not_reached_is_told_there(jointed, check_marked):
    marked = jointed.replace(
        "home: {base: 0, shoulder: 0, elbow: 0}", "«home: {base: 0, shoulder: 0, elbow: 90}"
    )
    check_marked(marked, ("arm.kinematics.home", "from home to the park position: x "))


def test_an_arm_that_reckons_its_joints_by_itself_is_not_told_them(jointed, check_marked):
    marked = jointed.replace("firmware: marlin", "firmware: uarm").replace("kinematics:", "«kinematics:")
    marked = marked.replace("grip: [M106 S255], release: [M107], ", "")
    check_marked(marked, ("arm.kinematics", "reckons its joints by itself; take kinematics out"))


def test_joints_that_are_wrong_themselves_are_not_asked_for_their_reach(jointed, check_marked):
    marked = jointed.replace("B: {x: 225,", "B: {x: 85,").replace("kind: parallel", "kind: «x")
    check_marked(marked, ("arm.kinematics.kind", "none of the choices"))
