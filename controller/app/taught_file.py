"""The config file of a calibration: what it says at first, and what is written into it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from controller.app.arms import homing_of, path_planner, slowed
from controller.calibrate import Calibration, Exhibit, Station
from controller.config import Draft, parse, parse_draft
from controller.config.exhibits import read_text
from controller.config.rewrite import KeyPath, with_points
from controller.config.store import own_file, save
from controller.errors import ConfigError, UsageError
from controller.gcode.homing import OwnHoming
from controller.model import Point
from controller.motion import proof
from controller.motion.path import PathPlanner


@dataclass(frozen=True, slots=True)
class TaughtFile:
    """A config file of one's own, what it said at the beginning, and what its places are called."""

    name: str
    path: Path
    text: str
    draft: Draft
    names: Mapping[str, KeyPath]

    @classmethod
    def open(cls, name: str) -> Self:
        """The file meant; raises ConfigError, and UsageError for a ready exhibit."""
        path = own_file(name)
        text = read_text(path, name)
        draft = parse_draft(name, text)
        pegs = draft.config.tower.pegs
        return cls(name, path, text, draft, {_called(key, pegs): key for key in draft.points})

    def planner(self, points: Mapping[str, Point]) -> PathPlanner:
        """Slow paths between the places taught; raises UsageError where they cannot be a table."""
        if "disks" in self.draft.lacks:
            raise UsageError(f"{self.name} does not say how thick the disks are; write arm.disks first.")
        draft = parse_draft(self.name, with_points(self.text, self._paths(points)))
        tower = draft.config.tower
        ends = (tower.start_state(), tower.goal_state())
        if found := proof.problems(draft.arm.geometry(tower), *ends, draft.arm.joints()):
            raise UsageError(f"These places cannot be a table: {found[0].text}.")
        planner = path_planner(draft.config, air=True)
        assert planner is not None
        return planner

    def calibration(self) -> Calibration:
        """What is known at the beginning."""
        known = {name: point for name, path in self.names.items() if (point := self.draft.points[path])}
        stations = tuple(Station(name, _hint(path), _is_foot(path)) for name, path in self.names.items())
        return Calibration(stations, self.draft.arm.geometry(self.draft.config.tower).workspace, known, known)

    def exhibit(self) -> Exhibit:
        """What a session must know."""
        arm = self.draft.arm
        limits = slowed(arm.motion_limits())
        upwards = not isinstance(homing_of(arm), OwnHoming)
        return Exhibit(self.name, limits, arm.gripper.times(), upwards, self.planner, self.save)

    def save(self, points: Mapping[str, Point]) -> str:
        """Write them, and say what became of it."""
        backup = save(self.path, self._paths(points))
        kept = f"; the old one is kept as {backup.name}" if backup else ""
        return f"{self.name} is written{kept}.\n{self._verdict()}"

    def _paths(self, points: Mapping[str, Point]) -> dict[KeyPath, Point]:
        """Points by their places in the config."""
        return {self.names[name]: point for name, point in points.items()}

    def _verdict(self) -> str:
        try:
            parse(self.name, read_text(self.path, self.name))
        except ConfigError as error:
            more = len(error.problems) - 1
            others = f" (and {more} more)" if more else ""
            return f"Not all is well yet: hanoi check {self.name} says {error.problems[0]}{others}."
        return f"Nothing is wrong with it: hanoi run {self.name} --dry-run."


def _called(path: KeyPath, pegs: tuple[str, ...]) -> str:
    match path:
        case (_, "pegs", peg):
            return peg
        case (_, "pegs", peg, top):
            return f"{peg} {top}"
    return "park" if "park" not in pegs else "park position"


def _is_foot(path: KeyPath) -> bool:
    """Whether it is where a peg stands on the board."""
    return path[1] == "pegs" and len(path) == 3


def _hint(path: KeyPath) -> str:
    match path:
        case _ if _is_foot(path):
            return "the empty tip touches the board on its axis"
        case (_, "pegs", _, _):
            return "the tip is high up on its axis"
    return "out of the way, above everything"
