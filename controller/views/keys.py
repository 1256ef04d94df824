"""Single keys out of what a terminal sends. Pure: whoever reads says when nothing has come for a while."""

import enum


class Key(enum.Enum):
    """A key that means something while the machine runs."""

    SPACE = " "
    ENTER = "\r"
    ESCAPE = "\x1b"
    S = "s"


_KEYS = {" ": Key.SPACE, "enter": Key.ENTER, "escape": Key.ESCAPE, "s": Key.S, "S": Key.S}
_NAMES = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace"}
_ESCAPE = "\x1b"
_INTRODUCERS = "[O"
_FINAL = range(0x40, 0x7F)
_SEQUENCES = {
    **{f"{_ESCAPE}{sign}A": "up" for sign in _INTRODUCERS},
    **{f"{_ESCAPE}{sign}B": "down" for sign in _INTRODUCERS},
    **{f"{_ESCAPE}{sign}C": "right" for sign in _INTRODUCERS},
    **{f"{_ESCAPE}{sign}D": "left" for sign in _INTRODUCERS},
    f"{_ESCAPE}[5~": "page up",
    f"{_ESCAPE}[6~": "page down",
}


class StrokeDecoder:
    """Names each key: a sign by itself, others as escape, enter, backspace, up, page down.

    It tells the escape key from the escape sequences that arrow and function keys send. A sequence is ESC,
    then [ or O, then parameters, then a final letter. Whatever else follows an ESC, and silence too, means
    the key itself: better a halt too many than one too few.
    """

    def __init__(self) -> None:
        self._pending = ""

    def feed(self, text: str) -> list[str]:
        """The keys that `text` completes."""
        return [key for sign in text for key in self._feed_one(sign)]

    def silence(self) -> list[str]:
        """The keys that are complete since nothing has followed for a while."""
        keys = ["escape"] if self._pending else []
        self._pending = ""
        return keys

    def _feed_one(self, sign: str) -> list[str]:
        if not self._pending:
            return self._begin(sign)
        if sign == _ESCAPE or (self._pending == _ESCAPE and sign not in _INTRODUCERS):
            return self.silence() + self._begin(sign)
        self._pending += sign
        if len(self._pending) <= 2 or ord(sign) not in _FINAL:
            return []
        name, self._pending = _SEQUENCES.get(self._pending), ""
        return [name] if name else []

    def _begin(self, sign: str) -> list[str]:
        if sign == _ESCAPE:
            self._pending = sign
            return []
        return [_NAMES.get(sign, sign)]


class KeyDecoder:
    """The keys that mean something while the machine runs, and no others."""

    def __init__(self) -> None:
        self._strokes = StrokeDecoder()

    def feed(self, text: str) -> list[Key]:
        """The keys that `text` completes."""
        return [_KEYS[name] for name in self._strokes.feed(text) if name in _KEYS]

    def silence(self) -> list[Key]:
        """The keys that are complete since nothing has followed for a while."""
        return [_KEYS[name] for name in self._strokes.silence()]
