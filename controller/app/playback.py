"""The person in a replay: asks for what was asked for then, and answers what nobody answered."""

from collections.abc import Callable
from typing import Any

from controller.events import Event, Paused, Publisher, Resumed, StepStarted, WaitingForPerson
from controller.flight.player import Player
from controller.runner import Controls, Wish


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
