"""What Marlin says of itself, word for word; the texts are PROTOCOL.md's."""

from collections.abc import Iterator

from firmware_proto.marlin.session import MarlinBuild
from firmware_proto.points import Point

BANNER = (
    "start",
    " External Reset",
    "Marlin 2.1.2.5",
    "echo: Last Updated: 2025-01-01 | Author: (tower arm)",
    "echo: Compiled: Jan  1 2025",
    "echo: Free Memory: 4821  PlannerBufferBytes: 1328",
    "echo:Hardcoded Default Settings Loaded",
)
KILLED = "Error:Printer halted. kill() called!"
BUSY = "echo:busy: processing"
PAUSED = "echo:busy: paused for user"

_STEPS_PER_MM = Point(80.0, 80.0, 400.0)


def identity(build: MarlinBuild) -> Iterator[str]:
    """The answer to M115."""
    yield (
        "FIRMWARE_NAME:Marlin 2.1.2.5 (Jan  1 2025 12:00:00) "
        "SOURCE_CODE_URL:github.com/MarlinFirmware/Marlin PROTOCOL_VERSION:1.0 "
        "MACHINE_TYPE:Tower arm EXTRUDER_COUNT:0 UUID:cede2a2f-41a2-4748-9b12-c55c62f367ff"
    )
    yield "Cap:SERIAL_XON_XOFF:0"
    yield "Cap:EEPROM:0"
    yield "Cap:AUTOREPORT_POS:0"
    yield f"Cap:EMERGENCY_PARSER:{build.emergency_parser:d}"
    yield "Cap:ARCS:0"


def place(point: Point) -> str:
    """A place as Marlin writes it."""
    return " ".join(f"{axis}:{value + 0.0:.2f}" for axis, value in zip("XYZ", point, strict=True))


def position(motors: Point, logical: Point) -> str:
    """The answer to M114: the place by name, and the motors' step counts."""
    steps = zip("XYZ", motors, _STEPS_PER_MM, strict=True)
    counts = " ".join(f"{axis}:{round(value * scale)}" for axis, value, scale in steps)
    return f"{place(logical)} E:0.00 Count {counts}"


def endstops(at_home: bool) -> Iterator[str]:
    """The answer to M119."""
    yield "Reporting endstop status"
    for endstop in ("x_min", "y_min", "z_max"):
        yield f"{endstop}: {'TRIGGERED' if at_home else 'open'}"
