"""What was intended and what was done, on the disk before a disk can be touched: nothing is forgotten."""

from controller.journal.exhibit import Exhibit
from controller.journal.hold import Holder, holder_of
from controller.journal.journal import Journal, WallClock
from controller.journal.reader import Correction, Reader, Run, Standing, StepRecord
from controller.journal.reset import reset

__all__ = [
    "Correction",
    "Exhibit",
    "Holder",
    "Journal",
    "Reader",
    "Run",
    "Standing",
    "StepRecord",
    "WallClock",
    "holder_of",
    "reset",
]
