"""How an arm learns where it is, and the lines it takes."""

from dataclasses import dataclass

from controller.gcode.firmware import Firmware
from controller.model import Point
from controller.motion.axes import Axes


@dataclass(frozen=True, slots=True)
class OwnHoming:
    """The firmware finds it out, as a rule with end switches."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A person places the arm by hand, before its motors have power, with its tip `at` this place, mm."""

    at: Point


@dataclass(frozen=True, slots=True)
class Known:
    """The firmware knows at any time, as with absolute encoders."""


Homing = OwnHoming | Placed | Known
OWN_HOMING = OwnHoming()


def home_lines(firmware: Firmware, homing: Homing, axes: Axes) -> tuple[str, ...]:
    """The lines after which the firmware knows where the arm is."""
    match homing:
        case OwnHoming():
            return firmware.home
        case Placed(at):
            return firmware.placed(axes.reported(at))
        case Known():
            return ()
