"""GRBL's lines: how bytes become one, and the words of a block of G-code."""

import re
from dataclasses import dataclass, field

LONGEST = 79
"""Characters of a line, blanks and comments not counted."""

_ENDS = frozenset(b"\r\n")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")
_DROPPED = frozenset(b"/")

_GROUPS = {
    "action": "G4 G10 G28 G28.1 G30 G30.1 G53 G92 G92.1",
    "motion": "G0 G1 G80",
    "plane": "G17 G18 G19",
    "distance": "G90 G91",
    "arc distance": "G91.1",
    "feed": "G94",
    "units": "G20 G21",
    "radius": "G40",
    "length": "G49",
    "system": "G54 G55 G56 G57 G58 G59",
    "path": "G61",
    "flow": "M0 M1 M2 M30",
    "spindle": "M3 M4 M5",
    "coolant": "M7 M8 M9",
}
_GROUP_OF = {code: group for group, codes in _GROUPS.items() for code in codes.split()}
_WANTS_AXES = frozenset(("G0", "G1", "G10", "G28", "G30", "G49", "G92"))
_VALUES = frozenset("FIJKLNPRSTXYZ")
_NEVER_NEGATIVE = frozenset("FNPST")
_HIGHEST = {"N": (10_000_000, 27), "T": (255, 38)}


class Refusal(Exception):
    """The line is answered with `error:` and this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is carried out; `too_long`: some of it is lost."""

    text: str
    too_long: bool = False


class LineReader:
    """Gathers bytes into lines: capitals, neither blanks nor comments."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget the line begun."""
        self._text = ""
        self._too_long = False
        self._comment = ""

    def put(self, byte: int) -> Line | None:
        """Add a byte; the line if it ends one, an empty one too."""
        if byte in _ENDS:
            line = Line(self._text, self._too_long)
            self.clear()
            return line
        letter = chr(byte)
        if self._comment or self._too_long:
            self._comment = "" if (self._comment, letter) == ("(", ")") else self._comment
        elif letter in "(;":
            self._comment = letter
        elif byte > ord(" ") and byte not in _DROPPED:
            self._add(letter)
        return None

    def _add(self, letter: str) -> None:
        if len(self._text) == LONGEST:
            self._too_long = True
        else:
            self._text += letter.upper()


@dataclass(frozen=True, slots=True)
class Block:
    """The words of a line: at most one command of each modal group, and a value a letter."""

    commands: dict[str, str] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)

    @property
    def axes(self) -> bool:
        """Whether there is a word for an axis."""
        return not self.values.keys().isdisjoint("XYZ")

    @property
    def action(self) -> str:
        """The command that is no mode, or nothing."""
        return self.commands.get("action", "")

    @property
    def moves(self) -> bool:
        """Whether the words for axes are those of a straight line."""
        return self.axes and set(self.axis_commands) <= {"G0", "G1"}

    @property
    def axis_commands(self) -> list[str]:
        """The commands that want the axes' words for themselves."""
        return [code for code in self.commands.values() if code in _WANTS_AXES]


def read_block(text: str, mist: bool = False) -> Block:
    """Read a line of G-code; raises Refusal. `mist`: M7 is known."""
    block = Block()
    at = 0
    while at < len(text):
        number = _NUMBER.match(text, at + 1)
        if not "A" <= text[at] <= "Z":
            raise Refusal(1)
        if number is None:
            raise Refusal(2)
        _take_word(block, text[at], float(number[0]), mist)
        at = number.end()
    return block


def _take_word(block: Block, letter: str, value: float, mist: bool) -> None:
    if letter in "GM":
        _take_command(block, letter, value, mist)
    else:
        _take_value(block, letter, value)


def _take_command(block: Block, letter: str, value: float, mist: bool) -> None:
    code = f"{letter}{round(value, 2):g}"
    whole = f"{letter}{int(value)}"
    if code not in _GROUP_OF or (code == "M7" and not mist):
        raise Refusal(23 if code != whole and whole in _GROUP_OF else 20)
    if code in _WANTS_AXES and block.axis_commands:
        raise Refusal(24)
    if _GROUP_OF[code] in block.commands:
        raise Refusal(21)
    block.commands[_GROUP_OF[code]] = code


def _take_value(block: Block, letter: str, value: float) -> None:
    if letter not in _VALUES:
        raise Refusal(20)
    most, code = _HIGHEST.get(letter, (float("inf"), 0))
    if value > most:
        raise Refusal(code)
    if letter in block.values:
        raise Refusal(25)
    if letter in _NEVER_NEGATIVE and value < 0:
        raise Refusal(4)
    block.values[letter] = value
