"""Whatever ended a run ends its replay too, with the disks where the run had left them."""

from pathlib import Path

import pytest
from flights import at_a_port, fly, recordings, say_yes, swap

from controller.app.options import RunOptions
from controller.app.replay import replayed
from controller.drivers.gripper import Sensing
from controller.errors import DeviceReset, DeviceSilent, DiskLost, StoppedByPerson
from controller.events import Event, Paused, RunFinished, StepStarted, WaitingForPerson
from controller.flight.tape import Tape
from controller.link.clock import VirtualClock
from controller.runner import Controls
from firmware_proto.bench import Bench

EXHIBITS = ("marlin-arm", "grbl-arm", "uarm", "community-arm")
FATAL = ("error:40", "reset:61", "halt:9", "silence:50", "hangup:33")


@pytest.mark.parametrize("fault", FATAL)
@pytest.mark.parametrize("exhibit", EXHIBITS)
def test_every_fault_of_every_firmware_comes_again(exhibit: str, fault: str, tmp_path: Path) -> None:
    flown = fly(at_a_port(exhibit, tmp_path), [fault])
    assert flown.error is not None
    again = replayed(flown.path)
    assert (type(again.error), str(again.error)) == (type(flown.error), str(flown.error))
    assert again.same
    assert again.difference is None


@pytest.mark.parametrize("exhibit", EXHIBITS)
def test_what_the_wire_does_without_ending_the_run_is_played_too(exhibit: str, tmp_path: Path) -> None:
    """Late, doubled, garbled, asked for again: what was mended then is mended now, up to the same end."""
    spoilt = ["late-ok:12", "double-ok:17", "garbage:20", "busy:30"]
    spoilt += ["resend:25", "drop-ok:35"] if exhibit == "marlin-arm" else []
    flown = fly(at_a_port(exhibit, tmp_path), [*spoilt, "reset:90"])
    again = replayed(flown.path)
    assert isinstance(again.error, DeviceReset)
    assert again.same
    assert again.difference is None


@pytest.mark.parametrize("line", [14, 60, 73, 90, 110, 133])
def test_the_bench_has_come_as_far_as_the_real_one(line: int, tmp_path: Path) -> None:
    flown = fly(at_a_port("marlin-arm", tmp_path), [f"error:{line}"])
    assert replayed(flown.path).standing == f"the disks stand {flown.standing}"


def test_a_device_that_was_faster_than_its_emulator_has_moved_the_disks_all_the_same(tmp_path: Path) -> None:
    flown = fly(at_a_port("marlin-arm", tmp_path), ["error:90"])
    swap(flown.path, hurried)
    again = replayed(flown.path)
    assert again.same
    assert flown.standing in again.standing


def hurried(entry: dict[str, object]) -> None:
    if isinstance(at := entry.get("at"), float):
        entry["at"] = at / 10


@pytest.mark.parametrize("exhibit", EXHIBITS)
@pytest.mark.parametrize("later", [0.3, 1.7])
def test_a_halt_in_mid_motion_comes_again_at_its_time(exhibit: str, later: float, tmp_path: Path) -> None:
    flown = fly(at_a_port(exhibit, tmp_path), halt_in=lambda event: later if begins(event, 2) else None)
    assert isinstance(flown.error, StoppedByPerson)
    again = replayed(flown.path)
    assert str(again.error) == str(flown.error)
    assert again.same
    assert again.difference is None
    assert flown.standing in again.standing


def begins(event: Event, number: int) -> bool:
    return isinstance(event, StepStarted) and event.step.number == number


def test_a_halt_between_two_moves_comes_again(tmp_path: Path) -> None:
    def act(event: Event, controls: Controls) -> None:
        if isinstance(event, Paused):
            controls.halt()
        if isinstance(event, StepStarted) and event.step.number == 3:
            controls.toggle_pause()

    flown = fly(at_a_port("marlin-arm", tmp_path), act=act)
    again = replayed(flown.path)
    assert str(again.error) == str(flown.error) == "Halted by a person: nothing moves any more."
    assert flown.standing in again.standing


