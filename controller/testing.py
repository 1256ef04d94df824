"""Fakes and a contract for tests of your own: whoever writes a driver runs these against it too."""

import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping

import pytest

from controller.drivers.base import Driver
from controller.errors import DeviceFault, PortError, StoppedByPerson
from controller.events import DiskGripped, DiskReleased, Publisher
from controller.link.clock import Clock
from controller.model import Move, State, Step


class RecordingDriver:
    """A driver of nothing, and a follower: remembers what it is asked, and fails where it is told to.

    `calls` holds every call in order, as ("execute", step) or ("close",). `failures` are raised by the method
    of that name, or in the middle of the step of that number, with the disk in the air. A step takes
    `seconds` on `clock`.
    """

    def __init__(
        self,
        clock: Clock | None = None,
        seconds: float = 1.0,
        publisher: Publisher | None = None,
        failures: Mapping[str | int, Exception] | None = None,
    ) -> None:
        self.calls: list[tuple[object, ...]] = []
        self._clock = clock or FakeClock()
        self._seconds = seconds
        self._publisher = publisher or Publisher()
        self._failures = failures or {}
        self._connected = False
        self._halted = False

    @property
    def steps(self) -> list[Step]:
        """The steps it was asked to carry out."""
        return [call[1] for call in self.calls if call[0] == "execute" and isinstance(call[1], Step)]

    def connect(self) -> None:
        """Be ready."""
        self._record("connect")
        self._connected, self._halted = True, False

    def execute(self, step: Step) -> None:
        """Say that the disk is gripped, let the time pass, say that it is released."""
        self._record("execute", step)
        self._require_ready()
        self._publisher.publish(DiskGripped(step.move.disk, step.move.source))
        self._clock.sleep(self._seconds)
        self._require_ready()
        self._fail(step.number)
        self._publisher.publish(DiskReleased(step.move.disk, step.move.target))

    def show(self, state: State) -> None:
        """Remember the state."""
        self._record("show", state)

    def leave(self, step: Step) -> None:
        """Remember that the disk has left."""
        self._record("leave", step)

    def arrive(self, step: Step) -> None:
        """Remember that the disk has come."""
        self._record("arrive", step)

    def rest(self) -> None:
        """Remember the rest."""
        self._record("rest")

    def halt(self) -> None:
        """Refuse everything until connected anew."""
        self._halted = True
        self._record("halt")

    def close(self) -> None:
        """Be ready no more."""
        self._connected = False
        self._record("close")

    def _record(self, name: str, *arguments: object) -> None:
        self.calls.append((name, *arguments))
        self._fail(name)

    def _fail(self, where: str | int) -> None:
        if where in self._failures:
            raise self._failures[where]

    def _require_ready(self) -> None:
        if not self._connected:
            raise DeviceFault("The recording driver is not connected; connect it first.")
        if self._halted:
            raise StoppedByPerson("The recording driver was halted; connect it anew to go on.")


class FakeClock:
    """Time that passes only by waiting, or when told; `sleeps` remembers every wait."""

    def __init__(self, now: float = 0.0) -> None:
        self.sleeps: list[float] = []
        self._now = now

    def now(self) -> float:
        """Seconds waited or advanced so far."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Be `seconds` later."""
        self.sleeps.append(seconds)
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        """Be `seconds` later, without anybody having waited."""
        self._now += max(0.0, seconds)


class ScriptedTransport:
    """A Transport whose far end follows a script, in the form of the golden dialogues.

    `> text`: the next line written must be this one, or an AssertionError tells both. `< text`: the device
    says so once all lines above are written. `! wait 2.5`: it says nothing for so long. `! gone`: the wire is
    lost. `! bytes ff00`: it says these bytes. Empty lines and those that begin with `# ` mean nothing.
    """

    def __init__(self, script: str, clock: Clock, name: str = "scripted") -> None:
        self.name = name
        self.urgent: list[bytes] = []  # what write_now was given
        self.opened = 0
        self.closed = 0
        lines = (line.strip() for line in script.splitlines())
        self._script = deque(line for line in lines if line and not line.startswith("# "))
        self._clock = clock
        self._silent_until = clock.now()

    @property
    def rest(self) -> list[str]:
        """What of the script has not happened yet."""
        return list(self._script)

    def open(self) -> None:
        """Count it."""
        self.opened += 1

    def write(self, data: bytes) -> None:
        """Compare each line with the script."""
        for text in filter(None, data.decode("ascii").split("\n")):
            expected = next((line for line in self._script if line.startswith(">")), "nothing more")
            assert f"> {text}" == expected, f"`> {text}` was written where the script has `{expected}`"
            self._script.remove(expected)

    def write_now(self, data: bytes) -> None:
        """Remember it."""
        self.urgent.append(data)

    def read(self, timeout: float) -> bytes:
        """What the script says next, or `timeout` seconds of silence."""
        if self._clock.now() < self._silent_until or not self._script:
            return self._wait(timeout)
        match self._script[0].split(" ", 2):
            case ["<", *_]:
                return self._script.popleft()[2:].encode("utf-8") + b"\n"
            case ["!", "bytes", numbers]:
                self._script.popleft()
                return bytes.fromhex(numbers)
            case ["!", "gone"]:
                raise PortError(f"{self.name} has gone.")
            case ["!", "wait", seconds]:
                self._script.popleft()
                self._silent_until = self._clock.now() + float(seconds)
        return self._wait(timeout)

    def close(self) -> None:
        """Count it."""
        self.closed += 1

    def _wait(self, timeout: float) -> bytes:
        self._clock.sleep(timeout)
        return b""


