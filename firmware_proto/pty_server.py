"""An emulated device behind a real pseudo-terminal, for any program that opens a serial port. POSIX only."""

import contextlib
import os
import select
import termios
import time
import tty
from collections.abc import Callable
from types import TracebackType

from firmware_proto.device import Device

_LONGEST_SLEEP = 0.2
"""Seconds after which `stop` is asked again."""

_OPENING = 0.1
"""Seconds from a program's opening the port to the device's noticing: programs drop what arrives before."""

_LOOK_FOR_OPENING = 0.02
"""Seconds between two looks whether a program has opened the port: nothing wakes us when one does."""


class PtyServer:
    """Carries bytes between a device and a pseudo-terminal, on a clock `speed` times as fast as real time.

    With speed 0 time jumps to the device's next event whenever no bytes are waiting. A program that opens
    the port plugs the device in; when it has closed it, the next one does so anew (one that opens it again
    within a moment may go unnoticed). `after_exchange` is called after all that may have changed the device,
    `after_closing` once a program has closed the port.
    Raises OSError where there is no pseudo-terminal to be had.
    """

    def __init__(
        self,
        device: Device,
        speed: float = 1.0,
        after_exchange: Callable[[], None] = lambda: None,
        after_closing: Callable[[], None] = lambda: None,
    ) -> None:
        self._device = device
        self._after_exchange = after_exchange
        self._after_closing = after_closing
        self._time = _ServedTime(speed)
        self._open = False
        self._unsent = b""
        self._master, slave = os.openpty()
        self.path = os.ttyname(slave)
        """What a program opens."""
        os.set_blocking(self._master, False)
        self._make_raw()
        os.close(slave)
        self._poll = select.poll()

    def __enter__(self) -> "PtyServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def serve(self, stop: Callable[[], bool]) -> None:
        """Serve until `stop` says so, asked at least five times a second, or the device hangs up."""
        while self._master >= 0 and not stop():
            if self._open:
                self._serve_program()
            else:
                self._await_program()

    def close(self) -> None:
        """Take the port away; a program that has it open reads the end of file. May be called twice."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def _make_raw(self) -> None:
        tty.setraw(self._master, termios.TCSANOW)

    def _events(self, seconds: float) -> int:
        """What has happened to the port, or what it is ready for, waiting at most that long."""
        self._poll.register(self._master, select.POLLIN | (select.POLLOUT if self._unsent else 0))
        return next((events for _, events in self._poll.poll(seconds * 1000)), 0)

    def _await_program(self) -> None:
        if self._events(0) & select.POLLHUP:
            time.sleep(_LOOK_FOR_OPENING)
            return
        time.sleep(_OPENING)
        self._open = True
        self._unsent = b""
        self._make_raw()
        self._device.connect(self._time.now())

    def _serve_program(self) -> None:
        try:
            self._unsent += self._device.transmit(self._time.now())
        except OSError:
            self.close()
            return
        finally:
            self._after_exchange()
        self._write()
        events = self._events(self._time.until(self._device.next_event(), _LONGEST_SLEEP))
        if events & select.POLLIN:
            self._device.receive(os.read(self._master, 4096), self._time.now())
        elif events & select.POLLHUP:
            self._open = False
            self._after_closing()
        elif not events:
            self._time.pass_to(self._device.next_event())

    def _write(self) -> None:
        """Hand on as much as the program's side takes; the rest waits until it has read."""
        with contextlib.suppress(BlockingIOError):
            self._unsent = self._unsent[os.write(self._master, self._unsent) :]


class _ServedTime:
    """The device's time: real time by a factor, or leaps from event to event."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self._began = time.monotonic()
        self._leapt = 0.0

    def now(self) -> float:
        """The device's time, seconds."""
        return (time.monotonic() - self._began) * (self._speed or 1.0) + self._leapt

    def until(self, event: float | None, longest: float) -> float:
        """How many real seconds to wait for an event, at most `longest`."""
        if event is None:
            return longest
        return min(max(event - self.now(), 0.0) / self._speed, longest) if self._speed else 0.0

    def pass_to(self, event: float | None) -> None:
        """Nothing came before the event: leap to it, if that is how this time passes."""
        if event is not None and not self._speed:
            self._leapt += max(event - self.now(), 0.0)
