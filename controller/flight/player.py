"""A recording as the far end of a wire: the recorded device speaks, its understudy does the work."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from controller.errors import PortError
from controller.events import Event, StepStarted
from controller.flight.recording import Recording
from controller.flight.tape import Entry, Kind
from controller.flight.understudy import Understudy
from controller.link.clock import VirtualClock

# The recorded device stays silent for so long after the recording's last entry: the run has failed by then.
SILENCE = 1.0
# A real host wakes a little later than it meant to, and reads what has come meanwhile, seconds.
_LATE = 0.05
_UNHEARD = (Kind.OPENED, Kind.URGENT, Kind.EVENT)  # nothing is done about these


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line of the host that is not the recorded one; `line` counts its lines from 1."""

    line: int
    recorded: str
    now: str


class Player:
    """A Transport, and a listener, through which a recorded device speaks, at its recorded times.

    What the host writes goes to `understudy`, whose bench moves with it and whose words are not heard. From
    the first line on that differs from the recorded one, after the last entry, and in a gap up to the step
    that follows it, the understudy speaks itself. Set `obey`: it is called with each wish of a person
    as it is due.
    """

    def __init__(
        self,
        recording: Recording,
        understudy: Understudy,
        clock: VirtualClock,
    ) -> None:
        self.name = understudy.name
        self.difference: Difference | None = None
        self.obey: Callable[[str], None] = lambda _: None
        self._felt: dict[str, object] = {}
        self._entries = deque(recording.entries)
        self._end = recording.end.at
        self._understudy = understudy
        self._clock = clock
        self._offset = 0.0  # from the recording's time to the replay's
        self._lines = 0
        self._steps = 0
        self._resume_at = _first_step_after_gap(recording.entries)
        self._in_gap = False
        self._over = False

    @property
    def follows(self) -> bool:
        """Whether the recorded device speaks."""
        return not (self._over or self._in_gap)

    def __call__(self, event: Event) -> None:
        """Hear an event: a step ends the gap."""
        if isinstance(event, StepStarted):
            self._steps += 1
            self._pass_step()
            if self._in_gap and self._steps >= self._resume_at:
                self._leave_gap()

    def open(self) -> None:
        """Plug the understudy in: the recorded device has been."""
        self._understudy.open()
        while self._entries and self._entries[0].kind is not Kind.OPENED:
            self._entries.popleft()
        if self._entries:
            self._offset = self._clock.now() - self._entries[0].at

    def write(self, data: bytes) -> None:
        """Compare a line with the recorded one, and have the understudy obey it."""
        self._lines += 1
        if self.follows:
            self._compare(data)
        self._understudy.write(data)

    def write_now(self, data: bytes) -> None:
        """The understudy gets it before anything else."""
        self._understudy.write_now(data)

    def read(self, timeout: float) -> bytes:
        """What the recorded device said next, at its time, or else what its understudy says."""
        deadline = self._clock.now() + timeout
        while self.follows and (entry := self._due(deadline)) is not None:
            self._clock.sleep(self._time_of(entry) - self._clock.now())
            self._entries.popleft()
            if entry.kind is Kind.RECEIVED:
                self._understudy.follow(entry.data)
                return entry.data
            self._meet(entry)
        if not self._entries and self._clock.now() > self._end + self._offset + SILENCE:
            self._over = True
        if not self.follows:
            return self._understudy.speak(max(0.0, deadline - self._clock.now()))
        self._clock.sleep(deadline - self._clock.now())
        return b""

    def close(self) -> None:
        """Unplug."""
        self._understudy.close()

    def hear_person(self) -> None:
        """Between two steps: all that a person asked for there, at once."""
        while self.follows and self._entries:
            entry = self._entries[0]
            if entry.begins_step or entry.kind not in (*_UNHEARD, Kind.SENSED, Kind.WISH):
                return
            self._entries.popleft()
            self._meet(entry)

    def feel(self, name: str) -> object:
        """What the sensor of that name felt at this time; None: that is not in the recording."""
        latest = self._clock.now() + _LATE
        while self.follows and (entry := self._due(latest)) is not None and entry.kind is Kind.SENSED:
            self._entries.popleft()
            self._meet(entry)
        return self._felt.get(name) if self.follows else None

    def _pass_step(self) -> None:
        """What was told up to the beginning of this step has been told again."""
        while self.follows and self._entries and self._entries[0].kind in _UNHEARD:
            if self._entries.popleft().begins_step:
                return

    def _due(self, deadline: float) -> Entry | None:
        """What happens next, by `deadline`, without the host's having to write before."""
        while self._entries and self._entries[0].kind in _UNHEARD:
            self._entries.popleft()
        entry = self._entries[0] if self._entries else None
        if entry is None or entry.kind is Kind.SENT:
            return None
        late = _LATE if entry.kind is Kind.RECEIVED else 0.0
        return entry if self._time_of(entry) <= deadline + late else None

    def _meet(self, entry: Entry) -> None:
        """Do what an entry that is no line asks for; raises PortError where the wire was lost."""
        self._skip_to(entry)
        if entry.kind is Kind.WISH:
            self.obey(entry.what)
        elif entry.kind is Kind.SENSED:
            self._felt[entry.what] = entry.told
        elif entry.kind is Kind.GONE:
            raise PortError(entry.what)
        elif entry.kind is Kind.GAP:
            self._enter_gap()

    def _compare(self, data: bytes) -> None:
        sent = self._next_sent()
        if sent is None:
            self._over = not self._in_gap
        elif sent.data == data:
            self._skip_to(sent)
        else:
            self.difference = _difference(self._lines, sent.data, data)
            self._over = True

    def _next_sent(self) -> Entry | None:
        """The next line of the recorded host; None: there is no other. What came before it comes after."""
        received = []
        sent = None
        while self.follows and self._entries and sent is None:
            entry = self._entries.popleft()
            if entry.kind is Kind.SENT:
                sent = entry
            elif entry.kind is Kind.RECEIVED:
                received.append(entry)
            else:
                self._meet(entry)
        self._entries.extendleft(reversed(received))
        return sent

    def _enter_gap(self) -> None:
        self._in_gap = True
        self._felt.clear()
        self._understudy.begin_anew()
        self._clock.hurry()
        if self._steps >= self._resume_at:
            self._leave_gap()

    def _leave_gap(self) -> None:
        """Nothing is owed as a step begins."""
        self._in_gap = False
        self._clock.hurry(False)
        self._understudy.begin_anew()
        self._offset = self._clock.now() - self._entries[0].at

    def _time_of(self, entry: Entry) -> float:
        return entry.at + self._offset

    def _skip_to(self, entry: Entry) -> None:
        """What the host itself took its time for is not waited for."""
        self._clock.skip(self._time_of(entry) - self._clock.now())


def _first_step_after_gap(entries: Iterable[Entry]) -> int:
    """The number of the step, from 1, with which the recording goes on."""
    steps = 0
    for entry in entries:
        if entry.kind is Kind.GAP:
            return steps + _steps_missing(entry.told) + 1
        steps += entry.begins_step
    return 0


def _steps_missing(told: object) -> int:
    steps = told.get("steps", 0) if isinstance(told, dict) else 0
    return steps if isinstance(steps, int) else 0


def _difference(line: int, recorded: bytes, now: bytes) -> Difference:
    """The two as people read them, or with their ends and blanks where these alone differ."""
    if recorded.strip() != now.strip():
        recorded, now = recorded.strip(), now.strip()
    return Difference(line, _shown(recorded), _shown(now))


def _shown(wire: bytes) -> str:
    return wire.decode("latin-1").encode("unicode_escape").decode("ascii")
