"""Which lines of an exhibit's own a firmware takes, judged by the commands in them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

_COMMENT = re.compile(r"\([^)]*\)?|;.*")
_PLACEHOLDER = re.compile(r"{\w+}")
_WORD = re.compile(r"([A-Z])\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*")
_NAMED = re.compile(r"[A-Z]-?\d+(?:\.\d+)?")
_SYSTEM = re.compile(r"\$(?:\d+(?==)|[A-Z]+(?:/[A-Z]+)?)")  # as $H; each relative has more of its own
_BLANK = re.compile(r"\s")
_AXES = frozenset("XYZ")  # a gripper may be an axis too, as A or E

# What lines of an exhibit's own would do to the position, where only the planned way may move the arm.
MOVES = "moves the arm off its proven way, whose first motion is straight up"
HOMES = "homes the arm out of its turn, which is what home: {kind: firmware} is for"
RENAMES = "renames the places on the table"
LIMP = "lets the motors go, and the arm sinks"

# Motors that are let go never.
POWERED = r"M\s*0*(?:18|84|85)\s*S\s*0+(?:\.0*)?"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The commands of a firmware.

    `known`: those that it may have been built with; None: only its owner can say. `fatal`: those that stop
    it, reset it or change what all other lines mean, and what they do; `closing`: those that do so, move the
    arm or let it sink, and yet may stand among the last lines; `harmless`: lines that do not, though they
    begin as those do. `limp`: those after which the motors have no power, at once or later. `usual`: what
    works a gripper there, for whoever has written something else. `extra`: commands that only some builds
    have, and which. `modal`: words may stand in any order, several commands to a line, and those of an axis
    move it.
    """

    known: frozenset[str] | None
    fatal: Mapping[str, str]
    closing: Mapping[str, str]
    usual: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)
    limp: frozenset[str] = frozenset()
    harmless: re.Pattern[str] | None = None
    modal: bool = False

    def objection(self, line: str, last: bool = False) -> str | None:
        """Why the firmware must not be sent `line`, in words; None if it may. `last`: at the end of a run."""
        harmful = self.fatal if last else {**self.fatal, **self.closing}
        for command in self._commands(line):
            if command in harmful and not self._is_harmless(line):
                return f"{command} {harmful[command]}; take it out"
            if self.known is not None and _NAMED.fullmatch(command) and command not in self.known:
                return f"the firmware knows no {command} and would refuse the line; {self.usual}"
        return None

    def condition(self, line: str) -> str | None:
        """What the firmware must have been built as to know `line`, in words; None: it always does."""
        for command in self._commands(line):
            if command in self.extra:
                return f"{command} is known only to {self.extra[command]}"
        return None

    def goes_limp(self, line: str) -> bool:
        """Whether the motors have no power after `line`, at once or later."""
        return not self.limp.isdisjoint(self._commands(line)) and not self._is_harmless(line)

    def _is_harmless(self, line: str) -> bool:
        return self.harmless is not None and self.harmless.fullmatch(_bare(line)) is not None

    def _commands(self, line: str) -> Iterator[str]:
        """The commands in a line, that is its first word, such as a macro's name; if modal, all of them."""
        text = _bare(line)
        if self.modal:
            yield from _words(_BLANK.sub("", text))
        elif text:
            yield command_of(text)


def _words(text: str) -> Iterator[str]:
    """The commands and the letters of the axes in a line that is read word by word."""
    if system := _SYSTEM.match(text):
        yield system[0]
        return
    text = text.replace("/", "")  # passed over by GRBL
    if not _WORD.sub("", text):
        words = [match.groups() for match in _WORD.finditer(text)]
        yield from (f"{letter}{round(float(value), 2) + 0:g}" for letter, value in words if letter in "GM")
        yield from (letter for letter, _ in words if letter in _AXES)


def command_of(line: str) -> str:
    """The first word of a line that is not empty: of `m 03 S5` it is M3, of `SET_PIN PIN=pump` SET_PIN."""
    text = _bare(line)
    word = _WORD.match(text)
    return _plain(*word.groups()) if word else text.split()[0]


def _bare(line: str) -> str:
    """A line in capitals, without its comments, filled in."""
    return _PLACEHOLDER.sub("0", _COMMENT.sub("", line)).strip().upper()


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