class InterruptedClock(FakeClock):
    """Time in which something happens in the midst of a wait: the next one that ends at `due` or later."""

    def __init__(self) -> None:
        super().__init__()
        self.interruption: Callable[[], None] | None = None
        self.due = 0.0

    def sleep(self, seconds: float) -> None:
        """Let the time pass, and then what was ordered happen once, in another thread."""
        super().sleep(seconds)
        if self.interruption is None or self.now() < self.due:
            return
        interruption, self.interruption = self.interruption, None
        in_another_thread(interruption)


def in_another_thread(call: Callable[[], None]) -> None:
    """Call it from a thread of its own and wait for its end."""
    thread = threading.Thread(target=call)
    thread.start()
    thread.join()


class DriverContract(ABC):
    """What every driver owes. Subclass it as `Test...` and give it `make_driver`; three disks stand on peg 0.

    All waiting must go through the clock that `make_driver` is given.
    """

    FIRST = Step(1, Move(1, 0, 2), State.tower(3, 0))
    SECOND = Step(2, Move(2, 0, 1), State((2, 0, 0), 3))

    @abstractmethod
    def make_driver(self, clock: Clock) -> Driver:
        """A new driver, not connected, for three disks on three pegs."""

    @pytest.fixture
    def clock(self) -> InterruptedClock:
        """The time that the driver lives in."""
        return InterruptedClock()

    @pytest.fixture
    def driver(self, clock: InterruptedClock) -> Iterator[Driver]:
        """The driver under test, closed in the end."""
        driver = self.make_driver(clock)
        yield driver
        driver.close()

    def test_constructor_starts_nothing(self, clock: InterruptedClock) -> None:
        """Making a driver takes no time and starts no thread."""
        threads = threading.active_count()
        self.make_driver(clock)
        assert (threading.active_count(), clock.now()) == (threads, 0)

    def test_carries_steps_out_one_after_another(self, driver: Driver) -> None:
        """Once connected it carries steps out."""
        driver.connect()
        driver.execute(self.FIRST)
        driver.execute(self.SECOND)

    def test_goes_on_after_a_rest(self, driver: Driver) -> None:
        """A rest ends nothing."""
        driver.connect()
        driver.execute(self.FIRST)
        driver.rest()
        driver.execute(self.SECOND)

    def test_refuses_a_step_before_connect(self, driver: Driver) -> None:
        """Without connect there is a clear error, and it says what to do."""
        with pytest.raises(DeviceFault, match="connect"):
            driver.execute(self.FIRST)

    def test_refuses_a_step_after_close(self, driver: Driver) -> None:
        """What is closed must be connected first."""
        driver.connect()
        driver.close()
        with pytest.raises(DeviceFault, match="connect"):
            driver.execute(self.FIRST)

    def test_close_needs_no_connect_and_may_come_twice(self, driver: Driver) -> None:
        """Closing is always possible."""
        driver.close()
        driver.connect()
        driver.close()
        driver.close()

    def test_connects_anew_after_close(self, driver: Driver) -> None:
        """A closed driver is as good as new."""
        driver.connect()
        driver.close()
        driver.connect()
        driver.execute(self.FIRST)

    def test_halt_before_connect_ends_nothing(self, driver: Driver) -> None:
        """There is nothing to halt yet, and to connect is to start afresh."""
        driver.halt()
        driver.connect()
        driver.execute(self.FIRST)

    def test_halt_after_close_does_no_harm(self, driver: Driver) -> None:
        """The halt of a person who comes late."""
        driver.connect()
        driver.close()
        driver.halt()
        driver.close()

    def test_halt_from_another_thread_ends_the_step_under_way(
        self, driver: Driver, clock: InterruptedClock
    ) -> None:
        """A person who halts is not kept waiting for the end of the move."""
        driver.connect()
        clock.interruption = driver.halt
        with pytest.raises(StoppedByPerson):
            driver.execute(self.FIRST)

    def test_a_halt_while_connecting_is_heard_before_the_first_step_is_done(
        self, driver: Driver, clock: InterruptedClock
    ) -> None:
        """Homing may take long, and a person may think better of it."""

        def begin() -> None:
            driver.connect()
            driver.execute(self.FIRST)

        clock.interruption = driver.halt
        with pytest.raises(StoppedByPerson):
            begin()

    def test_refuses_every_step_after_a_halt(self, driver: Driver) -> None:
        """A halt latches, and a second one changes nothing."""
        driver.connect()
        driver.halt()
        in_another_thread(driver.halt)
        for _ in range(2):
            with pytest.raises(StoppedByPerson):
                driver.execute(self.FIRST)

    def test_goes_on_once_connected_anew_after_a_halt(self, driver: Driver) -> None:
        """The only way on after a halt is the whole way: close, connect."""
        driver.connect()
        driver.halt()
        driver.close()
        driver.connect()
        driver.execute(self.FIRST)
