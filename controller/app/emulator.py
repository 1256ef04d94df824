"""`hanoi emulate`: a board behind a pseudo-terminal, and what its bench has to say, on stderr."""

import threading
from collections.abc import Sequence

from controller.app.emulation import bare_board, board_of
from controller.app.signals import on_signals
from controller.config import load
from controller.config.document import printable
from controller.errors import PortError, UsageError
from controller.views.aside import say_aside
from firmware_proto.device import Board
from firmware_proto.supply import Supply


def emulate(firmware: str, name: str | None, speed: float, faults: Sequence[str], latency: float) -> None:
    """Serve until SIGINT or SIGTERM; the pseudo-terminal's path is the first and only line on stdout.

    Raises UsageError for a config of another firmware, or on a system without pseudo-terminals.
    """
    board, goal = _board(firmware, name, faults, latency)
    teller = _Teller(board, goal)
    stop = threading.Event()
    try:
        from firmware_proto.pty_server import PtyServer
    except ImportError as error:
        raise UsageError("This system has no pseudo-terminals; use hanoi run --dry-run instead.") from error
    try:
        server = PtyServer(board, speed, teller.tell_news)
    except OSError as error:
        raise PortError(
            f"No pseudo-terminal is to be had: {error.strerror}; close programs that hold some."
        ) from error
    with server, on_signals(stop.set):
        print(server.path, flush=True)
        say_aside(f"Serving; set port: to {server.path}. Ctrl-C ends it.")
        server.serve(stop.is_set)
    if speed:  # otherwise time leaps wherever no bytes wait, and every move comes late
        _tell_supply(board.supply)
    teller.tell_end()


def _board(firmware: str, name: str | None, faults: Sequence[str], latency: float) -> tuple[Board, str]:
    if name is None:
        return bare_board(firmware, faults, latency), ""
    config = load(name)
    if config.arm is not None and config.arm.firmware != firmware:
        right, file = config.arm.firmware, printable(name)
        raise UsageError(f"{file} is for {right}; hanoi emulate {right} {file}.")
    return board_of(config, config.tower.start_state(), faults, latency), config.tower.goal


def _tell_supply(supply: Supply) -> None:
    if supply.dry:
        say_aside(
            f"The planner ran dry {len(supply.dry)} times, for {supply.seconds_dry:.3f} s beside "
            f"{supply.seconds_moved:.1f} s of motion: moves came too late."
        )


class _Teller:
    """Tells on stderr what has gone wrong, and when the tower stands on its goal, each once."""

    def __init__(self, board: Board, goal: str) -> None:
        self._board = board
        self._goal = goal
        self._faults_told = 0
        self._done = False

    def tell_news(self) -> None:
        """Say what is new."""
        faults = self._board.faults
        for fault in faults[self._faults_told :]:
            self._say(fault)
        self._faults_told = len(faults)
        if self._board.bench is None:
            return
        done, word = self._board.bench.verdict(self._goal)
        if done and not self._done:
            self._say(word)
        self._done = done

    def tell_end(self) -> None:
        """Say how the disks stand at the end."""
        self.tell_news()
        if self._board.bench is not None and not self._done:
            self._say(self._board.bench.verdict(self._goal)[1])

    @staticmethod
    def _say(text: str) -> None:
        say_aside(f"The bench says: {text.rstrip('.')}.")
