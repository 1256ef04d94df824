"""The composition root: reads a Config, chooses classes, and brings both ends of the wire together."""

from controller.app.emulator import emulate
from controller.app.forecast import Forecast, forecast
from controller.app.jobs import check, estimate_of, gcode
from controller.app.options import EmulateOptions, RunOptions
from controller.app.replay import Replayed, replay, replayed
from controller.app.runs import kiosk, run

__all__ = [
    "EmulateOptions",
    "Forecast",
    "Replayed",
    "RunOptions",
    "check",
    "emulate",
    "estimate_of",
    "forecast",
    "gcode",
    "kiosk",
    "replay",
    "replayed",
    "run",
]
