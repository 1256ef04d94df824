"""What holds for every emulated board, whatever it is told."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from emulator_wire import Wire

WireT = TypeVar("WireT", bound=Wire)
SaidT = TypeVar("SaidT")


def after_all_that(wire: Wire, script: Sequence[tuple[str, float]]) -> list[str]:
    """Send each line and let its seconds pass, then open the port anew: what is said within a second."""
    for line, seconds in script:
        wire.send(line)
        wire.wait(seconds)
    wire.device.connect(wire.now)
    return wire.wait(1.0)


def assert_listening_changes_nothing(
    make: Callable[[], WireT],
    say: Callable[[WireT, SaidT], None],
    script: Sequence[SaidT],
    steps: Sequence[float],
    patience: float,
) -> None:
    """Time that passes in one leap passes as it does in many."""
    patient, eager = make(), make()
    for index, said in enumerate(script):
        say(patient, said)
        say(eager, said)
        seconds = steps[index % len(steps)]
        patient.now += seconds
        eager.wait(seconds)
        eager.now = patient.now
    patient.wait(patience)
    eager.wait(patience)
    assert patient.heard == eager.heard
