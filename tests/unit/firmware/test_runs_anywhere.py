"""The in-memory path runs on any system that Python runs on."""

import subprocess
import sys

POSIX_ONLY = ("termios", "tty", "pty", "fcntl", "resource", "grp", "pwd")


def test_the_emulator_and_its_bench_import_nothing_that_only_posix_has() -> None:
    script = f"""
import sys
sys.modules.update(dict.fromkeys({POSIX_ONLY!r}))
import firmware_proto.bench, firmware_proto.faults, firmware_proto.marlin
try:
    import firmware_proto.pty_server
except ImportError:
    print("only the server needs them")
"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said == "only the server needs them\n"
