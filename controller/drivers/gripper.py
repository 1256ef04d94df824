"""The gripper of an arm at rest: its lines, and what is felt of the disk in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.gcode.firmware import Command
from controller.gcode.program import ArmLines, gripper_commands
from controller.link.client import LinkClient, Watch
from controller.model import Point
from controller.motion.actions import Grip, Release

LEAST_SETTLE = 0.1
"""Seconds between two looks at a sensor that does not read as it should."""

BLINK = 0.05
"""Seconds for which a disk must not be felt on its way to be lost."""


@dataclass(frozen=True, slots=True)
class Sensing:
    """What feels the disks, to be read at any time: `holds` in the gripper, `occupied` on each peg.

    Where `holds` is left out the firmware is asked, if it can tell; a peg that nothing tells of is None.
    `tries`: how often a disk is gripped for.
    """

    holds: Callable[[], bool] | None = None
    occupied: Callable[[], Sequence[bool | None]] | None = None
    tries: int = 2


NO_SENSING = Sensing()


class Gripper:
    """The gripper behind `client`. All waiting is for motion to end and for the gripper to settle."""

    def __init__(self, client: LinkClient, lines: ArmLines, sensing: Sensing) -> None:
        self._client = client
        self._lines = lines
        self._holds = sensing.holds
        self._question = client.firmware.holds(lines.grip or client.firmware.grip)

    def work(self, action: Grip | Release, at: Point) -> None:
        """Close or open at rest in `at`; returns once it has provably settled."""
        commands = [*gripper_commands(self._client.firmware, self._lines, action, at)]
        begun = self._client.now()
        self._client.run(commands)
        self._client.drain()
        if self._client.now() - begun < action.settle:  # its wait has been lost or damaged on its way
            self._client.run([Command("", action.settle)])
        self._client.require_outputs(command.text for command in commands)

    def agrees(self, held: bool, settle: float) -> bool:
        """Whether a disk is felt, or none, as it should be; if not, it is looked at again after `settle` s.

        Where nothing feels the disk, all is as it should be.
        """
        return self._feels(held) or self._feels_after(held, max(settle, LEAST_SETTLE))

    def watch(self, lost: Callable[[], Exception]) -> Watch | None:
        """What to call at every look while a disk is carried: it raises what `lost` makes.

        None where nothing can tell: a firmware that must be asked is not asked on the way.
        """
        holds = self._holds
        if holds is None:
            return None
        felt_at: float | None = None

        def look(now: float) -> None:
            nonlocal felt_at
            if felt_at is None or holds():
                felt_at = now
            elif now - felt_at >= BLINK:
                raise lost()

        return look

    def _feels_after(self, held: bool, seconds: float) -> bool:
        self._client.run([Command("", seconds)])
        return self._feels(held)

    def _feels(self, held: bool) -> bool:
        felt = self._felt()
        return felt is None or felt is held

    def _felt(self) -> bool | None:
        if self._holds is not None:
            return self._holds()
        return None if self._question is None else self._client.holds(self._question)
