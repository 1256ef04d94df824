"""Which lines of an exhibit's own a firmware takes, judged by the commands in them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

_COMMENT = re.compile(r"\([^)]*\)|;.*")
_PLACEHOLDER = re.compile(r"{\w+}")
_WORD = re.compile(r"([A-Z])\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*")
_SYSTEM = re.compile(r"\$[A-Z]+")  # lines for the firmware itself, as $H; each relative has more of its own


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The commands of a firmware.

    `known`: those that it may have been built with. `fatal`: those that stop it, reset it or change what all
    other lines mean, and what they do; `closing`: those that do so and yet may stand among the last lines.
    `usual`: what works a gripper there, for whoever has written something else. `extra`: commands that only
    some builds have, and which. `modal`: words may stand in any order, several commands to a line.
    """

    known: frozenset[str]
    fatal: Mapping[str, str]
    closing: Mapping[str, str]
    usual: str
    extra: Mapping[str, str] = field(default_factory=dict)
    modal: bool = False

    def objection(self, line: str, last: bool = False) -> str | None:
        """Why the firmware must not be sent `line`, in words; None if it may. `last`: at the end of a run."""
        harmful = self.fatal if last else {**self.fatal, **self.closing}
        for command in self._commands(line):
            if command in harmful:
                return f"{command} {harmful[command]}; take it out"
            if command not in self.known and command[0] != "$":
                return f"the firmware knows no {command} and would refuse the line; {self.usual}"
        return None

    def condition(self, line: str) -> str | None:
        """What the firmware must have been built as to know `line`, in words; None: it always does."""
        for command in self._commands(line):
            if command in self.extra:
                return f"{command} is known only to {self.extra[command]}"
        return None

    def _commands(self, line: str) -> Iterator[str]:
        """The commands in a line; none in one that is not made of words, such as a macro's name."""
        text = _PLACEHOLDER.sub("0", _COMMENT.sub("", line)).strip().upper()
        words = [*_WORD.finditer(text)]
        if self.modal and (system := _SYSTEM.match(text)):
            yield system[0]
        elif self.modal and not _WORD.sub("", text):
            yield from (_plain(*word.groups()) for word in words if word[1] in "GM")
        elif not self.modal and words and words[0].start() == 0:
            yield _plain(*words[0].groups())


def _plain(letter: str, value: str) -> str:
    """`M03` is M3, and `G1.0` is G1."""
    whole, _, rest = value.lstrip("+").partition(".")
    rest = rest.rstrip("0")
    return f"{letter}{int(whole or '0')}{'.' if rest else ''}{rest}"


def numbered(letter: str, numbers: str) -> Iterable[str]:
    """The commands of one letter: `numbered("M", "3-5 7")` is M3, M4, M5, M7."""
    for span in numbers.split():
        first, _, last = span.partition("-")
        for value in range(int(first), int(last or first) + 1):
            yield f"{letter}{value}"
