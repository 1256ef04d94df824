"""One driver that carries and others that keep in step with it, together one driver."""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from controller.drivers.base import Driver, Follower, ShowsState, kill
from controller.drivers.cleanup import call_all
from controller.errors import StoppedByPerson
from controller.events import DiskGripped, DiskReleased, Event, Publisher
from controller.model import State, Step

_log = logging.getLogger(__name__)


class FollowingDriver(Driver, Follower, Protocol):
    """A driver that can be led."""


class Group:
    """A leader that carries disks and followers that show it, as one Driver that also ShowsState.

    A disk leaves on the followers when the leader says that it has gripped it, and arrives when it says that
    it has let it go; with a leader that says neither they catch up at the end of the step. Where the leader
    fails in between, no follower shows the disk as arrived.
    """

    def __init__(self, leader: Driver, followers: Sequence[FollowingDriver], publisher: Publisher) -> None:
        self._leader = leader
        self._followers = tuple(followers)
        self._to_leave: Step | None = None
        self._to_arrive: Step | None = None
        self._trouble: Exception | None = None
        self._halted = False
        publisher.subscribe(self._hear)

    def connect(self) -> None:
        """Connect the followers, which moves nothing, then the leader; close all where one fails."""
        self._halted = False
        try:
            for driver in (*self._followers, self._leader):
                self._refuse_if_halted()
                driver.connect()
            self._refuse_if_halted()
        except BaseException:
            self._close_after_failure()
            raise

    def show(self, state: State) -> None:
        """Show `state` on every driver that can."""
        for driver in self._all():
            if isinstance(driver, ShowsState):
                driver.show(state)

    def execute(self, step: Step) -> None:
        """Have the leader carry the step out and the followers keep in step with it.

        A follower's failure is raised once the disk is down: a lamp is no reason to leave it in mid-air.
        """
        self._to_leave = self._to_arrive = step
        self._trouble = None
        try:
            self._leader.execute(step)
            self._arrive()
        finally:
            self._to_leave = self._to_arrive = None
        if self._trouble is not None:
            raise self._trouble

    def rest(self) -> None:
        """All of them get out of the way."""
        call_all(driver.rest for driver in self._all())

    def halt(self) -> None:
        """Halt all of them, the leader first, even where one fails."""
        self._halted = True
        call_all(driver.halt for driver in self._all())

    def kill(self) -> None:
        """Kill all of them, the leader first, even where one fails."""
        self._halted = True
        call_all(partial(kill, driver) for driver in self._all())

    def close(self) -> None:
        """Close all of them, even where one fails; then the first failure is raised."""
        call_all(driver.close for driver in self._all())

    def _all(self) -> tuple[Driver, ...]:
        return (self._leader, *self._followers)

    def _hear(self, event: Event) -> None:
        match event:
            case DiskGripped():
                self._leave()
            case DiskReleased():
                self._arrive()

    def _leave(self) -> None:
        step, self._to_leave = self._to_leave, None
        if step is not None:
            self._tell([partial(follower.leave, step) for follower in self._followers])

    def _arrive(self) -> None:
        self._leave()
        step, self._to_arrive = self._to_arrive, None
        if step is not None:
            self._tell([partial(follower.arrive, step) for follower in self._followers])

    def _tell(self, calls: Sequence[Callable[[], None]]) -> None:
        try:
            call_all(calls)
        except Exception as error:
            self._trouble = self._trouble or error

    def _refuse_if_halted(self) -> None:
        if self._halted:
            raise StoppedByPerson("Halted while connecting; connect anew to go on.")

    def _close_after_failure(self) -> None:
        try:
            self.close()
        except Exception as error:
            _log.error("While closing after a failure: %s", error)
