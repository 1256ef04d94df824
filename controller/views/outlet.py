"""Whether whoever reads a stream still reads, and what becomes of it where nobody does."""

import contextlib
import os
import select
from typing import TextIO


def takes_more(stream: TextIO, patience: float) -> bool:
    """Whether a line can be written to `stream` without waiting, within `patience` seconds.

    What cannot be asked (a file in memory, a closed one, any on Windows) takes all, or fails at once.
    """
    try:
        return bool(select.select([], [stream.fileno()], [], patience)[1])
    except (OSError, ValueError):
        return True


def lead_nowhere(stream: TextIO) -> None:
    """What is left in the buffer, which could fail or wait again as Python ends, is dropped."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
