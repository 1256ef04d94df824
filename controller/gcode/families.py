"""The firmware families that introduce themselves: the one place where a new one is entered on this side."""

from collections.abc import Mapping

from controller.gcode.firmware import Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.gcode.uarm import UARM

FAMILIES = (MARLIN, GRBL, UARM)
FIRMWARES: Mapping[str, Firmware] = {family.name.lower(): family for family in FAMILIES}
CUSTOM = "custom"
NAMES = (*FIRMWARES, CUSTOM)
"""What configs and the command line call them; the last one is described in the config."""


def family_of(text: str) -> Firmware | None:
    """The family that says a line such as `text` of itself, and no other does."""
    return next((one for one in FAMILIES if one.signature and one.signature.match(text)), None)