def test_pauses_and_words_before_each_move_are_played(tmp_path: Path) -> None:
    def act(event: Event, controls: Controls) -> None:
        say_yes(event, controls)
        if isinstance(event, StepStarted) and event.step.number == 2:
            controls.pause()
        if isinstance(event, Paused):
            controls.resume()

    flown = fly(at_a_port("grbl-arm", tmp_path), ["reset:150"], act, options=RunOptions(step=True))
    again = replayed(flown.path)
    assert again.same
    assert again.difference is None


def test_a_stop_is_no_fault(tmp_path: Path) -> None:
    def act(event: Event, controls: Controls) -> None:
        if isinstance(event, StepStarted):
            controls.stop()

    flown = fly(at_a_port("marlin-arm", tmp_path), act=act)
    assert isinstance(flown.error, StoppedByPerson)
    assert flown.files == ()


def test_a_done_run_leaves_nothing(tmp_path: Path) -> None:
    flown = fly(at_a_port("marlin-arm", tmp_path))
    assert (flown.error, flown.files) == (None, ())


@pytest.mark.parametrize("exhibit", ["marlin-arm", "grbl-arm", "community-arm"])
def test_a_long_run_is_played_without_its_middle(exhibit: str, tmp_path: Path) -> None:
    """The middle is not in the file; the emulator plays it, and the recorded device takes up a later step."""
    flown = fly(at_a_port(exhibit, tmp_path), ["reset:240"], tape=Tape(opening=90, recent=150), moves=24)
    assert isinstance(flown.error, DeviceReset)
    assert '"gap"' in flown.path.read_text()
    again = replayed(flown.path)
    assert again.same
    assert again.difference is None
    assert flown.standing in again.standing


def test_tags_that_have_shifted_in_the_middle_are_told(tmp_path: Path) -> None:
    """How often a uArm is asked where it is depends on the time, and its questions are numbered too."""
    flown = fly(at_a_port("uarm", tmp_path), ["reset:240"], tape=Tape(opening=90, recent=150), moves=24)
    again = replayed(flown.path)
    assert again.same or again.difference is not None


def test_a_day_is_played_from_its_first_journey_on(tmp_path: Path) -> None:
    """Two and a half journeys of a kiosk, with the rests between."""
    flown = fly(at_a_port("grbl-arm", tmp_path), ["silence:600"], kiosk=True, cycles=5)
    assert isinstance(flown.error, DeviceSilent)
    again = replayed(flown.path)
    assert again.same
    assert again.difference is None
    assert flown.standing in again.standing


def test_a_halt_in_the_rest_of_a_kiosk_comes_again(tmp_path: Path) -> None:
    flown = fly(
        at_a_port("marlin-arm", tmp_path),
        halt_in=lambda event: 5.0 if isinstance(event, RunFinished) else None,
        moves=2,
        kiosk=True,
        cycles=2,
    )
    assert isinstance(flown.error, StoppedByPerson)
    again = replayed(flown.path)
    assert str(again.error) == str(flown.error)
    assert again.same


@pytest.mark.parametrize("exhibit", EXHIBITS)
def test_the_first_line_that_differs_is_told_and_the_emulator_goes_on(exhibit: str, tmp_path: Path) -> None:
    """As if an earlier version had sent another line: from there on nothing fails."""
    flown = fly(at_a_port(exhibit, tmp_path), ["reset:120"])
    lines = sent_lines(flown.path)
    swap(flown.path, replaced(lines[50], "X1 of old\n"))
    again = replayed(flown.path)
    assert again.difference is not None
    assert again.difference.recorded == "X1 of old"
    assert again.difference.now == lines[50].strip()
    assert again.difference.line == lines.index(lines[50]) + 1
    assert not again.same
    assert again.error is None
    assert again.standing.count(":") == 1  # on one peg
    assert "5,4,3,2,1" in again.standing


def sent_lines(path: Path) -> list[str]:
    found: list[str] = []

    def look(entry: dict[str, object]) -> None:
        if isinstance(sent := entry.get("sent"), str):
            found.append(sent)

    swap(path, look)
    return found


def replaced(old: str, new: str) -> object:
    def change(entry: dict[str, object]) -> None:
        if entry.get("sent") == old:
            entry["sent"] = new

    return change


