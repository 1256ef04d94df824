"""One leader and its followers as one driver."""

import pytest
from lamp_bench import LampBench

from controller.drivers.group import Group
from controller.drivers.lights import PinMap
from controller.errors import DeviceFault, DeviceSilent, PinFault, PortError, StoppedByPerson
from controller.events import DiskGripped, DiskReleased, Event, Publisher
from controller.link.clock import VirtualClock
from controller.model import Move, State, Step
from controller.testing import InterruptedClock, RecordingDriver

START = State.tower(3, 0)
STEP = Step(1, Move(1, 0, 2), START)
NINE = (((10,), (11,), (12,)), ((13,), (14,), (15,)), ((16,), (17,), (18,)))


class Silent(RecordingDriver):
    """A leader that carries but says nothing of it, as an arm that visits heights in the air."""

    def execute(self, step: Step) -> None:
        self.calls.append(("execute", step))


class Diary(RecordingDriver):
    """Writes what it is asked into a diary shared with others."""

    def __init__(self, name: str, diary: list[str], **kwargs) -> None:
        super().__init__(**kwargs)
        self._name, self._diary = name, diary

    def _record(self, name: str, *arguments: object) -> None:
        self._diary.append(f"{self._name} {name}")
        super()._record(name, *arguments)


@pytest.fixture
def diary() -> list[str]:
    return []


@pytest.fixture
def publisher(diary: list[str]) -> Publisher:
    return Publisher(lambda event: diary.append(type(event).__name__))


def group_of_three(diary: list[str], publisher: Publisher, **failures: dict[str | int, Exception]) -> Group:
    def member(name: str) -> Diary:
        return Diary(name, diary, publisher=publisher if name == "arm" else None, failures=failures.get(name))

    return Group(member("arm"), [member("lamps"), member("bulbs")], publisher)


def test_followers_let_the_disk_go_when_it_is_gripped_and_arrive_when_it_is_released(
    diary: list[str], publisher: Publisher
) -> None:
    group = group_of_three(diary, publisher)
    group.connect()
    del diary[:]
    group.execute(STEP)
    assert diary == [
        "arm execute",
        "DiskGripped",
        "lamps leave",
        "bulbs leave",
        "DiskReleased",
        "lamps arrive",
        "bulbs arrive",
    ]


def test_real_lamps_are_dark_for_the_disk_just_while_it_is_in_the_gripper() -> None:
    bench, clock = LampBench(), InterruptedClock()
    publisher = Publisher()
    group = Group(RecordingDriver(clock, 2.0, publisher), [bench.tower(PinMap(NINE), clock)], publisher)
    group.connect()
    group.show(START)
    seen = [bench.burning()]
    clock.interruption = lambda: seen.append(bench.burning())
    group.execute(STEP)
    assert [*seen, bench.burning()] == [[10, 11, 12], [10, 11], [10, 11, 16]]
    assert clock.now() == 2.0
    group.close()


def test_followers_catch_up_with_a_leader_that_says_nothing() -> None:
    follower = RecordingDriver()
    Group(Silent(), [follower], Publisher()).execute(STEP)
    assert follower.calls == [("leave", STEP), ("arrive", STEP)]


def test_when_the_leader_fails_in_mid_air_no_follower_shows_the_disk_as_arrived(
    diary: list[str], publisher: Publisher
) -> None:
    group = group_of_three(diary, publisher, arm={1: DeviceSilent("no answer")})
    group.connect()
    with pytest.raises(DeviceSilent):
        group.execute(STEP)
    assert "lamps leave" in diary
    assert "lamps arrive" not in diary
    publisher.publish(DiskReleased(1, 2))  # by a person, later
    assert "lamps arrive" not in diary


def test_grips_and_releases_outside_a_step_move_nothing_on_the_followers() -> None:
    publisher, follower = Publisher(), RecordingDriver()
    Group(Silent(), [follower], publisher)
    publisher.publish(DiskGripped(1, 0))
    publisher.publish(DiskReleased(1, 2))
    assert follower.calls == []


def test_a_follower_that_fails_is_told_once_the_disk_is_down(diary: list[str], publisher: Publisher) -> None:
    group = group_of_three(
        diary, publisher, lamps={"leave": PinFault("lamp 1"), "arrive": PinFault("lamp 2")}
    )
    group.connect()
    with pytest.raises(PinFault, match="lamp 1"):
        group.execute(STEP)
    assert [entry for entry in diary if entry.startswith(("Disk", "bulbs"))] == [
        "bulbs connect",
        "DiskGripped",
        "bulbs leave",
        "DiskReleased",
        "bulbs arrive",
    ]


