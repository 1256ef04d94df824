"""The far end of a pseudo-terminal, in a process of its own: an emulated board in real time.

`far_end.py FIRMWARE LATENCY`: the path that a program opens is the first line on stdout; after SIGTERM comes
the account of the planner's supply as JSON.
"""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from firmware_proto.device import Board
from firmware_proto.grbl import GrblEmulator
from firmware_proto.grbl.session import GrblBuild
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.pty_server import PtyServer

BOARDS: dict[str, Callable[[float], Board]] = {
    "marlin": lambda latency: MarlinEmulator(latency=latency),
    "grbl": lambda latency: GrblEmulator(latency=latency),
    # What a line takes to be read and planned would hide what the host takes.
    "hurried grbl": lambda latency: GrblEmulator(latency=latency, build=GrblBuild(line_seconds=0.0)),
}


@dataclass
class FarEnd:
    """A board at `path`; `account` is known once it has gone."""

    path: str
    account: dict[str, float]


@contextmanager
def far_end(board: str, latency: float = 0.001) -> Iterator[FarEnd]:
    """Start such a process; it has ended when the block ends."""
    command = [sys.executable, __file__, board, str(latency)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    end = FarEnd(process.stdout.readline().strip(), {})
    try:
        yield end
    finally:
        process.send_signal(signal.SIGTERM)
        end.account.update(json.loads(process.communicate()[0] or "{}"))


def main(name: str, latency: float) -> None:
    """Serve until SIGTERM."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    board = BOARDS[name](latency)
    with PtyServer(board) as server:
        print(server.path, flush=True)
        server.serve(stop.is_set)
    supply = board.supply
    print(json.dumps({"dry": supply.seconds_dry, "share": supply.share_dry, "moved": supply.seconds_moved}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
