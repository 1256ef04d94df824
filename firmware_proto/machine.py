"""The machine behind any firmware: motors, outputs, and what they do to the bench."""

from itertools import pairwise

from firmware_proto.bench import Bench
from firmware_proto.forward_kinematics import GANTRY, Linkage
from firmware_proto.limits import Limits
from firmware_proto.motion import MotionPlanner, MotionSettings, Piece
from firmware_proto.part_sensor import PartSensor
from firmware_proto.points import Point
from firmware_proto.pump import Pump


class Machine:
    """Carries out moves, tells the bench of the way really travelled, and remembers what was wrong.

    `bench` None: no disks are judged. `linkage` says where in the room the tip is for the machine's
    coordinates; where they are joints, `workspace` is where the tip may be, once it has been there.
    """

    part_sensor: PartSensor | None = None
    """What its firmware can be asked whether a disk is held, beside what it knows by itself."""

    def __init__(
        self,
        limits: Limits,
        pump: Pump,
        bench: Bench | None,
        motion: MotionPlanner,
        linkage: Linkage = GANTRY,
        workspace: Limits | None = None,
    ) -> None:
        self.limits = limits
        self.pump = pump
        self.bench = bench
        self.motion = motion
        self._faults: list[str] = []
        self._in_doubt = False
        self._from_home = True
        self._linkage = linkage
        self._workspace = workspace
        self._inside = False

    @property
    def faults(self) -> tuple[str, ...]:
        """All that has gone wrong so far, on the bench and in the machine, a sentence each."""
        return self.bench.faults if self.bench else tuple(self._faults)

    def blame(self, sentence: str) -> None:
        """Record a wrong."""
        if self.bench:
            self.bench.blame(sentence)
        else:
            self._faults.append(sentence)

    def answer(self, line: str) -> str | None:
        """What the gripper's sensor says to a line; None: it is not asked."""
        return self.part_sensor.answer(line, self.bench) if self.part_sensor else None

    def restart(self, settings: MotionSettings, now: float) -> None:
        """Power-on: the arm stands still where it is, with these settings; the gripper has let go."""
        self.stop(now)
        self.let_go(now)
        self.motion.settings = settings

    def place(self, at: Point, now: float) -> None:
        """A person leads the arm by hand to these coordinates, round all that stands there."""
        self.stop(now)
        self.let_go(now)
        self.located()
        self.motion.target = at
        self._from_home = True

    def advance(self, now: float) -> None:
        """Let time pass."""
        for piece in self.motion.advance(now):
            self._travelled(piece)

    def move(self, target: Point, speed: float, now: float) -> None:
        """Plan a straight move at `speed` mm/s to a place that the machine reaches."""
        if self._in_doubt:
            self.blame(
                "The arm moves after a quick stop without having been homed: its position is in doubt."
            )
            self._in_doubt = False
        # Where home is, only the firmware knows: it swings out from there round the base by itself.
        if not self._from_home and self.limits.crosses_base(self.motion.target, target):
            self.blame(
                f"The straight way to X{target.x:.1f} Y{target.y:.1f} passes inside the arm's inner radius."
            )
        # The opening changes evenly with the joints: where both ends of a move are free, so is the way.
        if jam := self._linkage.jams(target):
            self.blame(jam)
        self._from_home = self._from_home and target[:2] == self.motion.target[:2]
        self.motion.add(target, speed, now)

    def begin_homing(self) -> None:
        """The search for the endstops begins."""
        if self.bench:
            self.bench.home()

    def homed(self) -> None:
        """All endstops have been found."""
        self._in_doubt = self._inside = False
        self._from_home = True

    def located(self) -> None:
        """At rest, the firmware has read anew where the arm stands, sunk or not."""
        self._in_doubt = False
        if self.bench:
            self.motion.target = self.motion.target.plus(Point(0.0, 0.0, -self.bench.located()))

    def stop(self, now: float) -> None:
        """Stand still at once, part-way, and forget all moves; from full speed steps may be lost."""
        self._tell_way(now)
        self._in_doubt = self.motion.stop(now) or self._in_doubt

    def unpower(self, now: float) -> None:
        """Motors off."""
        self.stop(now)
        if self.bench:
            self.bench.unpower()

    def go_limp(self) -> None:
        """Motors off at rest, as after each stop; what is planned stays, and they come on again with it."""
        if self.bench:
            self.bench.go_limp()

    def output(self, line: str, now: float) -> bool:
        """A line for outputs is carried out, wherever the tool is; whether the gripper closes with it."""
        closes, opens = self.pump.closes(line), self.pump.opens(line)
        self.motion.supply.rest_wanted()
        if (closes or opens) and not self.motion.idle:
            self.blame(f"The gripper is told {line} before motion has ended.")
        if opens:
            self.let_go(now)
        elif closes and self.bench:
            self._tell_way(now)
            self.bench.grip(self._tip(now), now)
        return closes

    def let_go(self, now: float) -> None:
        """The gripper opens."""
        self._tell_way(now)
        if self.bench:
            self.bench.release(self._tip(now), now)

    def _tell_way(self, now: float) -> None:
        for piece in self.motion.pieces_until(now):
            self._travelled(piece)

    def _tip(self, now: float) -> Point:
        return self._linkage.tip(self.motion.position(now))

    def _travelled(self, piece: Piece) -> None:
        places = [*self._linkage.way(piece.start, piece.end)]
        moment = (piece.ended - piece.begun) / (len(places) - 1)
        for number, (start, end) in enumerate(pairwise(places)):
            self._check_inside(end)
            if self.bench:
                begun = piece.begun + number * moment
                self.bench.move(start, end, begun, begun + moment)

    def _check_inside(self, tip: Point) -> None:
        if self._workspace is None:
            return
        inside = self._workspace.holds(tip)
        if self._inside and not inside:
            self.blame(f"The tool leaves the workspace at X{tip.x:.1f} Y{tip.y:.1f} Z{tip.z:.1f}.")
        self._inside = inside