def test_a_question_that_nobody_answered_then_is_answered(tmp_path: Path) -> None:
    """A recording of a version that did not ask: the replay goes on, and ends."""
    flown = fly(at_a_port("community-arm", tmp_path), ["reset:50"])
    swap(flown.path, lambda entry: entry.pop("wish", None) and entry.update(event="Nothing"))
    again = replayed(flown.path)
    assert again.error is None or again.same


def test_a_replay_leaves_no_recording_and_touches_no_journal(tmp_path: Path) -> None:
    config = at_a_port("marlin-arm", tmp_path)
    config.write_text(config.read_text() + "journal: disks.journal\n")
    flown = fly(config, ["reset:60"])
    assert flown.path.parent == tmp_path  # beside the journal
    before = set(tmp_path.iterdir()), set(recordings())
    replayed(flown.path)
    assert (set(tmp_path.iterdir()), set(recordings())) == before


def test_a_person_is_waited_for_in_the_recording_and_not_in_the_replay(tmp_path: Path) -> None:
    """An hour in front of a question costs the replay nothing."""

    def act(event: Event, controls: Controls) -> None:
        if isinstance(event, WaitingForPerson):
            controls.proceed()

    flown = fly(at_a_port("marlin-arm", tmp_path), ["reset:60"], act, options=RunOptions(step=True))
    later = [False]

    def delay(entry: dict[str, object]) -> None:
        later[0] = later[0] or entry.get("wish") == "proceed"
        if later[0] and isinstance(at := entry.get("at"), float):
            entry["at"] = at + 3600

    swap(flown.path, delay)
    assert replayed(flown.path, speed=1000.0).same


def test_a_recording_from_an_exhibit_stays_true() -> None:
    """Garbage on the wire, then a halt while homing; what a bug report brings is a test in two lines."""
    assert replayed(Path(__file__).parents[2] / "recordings" / "homing-halted.jsonl").same


def with_sensors(tmp_path: Path) -> Path:
    path = at_a_port("demo", tmp_path)
    text = path.read_text().replace("grip_depth: 0}", "grip_depth: 0, check: {pin: 16, held: low}, tries: 2}")
    path.write_text(text + "inputs: {pin_factory: mock, pegs: {A: 12, B: 13, C: 19}}\n")
    return path


def test_a_disk_that_a_visitor_took_is_missed_again(tmp_path: Path) -> None:
    """The emulator's bench knows nothing of the visitor; what was felt is in the recording."""

    def feel(bench: Bench, clock: VirtualClock) -> Sensing:
        first: list[float] = []

        def gripped_at() -> float:
            first.extend([clock.now()] * (not first))
            return first[0]

        return Sensing(
            holds=lambda: bench.held is not None and clock.now() < gripped_at() + 0.7,
            occupied=lambda: tuple(bool(stack) for stack in bench.stacks.values()),
        )

    flown = fly(with_sensors(tmp_path), feel=feel)
    assert isinstance(flown.error, DiskLost)
    again = replayed(flown.path)
    assert str(again.error) == str(flown.error)
    assert again.same
    assert again.difference is None
    assert flown.standing in again.standing


def test_a_second_try_at_a_disk_is_made_again(tmp_path: Path) -> None:
    """The first looks at the sensor find nothing; the run goes on, and fails for another reason."""
    looks = iter([False] * 2)

    def feel(bench: Bench, _: VirtualClock) -> Sensing:
        return Sensing(holds=lambda: next(looks, bench.held is not None), tries=3)

    flown = fly(with_sensors(tmp_path), ["reset:90"], feel=feel)
    assert isinstance(flown.error, DeviceReset)
    again = replayed(flown.path)
    assert again.same
    assert again.difference is None


def test_sensors_of_a_middle_that_was_not_kept_feel_the_emulators_bench(tmp_path: Path) -> None:
    def feel(bench: Bench, _: VirtualClock) -> Sensing:
        return Sensing(
            holds=lambda: bench.held is not None,
            occupied=lambda: tuple(bool(stack) for stack in bench.stacks.values()),
        )

    tape = Tape(opening=90, recent=150)
    flown = fly(with_sensors(tmp_path), ["reset:240"], tape=tape, moves=24, feel=feel)
    again = replayed(flown.path)
    assert again.same
    assert again.difference is None
