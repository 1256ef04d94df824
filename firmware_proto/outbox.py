"""What a device has said and the wire has not yet brought to the host."""

from firmware_proto.faults import GARBAGE, LATE


class Outbox:
    """Bytes on their way to the host, each with the time at which it is there; `end` ends a line."""

    def __init__(self, latency: float = 0.0, end: bytes = b"\n") -> None:
        self._latency = latency
        self._end = end
        self._queue: list[tuple[float, bytes]] = []
        self._mute = False
        self.hung_up = False

    def plug_in(self) -> None:
        """The port is opened: what was under way is lost, and the wire is whole again."""
        self._queue.clear()
        self._mute = self.hung_up = False

    def say(self, text: str, now: float, delay: float = 0.0) -> None:
        """Send a line; lines never overtake each other."""
        self._send(text.encode("latin-1") + self._end, now + delay)

    def acknowledge(self, text: str, now: float, faults: frozenset[str]) -> None:
        """Send the line that answers a command, with whatever strikes it."""
        if "garbage" in faults:
            self._send(GARBAGE, now)
        if "drop-ok" in faults:
            return
        self.say(text, now, LATE if "late-ok" in faults else 0.0)
        if "double-ok" in faults:
            self.say(text, now)

    def mute(self) -> None:
        """From now on nothing is heard."""
        self._mute = True

    def hang_up(self) -> None:
        """The port is gone."""
        self.hung_up = True

    def take(self, now: float) -> bytes:
        """What has arrived by `now`; raises OSError once the port is gone."""
        if self.hung_up:
            raise OSError("the device has gone")
        arrived = 0
        while arrived < len(self._queue) and self._queue[arrived][0] <= now:
            arrived += 1
        data = b"".join(text for _, text in self._queue[:arrived])
        del self._queue[:arrived]
        return data

    def next_arrival(self) -> float | None:
        """When the next bytes will be there."""
        return self._queue[0][0] if self._queue else None

    def _send(self, data: bytes, at: float) -> None:
        if self._mute:
            return
        at += self._latency
        if self._queue:
            at = max(at, self._queue[-1][0])
        self._queue.append((at, data))
