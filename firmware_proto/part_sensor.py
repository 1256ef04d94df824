"""A sensor in the gripper that a firmware answers for, whatever line asks it."""

import re
from dataclasses import dataclass

from firmware_proto.bench import Bench

_BLANKS = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class PartSensor:
    """What is said to `question`, its blanks and case aside, with a disk in the gripper and without one."""

    question: str
    held: str
    empty: str

    def answer(self, line: str, bench: Bench | None) -> str | None:
        """What is said to `line`; None where it asks something else."""
        if _bare(line) != _bare(self.question):
            return None
        return self.held if bench is not None and bench.held is not None else self.empty


def _bare(line: str) -> str:
    return _BLANKS.sub("", line).upper()
