"""What a config says of the seats that centre disks, and of what is not exact about the exhibit."""

from typing import Annotated, Literal

from pydantic import Field

from controller.config.quantities import Height, Length, Part

Chance = Annotated[float, Field(ge=0, le=1)]


class Seat(Part):
    """What centres a disk as it is put down."""

    kind: Literal["none", "pole", "recess"] = Field(
        description="none: flat on flat; pole: a hole on a pole; recess: each sits in the one beneath",
        examples=["recess"],
    )
    capture: Length = Field(3.0, description="mm off its middle from which a disk still finds its seat")
    play: Height = Field(0.5, description="mm that a disk in its seat may be off the middle")


class Tolerances(Part):
    """How far from exact the exhibit is, for `hanoi forecast` and the warnings of `hanoi check`.

    0.2 mm is the repeatability that the data sheets of small desktop arms give (uArm Swift Pro, Dobot
    Magician). No data sheet gives the chances: count them on your own table.
    """

    placing: Height = Field(
        0.2, description="mm rms on each of X and Y by which a pick and place misses its place"
    )
    picking: Height = Field(
        0.0, description="mm rms on each of X and Y that the tool is off as it grips, where known apart"
    )
    thickness: Height = Field(
        0.0, description="mm by which every disk may be thicker or thinner than written"
    )
    off_axis: Length = Field(
        5.0, description="mm that a disk may be off its axis before the gripper no longer holds it surely"
    )
    double_pick: Chance = Field(0.0, description="chance that a grip takes the disk beneath along")
    late_release: Chance = Field(
        0.0, description="chance that a disk clings to the gripper as that draws away"
    )
    leak: Chance = Field(0.0, description="chance a second that the grip on a carried disk is lost")
    sag: Height = Field(
        0.0,
        description="mm that the arm sinks each time its motors go limp between moves: at each stop of a GRBL"
        " with $1 other than 255 in startup, or with a custom gripper's line that lets them go",
    )
