"""What every driver owes, whatever it moves or lights."""

from typing import Protocol, runtime_checkable

from controller.model import State, Step


class Driver(Protocol):
    """Carries steps out, one at a time. The contract suite in tests/contract runs against every one."""

    def connect(self) -> None:
        """Open, identify, home: afterwards the first step can be carried out. Raises DeviceFault."""

    def execute(self, step: Step) -> None:
        """Carry one step out; returns when the disk is there. Raises DeviceFault or StoppedByPerson."""

    def rest(self) -> None:
        """Get out of the way: a visitor may lean in."""

    def halt(self) -> None:
        """Stop motion now and keep holding: from any thread, at any time, without a lock."""

    def close(self) -> None:
        """Leave every output as safe as the hardware allows; may be called twice, or without connect."""


@runtime_checkable
class Killable(Protocol):
    """A driver that has a harder stop than its halt, for an emergency."""

    def kill(self) -> None:
        """Stop motion now, whatever that lets go: from any thread, at any time, without a lock."""


def kill(driver: Driver) -> None:
    """Stop `driver` the hardest way it has."""
    if isinstance(driver, Killable):
        driver.kill()
    else:
        driver.halt()


@runtime_checkable
class ShowsState(Protocol):
    """A driver that shows where the disks stand and must be told where they stand before the first step."""

    def show(self, state: State) -> None:
        """Show `state` at rest."""


@runtime_checkable
class Follower(Protocol):
    """A driver that can keep in step with another that does the carrying."""

    def leave(self, step: Step) -> None:
        """The moving disk has left its source."""

    def arrive(self, step: Step) -> None:
        """The moving disk has come to its target."""
