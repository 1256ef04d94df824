"""What the command line may ask of a run, beside its config."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of `hanoi run`, `demo` and `kiosk`.

    `speed` None: real time, 0: as fast as possible; `imperfect`: the seed of an emulated bench's luck, None:
    it needs none.
    """

    dry_run: bool = False
    speed: float | None = None
    plain: bool = False
    wire_log: Path | None = None
    from_state: str | None = None
    air: bool = False
    step: bool = False
    imperfect: int | None = None


@dataclass(frozen=True, slots=True)
class EmulateOptions:
    """The options of `hanoi emulate`.

    `at`: x, y, z of the tip as its port is opened, mm; `link`: a path that leads to the port meanwhile.
    """

    speed: float = 1.0
    faults: Sequence[str] = ()
    latency: float = 0.001
    from_state: str | None = None
    empty: bool = False
    at: tuple[float, float, float] | None = None
    imperfect: int | None = None
    link: Path | None = None
