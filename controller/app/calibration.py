"""`hanoi calibrate`: an arm, a keyboard, a sheet of words, and the config file that learns the places."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial

from controller.app.arms import arm_lines, axes_of, firmware_of, port_of
from controller.app.assembly import answer_oneself, check_for_real, is_pretended
from controller.app.emulation import empty_board
from controller.app.inputs import emergency_stop_of
from controller.app.journals import own_files
from controller.app.options import RunOptions
from controller.app.signals import on_signals
from controller.app.taught_file import TaughtFile
from controller.calibrate import KEYS, Session, parse_order
from controller.config import Arm, Draft
from controller.config.rewrite import as_yaml
from controller.drivers.cleanup import put_away
from controller.drivers.jog import Jogger
from controller.drivers.opening import Confirm
from controller.events import Publisher
from controller.link.client import LinkClient
from controller.link.clock import Clock, MonotonicClock, VirtualClock
from controller.link.emulated import EMULATED, EmulatedTransport
from controller.link.serial_port import SerialTransport
from controller.link.transport import Transport
from controller.link.wire_log import WireLog
from controller.model import Point
from controller.views.aside import say_aside
from controller.views.sheet import choose_sheet
from controller.views.typed import TypedKeys, TypedLines


def calibrate(name: str, options: RunOptions) -> None:
    """Teach the places in the config `name`, a file of one's own, until a person leaves."""
    file = TaughtFile.open(name)
    pretended = is_pretended(file.draft.arm, options)
    if not pretended:
        check_for_real(options)
    with _session(file, options, pretended) as session:
        session.run()


@contextmanager
def _session(file: TaughtFile, options: RunOptions, pretended: bool) -> Iterator[Session]:
    """A session on the terminal; all is put away after it, and what has not been saved is printed."""
    publisher = Publisher()
    arm = _arm(file.draft.arm, options.speed, pretended, publisher, lambda *asked: session.ask(*asked))
    person = sys.stdin is not None and sys.stdin.isatty()
    keys = person and not options.plain
    typed = TypedKeys(sys.stdin, arm.halt) if keys else TypedLines(sys.stdin)
    sheet = choose_sheet(sys.stdout, plain=not keys)
    read = KEYS.get if keys else parse_order
    session = Session(file.exhibit(), file.calibration(), arm, typed, read, sheet, strict=not person)
    publisher.subscribe(session)
    with ExitStack() as stack:
        stack.enter_context(on_signals(session.end))  # outermost: a second Ctrl-C spoils no ending
        stack.callback(lambda: _print_unsaved(session.calibration.changed))
        if options.wire_log is not None:
            log = WireLog(options.wire_log, own_files(file.name, file.draft.config))
            stack.callback(log.close)
            publisher.subscribe(log)
        stack.enter_context(sheet)
        stack.enter_context(typed)
        stop = emergency_stop_of(file.draft.config, publisher, partial(_kill, arm, session), pretended)
        stack.enter_context(stop)
        stop.check()
        stack.enter_context(put_away(arm))
        for note in _notes(file.draft, session.calibration.missing, pretended):
            session.tell(note)
        yield session


def _arm(arm: Arm, speed: float | None, pretended: bool, publisher: Publisher, confirm: Confirm) -> Jogger:
    clock: Clock = MonotonicClock()
    if pretended:
        clock = VirtualClock(1.0 if speed is None else speed)
        transport: Transport = EmulatedTransport(empty_board(arm), clock, EMULATED)
        confirm = partial(answer_oneself, publisher)
    else:
        transport = SerialTransport(port_of(arm), arm.baud)
    client = LinkClient(transport, firmware_of(arm), clock, publisher)
    return Jogger(client, arm_lines(arm), axes_of(arm), publisher, confirm)


def _kill(arm: Jogger, session: Session) -> None:
    arm.kill()
    session.end()


def _notes(draft: Draft, missing: Sequence[str], pretended: bool) -> Iterator[str]:
    if pretended:
        yield "Dry run: the arm is emulated, and nothing real moves."
    yield from draft.notes
    if missing:
        yield f"Not known yet: {', '.join(missing)}."
    yield "Home the arm first (h, or home): it moves by itself, keep clear of it."


def _print_unsaved(points: Mapping[str, Point]) -> None:
    """For a person to write in by hand."""
    if points:
        say_aside("Taught, and not in the file:")
    for name, point in points.items():
        say_aside(f"  {name}: {as_yaml(point)}")
