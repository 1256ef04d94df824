"""What a described arm says: texts that its patterns find, and that a host takes for nothing else."""

import re
from collections.abc import Callable, Iterable

from firmware_proto.described_arm.description import Description
from firmware_proto.described_arm.samples import samples
from firmware_proto.points import Point

# Letters that no pattern has in it stand for the numbers of a place while a text is made up.
_MARKS = {"x": "\ue000", "y": "\ue001", "z": "\ue002"}
_NUMBER = r"-?\d+\.\d\d"
_TRIAL = Point(-1.25, 20.5, 300.0)


class Replies:
    """`ok`, `error`, `ready` and `identity`, ready to be said; raises ValueError where none can be made up.

    A line is what the first of these patterns says that finds something in it: ready, error, ok. A place or a
    name may stand in the ok's own line.
    """

    def __init__(self, arm: Description) -> None:
        self._arm = arm
        self.ok = self._made_up("ok", arm.ok, ("ok", *samples(arm.ok)))
        self.error = self._made_up("error", arm.error, ("error", *samples(arm.error)))
        self.ready = self._made_up("ready", arm.ready, samples(arm.ready)) if arm.ready else None
        self.identity = self._told("identify", arm.identity, samples(arm.identity)) if arm.identity else None
        self._place = self._place_told(arm.position) if arm.position else None

    def place(self, at: Point) -> str | None:
        """What is said of where the tool is; None: nothing."""
        return _filled(self._place, at) if self._place else None

    def heard_as(self, text: str) -> str:
        """What a host takes a line for: "ready", "error", "ok", or "" for a line that is no answer."""
        patterns = {"ready": self._arm.ready, "error": self._arm.error, "ok": self._arm.ok}
        return next((name for name, each in patterns.items() if each and re.search(each, text)), "")

    def _made_up(self, name: str, pattern: str, texts: Iterable[str]) -> str:
        return self._first(name, pattern, texts, lambda text: self.heard_as(text) == name)

    def _told(self, name: str, pattern: str, texts: Iterable[str]) -> str:
        return self._first(name, pattern, texts, self._may_be_told)

    def _place_told(self, template: str) -> str:
        marked = numbers = template
        for axis, mark in _MARKS.items():
            marked = marked.replace(f"{{{axis}}}", mark)
            numbers = numbers.replace(f"{{{axis}}}", _NUMBER)

        def fits(text: str) -> bool:
            said = _filled(text, _TRIAL)
            return re.search(numbers, said) is not None and self._may_be_told(said)

        return self._first("position", template, samples(marked), fits)

    def _may_be_told(self, text: str) -> bool:
        return self.heard_as(text) in ("", "ok")

    @staticmethod
    def _first(name: str, pattern: str, texts: Iterable[str], fits: Callable[[str], bool]) -> str:
        for text in texts:
            if text and text == text.strip() and fits(text):
                return text
        raise ValueError(
            f"no line can be made up that {name} finds ({pattern}) and that is not heard as another answer"
        )


def _filled(text: str, at: Point) -> str:
    for mark, value in zip(_MARKS.values(), at, strict=True):
        text = text.replace(mark, f"{value:.2f}")
    return text
