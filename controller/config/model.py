"""The whole config, frozen; `controller.config.load` makes one and checks what holds between its parts."""

from typing import Annotated

from pydantic import Field

from controller.config.arm import Arm
from controller.config.inputs import Inputs
from controller.config.leds import Leds
from controller.config.quantities import FileName, Label, Part
from controller.config.tower import Tower


class Kiosk(Part):
    """A whole day of runs, there and back."""

    rest: Annotated[float, Field(ge=0, le=86_400)] = Field(
        20.0, description="seconds of rest between two runs"
    )
    stop_within: Annotated[float, Field(gt=0, le=3_600)] = Field(
        30.0,
        description="seconds that SIGTERM leaves for the end of the move and the way to the park position; "
        "then the arm is halted",
    )


class Config(Part):
    """One exhibit: its tower, and the arm or the lamps (or both) that play it."""

    exhibit: Label = Field(description="the name that the audience sees", examples=["Lobby tower"])
    tower: Tower = Field(
        description="the puzzle", examples=[{"disks": 5, "pegs": ["A", "B", "C"], "start": "A", "goal": "C"}]
    )
    arm: Arm | None = Field(None, description="a robot arm; may be left out where there are leds")
    leds: Leds | None = Field(None, description="an LED tower")
    inputs: Inputs | None = Field(
        None, description="guard, emergency stop and sensors", examples=[{"guard": 5, "emergency_stop": 6}]
    )
    kiosk: Kiosk = Field(Kiosk(), description="how the exhibit runs all day")
    journal: FileName | None = Field(
        None,
        description="the file that remembers where the disks are, beside this one unless it says where; left"
        " out: none",
    )
