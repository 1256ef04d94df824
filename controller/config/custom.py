"""`custom:` in a config: an arm that answers each line it is told, described by lines and patterns alone."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from controller.config.quantities import FirmwareLine, Part
from controller.gcode.custom import Description, position_pattern, without_sides

_LINE_ENDS = {"lf": "\n", "cr": "\r", "crlf": "\r\n"}


def _compiles(pattern: str) -> str:
    try:
        position_pattern(pattern)
    except re.error as error:
        raise PydanticCustomError(
            "sentence",
            f"{pattern} is no regular expression ({error.msg}); a bracket that stands for itself takes "
            "a backslash before it",
        ) from error
    return pattern


def _finds_a_place(pattern: str) -> str:
    if any(pattern.count(f"{{{axis}}}") != 1 for axis in "xyz"):
        raise PydanticCustomError(
            "sentence", "{x}, {y} and {z} stand for the numbers, each once, as in X:{x} Y:{y} Z:{z}"
        )
    return pattern


def _filled(needed: tuple[str, ...], one_of: tuple[str, ...]) -> AfterValidator:
    """A line with all of `needed`, at least one of `one_of`, and nothing else in braces."""
    wanted = ", ".join(f"{{{word}}}" for word in needed)
    choice = " or ".join(f"{{{word}}}" for word in one_of)

    def check(line: str) -> str:
        found = set(re.findall(r"{([^{}]*)}", line))
        if not (set(needed) <= found <= {*needed, *one_of} and found & set(one_of)):
            names = f"{wanted} and {choice}" if wanted else choice
            raise PydanticCustomError("sentence", f"the line must have {names} in it, and no other braces")
        return line

    return AfterValidator(check)


Pattern = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_compiles)]
PlacePattern = Annotated[Pattern, AfterValidator(_finds_a_place)]
MoveLine = Annotated[FirmwareLine, _filled(("x", "y", "z"), ("feed", "speed"))]
LiftLine = Annotated[FirmwareLine, _filled(("z",), ("feed", "speed"))]
DwellLine = Annotated[FirmwareLine, _filled((), ("seconds", "milliseconds"))]


class Question(Part):
    """A line, and the pattern of its answer."""

    ask: FirmwareLine = Field(description="the line", examples=["M115"])
    answer: Pattern = Field(description="what the answer has in it: a regular expression", examples=["MyArm"])


class Custom(Part):
    """A firmware that is told a line and answers it, then the next. Patterns are regular expressions."""

    line_end: Literal["lf", "cr", "crlf"] = Field("lf", description="what ends a line sent to it")
    ready: Pattern | None = Field(
        None,
        description="what it says once it has started; left out: it says nothing, or starts not anew when its"
        " port is opened",
        examples=["ONLINE"],
    )
    identify: Question | None = Field(
        None, description="how it says who it is", examples=[{"ask": "M115", "answer": "MyArm"}]
    )
    startup: tuple[FirmwareLine, ...] = Field((), description="lines before homing")
    home: tuple[FirmwareLine, ...] = Field((), description="lines that home it", examples=[["G28"]])
    move: MoveLine = Field(
        description="a straight line; {x}, {y}, {z} in mm, {feed} in mm/min or {speed} in mm/s",
        examples=["G1 X{x} Y{y} Z{z} F{feed}"],
    )
    lift: LiftLine | None = Field(
        None,
        description="a straight line up or down; left out: move without the words for x and y",
        examples=["G1 Z{z} F{feed}"],
    )
    dwell: DwellLine | None = Field(
        None,
        description="a wait of {seconds} or {milliseconds}; left out: the computer waits",
        examples=["G4 P{milliseconds}"],
    )
    finished: FirmwareLine = Field(
        description="a line that is acknowledged only once motion has ended", examples=["M400"]
    )
    position: PlacePattern | None = Field(
        None,
        description="what is said in answer to finished, with {x}, {y}, {z} for the place of the tool in mm;"
        " left out: it does not say where it is",
        examples=["X:{x} Y:{y} Z:{z}"],
    )
    halt: FirmwareLine | None = Field(
        None,
        description="a line that stops motion at once; left out: the arm ends the move it is on",
        examples=["M410"],
    )
    ok: Pattern = Field("^ok", description="what a line is acknowledged with")
    error: Pattern = Field("(?i)^error", description="what a line is refused with")

    def description(self) -> Description:
        """The same as plain values."""
        return Description(
            name="the custom firmware",
            line_end=_LINE_ENDS[self.line_end],
            ready=self.ready,
            identify=self.identify.ask if self.identify else None,
            identity=self.identify.answer if self.identify else None,
            startup=self.startup,
            home=self.home,
            move=self.move,
            lift=self.lift or without_sides(self.move),
            dwell=self.dwell,
            finished=self.finished,
            position=self.position,
            halt=self.halt,
            ok=self.ok,
            error=self.error,
        )
