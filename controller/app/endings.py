"""How an arm begins, arrives and ends, and what it says: no mistake and yet of harm, for `hanoi check`."""

from collections.abc import Iterator
from math import atan2, degrees

from controller.app.arms import firmware_of
from controller.app.emulation import why_not_emulated
from controller.config import Arm, Config
from controller.config.own_lines import SIGNED
from controller.gcode.firmware import Part


def ending_warnings(config: Config) -> Iterator[str]:
    """A sentence for an arm that sinks in the end, and for lines and a position that are only hoped for."""
    arm = config.arm
    if arm is None:
        return
    yield from _limp_motors(arm)
    if reason := why_not_emulated(arm):
        yield reason.rstrip(".")
    yield from _turned_both_ways(arm)
    yield from _conditions(arm)
    yield from _negative_angles(arm)
    firmware = firmware_of(arm)
    if arm.home.kind == "none" and Part.POSITION in firmware.opening:
        yield (
            f"arm.home.kind: none trusts that {firmware.name} knows where the arm stands, and most boards "
            "forget it as their port is opened; without absolute encoders write pose"
        )


def _turned_both_ways(arm: Arm) -> Iterator[str]:
    """An arrival that is from one side in x and y, and not as a base that turns sees it."""
    side = arm.motion.arrive_from
    if side is None or arm.kinematics or arm.workspace.radius is None:
        return
    turns = {name: peg.y * side.x - peg.x * side.y for name, peg in arm.pegs.items()}
    most, least = max(turns, key=turns.__getitem__), min(turns, key=turns.__getitem__)
    if turns[least] < 0 < turns[most]:
        yield (
            f"arm.motion.arrive_from: a base that turns comes to peg {most} and to peg {least} from opposite"
            " sides, whatever x and y do; where yours turns write base, the degrees that it comes from"
        )


def _limp_motors(arm: Arm) -> Iterator[str]:
    """The first line that lets the motors go in the end, and those that do so whenever the arm stands."""
    vocabulary = firmware_of(arm).vocabulary
    limp = [own for own in _own_lines(arm) if vocabulary and vocabulary.goes_limp(own[1])]
    last = next((line for name, line in limp if name == "shutdown"), None)
    if last and arm.rest is None:
        yield (
            f"arm.shutdown: {last} lets the motors go at the park position, and the arm sinks from there; "
            "say with rest: where it lies by its own weight, or leave the motors powered"
        )
    for name, line in limp:
        if name != "shutdown":
            yield f"arm.{name}: {line} lets the motors go at each stop, and the arm sinks; leave them powered"


def _conditions(arm: Arm) -> Iterator[str]:
    """The lines that only some builds of the firmware know, and would stop at."""
    vocabulary = firmware_of(arm).vocabulary
    for name, line in _own_lines(arm):
        if vocabulary and (condition := vocabulary.condition(line)):
            yield f"arm.{name}: {condition}; see that yours is one, or the run stops there"


def _negative_angles(arm: Arm) -> Iterator[str]:
    """Lines with an angle that is below 0 at a peg, where hardly an output takes it."""
    angles = {name: degrees(atan2(peg.y, peg.x)) for name, peg in arm.pegs.items()}
    below = next((f"{angle:.6g} at {name}" for name, angle in angles.items() if angle < 0), None)
    for name, line in _own_lines(arm) if below else ():
        if SIGNED.search(line):
            yield f"arm.{name}: {{angle}} is {below}, and hardly a servo or an output takes an S below 0"


def _own_lines(arm: Arm) -> Iterator[tuple[str, str]]:
    """Each line that the exhibit says for itself, and the key that it stands under."""
    gripper = arm.gripper
    lists = {"startup": arm.startup, "gripper.grip": gripper.grip, "gripper.release": gripper.release}
    for name, lines in (lists | {"shutdown": arm.shutdown}).items():
        yield from ((name, line) for line in lines or ())
