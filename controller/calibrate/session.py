"""A calibration from the first key to the last: orders in, ways of the arm and a sheet of words out."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from controller.calibrate import sheet
from controller.calibrate.calibration import UP, Calibration, Refused
from controller.calibrate.orders import (
    Back,
    Enter,
    Grip,
    Home,
    Jog,
    Next,
    Order,
    Quit,
    Release,
    Save,
    Size,
    Teach,
    Touch,
    Yes,
)
from controller.calibrate.touch import DryTouch
from controller.drivers.jog import Jogger
from controller.errors import HanoiError, StoppedByPerson, UsageError
from controller.events import Event, Noted
from controller.model import Point
from controller.motion.actions import Travel
from controller.motion.geometry import GripperTimes, MotionLimits
from controller.motion.path import PathPlanner

_LOOK = 0.1  # real seconds between two looks at the arm while a person thinks


class Typed(Protocol):
    """What a person types: keys by their names, or lines."""

    def next(self, seconds: float) -> str | None:
        """The next one, None if there is none within `seconds`; raises EOFError once nobody can type."""

    def forget(self) -> None:
        """Drop the keys pressed so far: held while the arm moves, they must not move it on."""


class Screen(Protocol):
    """Where a person looks."""

    def show(self, rows: Sequence[str], keys: Sequence[str], said: Sequence[str], /) -> None:
        """Show `rows`, the whole sheet, and which keys there are; `said` are the sentences that are new."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What a session must know of the exhibit: speeds (mm/s) and waits, and what can be asked of its config.

    `upwards`: its homing finds no place by itself. `planner` makes one of the places taught, or raises
    UsageError; `save` writes them, and returns what is to be said of it.
    """

    name: str
    limits: MotionLimits
    times: GripperTimes
    upwards: bool
    planner: Callable[[Mapping[str, Point]], PathPlanner]
    save: Callable[[Mapping[str, Point]], str]


class Left(StoppedByPerson):
    """A person has left, and something taught is not in the file."""


class Session:
    """Obeys one order after another until a person leaves. Only `end` may be called from another thread.

    `read` makes an order of what is typed. With `strict`, as for a script, the first order that cannot be
    obeyed ends the session; otherwise a person is told, and after a fault or a halt the arm stands until it
    has been homed again.
    """

    def __init__(
        self,
        exhibit: Exhibit,
        calibration: Calibration,
        arm: Jogger,
        typed: Typed,
        read: Callable[[str], Order | None],
        screen: Screen,
        strict: bool = False,
    ) -> None:
        self.calibration = calibration
        self._exhibit = exhibit
        self._arm = arm
        self._typed = typed
        self._read = read
        self._screen = screen
        self._strict = strict
        self._ordered = False  # whether anything has been typed at all
        self._ending = threading.Event()
        self._said: list[str] = []
        self._unsaid = 0  # how many of the last ones have not been shown
        self._touch: DryTouch | None = None
        self._no_touch = False  # a dry touch has just been refused: Enter is meant for it

    def __call__(self, event: Event) -> None:
        """Hear an event: what is noted is told."""
        if isinstance(event, Noted):
            self.tell(event.text)

    def end(self) -> None:
        """Halt and leave; from any thread or signal handler."""
        self._ending.set()
        self._arm.halt()

    def run(self) -> None:
        """Until a person leaves; raises Left where something taught has not been saved.

        With `strict` it raises whatever is refused or fails, and UsageError where no order comes at all.
        """
        try:
            while self._goes_on():
                pass
        except EOFError:
            if self._strict and not self._ordered:
                raise UsageError(
                    "Nobody can type here, and nothing has been taught; calibrate in a terminal, or give the "
                    "orders on stdin, a line each."
                ) from None
            self._require_saved("Nobody can type any more")

    def ask(self, question: str, listen: Callable[[], None]) -> None:
        """Put a question to a person; returns at Enter, raises StoppedByPerson at anything else."""
        self.tell(question)
        if not isinstance(self._next_order(listen), Enter | Next | Yes):
            raise StoppedByPerson("Not homed: nobody has said that the arm is placed.")

    def tell(self, text: str) -> None:
        """Say something to the person."""
        lines = [line if line[-1:] in ".?!" else f"{line}." for line in text.splitlines()]
        self._said += lines
        self._unsaid += len(lines)

    def _goes_on(self) -> bool:
        """Obey one order; whether it was not the last."""
        try:
            order = self._next_order(self._arm.listen)
            if isinstance(order, Quit):
                return not self._may_leave()
            self._obey(order)
        except HanoiError as trouble:
            self._bear(trouble)
        return True

    def _bear(self, trouble: HanoiError) -> None:
        if self._strict or self._ending.is_set() or isinstance(trouble, Left):
            raise trouble
        if self._arm.at is None:
            self.calibration, self._touch = self.calibration.lost(), None
        self.tell(str(trouble))

    def _next_order(self, listen: Callable[[], None]) -> Order:
        self._show()
        while True:
            text = self._typed.next(_LOOK)
            if self._ending.is_set():
                raise Left("Halted by a person: nothing moves any more.")
            if text is None:
                listen()
            elif (order := self._read(text)) is not None:
                self._ordered = True
                return order

    def _show(self) -> None:
        rows = sheet.rows(self._exhibit.name, self.calibration, self._said)
        keys = sheet.KEYS if self._touch is None else sheet.TOUCH_KEYS
        self._screen.show(rows, keys, self._said[len(self._said) - self._unsaid :])
        self._unsaid = 0

    def _may_leave(self) -> bool:
        if self.calibration.changed:
            self.tell(f"Not saved: {', '.join(self.calibration.changed)}. Leave all the same? y (yes)?")
            if not isinstance(self._next_order(self._arm.listen), Yes):
                self.tell("Not left.")
                return False
        self._require_saved("Left without saving")
        return True

    def _require_saved(self, why: str) -> None:
        if names := ", ".join(self.calibration.changed):
            raise Left(f"{why}: what {names} has been taught is not in the file, which is as it was.")

    def _obey(self, order: Order) -> None:
        no_touch, self._no_touch = self._no_touch, isinstance(order, Touch)
        if self._touch is not None:
            self._obey_touching(self._touch, order)
            return
        match order:
            case Enter() if no_touch:
                raise Refused("Nothing is taught: no dry touch is on. Enter again teaches.")
            case Jog(axis, sign, distance):
                self._jog(axis, sign * (distance or self.calibration.step))
            case Enter():
                self._teach(None)
            case Teach(name):
                self._teach(name)
            case Back():
                self.calibration = self.calibration.gone_back()
            case Size(size, coarser):
                known = self.calibration
                self.calibration = known.coarser(coarser) if size is None else known.stepping(size)
            case Touch():
                self._begin_touch()
            case Save():
                self._save()
            case Home() | Grip() | Release():
                self._have_done(order)

    def _have_done(self, order: Home | Grip | Release) -> None:
        try:
            match order:
                case Home():
                    self._home()
                case Grip():
                    self._arm.grip(self._exhibit.times.grip_settle)
                    self.tell("The gripper has closed.")
                case Release():
                    self._arm.release(self._exhibit.times.release_settle)
                    self.tell("The gripper has opened.")
        finally:
            self._typed.forget()

    def _obey_touching(self, touch: DryTouch, order: Order) -> None:
        match order:
            case Next() | Enter():
                self._touch_next(touch)
            case Back() | Touch():
                self._leave_touch(touch)
            case _:
                raise Refused(
                    "The dry touch goes on: Enter (next) comes down to the next height, t (touch) leaves it."
                )

    def _home(self) -> None:
        self.tell("Homing.")
        self._show()
        at = self._arm.home(self._exhibit.limits, self.calibration.workspace)
        self.calibration = self.calibration.homed(at, self._exhibit.upwards)
        self.tell(f"The tip is at {sheet.spoken(at)}.")
        if rise := self.calibration.rise():
            self._jog(UP, rise)

    def _jog(self, axis: int, distance: float) -> None:
        goal = self.calibration.goal(axis, distance)
        limits = self._exhibit.limits
        self._go([Travel(goal, limits.lift_speed if axis == UP else limits.travel_speed)])
        self.tell(f"The tip is at {sheet.spoken(goal)}.")

    def _go(self, ways: Iterable[Travel]) -> None:
        try:
            for way in ways:
                self._arm.to(way.to, way.speed)
                self.calibration = self.calibration.arrived(way.to)
        finally:
            self._typed.forget()

    def _teach(self, name: str | None) -> None:
        if doubt := self.calibration.doubt(name):
            self._object(doubt)
        self.calibration = self.calibration.taught(name)
        taught = self.calibration.stations[self.calibration.current - 1].name
        self.tell(f"{taught} is at {sheet.spoken(self.calibration.points[taught])}.")

    def _object(self, doubt: str) -> None:
        """Say what is odd; a person is asked, a script has been thought over and is only told."""
        if self._strict:
            self.tell(f"{doubt}: is that right?")
            return
        self.tell(f"{doubt}. Teach it all the same? y (yes)?")
        if not isinstance(self._next_order(self._arm.listen), Yes):
            raise Refused("Not taught.")

    def _begin_touch(self) -> None:
        self.calibration.free_place()
        if missing := self.calibration.missing:
            raise Refused(f"The dry touch needs every place: teach {', '.join(missing)} first.")
        self._touch = DryTouch(self._exhibit.planner(self.calibration.points))
        self.tell(
            f"Dry touch of {self._touch.left} heights: take all disks off the table. Enter (next) comes down"
            " to the next height, t (touch) leaves."
        )

    def _touch_next(self, touch: DryTouch) -> None:
        if touch.left == 0:
            self._leave_touch(touch)
            return
        self._go(touch.ways_to_next(self.calibration.free_place()))
        self.tell(touch.words)

    def _leave_touch(self, touch: DryTouch) -> None:
        self._touch = None
        self._go(touch.ways_off())
        self.tell("The dry touch is done." if touch.left == 0 else "The dry touch is left.")

    def _save(self) -> None:
        if not self.calibration.changed:
            self.tell("The file says all that has been taught.")
            return
        self.tell(self._exhibit.save(self.calibration.changed))
        self.calibration = self.calibration.written()
