"""The strict base of every part of a config, and the quantities the parts are made of.

The bounds are wide for anything that stands on a table; they are there to catch a slipped decimal point, and
micrometres in the place of mm.
"""

import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError


class Part(BaseModel):
    """Unknown keys are refused, nothing is converted, numbers are finite, nothing can be changed later."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


Coordinate = Annotated[float, Field(ge=-10_000, le=10_000)]  # mm
Height = Annotated[float, Field(ge=0, le=10_000)]  # mm
Length = Annotated[float, Field(gt=0, le=10_000)]  # mm
Speed = Annotated[float, Field(gt=0, le=10_000)]  # mm/s
Acceleration = Annotated[float, Field(gt=0, le=1_000_000)]  # mm/s2
Settle = Annotated[float, Field(ge=0, le=60)]  # seconds
Duration = Annotated[float, Field(gt=0, le=86_400)]  # seconds
Stroke = Annotated[float, Field(ge=0, le=50)]  # mm that a tool goes on, comes back, or comes from
Offset = Annotated[float, Field(ge=-50, le=50)]  # mm
Turn = Annotated[float, Field(ge=-20, le=20)]  # degrees that a joint comes from


def _ascends(value: tuple[float, float]) -> tuple[float, float]:
    low, high = value
    if low >= high:
        raise PydanticCustomError(
            "sentence", f"the lower limit comes first and is smaller: not [{low:g}, {high:g}]"
        )
    return value


Limits = Annotated[tuple[Coordinate, Coordinate], AfterValidator(_ascends)]
RadiusLimits = Annotated[tuple[Height, Height], AfterValidator(_ascends)]


def _printable(value: str) -> str:
    if not value.isprintable() or not value.strip():
        raise PydanticCustomError("sentence", "letters, digits and signs on one line are wanted here")
    return value


def _not_the_gripper(value: str) -> str:
    if value.casefold() == "gripper":
        raise PydanticCustomError(
            "sentence", "a question means the arm's gripper by that; call the peg otherwise"
        )
    return value


Label = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_printable)]
# No space, colon or comma: states are written as "A:6,3 B:5,4".
PegName = Annotated[
    str, Field(pattern=r"^[^\s:,]{1,12}$"), AfterValidator(_printable), AfterValidator(_not_the_gripper)
]
FileName = Annotated[str, Field(min_length=1, max_length=4096), AfterValidator(_printable)]
# ASCII only, and short enough for Marlin's 96 bytes with number and checksum.
FirmwareLine = Annotated[str, Field(pattern=r"^[!-~]([ -~]{0,78}[!-~])?$")]


def _unnumbered(line: str) -> str:
    if re.match(r"[Nn]\s*[0-9]", line) or re.search(r"\*\s*[0-9]+$", line.partition(";")[0].rstrip()):
        raise PydanticCustomError(
            "sentence", "line numbers and checksums are put in as the line is sent; write it without them"
        )
    return line


OwnLine = Annotated[FirmwareLine, AfterValidator(_unnumbered)]  # one of the exhibit's own
