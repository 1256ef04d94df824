"""From a closed port to an arm that knows where it is, and how it is seen to have arrived anywhere."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from controller.errors import DeviceFault, PersonNeeded, UnsafeSettings
from controller.events import Noted, Publisher
from controller.gcode.firmware import Command, Part, Told
from controller.gcode.homing import Known, OwnHoming, Placed
from controller.gcode.program import ArmLines, check_lines, opening_commands, own_commands
from controller.gcode.replies import Setting
from controller.link.client import LinkClient
from controller.link.emulated import EMULATED
from controller.link.serial_port import is_missing
from controller.model import Point
from controller.motion.axes import Axes, Demand
from controller.motion.geometry import MotionLimits, Workspace
from controller.motion.standing import reaches

# Puts a question to a person and returns at a yes, calling its second argument again and again meanwhile;
# raises StoppedByPerson at a no.
Confirm = Callable[[str, Callable[[], None]], None]

# Farther than this from where it was sent, in mm, the arm has left a move out or cut it short.
TOLERANCE = 0.5

# How long to listen to the arm between two looks whether a person has answered, seconds.
LISTEN = 0.1

_LET_GO = {
    Part.MOTORS: "the motors (the arm may sink)",
    Part.GRIPPER: "the gripper (a disk in it falls)",
    Part.POSITION: "the position",
}


@dataclass(frozen=True, slots=True)
class Opening:
    """Opens `client`, has the firmware say who it is, and homes. `confirm`: an arm that a person places."""

    client: LinkClient
    lines: ArmLines
    axes: Axes
    publisher: Publisher
    confirm: Confirm | None

    def home(self, limits: MotionLimits, workspace: Workspace, places: Sequence[Point] = ()) -> Point | None:
        """Where the tip is after homing; None: nobody knows. UsageError for lines that cannot be sent.

        `places`: where the exhibit is known to bring the tip.

        Where a person places the arm, nothing that could move it or power it is sent before a yes.
        """
        check_lines(self.client.firmware, self.lines, self.axes)
        self._announce()
        self.client.connect()
        self._review(self.axes.asked(limits, workspace, places))
        if isinstance(self.lines.homing, Placed):
            self._have_it_placed(self.lines.homing.at)
        return self.home_again(workspace)

    def home_again(self, workspace: Workspace) -> Point | None:
        """The same with the port still open, which may hold what opening it lets go."""
        firmware = self.client.firmware
        opening = opening_commands(firmware, self.lines, self.axes)
        anew = firmware.inquiries if self._own_settings() else ()  # they may change how places are told
        # In one stream: the answer then settles an `ok` that was lost before it.
        reported = self.client.drain(chain(opening, (Command(text) for text in anew)))
        return self._believed(None if reported is None else self.axes.tip(reported), workspace)

    def _announce(self) -> None:
        firmware = self.client.firmware
        lost = [words for part, words in _LET_GO.items() if part in firmware.opening]
        if lost and self.client.name != EMULATED and not is_missing(self.client.name):
            board = f"Opening {self.client.name} may reset the board: {firmware.name}"
            self.publisher.publish(Noted(f"{board} then lets go of {' and '.join(lost)}."))

    def _review(self, asked: Sequence[Demand]) -> None:
        homes = isinstance(self.lines.homing, OwnHoming)
        for finding in self.client.firmware.review(self._told(), asked, homes):
            sentence = f"The firmware on {self.client.name} {finding.text}."
            if finding.grave:
                raise UnsafeSettings(sentence)
            self.publisher.publish(Noted(sentence))

    def _told(self) -> Told:
        """What the firmware has said of itself, as it will be once the exhibit's own lines have set it."""
        told = self.client.told
        return replace(told, settings={**told.settings, **self._own_settings()} if told.settings else {})

    def _own_settings(self) -> dict[str, float]:
        """The settings that the exhibit's own lines make."""
        parse = self.client.firmware.parser()
        own = [parse(command.text) for command in own_commands(self.lines.startup)]
        return {reply.name: reply.value for reply in own if isinstance(reply, Setting)}

    def _have_it_placed(self, at: Point) -> None:
        if self.confirm is None:
            raise PersonNeeded(
                f"{self.client.name}: the arm must be placed by a person; nobody can be asked."
            )
        self.confirm(
            f"Place the arm by hand with its tip at {spoken(at)}, its gripper empty, and keep clear of it; "
            "then press Enter (s: stop)",
            lambda: self.client.run([Command("", LISTEN)]),
        )

    def _believed(self, at: Point | None, workspace: Workspace) -> Point | None:
        """Where the arm is, if what it says of itself agrees with what is known otherwise."""
        match self.lines.homing:
            case Placed(place):
                if at is not None and math.dist(place, at) > TOLERANCE:
                    raise DeviceFault(
                        f"{self.client.name}: the firmware takes the arm to stand at {spoken(at)}, not "
                        f"where it was placed, {spoken(place)}; correct arm.home.at or its homing lines."
                    )
                return place
            case Known() if at is not None and not reaches(workspace, at, TOLERANCE):
                raise PersonNeeded(
                    f"{self.client.name}: the arm says it stands at {spoken(at)}, outside the workspace; "
                    "see whether it does, and move it inside by hand, or correct the workspace."
                )
            case OwnHoming() if at is not None and not reaches(workspace, at, _size(workspace)):
                raise DeviceFault(
                    f"{self.client.name}: the arm says it stands at {spoken(at)} once homed, far outside the "
                    "workspace; compare the workspace with the firmware's own places and units."
                )
        return self.axes.home if at is None else at


def _size(space: Workspace) -> float:
    """How wide a workspace is where it is widest, or how far from the firmware's own zero it lies, mm."""
    sides = [side for side in (space.x, space.y, space.z) if side]
    sides += [(-space.radius[1], space.radius[1])] if space.radius else []
    return max(max(high - low, -low, high) for low, high in sides)


def await_arrival(client: LinkClient, axes: Axes, goal: Point) -> None:
    """Return once motion has provably ended; raises DeviceFault where the arm says it is not at `goal`."""
    reported = client.drain()
    if reported is None:
        return
    found = axes.tip(reported)
    if math.dist(goal, found) > TOLERANCE:
        found = axes.tip(client.position() or reported)  # a digit may have been damaged on its way here
    if math.dist(goal, found) > TOLERANCE:
        raise DeviceFault(
            f"{client.name}: the arm says it is at {spoken(found)}, not at {spoken(goal)} "
            "where it was sent; compare the workspace in the config with the firmware's limits, "
            "then home again."
        )


def spoken(point: Point) -> str:
    """A place, in words."""
    return f"x {point.x:.1f}, y {point.y:.1f}, z {point.z:.1f}"
