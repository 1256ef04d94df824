"""How bytes become lines inside a small firmware: one buffer that overflows, one that cuts."""

from collections import deque


class ReceiveBuffer:
    """Bytes that have arrived and wait to be read; what finds no room is lost silently."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._bytes: deque[int] = deque()

    def put(self, byte: int) -> None:
        """A byte arrives."""
        if len(self._bytes) < self._size:
            self._bytes.append(byte)

    def get(self) -> int | None:
        """The oldest byte, or None."""
        return self._bytes.popleft() if self._bytes else None

    @property
    def room(self) -> int:
        """How many bytes would still fit."""
        return self._size - len(self._bytes)

    def clear(self) -> None:
        """Forget everything."""
        self._bytes.clear()


class LineAssembler:
    """Gathers bytes into lines of at most `limit` bytes, without comments; what is longer is cut."""

    _ENDS = frozenset(b"\r\n")

    def __init__(self, limit: int, comment: int = ord(";")) -> None:
        self._limit = limit
        self._comment = comment
        self.clear()

    def clear(self) -> None:
        """Forget the line begun."""
        self._line = bytearray()
        self._deaf = False

    def put(self, byte: int) -> bytes | None:
        """Add a byte; the finished line if it ends one that is not empty."""
        if byte in self._ENDS:
            line = bytes(self._line)
            self.clear()
            return line or None
        self._deaf = self._deaf or byte == self._comment
        if not self._deaf and len(self._line) < self._limit:
            self._line.append(byte)
        return None
