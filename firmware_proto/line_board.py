"""A board that takes whole lines, without the firmware on it, and the faults ordered for them."""

from abc import abstractmethod

from firmware_proto.wired_board import WiredBoard


class LineBoard(WiredBoard):
    """A WiredBoard that resets when its port is opened.

    A firmware says besides where a byte goes (`_put`) and what can be done now (`_work`).
    """

    def _hear(self, byte: int) -> None:
        self._put(byte)
        self._work()

    @abstractmethod
    def _put(self, byte: int) -> None:
        """A byte arrives."""

    @abstractmethod
    def _work(self) -> None:
        """Do all that can be done at the present time."""

    @abstractmethod
    def _accept(self, text: str, faults: frozenset[str]) -> None:
        """A line has come in whole, and some of the faults may strike it."""

    @abstractmethod
    def _halt(self) -> None:
        """Stop working until a reset."""

    def _tick(self, now: float) -> None:
        self._now = now
        self.machine.advance(now)
        self._work()

    def _take(self, text: str) -> None:
        """A line has come in: whatever strikes it does so now."""
        faults = self._schedule.next_line()
        if "hangup" in faults:
            self._outbox.hang_up()
        elif "reset" in faults:
            self._restart()
        elif "halt" in faults:
            self._halt()
        else:
            if "silence" in faults:
                self._outbox.mute()
            self._accept(text[: len(text) // 2] if "cut-line" in faults else text, faults)
