"""What the host makes of a wire: on a real pseudo-terminal, against emulated boards in real time."""

import io
import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count

import pytest
import serial
from dense_arches import ride
from far_end import far_end

from controller.events import Publisher
from controller.gcode.firmware import Command, Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.link.client import LinkClient
from controller.link.clock import MonotonicClock
from controller.link.serial_port import SerialTransport
from controller.model import Move, State
from controller.runner import Controls, Job, Runner
from controller.testing import RecordingDriver
from controller.views import choose_view
from controller.views.keyboard import Keyboard
from controller.views.terminal import TerminalView

LATENCY = 0.01  # seconds
SEGMENT = 1.5  # mm, at 200 mm/s: 133 lines a second
BAR = 0.8  # of a bare loop's lines a second
LINES = 500
LINE = "G1 X130.125 Y-114.75 Z66.231 F12000"
ROUNDS = 10
IDLE = 3.0  # seconds
MOST_IDLE = 0.03  # of one core
FIRMWARES = {"marlin": MARLIN, "grbl": GRBL}


def client_of(path: str, firmware: Firmware) -> LinkClient:
    """A client as a run has it, with a view that listens."""
    publisher = Publisher(choose_view(io.StringIO(), plain=True, keys=False, speed=1.0))
    return LinkClient(SerialTransport(path), firmware, MonotonicClock(), publisher)


@contextmanager
def connected(path: str, firmware: Firmware) -> Iterator[LinkClient]:
    """A client at an arm that has homed."""
    client = client_of(path, firmware)
    client.connect()
    client.run([Command(text, 10.0) for text in (*firmware.home, LINE)])
    client.drain()
    try:
        yield client
    finally:
        client.close()


class BareLoop:
    """The same flow control and nothing else: no deadline, no fault, nobody who listens."""

    def __init__(self, port: serial.Serial, firmware: Firmware) -> None:
        self._port = port
        self._firmware = firmware
        self._numbers = count(1)
        self._sent: deque[int] = deque()
        self._heard = b""

    def open(self) -> None:
        """Await the banner, begin to count, home."""
        time.sleep(0.5)
        self._port.reset_input_buffer()
        if self._firmware is MARLIN:
            self._port.write(MARLIN.greeting)
            self._sent.append(0)
        self.send([*self._firmware.home, LINE])

    def send(self, texts: Iterable[str]) -> None:
        """Send the lines; returns once all are answered."""
        flow = self._firmware.flow
        for text in texts:
            wire = self._firmware.frame(next(self._numbers), text)
            while self._sent and (len(self._sent) >= flow.lines or sum(self._sent) + len(wire) > flow.bytes):
                self._hear()
            self._port.write(wire)
            self._sent.append(len(wire))
        while self._sent:
            self._hear()

    def _hear(self) -> None:
        *lines, self._heard = (self._heard + self._port.read(self._port.in_waiting or 1)).split(b"\n")
        for line in lines:
            if line.startswith(b"ok"):
                self._sent.popleft()


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """How long it takes, and how much of it the processor."""
    begun, busy = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - begun, time.process_time() - busy


@pytest.mark.parametrize("name", FIRMWARES)
def test_the_planner_never_runs_dry_in_mid_motion(benchmark, name) -> None:
    """Away from grips and releases, with replies 10 ms late."""
    with far_end(name, LATENCY) as end:
        client = client_of(end.path, FIRMWARES[name])
        taken, busy = benchmark.pedantic(lambda: seconds(lambda: ride(client, SEGMENT)), rounds=1)
        client.close()
    share = end.account["share"]
    benchmark.extra_info["dry"] = share
    print(
        f"\n{name}, arches of {SEGMENT:g} mm lines, replies {LATENCY * 1000:g} ms late: the planner was dry "
        f"for {share:.2%} of {end.account['moved']:.1f} s of motion (bar: 0); host's CPU {busy / taken:.1%}"
    )
    assert share == 0


@pytest.mark.parametrize("name", FIRMWARES)
def test_lines_a_second_are_those_of_a_bare_loop(benchmark, name) -> None:
    firmware, board = FIRMWARES[name], "hurried grbl" if name == "grbl" else name
    with (
        far_end(board) as our_end,
        far_end(board) as bare_end,
        connected(our_end.path, firmware) as client,
        serial.Serial(bare_end.path, 115200, timeout=10, exclusive=True) as port,
    ):
        bare = BareLoop(port, firmware)
        bare.open()

        def ours() -> None:
            client.run(Command(LINE, 1.0, queued=True) for _ in range(LINES))

        def theirs() -> None:
            bare.send([LINE] * LINES)

        rounds = benchmark.pedantic(
            lambda: [(seconds(ours), seconds(theirs)) for _ in range(ROUNDS)], rounds=1
        )
    (our_time, our_cpu), (their_time, their_cpu) = map(min, zip(*rounds, strict=True))  # the least disturbed
    ratio = their_time / our_time
    benchmark.extra_info["of a bare loop"] = round(ratio, 2)
    print(
        f"\n{name}: {LINES / our_time:,.0f} lines a second, {ratio:.2f} of a bare pyserial loop "
        f"(bar: {BAR:g}); "
        f"host's CPU {our_cpu / LINES * 1e6:.0f} us a line, bare {their_cpu / LINES * 1e6:.0f} us"
    )
    assert ratio >= BAR


@pytest.mark.parametrize("name", FIRMWARES)
def test_waiting_costs_next_to_nothing(benchmark, name) -> None:
    firmware = FIRMWARES[name]
    with far_end(name) as end, connected(end.path, firmware) as client:
        assert firmware.dwell is not None
        dwell = Command(firmware.dwell(IDLE), 2 * IDLE)
        taken, busy = benchmark.pedantic(lambda: seconds(lambda: client.run([dwell])), rounds=1)
    print(f"\n{name}: waiting for the arm takes {busy / taken:.2%} of a core (bar: {MOST_IDLE:.0%})")
    assert taken >= math.floor(IDLE)
    assert busy / taken <= MOST_IDLE


def test_a_resting_kiosk_costs_next_to_nothing(benchmark) -> None:
    """Runner, keyboard and picture between two journeys."""
    master, slave = os.openpty()
    with os.fdopen(slave, "r") as stdin, os.fdopen(master, "wb"):
        clock = MonotonicClock()
        view = TerminalView(io.StringIO(), keys=True)
        publisher = Publisher(view)
        controls = Controls(lambda: None, publisher)
        driver = RecordingDriver(clock)
        driver.connect()
        runner = Runner(driver, publisher, controls, clock)
        job = Job("Lobby", ("A", "B", "C"), State.tower(1, 0), [Move(1, 0, 2)], 1)
        with view, Keyboard(stdin, controls):
            runner.run(job)
            taken, busy = benchmark.pedantic(lambda: seconds(lambda: runner.wait(IDLE)), rounds=1)
    print(f"\nkiosk: resting takes {busy / taken:.2%} of a core (bar: {MOST_IDLE:.0%})")
    assert busy / taken <= MOST_IDLE
