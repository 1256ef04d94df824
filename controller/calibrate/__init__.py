"""Teaching an exhibit its places: an arm jogged by hand, in steps and within limits."""

from controller.calibrate.calibration import Calibration, Station
from controller.calibrate.orders import KEYS, Order, parse_order
from controller.calibrate.session import Exhibit, Left, Session

__all__ = ["KEYS", "Calibration", "Exhibit", "Left", "Order", "Session", "Station", "parse_order"]
