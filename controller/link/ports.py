"""The serial ports of this computer."""

import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from controller.errors import PortError, UsageError
from controller.link.holders import Holder, holders
from controller.link.permission import access_to, way_in
from controller.link.usb import board_of

_BY_ID = Path("/dev/serial/by-id")
_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A port; `usb` is vendor:product in hex, `stable_path` the name that stays when ports are replugged.

    `board`: what may be behind that. `obstacle`: why the port may not be opened and what helps; None: it may.
    """

    path: str
    description: str = ""
    usb: str | None = None
    board: str | None = None
    stable_path: str | None = None
    obstacle: str | None = None
    holders: tuple[Holder, ...] = ()


def serial_ports(by_id: Path = _BY_ID, proc: Path = _PROC) -> list[SerialPort]:
    """All serial ports, in the order of their paths."""
    from serial.tools.list_ports import comports

    stable = _stable_paths(by_id)
    return [
        _port(
            port.device,
            "" if port.description == "n/a" else port.description,  # pyserial's word for nothing known
            None if port.vid is None else f"{port.vid:04x}:{port.pid:04x}",
            stable.get(os.path.realpath(port.device)),
            proc,
        )
        for port in sorted(comports(), key=lambda port: port.device)
    ]


def port_at(path: str, known: list[SerialPort], proc: Path = _PROC) -> SerialPort:
    """The port of that name, listed or not (a pseudo-terminal is not); raises UsageError for no such file."""
    for port in known:
        if os.path.realpath(path) == os.path.realpath(port.path):
            return port
    if "://" in path or os.name != "posix":
        return SerialPort(path)
    if not Path(path).exists():
        raise UsageError(f"{path}: there is no such port; `hanoi ports` lists those there are.")
    if not Path(path).is_char_device():
        raise UsageError(f"{path} is no serial port; `hanoi ports` lists those there are.")
    return _port(path, "", None, None, proc)


def port_with(identities: Collection[str], known: list[SerialPort]) -> str:
    """The one port of those with such a USB identity, by its lasting name; raises PortError."""
    named = " or ".join(identities)
    match [port.stable_path or port.path for port in known if port.usb in identities]:
        case [path]:
            return path
        case []:
            raise PortError(
                f"port: auto finds no port with the USB identity {named}; plug the arm in and switch it "
                "on, or write its port, as `hanoi ports` lists it."
            )
        case several:
            raise PortError(
                f"port: auto finds {' and '.join(several)} with the USB identity {named}; write one of them "
                "as the port."
            )


def _port(path: str, description: str, usb: str | None, stable: str | None, proc: Path) -> SerialPort:
    return SerialPort(
        path=path,
        description=description,
        usb=usb,
        board=board_of(usb),
        stable_path=stable,
        obstacle=_obstacle(path, usb),
        holders=tuple(holders(path, proc)),
    )


def _obstacle(path: str, usb: str | None) -> str | None:
    try:
        return way_in(access_to(path), path, usb)
    except OSError:
        return "it has gone: plug it in again"


def _stable_paths(by_id: Path) -> dict[str, str]:
    if not by_id.is_dir():
        return {}
    return {str(link.resolve()): str(link) for link in by_id.iterdir()}
