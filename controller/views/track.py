"""The story so far: events folded into one frozen value, from which the scene of any instant follows. Pure.

Each view folds the events in its own thread, in the order in which they were heard.
"""

from dataclasses import dataclass, replace

from controller.events import (
    ArmTravelling,
    DiskGripped,
    DiskReleased,
    Event,
    LineSent,
    Noted,
    Paused,
    Pausing,
    Resumed,
    RunEnded,
    RunFinished,
    RunStarted,
    StepDone,
    StepStarted,
    Stopping,
    WaitingForPerson,
)
from controller.model import Move, State, Step
from controller.views import words
from controller.views.glide import Path, Spot
from controller.views.scene import Phase, Scene
from controller.views.table import Table

_TICKING = (Phase.RUNNING, Phase.PAUSING, Phase.STOPPING)
_STILL = (Phase.READYING, Phase.PAUSED, Phase.WAITING)  # no move is under way that a stop could end
_FLIGHT = (0.2, 0.4, 0.2)  # seconds up, across and down for a disk that no arm carries
_NO_STATE = State((), 3)
_NO_TABLE = Table()


@dataclass(frozen=True, slots=True)
class Track:
    """What is known after some events. `speed`: seconds of the run that pass in one of the view's clock.

    Speed 0 is a run as fast as possible: nothing glides, and time only goes on with the steps.
    """

    speed: float = 1.0
    keys: bool = False
    exhibit: str = ""
    peg_names: tuple[str, ...] = ()
    state: State = _NO_STATE
    phase: Phase = Phase.READYING
    table: Table = _NO_TABLE
    done: int = 0
    moves: int = 0
    number: int = 0
    move: Move | None = None
    held: int | None = None
    path: Path | None = None
    seconds: float = 0.0  # since the run began, as it was at `since` on the view's clock; `left` likewise
    left: float | None = None
    since: float = 0.0
    line: str = ""
    message: str = ""
    air: bool = False

    def after(self, event: Event, now: float) -> "Track":
        """The story with `event`, heard at `now` on the view's clock."""
        match event:
            case RunStarted():
                return _run_started(self, event, now)
            case StepStarted(step=step):
                return _step_started(self, step, now)
            case StepDone():
                return _step_done(self, event, now)
            case ArmTravelling():
                return _travelling(self, event, now)
            case DiskGripped(disk=disk, peg=peg):
                return _gripped(self, disk, peg, now)
            case DiskReleased(disk=disk, peg=peg):
                return _released(self, disk, peg, now)
            case LineSent(text=text):
                return replace(self, line=text)
            case Noted(text=text):
                return replace(self, message=words.sentence(text))
            case Pausing():
                return self.turned(Phase.PAUSING, now) if self.phase is Phase.RUNNING else self
            case Paused():
                return self.turned(Phase.PAUSED, now)
            case Resumed():
                return self.turned(Phase.RUNNING, now)
            case Stopping():
                return self.turned(Phase.LEAVING if self.phase in _STILL else Phase.STOPPING, now)
            case WaitingForPerson(question=question):
                return self.turned(Phase.WAITING, now, question)
            case RunFinished():
                return _finished(self, event, now)
            case RunEnded():
                return _ended(self, event, now)
            case _:
                return self

    def scene(self, now: float) -> Scene:
        """What is to be seen at `now`."""
        track = self.at(now)
        return Scene(
            exhibit=track.exhibit,
            peg_names=track.names,
            state=track.state,
            phase=track.phase,
            done=track.done,
            moves=track.moves,
            number=track.number,
            move=track.move,
            held=track.held,
            tool=None if track.path is None else track.path.at(now),
            arm=bool(track.table.pegs),
            gone=int(track.seconds),
            left=None if track.left is None else round(track.left),
            line=track.line,
            message=track.message,
            keys=track.keys,
        )

    def at(self, now: float) -> "Track":
        """The same story with its times brought up to `now`; while nothing moves they stand still."""
        passed = (now - self.since) * self.speed if self.phase in _TICKING else 0.0
        left = None if self.left is None else max(0.0, self.left - passed)
        return replace(self, seconds=self.seconds + passed, left=left, since=now)

    def turned(self, phase: Phase, now: float, message: str = "") -> "Track":
        """In another phase from `now` on."""
        return replace(self.at(now), phase=phase, message=words.sentence(message))

    def going(self, to: Spot, seconds: float, now: float) -> "Track":
        """With the tool on its way to `to`, in `seconds` of the run, after what is under way."""
        path = self.path or Path.resting(to, now)
        return replace(self, path=path.then(to, seconds / self.speed if self.speed else 0.0, now))

    def resting(self, spot: Spot, now: float) -> "Track":
        """With the tool standing at `spot`."""
        return replace(self, path=Path.resting(spot, now))

    @property
    def names(self) -> tuple[str, ...]:
        """The pegs' names, or letters where the run ended before it told them."""
        return self.peg_names or tuple(chr(ord("A") + peg) for peg in range(self.state.pegs))

    @property
    def last_words(self) -> str:
        """How the run ended: moves, seconds, where all disks stand and, unless all is done, why."""
        moves = f"{words.count(self.done)} of {words.count(self.moves)} moves in {self.seconds:.1f} s"
        return f"{self.phase.value}: {moves}; {self._where()}. {self.message}".rstrip()

    @property
    def in_step(self) -> bool:
        """Whether a step has begun and is not known to be done."""
        return self.number > self.done

    def _where(self) -> str:
        if self.air:
            return words.IN_THE_AIR
        move = self.move
        # What the gripper has been told last is not known to have been done, unless the release has settled.
        if self.in_step and move is not None and self.state.peg_of[move.disk - 1] == move.source:
            return words.in_doubt(self.state, self.names, move, gripper=bool(self.table.pegs))
        return words.where(self.state, self.names)


