"""A sender that knows nothing of this program: a line, its ok, the next line."""

from collections.abc import Sequence

import serial


def send_plainly(port: str, lines: Sequence[str]) -> None:
    """What any sender does: await the greeting, then a line at a time, each awaiting its ok."""
    with serial.Serial(port, 115200, timeout=60, exclusive=True) as wire:
        _await(wire, b"start")
        for line in lines:
            wire.write(line.encode("ascii") + b"\n")
            _await(wire, b"ok")


def _await(wire: serial.Serial, word: bytes) -> None:
    while True:
        answer = wire.readline()
        assert answer, f"no {word!r}"
        assert not answer.startswith((b"Error", b"Resend")), answer
        if answer.startswith(word):
            return
