"""An arm led by hand: one straight way at a time, each awaited, none from a place that is not known."""

from collections.abc import Iterable

from controller.drivers.opening import LISTEN, Confirm, Opening, await_arrival
from controller.errors import PersonNeeded
from controller.events import Publisher
from controller.gcode.firmware import Command
from controller.gcode.homing import Placed
from controller.gcode.program import ArmLines, gripper_commands, motion_commands
from controller.link.client import LinkClient
from controller.model import Point
from controller.motion.actions import Grip, Release, Travel
from controller.motion.axes import Axes
from controller.motion.geometry import MotionLimits, Workspace


class Jogger:
    """An arm behind `client` that goes where it is told and nowhere else; `halt` from any thread."""

    def __init__(
        self,
        client: LinkClient,
        lines: ArmLines,
        axes: Axes,
        publisher: Publisher,
        confirm: Confirm | None = None,
    ) -> None:
        self._client = client
        self._lines = lines
        self._axes = axes
        self._opening = Opening(client, lines, axes, publisher, confirm)
        self._at: Point | None = None

    @property
    def at(self) -> Point | None:
        """Where the tip stands; None: not known, and nothing moves before the arm is homed."""
        return self._at

    def home(self, limits: MotionLimits, workspace: Workspace) -> Point:
        """Home, and return where the tip is, to the thousandth of a mm.

        The port is opened, anew where anything is in doubt or a person has to place the arm. Raises
        PersonNeeded where the firmware never says where it stands.
        """
        known, self._at = self._at is not None, None
        if known and not isinstance(self._lines.homing, Placed):
            at = self._opening.home_again(workspace)
        else:
            at = self._opening.home(limits, workspace)
        if at is None:
            raise PersonNeeded(
                f"{self._client.name}: this firmware never says where the arm stands; describe how it does"
                " under custom: position, or write home: {kind: pose, at: ...}."
            )
        self._at = Point(*(round(value, 3) for value in at))
        return self._at

    def to(self, goal: Point, speed: float) -> None:
        """In a straight line to `goal` at `speed` mm/s; returns once the arm is there.

        Raises OutOfReach before anything is sent where joints do not allow the way.
        """
        at = self._known_place()
        commands = [*motion_commands(self._client.firmware, self._axes, Travel(goal, speed), at)]
        self._at = None
        self._client.run(commands)
        await_arrival(self._client, self._axes, goal)
        self._at = goal

    def grip(self, settle: float) -> None:
        """Say the lines that take a disk, the smallest, and wait `settle` seconds."""
        self._use_gripper(Grip(1, 0, settle))

    def release(self, settle: float) -> None:
        """Say the lines that let it go, and wait."""
        self._use_gripper(Release(1, 0, settle))

    def listen(self) -> None:
        """Hear for a moment whether the firmware has something to say, as that it has started anew."""
        if self._at is not None:
            self._run([Command("", LISTEN)])

    def halt(self) -> None:
        """Stop motion now and keep holding; takes no lock."""
        self._client.halt()

    def kill(self) -> None:
        """Stop motion now, whatever that lets go; takes no lock."""
        self._client.kill()

    def close(self) -> None:
        """Let the port go; the arm holds where it stands: its last lines might let it sink upon the table."""
        self._at = None
        self._client.close()

    def _use_gripper(self, action: Grip | Release) -> None:
        self._run(gripper_commands(self._client.firmware, self._lines, action, self._known_place()))

    def _run(self, commands: Iterable[Command]) -> None:
        """Say lines at rest; where that fails, where the arm stands is in doubt."""
        at, self._at = self._at, None
        self._client.run(commands)
        self._client.check()
        self._at = at

    def _known_place(self) -> Point:
        if self._at is None:
            raise PersonNeeded(f"Where the arm on {self._client.name} stands is not known; home it first.")
        self._client.check()
        return self._at
