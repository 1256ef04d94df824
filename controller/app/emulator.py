"""`hanoi emulate`: a board behind a pseudo-terminal, and what its bench has to say, on stderr."""

import threading

from controller.app.emulation import bare_board, board_of, whereabouts
from controller.app.fixed_link import fixed_link
from controller.app.options import EmulateOptions
from controller.app.signals import on_signals
from controller.config import Tower, load
from controller.config.document import printable
from controller.errors import PortError, UsageError
from controller.model import Point, State
from controller.planner.notation import parse_state
from controller.views.aside import say_aside
from firmware_proto.device import Board
from firmware_proto.supply import Supply
from firmware_proto.wired_board import WiredBoard


def emulate(firmware: str, name: str | None, options: EmulateOptions) -> None:
    """Serve until SIGINT or SIGTERM; the pseudo-terminal's path is the first and only line on stdout.

    Raises UsageError for a config of another firmware, for options that want a config where there is none,
    for a link that cannot be made, and on a system without pseudo-terminals.
    """
    board, goal = _board(firmware, name, options)
    teller = _Teller(board, goal)
    stop = threading.Event()
    try:
        from firmware_proto.pty_server import PtyServer
    except ImportError as error:
        raise UsageError("This system has no pseudo-terminals; use hanoi run --dry-run instead.") from error
    try:
        server = PtyServer(board, options.speed, teller.tell_news, teller.tell_standing)
    except OSError as error:
        raise PortError(
            f"No pseudo-terminal is to be had: {error.strerror}; close programs that hold some."
        ) from error
    with server, on_signals(stop.set), fixed_link(options.link, server.path):
        print(server.path, flush=True)
        say_aside(f"Serving; set port: to {options.link or server.path}. Ctrl-C ends it.")
        server.serve(stop.is_set)
    if options.speed:  # otherwise time leaps wherever no bytes wait, and every move comes late
        _tell_supply(board.supply)
    teller.tell_end()


def _board(firmware: str, name: str | None, options: EmulateOptions) -> tuple[WiredBoard, str | None]:
    """The board, and the peg on which the tower should stand in the end; None: there are no disks."""
    at = None if options.at is None else Point(*options.at)
    if name is None:
        _require_no_config(options)
        return bare_board(firmware, options.faults, options.latency, at), None
    config = load(name)
    if config.arm is not None and config.arm.firmware != firmware:
        right, file = config.arm.firmware, printable(name)
        raise UsageError(f"{file} is for {right}; hanoi emulate {right} {file}.")
    state = None if options.empty else _state(config.tower, options.from_state)
    board = board_of(config, state, options.faults, options.latency, at, options.imperfect)
    return board, None if options.empty else config.tower.goal


def _require_no_config(options: EmulateOptions) -> None:
    if options.imperfect is not None or options.from_state is not None:
        name = "--from-state" if options.imperfect is None else "--imperfect"
        raise UsageError(f"{name}: disks and tolerances are those of a CONFIG; name one.")


def _state(tower: Tower, written: str | None) -> State:
    return tower.start_state() if written is None else parse_state(written, tower.pegs, tower.disks)


def _tell_supply(supply: Supply) -> None:
    if supply.dry:
        say_aside(
            f"The planner ran dry {len(supply.dry)} times, for {supply.seconds_dry:.3f} s beside "
            f"{supply.seconds_moved:.1f} s of motion: moves came too late."
        )


class _Teller:
    """Tells on stderr what has gone wrong, and when the tower stands on its goal, each once.

    `goal` None: there is no tower.
    """

    def __init__(self, board: Board, goal: str | None) -> None:
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
        done, word = self._verdict()
        if done and not self._done:
            self._say(word)
        self._done = done

    def tell_standing(self) -> None:
        """Say where the disks are, for whoever has to know it before the next program comes."""
        if self._board.bench is not None and self._goal is not None and not self._done:
            self._say(whereabouts(self._board.bench))

    def tell_end(self) -> None:
        """Say how the disks stand at the end."""
        self.tell_news()
        done, word = self._verdict()
        if word and not done:
            self._say(word)

    def _verdict(self) -> tuple[bool, str]:
        """Whether all disks stand where they should, and that in words; no words where none are judged."""
        bench = self._board.bench
        if bench is None:
            return False, ""
        if self._goal is None:
            return False, "" if bench.faults else "nothing was touched"
        return bench.verdict(self._goal)

    @staticmethod
    def _say(text: str) -> None:
        say_aside(f"The bench says: {text.rstrip('.')}.")
