"""When to greet a board, which may reset as its port is opened or may not, and when to give it up: pure."""

SETTLING = 0.25  # seconds of quiet that end the banner
LIMIT = 12.0  # seconds from the opening of the port, or from the last word of being busy
BUSY_LIMIT = 120.0  # seconds from the opening of the port, however busy


class Greeting:
    """The times of one greeting; `due` is when the next one goes out.

    `reset_wait`: seconds a board may take to start, not all do; `interval`: seconds between greetings.
    """

    def __init__(self, now: float, reset_wait: float, interval: float) -> None:
        self.due = now + reset_wait
        self._interval = interval
        self._give_up_at = now + LIMIT
        self._latest = now + BUSY_LIMIT
        self._started = False

    @property
    def next_look(self) -> float:
        """When something is to be decided."""
        return min(self.due, self._give_up_at)

    def hopeless(self, now: float) -> bool:
        """Nobody will answer any more."""
        return now >= self._give_up_at

    def started(self, now: float) -> None:
        """The board has said that it starts."""
        self._started = True
        self.due = now + SETTLING

    def chatter(self, now: float) -> None:
        """A line that is no answer: after the start it belongs to the banner, which is to be over first."""
        if self._started:
            self.due = now + SETTLING

    def busy(self, now: float) -> None:
        """The board is at work on something from before: it is given more time."""
        self._give_up_at = min(max(self._give_up_at, now + LIMIT), self._latest)

    def said(self, now: float) -> None:
        """The greeting has gone out."""
        self.due = now + self._interval
