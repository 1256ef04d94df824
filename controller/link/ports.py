"""The serial ports of this computer."""

import os
from dataclasses import dataclass
from pathlib import Path

_BY_ID = Path("/dev/serial/by-id")


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A port; `usb` is vendor:product in hex, `stable_path` the name that stays when ports are replugged."""

    path: str
    description: str
    usb: str | None
    stable_path: str | None
    may_open: bool


def serial_ports(by_id: Path = _BY_ID) -> list[SerialPort]:
    """All serial ports, in the order of their paths."""
    from serial.tools.list_ports import comports

    stable = _stable_paths(by_id)
    return [
        SerialPort(
            path=port.device,
            description=port.description,
            usb=None if port.vid is None else f"{port.vid:04x}:{port.pid:04x}",
            stable_path=stable.get(os.path.realpath(port.device)),
            may_open=os.name != "posix" or os.access(port.device, os.R_OK | os.W_OK),
        )
        for port in sorted(comports(), key=lambda port: port.device)
    ]


def _stable_paths(by_id: Path) -> dict[str, str]:
    if not by_id.is_dir():
        return {}
    return {str(link.resolve()): str(link) for link in by_id.iterdir()}
