"""What is said to people beside the output, on stderr."""

import contextlib
import sys


def say_aside(text: str) -> None:
    """Say `text` on stderr at once; where it cannot be written, the work goes on without."""
    with contextlib.suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)
