"""What is no mistake in a config and yet cannot last: the warnings of `hanoi check`, in closed forms."""

from collections.abc import Iterator
from math import exp, hypot

from controller.app.forecast import HOURS, journeys_of, moves_a_second
from controller.app.imperfect import bearable, is_cup
from controller.app.limp import limp
from controller.config import Arm, Config
from controller.motion.transfers import moves_of_disks
from controller.views.words import duration
from firmware_proto.quick_bench import Limp

FEW_DISKS = 10

LASTS = 30 * HOURS * 3600
"""Seconds of running, a month of days, that an exhibit should last at least."""

_ROUNDING = 1e-9

_OWN_DELAY = "; where its $1 is not 255, write that among the startup lines"

_CURES = {
    "double_pick": "part the disks with a rim or a felt",
    "late_release": "wait longer after letting go, or blow off",
    "leak": "see to cup, hose and pump",
}


def warnings(config: Config) -> Iterator[str]:
    """A sentence for each thing about the arm that goes wrong within a month of days."""
    if config.arm is None:
        return
    typical = _of_few_disks(config, config.arm)
    there, back = journeys_of(typical)
    pace = moves_a_second((there, back))
    share = moves_of_disks(there.plan.legs, typical.tower.disks)[0] / there.plan.length
    yield from _walks_off(config.arm, share * pace)
    yield from _misses_its_seat(config.arm, pace)
    yield from _does_not_fit(config.arm)
    yield from _sinks(config.arm, pace)
    held = sum(seconds for *_, seconds in there) / there.plan.length
    yield from _fails_by_chance(config.arm, pace, held)


def _of_few_disks(config: Config, arm: Arm) -> Config:
    """The same with the small disks alone: nearly all moves are theirs, and a check has to be quick."""
    if config.tower.disks <= FEW_DISKS:
        return config
    few = {"thickness": arm.disks.thicknesses()[:FEW_DISKS], "diameters": arm.disks.diameters[:FEW_DISKS]}
    arm = arm.model_copy(update={"disks": arm.disks.model_copy(update=few)})
    tower = config.tower.model_copy(update={"disks": FEW_DISKS})
    return config.model_copy(update={"arm": arm, "tower": tower})


def seconds_to_walk_off(rms: float, off_axis: float, carries_a_second: float) -> float:
    """The mean seconds in which a disk that nothing centres walks `off_axis` mm off its axis.

    `rms`: of each carry's error on each of X and Y, mm. After n carries the distance's square is 2 n rms^2 in
    the mean, and so it is when a walk of small steps first gets so far (Wald's second identity).
    """
    return off_axis**2 / (2 * rms**2) / carries_a_second


def seconds_to_a_miss(rms: float, room: float, carries_a_second: float) -> float:
    """The mean seconds until an error, of that rms on each of X and Y, is longer than `room` (Rayleigh)."""
    return exp(min(700.0, room**2 / (2 * rms**2))) / carries_a_second


def moves_to_sink(sag: float, bears: float, times: Limp) -> int:
    """The move in which an arm has sunk by more than `bears` mm, `sag` mm at a time."""
    whole = (bears / sag - times.before) / (times.to_grip + times.to_let_go)
    return int(max(0.0, whole) + _ROUNDING) + 1


def _walks_off(arm: Arm, carries_a_second: float) -> Iterator[str]:
    rms = _error(arm)
    if arm.disks.seated().kind != "none" or not is_cup(arm) or not rms:
        return
    off_axis = min(arm.tolerances.off_axis, arm.disks.diameters[0] / 2)
    seconds = seconds_to_walk_off(rms, off_axis, carries_a_second)
    if seconds < LASTS:
        yield (
            f"arm.disks.seat: nothing centres a disk, and a suction cup keeps every error of {rms:.2g} mm: "
            f"disk 1 is {off_axis:g} mm off its axis after about {duration(seconds)}; give the disks a pole "
            "or a recess"
        )


def _misses_its_seat(arm: Arm, carries_a_second: float) -> Iterator[str]:
    seat, rms = arm.disks.seated(), _error(arm)
    if seat.kind == "none" or not rms:
        return
    # A cup brings a disk as far off the middle as its last seat let it be.
    room = max(0.0, seat.capture - (min(seat.play, seat.capture) if is_cup(arm) else 0.0))
    seconds = seconds_to_a_miss(rms, room, carries_a_second)
    if seconds < LASTS:
        yield (
            f"arm.disks.seat: with errors of {rms:.2g} mm a disk misses the {seat.capture:g} mm that its "
            f"seat catches about every {duration(seconds)}; make the seat wider, or the arm more exact"
        )


def _does_not_fit(arm: Arm) -> Iterator[str]:
    thickness, disks = arm.tolerances.thickness, len(arm.disks.diameters)
    bears = bearable(arm)
    if disks * thickness > bears:
        yield (
            f"arm.tolerances.thickness: {disks} disks each {thickness:g} mm too thick or too thin make "
            f"{disks * thickness:.2g} mm, and the gripper bears {bears:g} mm; measure each disk "
            "and list their thicknesses"
        )


def _sinks(arm: Arm, carries_a_second: float) -> Iterator[str]:
    """A sag adds up until the arm is homed again; or there is nothing that it could come from."""
    sag, bears, times = arm.tolerances.sag, bearable(arm), limp(arm)
    if sag and not any(times):
        yield (
            f"arm.tolerances.sag: an arm that sinks {sag:g} mm as its motors go limp never does so here, and "
            f"it has no effect{_OWN_DELAY if arm.firmware == 'grbl' else ''}"
        )
    elif sag:
        carry = moves_to_sink(sag, bears, times)
        if carry / carries_a_second < LASTS:
            yield (
                f"arm.tolerances.sag: an arm that sinks {sag:g} mm each time its motors go limp presses on "
                f"what it grips, which bears {bears:g} mm: too hard in move {carry}; keep its motors "
                "powered, as $1=255 does in GRBL"
            )


def _fails_by_chance(arm: Arm, carries_a_second: float, held: float) -> Iterator[str]:
    """What comes by chance, each carry holding a disk for `held` seconds."""
    found = arm.tolerances
    chances = {
        "double_pick": found.double_pick,
        "late_release": found.late_release,
        "leak": found.leak * held,
    }
    for name, chance in chances.items():
        if chance and (seconds := 1 / (chance * carries_a_second)) < LASTS:
            yield (
                f"arm.tolerances.{name}: at {getattr(found, name):g} a disk is lost or dropped about every "
                f"{duration(seconds)}; {_CURES[name]}"
            )


def _error(arm: Arm) -> float:
    """The error of a pick and place together, mm rms on each axis."""
    return hypot(arm.tolerances.picking, arm.tolerances.placing)
