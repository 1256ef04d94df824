"""Where a jointed machine's tip is: by a ruler, by complex numbers, and as its bench and limits see it."""

import cmath
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.bench import Bench
from firmware_proto.forward_kinematics import FINEST_TURN, GANTRY, JointedArm
from firmware_proto.limits import STRAY, Limits
from firmware_proto.motion import MotionSettings
from firmware_proto.points import Point

PALLETIZER = JointedArm(
    level_forearm=True,
    column=110.0,
    ahead=15.0,
    upper_arm=150.0,
    forearm=160.0,
    tool_out=45.0,
    tool_down=60.0,
    zero=(0.0, 90.0, 0.0),
    direction=(1.0, -1.0, -1.0),
)
JOINTS = Limits(x=(-100.0, 100.0), y=(-15.0, 80.0), z=(-20.0, 85.0), at_home=Point(0, 0, 0))
TURN = st.floats(-180, 180)
LENGTH = st.floats(0, 400)


@st.composite
def arms(draw: st.DrawFn) -> JointedArm:
    sense = st.sampled_from((1.0, -1.0))
    return JointedArm(
        draw(st.booleans()),
        *(draw(LENGTH) for _ in range(6)),
        zero=(draw(TURN), draw(TURN), draw(TURN)),
        direction=(draw(sense), draw(sense), draw(sense)),
    )


def by_complex_numbers(arm: JointedArm, readings: Point) -> tuple[float, float, float]:
    """The side view in the complex plane: rods laid end to end, each at its own slope."""
    swing, upper, elbow = (z + d * r for z, d, r in zip(arm.zero, arm.direction, readings, strict=True))
    fore = elbow if arm.level_forearm else upper + elbow
    rods = cmath.rect(arm.upper_arm, math.radians(upper)) + cmath.rect(arm.forearm, math.radians(fore))
    side = complex(arm.ahead + arm.tool_out, arm.column - arm.tool_down) + rods
    above = cmath.rect(side.real, math.radians(swing))
    return above.real, above.imag, side.imag


@pytest.mark.parametrize(
    ("readings", "tip"),
    [
        ((0, 0, 0), (15 + 160 + 45, 0, 110 + 150 - 60)),  # upper arm upright, forearm level
        ((90, 0, 0), (0, 220, 200)),
        ((0, 90, 0), (15 + 150 + 160 + 45, 0, 50)),  # both level
        ((0, 0, 90), (15 + 45, 0, 110 + 150 - 160 - 60)),  # the forearm hangs
    ],
)
def test_the_places_that_a_ruler_finds(readings, tip):
    assert PALLETIZER.tip(Point(*readings)) == pytest.approx(tip, abs=1e-9)


@settings(max_examples=100)
@given(arms(), st.builds(Point, TURN, TURN, TURN))
def test_the_chain_of_turns_ends_where_the_rods_end(arm, readings):
    assert arm.tip(readings) == pytest.approx(by_complex_numbers(arm, readings), abs=1e-6)


@settings(max_examples=50)
@given(arms(), st.builds(Point, TURN, TURN, TURN), st.builds(Point, TURN, TURN, TURN))
def test_a_way_is_told_in_turns_too_fine_to_matter(arm, start, end):
    places = list(arm.way(start, end))
    assert places[0] == pytest.approx(arm.tip(start), abs=1e-9)
    assert places[-1] == pytest.approx(arm.tip(end), abs=1e-9)
    steps = len(places) - 1
    assert max(map(abs, end.minus(start))) / steps <= FINEST_TURN + 1e-9
    middle = steps // 2
    assert places[middle] == arm.tip(start.towards(end, middle / steps))


def test_a_gantrys_coordinates_are_the_rooms():
    assert GANTRY.tip(Point(1, 2, 3)) == Point(1, 2, 3)
    assert list(GANTRY.way(Point(1, 2, 3), Point(4, 5, 6))) == [Point(1, 2, 3), Point(4, 5, 6)]


@pytest.fixture
def jointed(marlin):
    """A homed Marlin whose X, Y and Z are the joints of the palletizer."""

    def make(**options):
        settings = MotionSettings(max_speed=Point(90.0, 60.0, 60.0), acceleration=200.0)
        wire = marlin(**{"limits": JOINTS, "linkage": PALLETIZER, "settings": settings, **options})
        wire.say("G28")
        return wire

    return make


def bench_under(spot: Point) -> Bench:
    """One disk, 10 mm thick, on a peg at `spot`, and a free peg beside it."""
    pegs = {"A": (spot.x, spot.y, spot.z - 10), "B": (spot.x, spot.y + 100, spot.z - 10)}
    return Bench(pegs, [10.0], [40.0], {"A": [1]})


