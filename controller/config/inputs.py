"""`inputs:` in a config: what a Raspberry Pi reads."""

from collections.abc import Mapping

from pydantic import Field

from controller.config.pins import Level, Pin, PinFactory
from controller.config.quantities import Part


class Inputs(Part):
    """Contacts and sensors on pins, by BCM number."""

    pin_factory: PinFactory | None = Field(
        None,
        description="how gpiozero reaches the pins, left out: the first that works here; "
        "mock: no pins at all, so that a guard and an emergency stop are as good as cut off",
    )
    guard: Pin | None = Field(
        None,
        description="a contact to ground, closed while the guard is: as it opens the run pauses, and nothing"
        " starts until it is closed and somebody says go",
        examples=[5],
    )
    emergency_stop: Pin | None = Field(
        None,
        description="a contact to ground of the emergency stop, closed while that is not pressed; it is"
        " observed, and never replaced",
        examples=[6],
    )
    pegs: Mapping[str, Pin] = Field(
        {}, description="for each peg, or some, a sensor that tells disks from none", examples=[{"A": 12}]
    )
    occupied: Level = Field("low", description="what the sensors of the pegs read where there are disks")
