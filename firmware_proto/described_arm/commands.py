"""What the lines of a described arm do; a handler yields what it waits for and returns the answer."""

from collections.abc import Callable, Generator

from firmware_proto.described_arm.description import Description
from firmware_proto.described_arm.lines import Template, seconds_in, speed_in
from firmware_proto.described_arm.replies import Replies
from firmware_proto.machine import Machine
from firmware_proto.points import ORIGIN, Point
from firmware_proto.pump import LineSequence
from firmware_proto.waits import Wait

HOMING_SPEED = 100.0

Answer = Generator[Wait, None, str]
_Act = Callable[[str, dict[str, float]], Answer]


class DescribedArmCommands:
    """Carries lines out on a machine; `say` sends a line. `initial`: see the emulator.

    Raises ValueError for a line whose numbers could not be read back.
    """

    def __init__(
        self,
        arm: Description,
        replies: Replies,
        machine: Machine,
        say: Callable[[str], None],
        initial: Point | None,
    ) -> None:
        self._arm, self._replies, self._machine, self._say = arm, replies, machine, say
        self._initial = initial
        self._error = ORIGIN  # from where it takes itself to be to where it is
        self._homing = LineSequence(arm.home)
        self._home_lines_due = True
        self._homed = not arm.home
        self._templates: list[tuple[Template, _Act]] = [
            (Template(arm.move), self._move),
            (Template(arm.lift), self._move),
            *([(Template(arm.dwell), self._dwell)] if arm.dwell else []),
        ]
        self._now = 0.0

    def at(self, now: float) -> None:
        """The time at which the next step is taken."""
        self._now = now

    def carry_out(self, text: str) -> Answer:
        """Do what the line says, or refuse it; call `at` before every step."""
        if (said := self._machine.answer(text)) is not None:
            return (yield from self._tell(said))
        act = self._act(text)
        works_gripper = self._machine.pump.knows(text)
        answer = self._replies.ok if works_gripper else self._replies.error
        if act is not None:
            answer = yield from act
        if works_gripper:
            self._machine.output(text, self._now)
        if text in self._arm.limp:
            self._machine.go_limp()
        return answer

    def _act(self, text: str) -> Answer | None:
        """What begins with the line; None: nothing that is described."""
        arm = self._arm
        if text in arm.home:
            return self._home(text)
        if text == arm.finished:
            return self._finish()
        if text == arm.identify:
            return self._tell(self._replies.identity)
        for template, act in self._templates:
            if (values := template.read(text)) is not None:
                return act(text, values)
        return self._tell(None) if text in arm.others else None

    def _tell(self, words: str | None) -> Answer:
        """Say something, and the ok behind it, or in it."""
        yield from ()  # it waits for nothing
        if words is not None and self._replies.heard_as(words) == "ok":
            return words
        if words is not None:
            self._say(words)
        return self._replies.ok

    @property
    def _here(self) -> Point:
        return self._machine.motion.target.minus(self._error)

    def _rest(self) -> Wait:
        self._machine.motion.supply.rest_wanted()
        return self._end_of_motion()

    def _end_of_motion(self) -> Wait:
        return Wait(lambda _: self._machine.motion.idle)

    def _finish(self) -> Answer:
        yield self._rest()
        return (yield from self._tell(self._replies.place(self._here)))

    def _move(self, text: str, values: dict[str, float]) -> Answer:
        yield self._end_of_motion()
        machine, speed, here = self._machine, speed_in(values), self._here
        target = Point(values.get("x", here.x), values.get("y", here.y), values["z"])
        if not self._homed or speed <= 0:
            return self._replies.error
        if machine.limits.cut(target) != target or not machine.limits.reaches(target):
            machine.blame(f"{text} leads out of reach.")
            return self._replies.error
        machine.move(target.plus(self._error), speed, self._now)
        return self._replies.ok

    def _dwell(self, _: str, values: dict[str, float]) -> Answer:
        yield self._rest()
        yield Wait.until(self._now + max(seconds_in(values), 0.0))
        return self._replies.ok

    def _home(self, text: str) -> Answer:
        yield self._rest()
        if self._home_lines_due:
            self._machine.begin_homing()
        self._home_lines_due = self._homing.hears(text)
        if self._home_lines_due:
            yield from self._find_itself()
            self._machine.homed()
            self._homed = True
        return self._replies.ok

    def _find_itself(self) -> Generator[Wait, None, None]:
        """Without a pose that it can trust in, the arm goes up, then aside."""
        motion, home = self._machine.motion, self._machine.limits.home
        if self._initial is not None:
            self._error = motion.target.minus(self._initial)
            return
        for stage in (motion.target._replace(z=home.z), home):
            motion.add(stage, HOMING_SPEED, self._now)
            yield self._rest()
