"""How an arm begins and ends, where that is no mistake and yet may do harm: warnings of `hanoi check`."""

import re
from collections.abc import Iterator

from controller.app.assembly import firmware_of
from controller.app.emulation import why_not_emulated
from controller.config import Arm, Config
from controller.gcode.firmware import Part

# Lines after which the motors are limp; with S it is the time until they are.
_LIMP = re.compile(r"\s*(?:M0*18|M0*84|M2019|\$MD|\$SLP)(?!\d)(?!.*\bS\d)", re.IGNORECASE)


def ending_warnings(config: Config) -> Iterator[str]:
    """A sentence for an arm that sinks in the end, and for lines and a position that are only hoped for."""
    arm = config.arm
    if arm is None:
        return
    limp = next((line for line in arm.shutdown if _LIMP.match(line)), None)
    if limp and arm.rest is None:
        yield (
            f"arm.shutdown: {limp} lets the motors go at the park position, and the arm sinks from there; "
            "say with rest: where it lies by its own weight, or leave the motors powered"
        )
    if reason := why_not_emulated(arm):
        yield reason.rstrip(".")
    yield from _conditions(arm)
    firmware = firmware_of(arm)
    if arm.home.kind == "none" and Part.POSITION in firmware.opening:
        yield (
            f"arm.home.kind: none trusts that {firmware.name} knows where the arm stands, and most boards "
            "forget it as their port is opened; without absolute encoders write pose"
        )


def _conditions(arm: Arm) -> Iterator[str]:
    """The lines that only some builds of the firmware know, and would stop at."""
    vocabulary, gripper = firmware_of(arm).vocabulary, arm.gripper
    if vocabulary is None:
        return
    lists = {"startup": arm.startup, "shutdown": arm.shutdown}
    lists |= {"gripper.grip": gripper.grip or (), "gripper.release": gripper.release or ()}
    for name, lines in lists.items():
        for line in lines:
            if condition := vocabulary.condition(line):
                yield f"arm.{name}: {condition}; see that yours is one, or the run stops there"
