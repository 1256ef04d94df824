"""What one of two devices has answered beyond the other, when the first has to take over from it. Pure."""

from collections import Counter
from collections.abc import Callable

from controller.gcode.replies import Answered, Ok, Refused, Reply, Started

_DATUM = -1  # a line that acknowledges nothing


class Arrears:
    """Follows what a recorded device and its understudy say in answer to the same lines.

    `parse` reads a line of theirs. Acknowledgements that both have given cancel out, with all that was said
    before them; `take` gives what the understudy has said beyond. A line that was broken off is ended there.
    """

    def __init__(self, parse: Callable[[str], Reply]) -> None:
        self._parse = parse
        self._ahead: Counter[int] = Counter()  # acknowledged by the recorded one only
        self._kept: list[tuple[int, bytes]] = []  # said by the understudy only
        self._partial = [b"", b""]

    @property
    def behind(self) -> bool:
        """Whether the understudy still owes what the recorded device has acknowledged."""
        return self._ahead.total() > 0

    def forgive(self) -> None:
        """It will never be acknowledged."""
        self._ahead.clear()

    def recorded(self, data: bytes) -> bool:
        """The recorded device has said `data`; whether it says that it has started anew."""
        started = False
        for line in self._lines(0, data):
            started = started or isinstance(self._parse(_text(line)), Started)
            if (number := self._number(line)) != _DATUM and not self._cancel(number):
                self._ahead[number] += 1
        return started

    def understudy(self, data: bytes) -> None:
        """The understudy has said `data`."""
        for line in self._lines(1, data):
            number = self._number(line)
            if number != _DATUM and self._ahead[number]:
                self._ahead[number] -= 1
                self._drop_data()
            else:
                self._kept.append((number, line))

    def take(self) -> bytes:
        """What the understudy has said beyond the recorded one, once."""
        said, self._kept = self._kept, []
        broken_off, self._partial[0] = self._partial[0], b""
        return (b"\n" if broken_off else b"") + b"".join(line for _, line in said)

    def _cancel(self, number: int) -> bool:
        for place, (kept, _) in enumerate(self._kept):
            if kept == number:
                del self._kept[place]
                self._drop_data(place)
                return True
        return False

    def _drop_data(self, before: int | None = None) -> None:
        """What was said besides, up to an acknowledgement that both have given, is old."""
        old = self._kept[:before]
        self._kept[:before] = [(number, line) for number, line in old if number != _DATUM]

    def _number(self, line: bytes) -> int:
        reply = self._parse(_text(line))
        if isinstance(reply, Ok | Answered):
            return reply.number or 0
        return 0 if isinstance(reply, Refused) else _DATUM

    def _lines(self, who: int, data: bytes) -> list[bytes]:
        *lines, self._partial[who] = (self._partial[who] + data).split(b"\n")
        return [line + b"\n" for line in lines]


def _text(line: bytes) -> str:
    return line.decode("latin-1").strip()