def test_a_follower_that_failed_once_does_not_fail_the_next_step() -> None:
    failures: dict[str | int, Exception] = {"arrive": PinFault("lamp 1")}
    group = Group(Silent(), [RecordingDriver(failures=failures)], Publisher())
    with pytest.raises(PinFault):
        group.execute(STEP)
    failures.clear()
    group.execute(STEP)


def test_a_leader_that_fails_is_told_before_a_follower_that_failed_too(
    diary: list[str], publisher: Publisher
) -> None:
    group = group_of_three(
        diary, publisher, arm={1: DeviceSilent("no answer")}, lamps={"leave": PinFault("lamp")}
    )
    group.connect()
    with pytest.raises(DeviceSilent):
        group.execute(STEP)


def test_followers_are_connected_before_the_arm_moves_to_its_home(
    diary: list[str], publisher: Publisher
) -> None:
    group_of_three(diary, publisher).connect()
    assert diary == ["lamps connect", "bulbs connect", "arm connect"]


@pytest.mark.parametrize("failing", ["arm", "lamps", "bulbs"])
def test_when_one_cannot_be_connected_all_are_closed(
    diary: list[str], publisher: Publisher, failing: str
) -> None:
    group = group_of_three(diary, publisher, **{failing: {"connect": PortError(f"{failing} is away")}})
    with pytest.raises(PortError, match=f"{failing} is away"):
        group.connect()
    assert {"arm close", "lamps close", "bulbs close"} < set(diary)


def test_a_failure_to_close_does_not_hide_why_connecting_failed(
    diary: list[str], publisher: Publisher, caplog: pytest.LogCaptureFixture
) -> None:
    group = group_of_three(
        diary, publisher, arm={"connect": PortError("no port")}, lamps={"close": PinFault("lamp 1 burns")}
    )
    with pytest.raises(PortError, match="no port"):
        group.connect()
    assert caplog.messages == ["While closing after a failure: lamp 1 burns"]


@pytest.mark.parametrize("last", ["lamps", "arm"])
def test_a_halt_while_connecting_ends_it_with_all_closed(last: str) -> None:
    class HaltedWhileConnecting(RecordingDriver):
        def connect(self) -> None:
            super().connect()
            group.halt()

    arm, lamps = RecordingDriver(), RecordingDriver()
    if last == "lamps":
        lamps = HaltedWhileConnecting()
    else:
        arm = HaltedWhileConnecting()
    group = Group(arm, [lamps], Publisher())
    with pytest.raises(StoppedByPerson, match="connect anew"):
        group.connect()
    assert (("connect",) in arm.calls) == (last == "arm")
    assert arm.calls[-1] == lamps.calls[-1] == ("close",)


@pytest.mark.parametrize("name", ["rest", "halt", "close"])
def test_what_one_cannot_do_the_others_do_all_the_same(
    diary: list[str], publisher: Publisher, name: str
) -> None:
    failures = {"arm": {name: DeviceFault("the arm")}, "lamps": {name: PinFault("the lamps")}}
    group = group_of_three(diary, publisher, **failures)
    with pytest.raises(DeviceFault, match="the arm"):
        getattr(group, name)()
    assert diary == [f"arm {name}", f"lamps {name}", f"bulbs {name}"]


def test_a_ctrl_c_while_closing_still_closes_the_others() -> None:
    class Interrupted(RecordingDriver):
        def close(self) -> None:
            raise KeyboardInterrupt

    lamps = RecordingDriver()
    with pytest.raises(KeyboardInterrupt):
        Group(Interrupted(), [lamps], Publisher()).close()
    assert lamps.calls == [("close",)]


def test_a_state_is_shown_by_all_that_can_show_one() -> None:
    class Blind:
        """A driver that shows nothing."""

    lamps = RecordingDriver()
    Group(Blind(), [lamps], Publisher()).show(START)
    assert lamps.calls == [("show", START)]


def test_after_a_halt_real_lamps_stay_dark_though_the_arm_still_lets_its_disk_go() -> None:
    bench, clock, publisher = LampBench(), VirtualClock(), Publisher()
    lamps = bench.tower(PinMap(NINE), clock)

    class LetsGo(RecordingDriver):
        def execute(self, step: Step) -> None:
            group.halt()
            publisher.publish(DiskReleased(step.move.disk, step.move.target))
            raise StoppedByPerson("halted")

    group = Group(LetsGo(), [lamps], publisher)
    group.connect()
    group.show(START)
    with pytest.raises(StoppedByPerson):
        group.execute(STEP)
    assert bench.burning() == []
    group.close()


def test_listeners_hear_of_the_grip_as_without_a_group() -> None:
    heard: list[Event] = []
    publisher = Publisher(heard.append)
    group = Group(RecordingDriver(publisher=publisher), [RecordingDriver()], publisher)
    group.connect()
    group.execute(STEP)
    assert heard == [DiskGripped(1, 0), DiskReleased(1, 2)]
