"""What the command line may ask of a run, beside its config."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of `hanoi run`, `demo` and `kiosk`; `speed` None: real time, 0: as fast as possible."""

    dry_run: bool = False
    speed: float | None = None
    plain: bool = False
    wire_log: Path | None = None
    from_state: str | None = None
    air: bool = False
    step: bool = False
