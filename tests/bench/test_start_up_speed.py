"""How long `hanoi --help` takes, as a multiple of what Python itself needs to start."""

import statistics
import subprocess
import sys
import time

BAR = 6.0
PAIRS = 15


def seconds(*arguments: str) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def test_help_is_there_at_once(benchmark):
    benchmark.pedantic(seconds, args=("-m", "controller", "--help"), rounds=5, warmup_rounds=1)
    ratios = [seconds("-m", "controller", "--help") / seconds("-c", "pass") for _ in range(PAIRS)]
    ratio = statistics.median(ratios)
    benchmark.extra_info["times a bare python"] = round(ratio, 2)
    print(f"\nhanoi --help: {ratio:.1f} times python -c pass (bar: {BAR:g})")
    assert ratio <= BAR
