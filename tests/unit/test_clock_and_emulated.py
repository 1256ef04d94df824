"""Time, real and virtual, and the wire in memory that lives in it."""

import threading
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import PortError
from controller.link.clock import MonotonicClock, VirtualClock
from controller.link.emulated import EmulatedTransport

modest = settings(max_examples=50, deadline=None)


class Wall:
    """The machine's own time, in the test's hand; every sleep takes `late` seconds longer than asked."""

    def __init__(self, mocker) -> None:
        self.time = 1000.0
        self.late = 0.0
        self.slept: list[float] = []
        mocker.patch("controller.link.clock.time.monotonic", side_effect=lambda: self.time)
        mocker.patch("controller.link.clock.time.sleep", side_effect=self._sleep)

    def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds + self.late


class Device:
    """A far end with an agenda: says `agenda[t]` at time t, and writes down what it hears and when."""

    def __init__(self, agenda: dict[float, bytes] | None = None) -> None:
        self.agenda = dict(agenda or {})
        self.heard: list[tuple[bytes, float]] = []
        self.connected_at: list[float] = []
        self.hung_up = False

    def connect(self, now: float) -> None:
        self.connected_at.append(now)

    def receive(self, data: bytes, now: float) -> None:
        self.heard.append((data, now))

    def transmit(self, now: float) -> bytes:
        if self.hung_up:
            raise OSError("cable pulled")
        due = sorted(at for at in self.agenda if at <= now)
        return b"".join(self.agenda.pop(at) for at in due)

    def next_event(self) -> float | None:
        return min(self.agenda, default=None)


class Hooked(VirtualClock):
    """Virtual time in which `hook` is called after every wait."""

    def __init__(self) -> None:
        super().__init__()
        self.hook: Callable[[], None] = lambda: None

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        self.hook()


@pytest.fixture
def wall(mocker) -> Wall:
    return Wall(mocker)


def plugged_in(device: Device, clock: VirtualClock) -> EmulatedTransport:
    transport = EmulatedTransport(device, clock, "toy")
    transport.open()
    return transport


def test_the_real_clock_is_the_machines_own(wall: Wall) -> None:
    clock = MonotonicClock()
    clock.sleep(2.0)
    clock.sleep(0.0)
    clock.sleep(-1.0)
    assert (wall.slept, clock.now()) == ([2.0], 2.0)


def test_at_speed_0_time_passes_without_waiting(wall: Wall) -> None:
    clock = VirtualClock()
    clock.sleep(3600.0)
    assert (clock.now(), wall.slept) == (3600.0, [])


@pytest.mark.parametrize("speed", [0.0, 2.0])
def test_virtual_time_never_goes_back(wall: Wall, speed: float) -> None:
    clock = VirtualClock(speed)
    clock.sleep(1.0)
    clock.sleep(-5.0)
    clock.sleep(0.0)
    assert clock.now() == 1.0


@pytest.mark.parametrize(("speed", "real"), [(1.0, 3.0), (4.0, 0.75), (0.5, 6.0)])
def test_at_a_speed_real_time_passes_in_proportion(wall: Wall, speed: float, real: float) -> None:
    clock = VirtualClock(speed)
    for _ in range(30):
        clock.sleep(0.1)
    assert wall.time - 1000.0 == pytest.approx(real)
    assert clock.now() == pytest.approx(3.0)


def test_small_delays_do_not_add_up(wall: Wall) -> None:
    clock = VirtualClock(1.0)
    wall.late = 0.02
    for _ in range(50):
        clock.sleep(0.1)
    assert wall.time - 1000.0 == pytest.approx(5.0, abs=0.03)


def test_after_a_pause_the_show_goes_on_at_its_pace_and_does_not_hurry(wall: Wall) -> None:
    clock = VirtualClock(1.0)
    clock.sleep(1.0)
    wall.time += 60.0
    resumed = wall.time
    clock.sleep(1.0)
    assert wall.time - resumed == pytest.approx(1.0)


def test_a_long_wait_is_slept_in_slices_and_ends_within_one_when_there_is_reason_to_hurry(mocker) -> None:
    wall = Wall(mocker)
    clock = VirtualClock(0.001)
    sleep = wall._sleep

    def hurried(seconds: float) -> None:
        sleep(seconds)
        if len(wall.slept) == 3:
            clock.hurry()

    mocker.patch("controller.link.clock.time.sleep", side_effect=hurried)
    clock.sleep(1.0)
    clock.sleep(9.0)
    assert (wall.slept, clock.now()) == ([0.05] * 3, 10.0)


