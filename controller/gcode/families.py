"""The firmware families that introduce themselves, and how to tell one from another."""

from controller.gcode.firmware import Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.gcode.uarm import UARM

FAMILIES = (MARLIN, GRBL, UARM)


def family_of(text: str) -> Firmware | None:
    """The family that says a line such as `text` of itself, and no other does."""
    return next((one for one in FAMILIES if one.signature and one.signature.match(text)), None)
