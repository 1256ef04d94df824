"""Lines with numbers in them, read back: what a host fills in, an arm takes out."""

import re

_WORD = re.compile(r"\{(x|y|z|feed|speed|seconds|milliseconds)\}")
_NUMBER = r"-?\d{1,9}(?:\.\d+)?"
# Between two numbers something has to stand that cannot be a part of either.
_RUN_TOGETHER = re.compile(rf"{_WORD.pattern}[\d.]*{_WORD.pattern}")


class Template:
    """A line in which words in braces stand for numbers. Raises ValueError where two of them run together."""

    def __init__(self, text: str) -> None:
        if _RUN_TOGETHER.search(text):
            raise ValueError(f"nothing parts two of the numbers in {text}")
        pattern, at, seen = "", 0, set()
        for word in _WORD.finditer(text):
            name = word[1]
            pattern += re.escape(text[at : word.start()])
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>{_NUMBER})"
            at = word.end()
            seen.add(name)
        self._pattern = re.compile(pattern + re.escape(text[at:]))

    def read(self, line: str) -> dict[str, float] | None:
        """The numbers in a line by their words; None for another line."""
        found = self._pattern.fullmatch(line)
        return {word: float(number) for word, number in found.groupdict().items()} if found else None


def speed_in(values: dict[str, float]) -> float:
    """mm/s, from {speed} or from {feed}, which is in mm/min."""
    return values["speed"] if "speed" in values else values["feed"] / 60


def seconds_in(values: dict[str, float]) -> float:
    """Seconds, from {seconds} or from {milliseconds}."""
    return values["seconds"] if "seconds" in values else values["milliseconds"] / 1000