def test_it_homes_to_its_home_readings_and_reports_degrees(jointed):
    assert jointed().say("M114")[0].startswith("X:0.00 Y:0.00 Z:0.00 ")


def test_the_gripper_closes_where_the_joints_have_brought_the_tip(jointed):
    readings = Point(20, 40, 60)
    bench = bench_under(PALLETIZER.tip(readings))
    jointed(bench=bench).say("G1 X20 Y40 Z60 F1200", "M400", "M106 S255")
    assert (bench.held, bench.faults) == (1, ())


def test_the_bench_sees_the_arc_that_the_tip_really_draws(jointed):
    """The base alone turns: the chord would miss the disk that the arc runs into."""
    low = Point(-30, 40, 60)
    middle = PALLETIZER.tip(low._replace(x=0))
    bench = bench_under(Point(middle.x, middle.y, middle.z + 5))
    wire = jointed(bench=bench)
    wire.say("G1 X-30 Y0 Z0 F3000", "G1 Y40 Z60", "M400")
    assert bench.faults == ()
    wire.say("G1 X30", "M400")
    assert "runs into disk 1 on A" in bench.faults[0]


@pytest.mark.parametrize("level_forearm", [True, False])
def test_a_forearm_led_too_near_to_the_upper_arm_jams(level_forearm):
    """Upper arm upright: at a slope of -50 the forearm is 40 degrees from it, and a ruler says no more."""
    zero = (0.0, 90.0, 0.0 if level_forearm else -90.0)
    arm = replace(PALLETIZER, level_forearm=level_forearm, zero=zero, opening=(40.0, 120.0))
    assert arm.jams(Point(0, 0, 50)) is None
    assert "jam, 39.0 degrees apart" in (arm.jams(Point(0, 0, 51)) or "")
    assert "jam, 125.0 degrees apart" in (arm.jams(Point(0, 0, -35)) or "")


def test_a_move_that_jams_is_blamed(jointed):
    wire = jointed(linkage=replace(PALLETIZER, opening=(40.0, 120.0)))
    wire.say("G1 X0 Y0 Z45 F3000", "M400")
    assert wire.device.faults == ()
    wire.say("G1 Z60", "M400")
    assert "arm and forearm jam" in wire.device.faults[0]
    assert GANTRY.jams(Point(1, 2, 3)) is None


def test_a_joint_is_cut_back_to_its_limit(jointed):
    wire = jointed()
    assert "echo:endstops hit:  Y:80.00" in wire.say("G1 X0 Y99 Z0 F3000")
    assert "beyond the machine's limits" in wire.device.faults[0]


def test_a_joint_moves_no_faster_than_it_can(jointed):
    wire = jointed()
    began = wire.now
    wire.until_ok("G1 X90 F60000")
    wire.until_ok("M400")
    assert wire.now - began >= 90 / 90.0


def test_leaving_the_workspace_is_told_each_time_it_happens(jointed):
    """From home it may come in; once inside, it must stay."""
    tip = PALLETIZER.tip(Point(0, 40, 60))
    space = Limits(z=(tip.z - 1, tip.z + 1), radius=(200.0, 300.0))
    wire = jointed(workspace=space)
    wire.say("G1 X10 Y40 Z60 F3000", "M400")
    assert wire.device.faults == ()
    wire.say("G1 Y50", "G1 Y60", "G1 Y40", "G1 Y50", "M400")
    assert len(wire.device.faults) == 2
    assert wire.device.faults[0].startswith("The tool leaves the workspace at X")


def test_after_homing_anew_it_may_come_in_once_more(jointed):
    tip = PALLETIZER.tip(Point(0, 40, 60))
    wire = jointed(workspace=Limits(z=(tip.z - 5, tip.z + 5), radius=(200.0, 300.0)))
    wire.say("G1 Y40 Z60 F3000", "M400", "G28")
    left = len(wire.device.faults)
    wire.say("G1 Y40 Z60 F3000", "M400")
    assert len(wire.device.faults) == left


def test_a_tip_led_by_joints_may_stray_a_little():
    ring = Limits(z=(0.0, 100.0), radius=(100.0, 200.0))
    assert ring.holds(Point(200 + STRAY / 2, 0, -STRAY / 2))
    assert not ring.holds(Point(200 + 2 * STRAY, 0, 50))
    assert not ring.holds(Point(150, 0, 100 + 2 * STRAY))
    box = Limits(z=(0.0, 100.0), x=(0.0, 10.0), y=(0.0, 10.0))
    assert box.holds(Point(5, 10, 0))
    assert not box.holds(Point(5, 11, 0))