def test_plugging_in_resets_the_device_as_a_real_board() -> None:
    device, clock = Device(), VirtualClock()
    clock.sleep(7.0)
    transport = plugged_in(device, clock)
    transport.open()
    assert device.connected_at == [7.0, 7.0]


@pytest.mark.parametrize(
    "use", [lambda transport: transport.read(1.0), lambda transport: transport.write(b"M400\n")]
)
def test_a_wire_that_is_not_plugged_in_is_a_port_error_with_its_name(use: Callable) -> None:
    transport = EmulatedTransport(Device(), VirtualClock(), "toy")
    with pytest.raises(PortError, match="toy is not open"):
        use(transport)
    transport.open()
    transport.close()
    transport.close()
    with pytest.raises(PortError, match="toy is not open"):
        use(transport)


def test_what_is_written_is_heard_at_once() -> None:
    device, clock = Device(), VirtualClock()
    transport = plugged_in(device, clock)
    clock.sleep(2.0)
    transport.write(b"G28\n")
    assert device.heard == [(b"G28\n", 2.0)]


def test_reading_waits_until_the_device_speaks_and_no_longer() -> None:
    clock = VirtualClock()
    transport = plugged_in(Device({1.5: b"ok\n"}), clock)
    assert transport.read(10.0) == b"ok\n"
    assert clock.now() == pytest.approx(1.5)


def test_reading_what_has_been_said_takes_no_time() -> None:
    clock = VirtualClock()
    transport = plugged_in(Device({0.0: b"start\n"}), clock)
    assert (transport.read(10.0), clock.now()) == (b"start\n", 0.0)


@pytest.mark.parametrize("agenda", [{}, {5.0: b"late\n"}])
def test_reading_gives_up_after_its_timeout(agenda: dict[float, bytes]) -> None:
    clock = VirtualClock()
    transport = plugged_in(Device(agenda), clock)
    assert transport.read(2.0) == b""
    assert clock.now() == pytest.approx(2.0)


def test_looking_without_a_timeout_takes_no_time() -> None:
    clock = VirtualClock()
    transport = plugged_in(Device({1.0: b"ok\n"}), clock)
    assert (transport.read(0.0), clock.now()) == (b"", 0.0)


@modest
@given(st.lists(st.floats(0, 50), unique=True, max_size=8), st.floats(0.1, 20))
def test_everything_is_read_at_its_own_time_and_nothing_is_passed_over(
    times: list[float], timeout: float
) -> None:
    clock = VirtualClock()
    transport = plugged_in(Device({at: f"{at!r} ".encode() for at in times}), clock)
    read: list[float] = []
    while clock.now() < 60:
        for word in transport.read(timeout).split():
            read.append(float(word))
            assert clock.now() == pytest.approx(read[-1], abs=1e-3)
    assert read == sorted(times)


def test_an_event_that_is_overdue_but_silent_does_not_stop_time() -> None:
    class Overdue(Device):
        def next_event(self) -> float | None:
            return 0.0

    clock = VirtualClock()
    transport = plugged_in(Overdue(), clock)
    assert transport.read(1e-4) == b""
    assert clock.now() >= 1e-4


def test_a_device_that_hangs_up_is_a_port_error() -> None:
    device = Device()
    transport = plugged_in(device, VirtualClock())
    device.hung_up = True
    with pytest.raises(PortError, match="toy has hung up: cable pulled") as fault:
        transport.read(1.0)
    assert isinstance(fault.value.__cause__, OSError)


def test_urgent_bytes_from_another_thread_come_before_all_others_and_in_order() -> None:
    device = Device()
    transport = plugged_in(device, VirtualClock())
    thread = threading.Thread(target=lambda: [transport.write_now(b"!"), transport.write_now(b"?")])
    thread.start()
    thread.join()
    transport.write(b"G1 X1\n")
    assert [data for data, _ in device.heard] == [b"!", b"?", b"G1 X1\n"]


def test_urgent_bytes_are_heard_as_soon_as_the_reader_has_waited() -> None:
    device, clock = Device({0.25: b"ok\n"}), Hooked()
    transport = plugged_in(device, clock)
    clock.hook = lambda: transport.write_now(b"!")
    assert transport.read(0.5) == b"ok\n"
    assert device.heard == [(b"!", 0.25)]


def test_urgent_bytes_are_lost_while_nothing_is_plugged_in() -> None:
    device = Device()
    transport = EmulatedTransport(device, VirtualClock())
    transport.write_now(b"M410\n")
    transport.open()
    transport.write_now(b"M410\n")
    transport.close()
    transport.write_now(b"M410\n")
    transport.open()
    transport.read(0.0)
    assert device.heard == []
