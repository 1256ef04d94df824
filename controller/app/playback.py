"""The person in a replay asks for what was asked for then, and its sensors feel what they felt then."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from controller.app.inputs import input_map
from controller.config import Config
from controller.drivers.gripper import Sensing
from controller.events import Event, Paused, Publisher, Resumed, StepStarted, WaitingForPerson
from controller.flight.player import Player
from controller.flight.recorder import GRIPPER, PEGS
from controller.runner import Controls, Wish
from firmware_proto.bench import Bench


class PlayedControls(Controls):
    """Controls, and a listener, through which the recorded person speaks.

    Where the run waits for a word that is not in the recording, it goes on.
    """

    def __init__(self, player: Player, halt: Callable[[], None], publisher: Publisher, **others: Any) -> None:
        super().__init__(halt, publisher, **others)
        self._player = player
        self._owed: Wish | None = None
        player.obey = self.obey
        publisher.subscribe(self)

    def __call__(self, event: Event) -> None:
        """Hear an event: it may wait for a word."""
        match event:
            case Paused():
                self._owed = Wish.RESUME
            case WaitingForPerson():
                self._owed = Wish.PROCEED
            case Resumed() | StepStarted():
                self._owed = None

    def next_wish(self, timeout: float) -> Wish | None:
        """The next wish; where there is none and none will come, the one that is waited for."""
        self._player.hear_person()
        wish = super().next_wish(0)
        nobody_else = timeout > 0 or not self._player.follows
        return self._owed if wish is None and nobody_else else wish

    def obey(self, wish: str) -> None:
        """Do as the recorded person did."""
        acts = {
            Wish.PAUSE: self.pause,
            Wish.RESUME: self.resume,
            Wish.TOGGLE_PAUSE: self.toggle_pause,
            Wish.PROCEED: self.proceed,
            Wish.STOP: self.stop,
            Wish.HALT: self.halt,
            Wish.KILL: self.kill,
        }
        acts[Wish(wish)]()


def played_sensing(config: Config, player: Player, bench: Bench | None, sensing: Sensing) -> Sensing:
    """What the recorded sensors felt or, where that is not known, what those of the bench feel."""
    wires = input_map(config)

    def holds() -> bool:
        found = player.feel(GRIPPER)
        return found if isinstance(found, bool) else bench is not None and bench.held is not None

    def occupied() -> Sequence[bool | None]:
        found = player.feel(PEGS)
        if isinstance(found, list) and len(found) == len(wires.pegs):
            return found
        stacks = bench.stacks if bench else {}
        return [
            None if wire is None else bool(stacks.get(name))
            for name, wire in zip(config.tower.pegs, wires.pegs, strict=True)
        ]

    return replace(
        sensing, holds=holds if wires.gripper else None, occupied=occupied if any(wires.pegs) else None
    )
