"""A serial port as a Transport: a device path, socket://host:port, rfc2217://host:port, loop:// ..."""

import errno
import os
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from controller.errors import PortError
from controller.link.holders import holders

if TYPE_CHECKING:
    from serial import Serial

WRITE_TIMEOUT = 2.0  # seconds
_MOST = 4096  # bytes of one read: a board that never pauses must not hold the reader

try:
    from termios import error as _TerminalError
except ImportError:  # Windows has no terminals of this kind
    _TerminalError = OSError  # type: ignore[assignment,misc]

# pyserial's own SerialException is an OSError; besides it come the errors of a pty that has hung up, and
# those of a baud rate or an URL that cannot be.
_FOREIGN = (OSError, ValueError, _TerminalError)

_RENAMED = " (under a new name, perhaps, as `hanoi ports` tells; a by-id path stays the same)"

_WAYS_OUT = {
    errno.ENOENT: "does not exist; `hanoi ports` lists the ports there are",
    errno.EACCES: "may not be opened by you; `sudo usermod -aG dialout $USER`, then log in anew",
    errno.EPERM: "may not be opened by you; `sudo usermod -aG dialout $USER`, then log in anew",
    errno.ENOTTY: "is no serial port; `hanoi ports` lists the ports there are",
    errno.EISDIR: "is a folder; `hanoi ports` lists the ports there are",
}
_TAKEN = (errno.EBUSY, errno.EAGAIN)


def is_missing(port: str) -> bool:
    """Whether `port` is a path at which there is nothing."""
    return "/" in port and "://" not in port and not Path(port).exists()


class SerialTransport:
    """One serial port, held for this process alone where the system can."""

    def __init__(self, url: str, baud: int = 115200) -> None:
        self.name = url
        self._baud = baud
        self._port: Serial | None = None
        self._urgent: SimpleQueue[bytes] = SimpleQueue()

    def open(self) -> None:
        """Take the port; most boards reset by that. Raises PortError, which says what is in the way."""
        _check_url(self.name)
        if others := _holders_of(self.name):  # many a program takes no lock
            raise PortError(f"{self.name} {_taken(others)}.")
        import serial  # only those who have a port wait for it to load

        self._urgent = SimpleQueue()
        try:
            port = serial.serial_for_url(
                self.name, baudrate=self._baud, timeout=0, write_timeout=WRITE_TIMEOUT, do_not_open=True
            )
            if _can_be_exclusive(self.name):
                port.exclusive = True
            port.open()
        except Exception as error:  # pyserial's readers of URLs let anything through
            raise PortError(f"{self.name} {_why_not(self.name, error)}.") from error
        _hasten(port)
        self._port = port

    def write(self, data: bytes) -> None:
        """Send; raises PortError where the port has gone or takes nothing for WRITE_TIMEOUT."""
        port = self._opened()
        try:
            self._write_urgent(port)
            port.write(data)
        except _FOREIGN as error:
            raise self._gone() from error

    def write_now(self, data: bytes) -> None:
        """Send at once from any thread, before whatever waits to be sent where the port takes no more of it.

        Where the system has no way to, it is sent at the talking thread's next read.
        """
        port = self._port
        if port is None:
            return
        try:
            _write_first(port, data)
        except (*_FOREIGN, AttributeError):  # AttributeError: Windows has no such number
            self._urgent.put(data)

    def read(self, timeout: float) -> bytes:
        """What has arrived, waiting at most `timeout` seconds for the first byte; raises PortError."""
        port = self._opened()
        try:
            self._write_urgent(port)
            if port.timeout != timeout:
                port.timeout = timeout
            data: bytes = port.read(port.in_waiting or 1)
            while data and len(data) < _MOST and (waiting := port.in_waiting):
                data += port.read(waiting)
        except _FOREIGN as error:
            raise self._gone() from error
        return data

    def close(self) -> None:
        """Let the port go; may be called twice."""
        port, self._port = self._port, None
        if port is not None:
            with suppress(*_FOREIGN):
                port.close()

    def _write_urgent(self, port: "Serial") -> None:
        while not self._urgent.empty():
            port.write(self._urgent.get_nowait())

    def _opened(self) -> "Serial":
        if self._port is None:
            raise PortError(f"{self.name} is not open; connect it first.")
        return self._port

    def _gone(self) -> PortError:
        # Plugged in anew, a board may be given another number; nothing goes on by itself under either name.
        renamed = "" if "by-id" in self.name or "://" in self.name else _RENAMED
        return PortError(
            f"{self.name} has gone or takes no more bytes; check cable and power, then connect and home "
            f"again{renamed}."
        )


def _write_first(port: "Serial", data: bytes) -> None:
    """Past pyserial, whose write waits for its turn; what a stalled port holds back is dropped for it."""
    try:
        os.write(port.fileno(), data)
    except BlockingIOError:
        port.reset_output_buffer()
        os.write(port.fileno(), data)


def _check_url(url: str) -> None:
    """Raise PortError for a network URL that names no port, or none that can be."""
    scheme = url.partition("://")[0].lower()
    if scheme not in ("socket", "rfc2217"):
        return
    try:
        named = urlsplit(url).port
    except ValueError:  # not a number, too high, half a bracket
        named = None
    if not named:
        raise PortError(
            f"{url} names no port; write it as {scheme}://HOST:PORT, with a port from 1 to 65535."
        )


def _can_be_exclusive(url: str) -> bool:
    # Only real ports know the word; on Windows every port is exclusive by itself.
    return "://" not in url and os.name == "posix"


def _hasten(port: "Serial") -> None:
    """Have replies handed on at once: FTDI's chips keep them back for up to 16 ms to gather more."""
    # Linux alone knows how, and not of every port; elsewhere there is no such method, or it says so.
    with suppress(*_FOREIGN, AttributeError, NotImplementedError):
        port.set_low_latency_mode(True)


def _why_not(port: str, error: Exception) -> str:
    for cause in (error, error.__cause__, error.__context__):  # pyserial wraps some, and drops their number
        if (number := _number(cause)) in _TAKEN:
            return _taken(_holders_of(port))
        if number in _WAYS_OUT:
            return _WAYS_OUT[number]
    return f"cannot be opened ({error}); `hanoi ports` lists the ports there are"


def _taken(others: str) -> str:
    return f"belongs to {others or 'another program'}; close that one first"


def _holders_of(port: str) -> str:
    """The programs besides this one that have a port open, as far as the system tells."""
    found = [] if "://" in port else holders(port)
    return " and ".join(str(one) for one in found if one.pid != os.getpid() and not one.plays)


def _number(error: BaseException | None) -> int:
    """The errno of an OSError or of a termios.error, which is none; 0: there is none."""
    numbers = (getattr(error, "errno", None), *getattr(error, "args", ()))
    return next((number for number in numbers if isinstance(number, int)), 0)
