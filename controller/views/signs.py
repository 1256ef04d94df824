"""What a picture is drawn with: block characters where the terminal has them, plain ASCII elsewhere. Pure."""

from dataclasses import astuple, dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Signs:
    """One character each, but for the arm's foot and hands, which have three."""

    body: str
    left_edge: str
    right_edge: str
    pole: str
    board: str
    rod: str
    boom: str
    shoulder: str
    elbow: str
    foot: str
    open_hand: str
    closed_hand: str
    bar: str
    bar_to_go: str
    lamp: str


BLOCKS = Signs("█", "▐", "▌", "│", "▀", "┃", "━", "┏", "┓", "▟█▙", "┏┻┓", "▗┻▖", "━", "─", "●")
ASCII = Signs("=", "[", "]", "|", "#", "|", "-", "+", "+", "/#\\", "/^\\", "[^]", "=", "-", "*")


@cache
def signs_for(encoding: str) -> Signs:
    """The finest signs that `encoding` can say."""
    text = "".join(astuple(BLOCKS))
    return BLOCKS if printable(text, encoding) == text else ASCII


def printable(text: str, encoding: str) -> str:
    """`text` with a space for each control character and a question mark for whatever `encoding` lacks."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    try:
        return shown.encode(encoding, "replace").decode(encoding)
    except LookupError:  # an encoding that Python does not know
        return shown.encode("ascii", "replace").decode("ascii")
