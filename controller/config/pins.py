"""Pins of a Raspberry Pi in a config, and how they are reached."""

from typing import Annotated, Literal

from pydantic import Field

Pin = Annotated[int, Field(ge=0, le=27)]  # BCM number
PinFactory = Literal["lgpio", "rpigpio", "pigpio", "native", "mock"]
Level = Literal["high", "low"]
