"""A sender that knows nothing of this program: a line, its ok, the next line."""

from collections.abc import Sequence

import serial

# What each board says once it listens, and how its lines end.
BOARDS = {
    "marlin": (b"start", b"\n"),
    "grbl": (b"Grbl", b"\n"),
    "uarm": (b"@1", b"\n"),
    "custom": (b"INFO: ROBOT ONLINE", b"\r\n"),
}


def send_plainly(port: str, lines: Sequence[str], firmware: str = "marlin") -> None:
    """What any sender does: await the greeting, then a line at a time, each awaiting its ok."""
    greeting, end = BOARDS[firmware]
    with serial.Serial(port, 115200, timeout=60, exclusive=True) as wire:
        _await(wire, greeting)
        for line in lines:
            wire.write(line.encode("ascii") + end)
            _await(wire, b"ok")


def _await(wire: serial.Serial, word: bytes) -> None:
    while True:
        answer = wire.readline()
        assert answer, f"no {word!r}"
        assert not answer.upper().startswith((b"ERROR", b"RESEND", b"ALARM", b"E2")), answer
        if answer.startswith(word):
            return