def _run_started(track: Track, event: RunStarted, now: float) -> Track:
    return Track(
        speed=track.speed,
        keys=track.keys,
        exhibit=event.exhibit,
        peg_names=event.peg_names,
        state=event.state,
        phase=Phase.RUNNING,
        table=Table(event.peg_points, event.state.disks, track.table.tip),
        moves=event.moves,
        path=track.path if event.peg_points else None,
        left=event.seconds_left,
        since=now,
        line=track.line,
        air=event.air,
    )


def _step_started(track: Track, step: Step, now: float) -> Track:
    if track.phase not in _TICKING:
        track = track.turned(Phase.RUNNING, now)
    track = replace(track, state=step.state, number=step.number, move=step.move)
    return track if track.table.pegs else _take_off(track, step.move, now)


def _take_off(track: Track, move: Move, now: float) -> Track:
    """Without an arm the disk flies by itself: up, across, down onto its target."""
    table, state = track.table, track.state
    track = track.resting(Spot(move.source, table.contact(state, move.source)), now)
    landing = Spot(move.target, table.contact(state, move.target, move.disk))
    corners = (Spot(move.source, table.top), Spot(move.target, table.top), landing)
    for corner, seconds in zip(corners, _FLIGHT, strict=True):
        track = track.going(corner, seconds, now)
    return replace(track, held=move.disk)


def _step_done(track: Track, event: StepDone, now: float) -> Track:
    return replace(
        track,
        state=event.state,
        held=None,
        done=event.step.number,
        seconds=event.seconds,
        left=event.seconds_left,
        since=now,
        path=track.path if track.table.pegs else None,
    )


def _travelling(track: Track, event: ArmTravelling, now: float) -> Track:
    if not track.table.pegs:
        return track
    spot = track.table.spot(event.to, track.state, track.held)
    return replace(track, table=track.table.moved(event.to)).going(spot, event.seconds, now)


def _gripped(track: Track, disk: int, peg: int, now: float) -> Track:
    return replace(_touching(track, peg, now), held=disk)


def _released(track: Track, disk: int, peg: int, now: float) -> Track:
    peg_of = list(track.state.peg_of)
    peg_of[disk - 1] = peg
    state = State(tuple(peg_of), track.state.pegs)
    return _touching(replace(track, state=state, held=None), peg, now)


def _touching(track: Track, peg: int, now: float) -> Track:
    """With the tool at rest on the top disk of `peg`."""
    level = track.table.contact(track.state, peg)
    return replace(track, table=track.table.touched(peg, level)).resting(Spot(peg, level), now)


def _finished(track: Track, event: RunFinished, now: float) -> Track:
    track = track.turned(Phase.DONE, now)
    return replace(track, state=event.state, held=None, done=event.moves, seconds=event.seconds, left=None)


def _ended(track: Track, event: RunEnded, now: float) -> Track:
    track = replace(track.turned(Phase.ENDED, now, event.reason), left=None)
    if event.doubt is None:  # otherwise the disk may have been released already, as the track has heard
        track = replace(track, state=event.state, number=track.done)
    return track if track.path is None else track.resting(track.path.at(now), now)
