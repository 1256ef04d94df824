"""`hanoi ports`: what is plugged in, who has it, what is missing, and which firmware answers."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.cli.exhibit import Commands
    from controller.link.ports import SerialPort

_WARNING = (
    "Opening a port resets most boards: motors and gripper may let go. Nothing is sent that moves; "
    "each port takes up to 10 seconds."
)


def add_command(commands: "Commands") -> None:
    """Add ports."""
    ports = commands.add_parser("ports", help="the serial ports of this computer")
    ports.add_argument("ports", metavar="PORT", nargs="*", help="only these; a pseudo-terminal may be one")
    ports.add_argument(
        "--probe",
        action="store_true",
        help="open each free port, which resets most boards, and ask who is there",
    )
    ports.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from controller.link.ports import port_at, serial_ports
    from controller.views.aside import say_aside

    ports = serial_ports()
    if arguments.ports:
        ports = [port_at(path, ports) for path in arguments.ports]
    if not ports:
        say_aside("No serial port found: plug the board in, and see that its driver is installed.")
    elif arguments.probe:
        say_aside(_WARNING)
    for port in ports:
        print(_line(port), flush=True)
        if arguments.probe:
            print(f"    {_answer(port)}", flush=True)
    return 0


def _line(port: "SerialPort") -> str:
    known = [port.stable_path or port.path, port.description]
    if port.usb is not None:
        known.append(f"USB {port.usb}")
    if port.board is not None:
        known.append(f"({port.board})")
    lines = ["  ".join(filter(None, known))]
    if port.holders:
        lines.append(f"    in use by {', '.join(map(str, port.holders))}: close that first")
    if port.obstacle:
        lines.append(f"    {port.obstacle}")
    return "\n".join(lines)


def _answer(port: "SerialPort") -> str:
    """Who is there, in words; a port that is in use, or closed to us, is left alone."""
    from controller.errors import PortError
    from controller.link.clock import MonotonicClock
    from controller.link.probe import probe
    from controller.link.serial_port import SerialTransport

    if port.holders or port.obstacle:
        return "not asked"
    try:
        found = probe(SerialTransport(port.path), MonotonicClock())
    except PortError as error:
        return f"not asked: {error}"
    if found.firmware:
        return f"{found.firmware} answers: {found.heard}"
    if found.heard:
        return f"no firmware that is known by name; it says: {found.heard}"
    return "nobody answers at 115200 baud; check the board's power and the speed its firmware was built for"
