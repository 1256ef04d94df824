"""Single keys out of what a terminal sends. Pure: whoever reads says when nothing has come for a while."""

import enum


class Key(enum.Enum):
    """A key that means something while the machine runs."""

    SPACE = " "
    ENTER = "\r"
    ESCAPE = "\x1b"
    S = "s"


_KEYS = {" ": Key.SPACE, "\r": Key.ENTER, "\n": Key.ENTER, "s": Key.S, "S": Key.S}
_ESCAPE = "\x1b"
_INTRODUCERS = "[O"
_FINAL = range(0x40, 0x7F)


class KeyDecoder:
    """Tells the escape key from the escape sequences that arrow and function keys send.

    A sequence is ESC, then [ or O, then parameters, then a final letter. Whatever else follows an ESC, and
    silence too, means the key itself: better a halt too many than one too few.
    """

    def __init__(self) -> None:
        self._pending = ""

    def feed(self, text: str) -> list[Key]:
        """The keys that `text` completes."""
        return [key for sign in text for key in self._feed_one(sign)]

    def silence(self) -> list[Key]:
        """The keys that are complete since nothing has followed for a while."""
        keys = [Key.ESCAPE] if self._pending else []
        self._pending = ""
        return keys

    def _feed_one(self, sign: str) -> list[Key]:
        if not self._pending:
            return self._begin(sign)
        if sign == _ESCAPE or (self._pending == _ESCAPE and sign not in _INTRODUCERS):
            return self.silence() + self._begin(sign)
        self._pending += sign
        if len(self._pending) > 2 and ord(sign) in _FINAL:
            self._pending = ""
        return []

    def _begin(self, sign: str) -> list[Key]:
        if sign == _ESCAPE:
            self._pending = sign
            return []
        return [_KEYS[sign]] if sign in _KEYS else []
