"""Which command lines work the gripper."""

import re
from collections.abc import Iterable

_BLANK = re.compile(r"(\{\w+\})|(\s+)")
# Dwells, and waits for motion's end: among the gripper's lines they only take time.
_WAIT = re.compile(r"\s*(?:G0*4|G2004|M400)(?!\d)", re.IGNORECASE)


def _pattern(template: str) -> re.Pattern[str]:
    """A template as a pattern: each {placeholder} is a number, blanks do not matter."""
    pattern, at = "", 0
    for blank in _BLANK.finditer(template.strip()):
        pattern += re.escape(template.strip()[at : blank.start()])
        pattern += r"[-+]?\d+(?:\.\d*)?" if blank[1] else r"\s*"
        at = blank.end()
    return re.compile(pattern + re.escape(template.strip()[at:]))


class LineSequence:
    """Lines that take effect once all of them have come in their order."""

    def __init__(self, templates: Iterable[str]) -> None:
        self._patterns = [_pattern(template) for template in templates]
        self._done = 0

    def hears(self, line: str) -> bool:
        """Take a line; whether it was the last of the sequence."""
        if not self._patterns:
            return False
        if not self._patterns[self._done].fullmatch(line):
            self._done = 0
        if self._patterns[self._done].fullmatch(line):
            self._done += 1
        complete = self._done == len(self._patterns)
        self._done %= len(self._patterns)
        return complete


class Pump:
    """Hears the lines that work outputs and tells when the gripper closes or opens.

    `grip` and `release` are the lines as a program sends them; {disk}, {diameter}, {angle} in them stand
    for numbers. Where there are several, the gripper acts with the last one that does more than wait, the
    others having come before it in order.
    """

    def __init__(self, grip: Iterable[str], release: Iterable[str]) -> None:
        grip, release = [*grip], [*release]
        self._known = [_pattern(template) for template in (*grip, *release)]
        self._grip, self._release = _acting(grip), _acting(release)

    def knows(self, line: str) -> bool:
        """Whether the line is one of the gripper's."""
        return any(pattern.fullmatch(line) for pattern in self._known)

    def closes(self, line: str) -> bool:
        """Take a line; whether the gripper closes with it."""
        return not _WAIT.match(line) and self._grip.hears(line)

    def opens(self, line: str) -> bool:
        """Take a line; whether the gripper opens with it."""
        return not _WAIT.match(line) and self._release.hears(line)


def _acting(templates: Iterable[str]) -> LineSequence:
    return LineSequence(template for template in templates if not _WAIT.match(template))
