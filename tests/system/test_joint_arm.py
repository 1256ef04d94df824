"""An arm that takes joint degrees: its bench proves what host and emulator reckon, each in its own way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.app import emulation
from controller.app.emulation import linkage_of
from controller.config import load
from controller.config.kinematics import Kinematics
from controller.motion.kinematics import Joints
from firmware_proto.points import Point as Place

JOINTS = ("base", "shoulder", "elbow")
TURNS = st.floats(-180, 180)
RUN = ("--dry-run", "--speed", "0", "--plain")
SERIAL = (
    ("kind: parallel ", "kind: serial "),
    ("zero: {base: 0, shoulder: 90, elbow: 0}", "zero: {base: 0, shoulder: 90, elbow: -90}"),
    ("direction: {base: 1, shoulder: -1, elbow: -1}", "direction: {base: -1, shoulder: -1, elbow: 1}"),
    ("elbow: [-20, 85], between: [30, 165]}", "elbow: [-80, 60]}"),
)


def test_a_serial_arm_solves_the_same_tower(hanoi, config_with):
    code, out, err = hanoi("run", config_with("joint-arm", *SERIAL), *RUN)
    assert code == 0, err
    assert "The bench says: all 5 disks stand on C." in out


def test_joints_behind_grbl_are_no_millimetres_to_be_held_against_its_settings(hanoi, config_with):
    grbl = (("firmware: marlin", "firmware: grbl"), ("grip: [M106 S255], release: [M107], ", ""))
    code, out, err = hanoi("run", config_with("joint-arm", *grbl), *RUN)
    assert code == 0, err
    assert "The bench says: all 5 disks stand on C." in out
    assert "mm/s" not in out


def kinematics(**own):
    whole = {"limits": dict.fromkeys(JOINTS, (-180, 180)), "max_speed": dict.fromkeys(JOINTS, 90)}
    return Kinematics(**{**whole, "home": dict.fromkeys(JOINTS, 0), **own})


@settings(max_examples=100)
@given(
    st.builds(
        kinematics,
        kind=st.sampled_from(("parallel", "serial")),
        base_height=st.floats(-100, 300),
        shoulder_offset=st.floats(0, 80),
        upper_arm=st.floats(20, 400),
        forearm=st.floats(20, 400),
        tool=st.fixed_dictionaries({"reach": st.floats(-50, 90), "drop": st.floats(-90, 150)}),
        zero=st.fixed_dictionaries(dict.fromkeys(JOINTS, TURNS)),
        direction=st.fixed_dictionaries(dict.fromkeys(JOINTS, st.sampled_from((1, -1)))),
    ),
    st.tuples(TURNS, TURNS, TURNS),
)
def test_host_and_emulator_agree_where_any_arms_tip_is(arm, readings):
    assert linkage_of(arm).tip(Place(*readings)) == pytest.approx(
        arm.joint_arm().forward(Joints(*readings)), abs=1e-6
    )


@pytest.mark.parametrize(
    ("part", "wrong"), [("upper_arm", 152.0), ("forearm", 158.0), ("column", 113.0), ("tool_down", 57.0)]
)
def test_an_arm_that_is_not_as_the_config_says_is_seen_by_the_bench(hanoi, mocker, part, wrong):
    """The emulated arm is built a few mm otherwise than written: the host cannot know, the bench does."""
    real = emulation.JointedArm
    mocker.patch.object(emulation, "JointedArm", lambda **links: real(**{**links, part: wrong}))
    code, _, err = hanoi("run", "joint-arm", *RUN)
    assert code == 3
    assert "The bench saw what must not happen" in err


def test_a_run_sets_out_from_where_the_firmware_says_its_joints_are(hanoi, tmp_path):
    log = tmp_path / "wire.log"
    assert hanoi("run", "joint-arm", *RUN, "--wire-log", str(log))[0] == 0
    assert "< X:0.00 Y:0.00 Z:0.00 E:0.00" in log.read_text(encoding="utf-8")
    assert load("joint-arm").arm.joints().home == (0, 0, 0)


def test_from_a_state_that_a_person_names_the_joints_may_have_to_reach_further(hanoi, config_with):
    """On its way from A to C disk 1, the thin one, never lies on the board of B; from other states it may."""
    thin = ("thickness: 10,", "thickness: [5, 10, 10, 10, 10],")
    config = config_with("joint-arm", thin, ("shoulder: [-15, 80]", "shoulder: [-15, 45]"))
    assert hanoi("check", config)[0] == 0
    code, _, err = hanoi("run", config, *RUN, "--from-state", "A:4 B:5,3 C:2,1")
    assert code == 2
    assert "--from-state: from there it cannot be done: peg B: x 225.0, y 0.0, z 5.0 would need" in err
