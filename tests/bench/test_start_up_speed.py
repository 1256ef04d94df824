"""How much work commands are, each as a multiple of what Python itself needs to start.

Processor time is compared, so that a busy machine tells the same.
"""

import statistics
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

import pytest

PAIRS = 7


def seconds(*arguments: str) -> float:
    """The processor time of Python with these arguments."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize(
    ("command", "bar"),
    [("--help", 6.0), ("check demo", 60.0), ("estimate demo", 48.0), ("estimate grbl-arm --disks 64", 105.0)],
)
def test_commands_are_there_at_once(command: str, bar: float, benchmark) -> None:
    """The famous tower of 64 disks, 2^64 - 1 moves, is reckoned in less than a second too."""
    hanoi = ("-m", "controller", *command.split())
    benchmark.pedantic(seconds, args=hanoi, rounds=3, warmup_rounds=1)
    ratio = statistics.median(seconds(*hanoi) / seconds("-c", "pass") for _ in range(PAIRS))
    benchmark.extra_info["times a bare python"] = round(ratio, 2)
    print(f"\nhanoi {command}: {ratio:.1f} times python -c pass (bar: {bar:g})")
    assert ratio <= bar
