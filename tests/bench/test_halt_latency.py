"""How long a halt takes from whoever calls it to the far end of a real pseudo-terminal, whatever goes on."""

import os
import pty
import select
import statistics
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from controller.errors import PortError
from controller.events import Publisher
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.link.client import LinkClient
from controller.link.clock import MonotonicClock
from controller.link.serial_port import SerialTransport

BAR = 20  # ms
ROUNDS = 20
LINE = b"G1 X130.125 Y-114.75 Z66.231 F12000\n"
FIRMWARES = {"marlin": MARLIN, "grbl": GRBL}

Talk = Callable[[SerialTransport], None]


def waiting(port: SerialTransport) -> None:
    """Nothing to say: asleep in a read."""
    port.read(0.05)


def streaming(port: SerialTransport) -> None:
    """A line, and a look at what has come, again and again."""
    port.write(LINE)
    port.read(0.0)


STATES: dict[str, tuple[Talk, bool, bytes]] = {  # what the host does, whether the board reads, what it says
    "waiting for a reply": (waiting, True, b""),
    "streaming": (streaming, True, b"ok\n"),
    "flooded with replies": (waiting, True, b"echo:busy: processing\n" * 200),
    "blocked in a write": (streaming, False, b""),
}


@contextmanager
def thread(act: Callable[[], None]) -> Iterator[None]:
    """`act` again and again in a thread of its own, until the block ends."""
    leaving = threading.Event()

    def work() -> None:
        with suppress(PortError, OSError):
            while not leaving.is_set():
                act()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        yield
    finally:
        leaving.set()
        worker.join()


def seconds_to_the_far_end(halt: Callable[[], None], board: int, wanted: bytes) -> float:
    """From the call until the board has read what stops it, whatever lies before it in the buffers."""
    heard, begun = b"", time.perf_counter()
    halt()
    while wanted not in heard:
        select.select([board], [], [])
        heard = heard[-64:] + os.read(board, 65_536)
    return time.perf_counter() - begun


@pytest.mark.parametrize("firmware", FIRMWARES)
@pytest.mark.parametrize("state", STATES)
def test_a_halt_is_on_the_wire_within_20_ms(benchmark, capsys, firmware, state):
    talk, reads, says = STATES[state]
    took: list[float] = []

    def once() -> None:
        board, follower = pty.openpty()
        tty.setraw(follower)
        os.set_blocking(board, False)
        port = SerialTransport(os.ttyname(follower))
        client = LinkClient(port, FIRMWARES[firmware], MonotonicClock(), Publisher())
        port.open()

        def board_talks() -> None:
            with suppress(BlockingIOError):
                os.write(board, says)
            if reads:
                with suppress(BlockingIOError):
                    os.read(board, 4096)
            time.sleep(0.0005)

        with thread(lambda: talk(port)):
            with thread(board_talks):
                time.sleep(0.05)  # the state is reached
            took.append(seconds_to_the_far_end(client.halt, board, FIRMWARES[firmware].halt.data))
            os.close(follower)
            os.close(board)
        port.close()

    benchmark.pedantic(once, rounds=ROUNDS, iterations=1)
    typical, most = (
        1000 * statistics.median(took),
        1000 * max(took),
    )  # the most is the machine's, if it is busy
    with capsys.disabled():
        print(f"\n  {firmware}, {state}: a halt takes {typical:.2f} ms (bar 20), {most:.2f} at most")
    assert typical < BAR
