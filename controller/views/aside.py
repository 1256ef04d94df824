"""What is said to people beside the output, on stderr."""

import contextlib
import sys

from controller.views.outlet import takes_more

_PATIENCE = 1.0  # seconds


def say_aside(text: str) -> None:
    """Say `text` on stderr at once; where it cannot be written, or nobody reads, the work goes on without."""
    with contextlib.suppress(OSError, ValueError):
        if takes_more(sys.stderr, _PATIENCE):
            print(text, file=sys.stderr, flush=True)
