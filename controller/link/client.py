"""The conversation with a device: protocol, transport and clock put together."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TypeVar

from controller.errors import (
    DeviceFault,
    DeviceSilent,
    HanoiError,
    PortError,
    StoppedByPerson,
    WrongFirmware,
)
from controller.events import LineReceived, LineSent, Noted, Publisher
from controller.gcode.firmware import Command, Firmware, Stop, Told
from controller.gcode.replies import (
    Answered,
    Capability,
    GripReport,
    Identity,
    Modes,
    PositionReport,
    Reply,
    Setting,
)
from controller.link.clock import Clock
from controller.link.dialogues import dialogue
from controller.link.protocol import LinkProtocol
from controller.link.transport import Transport
from controller.model import Point

# How long a read may sleep: a halt is noticed within this time, at twenty wakings a second.
_SLICE = 0.05

Watch = Callable[[float], None]  # given the time in seconds on the run's clock

AnswerT = TypeVar("AnswerT", Identity, PositionReport, GripReport, Modes)


class LinkClient:
    """One device on one wire; every line on it is published. Other threads may only `halt` and `kill`.

    A fault halts the device. After a halt or a fault nothing more is sent until `connect` is called again.
    """

    def __init__(self, transport: Transport, firmware: Firmware, clock: Clock, publisher: Publisher) -> None:
        self.firmware = firmware
        self.capabilities: dict[str, bool] = {}
        self.settings: dict[str, float] = {}
        self._transport = transport
        self._clock = clock
        self._publisher = publisher
        self._protocol: LinkProtocol | None = None
        self._fault: HanoiError | None = None
        self._answers: dict[type[Reply], Reply] = {}  # the last of each kind since the last question
        # Once halted or killed; written by any thread, read by the talking one.
        self._stop: Stop | None = None
        self._killed = False
        self._stop_repeated = False
        self._stands = False  # since the halt
        self._watch: Watch | None = None
        self._acquainted = False  # it has said who it is: before that nothing moves, and no halt is due

    @property
    def name(self) -> str:
        """The port, as errors name it."""
        return self._transport.name

    def connect(self) -> None:
        """Open the port, await the banner, greet, and learn who is there. To connect is to start afresh.

        Raises PortError, DeviceSilent, DeviceGarbage, WrongFirmware, or StoppedByPerson for a halt meanwhile.
        """
        self.close()
        self._transport.open()
        self._protocol = dialogue(self.firmware, self.name, self._clock.now())
        self._pump_until(lambda protocol: protocol.idle)
        self._identify()
        self._acquainted = True
        self.run(Command(text) for text in self.firmware.inquiries)

    @property
    def told(self) -> Told:
        """What the firmware has said of itself."""
        return Told(self.capabilities, self.settings)

    def check(self) -> None:
        """Raise what forbids sending: StoppedByPerson after a halt, DeviceFault after a fault or close."""
        self._ready_protocol()

    def run(self, commands: Iterable[Command]) -> None:
        """Stream commands, taken one by one as there is room; returns when all are acknowledged.

        Raises DeviceFault, StoppedByPerson, or UsageError for a line that the firmware cannot read.
        """
        for command in commands:
            if not command.text:
                self._wait(command.seconds)
                continue
            self._ready_protocol().send(command)
            self._pump_until(lambda protocol: protocol.wants_more)
        self._pump_until(lambda protocol: protocol.idle)

    def drain(self, first: Iterable[Command] = ()) -> Point | None:
        """Say `first` and wait until motion has provably ended; returns where the tool is, if that is told.

        The firmware works in order: the answer to a question put after its drain lines cannot come before
        motion has ended, whereas an `ok` might be a doubled one, or lost.
        """
        commands = chain(first, map(Command, self.firmware.drain))
        where = self.firmware.where
        if where is None:
            self.run(commands)
            at = None
        else:
            at = self._ask(where, PositionReport, commands).at
        self._ready_protocol().motion_ended(self._clock.now())
        return at

    def position(self) -> Point | None:
        """Where the firmware says the tool is, or is on its way to; None: it never says."""
        where = self.firmware.where
        return None if where is None else self._ask(where, PositionReport).at

    def holds(self, question: str) -> bool:
        """Whether the gripper holds something, by the firmware's answer to `question`."""
        return self._ask(question, GripReport).holding

    @property
    def at_fault(self) -> bool:
        """Nothing more is sent, after a fault, until it is connected again."""
        return self._fault is not None

    def require_outputs(self, lines: Iterable[str]) -> None:
        """Raise DeviceFault where the firmware tells other outputs than `lines` have set."""
        expected = self.firmware.outputs(lines)
        if self.firmware.tell_modes is None or not expected:
            return
        found = self._ask(self.firmware.tell_modes, Modes)
        if not expected <= found.words:
            self._fault = fault = DeviceFault(
                f"{self.name} was sent {' '.join(sorted(expected))} and says `{found.text}`: a line was "
                "damaged on its way; look where the disks are, check the cable, then home again."
            )
            raise fault

    def now(self) -> float:
        """Seconds on the run's clock."""
        return self._clock.now()

    def halt(self) -> None:
        """Stop motion now and keep holding; from any thread, at any time, takes no lock, never raises.

        The thread that is talking, or talks next, gets StoppedByPerson.
        """
        self._stop_now(self._stop or self.firmware.halt)  # a kill stays one

    def kill(self) -> None:
        """Stop all motion now, whatever that lets go, in an emergency; otherwise as `halt`."""
        self._killed, self._stop_repeated = True, False
        self._stop_now(self.firmware.kill)

    @contextlib.contextmanager
    def watching(self, watch: Watch | None) -> Iterator[None]:
        """Inside, `watch` is called at every look at the wire; what it raises stops all motion first."""
        self._watch = watch
        try:
            yield
        finally:
            self._watch = None

    def close(self) -> None:
        """Let the port go; may be called twice."""
        self._protocol = None
        self._fault = None
        self._stop = None
        self._killed = self._stop_repeated = self._acquainted = False
        self._transport.close()

    def _identify(self) -> None:
        self.capabilities, self.settings = {}, {}
        wanted = self.firmware.name
        if self.firmware.identify is None:
            return
        try:
            found = self._ask(self.firmware.identify, Identity).firmware
        except DeviceSilent as silent:
            why = f"does not say which firmware it is; check that it runs {wanted}"
            raise self._wrong_firmware(why) from silent
        if not found.startswith(wanted):
            why = f"is `{found}`, not {wanted}; name its firmware in the config, or choose another port"
            raise self._wrong_firmware(why)

    def _wrong_firmware(self, why: str) -> WrongFirmware:
        self._fault = fault = WrongFirmware(f"{self.name} {why}.")
        return fault

    def _ask(self, text: str, answer: type[AnswerT], first: Iterable[Command] = ()) -> AnswerT:
        self._answers.clear()
        self.run(chain(first, [Command(text, answer=answer)]))
        found = self._answers.get(answer)
        assert isinstance(found, answer)  # the protocol is not idle before the answer has come
        return found

    def _ready_protocol(self) -> LinkProtocol:
        if self._protocol is None:
            raise DeviceFault(f"{self.name} is not connected; connect it first.")
        self._heed_halt()
        if self._fault is not None:
            raise DeviceFault(f"{self.name} must be connected and homed anew after this fault: {self._fault}")
        return self._protocol

    def _pump_until(self, reached: Callable[[LinkProtocol], bool]) -> None:
        while True:
            protocol = self._ready_protocol()
            if reached(protocol):
                return
            try:
                if self._watch is not None:
                    self._watch(self._clock.now())
                self._exchange(protocol)
            except HanoiError as fault:
                self._fault = fault
                self._heed_halt()  # a kill resets a board, and is no fault of its own
                if self._acquainted:  # what is on its way, or planned already, must not go on
                    self._bring_to_rest()
                raise

    def _wait(self, seconds: float) -> None:
        """Let time pass at rest, listening."""
        self._pump_until(lambda protocol: protocol.idle)
        end = self._clock.now() + seconds
        self._pump_until(lambda _: self._clock.now() >= end)

    def _exchange(self, protocol: LinkProtocol) -> None:
        """Write one line, or else wait a slice for what comes."""
        now = self._clock.now()
        if wire := protocol.bytes_to_send(now):
            self._transport.write(wire)
            self._publish_sent(wire)
            self._publish_notes(protocol)
            return
        deadline = protocol.deadline()
        wait = _SLICE if deadline is None else min(max(deadline - now, 0.001), _SLICE)
        self._listen(protocol, wait)

    def _listen(self, protocol: LinkProtocol, wait: float) -> None:
        data = self._transport.read(wait)
        for reply in protocol.receive(data, self._clock.now()):
            self._publisher.publish(LineReceived(reply.text, self._clock.now()))
            self._note(reply)
        self._publish_notes(protocol)

    def _publish_notes(self, protocol: LinkProtocol) -> None:
        for text in protocol.notes():
            self._publisher.publish(Noted(text))

    def _note(self, reply: Reply) -> None:
        at_rest = self.firmware.halt.at_rest
        self._stands = self._stands or bool(at_rest and at_rest.match(reply.text))
        if isinstance(reply, Answered):
            reply = reply.content
        if isinstance(reply, Capability):
            self.capabilities[reply.name] = reply.present
        elif isinstance(reply, Setting):
            self.settings[reply.name] = reply.value
        elif isinstance(reply, Identity | PositionReport | GripReport | Modes):
            self._answers[type(reply)] = reply

    def _stop_now(self, stop: Stop) -> None:
        self._stop = stop
        if stop.data:
            self._transport.write_now(stop.data)

    def _heed_halt(self) -> None:
        if self._stop is None:
            return
        if not self._stop_repeated:
            self._stop_repeated = True
            # A line of this thread may have overtaken the one that `halt` wrote from another.
            self._bring_to_rest()
        if self._killed:
            raise StoppedByPerson(
                f"Killed in an emergency; see where the arm on {self.name} and its disks are, reset its "
                "board, then home it again."
            )
        raise StoppedByPerson(
            f"Halted by a person; home the arm on {self.name} again, or place it again where it is placed by "
            "hand, before going on."
        )

    def _bring_to_rest(self) -> None:
        """Say the stop as often as it takes; over a wire that is gone it cannot be said."""
        self._stands = False
        stop = self._stop or self.firmware.halt
        with contextlib.suppress(PortError):
            for pause in stop.again:
                self._hear_out(pause)
                if self._stands:
                    return
                self._say(stop.data)
                self._say(stop.ask)
                if self._may_stand(stop):
                    return

    def _may_stand(self, stop: Stop) -> bool:
        """Nothing is on its way, and the firmware has no words for standing."""
        return self._protocol is None or (self._protocol.idle and stop.at_rest is None)

    def _hear_out(self, seconds: float) -> None:
        end = self._clock.now() + seconds
        while self._protocol is not None and not self._stands and (left := end - self._clock.now()) > 0:
            try:
                self._listen(self._protocol, left)
            except PortError:
                raise
            except DeviceFault:
                continue

    def _say(self, wire: bytes) -> None:
        if wire:
            self._transport.write(wire)
            self._publish_sent(wire)

    def _publish_sent(self, wire: bytes) -> None:
        self._publisher.publish(LineSent(wire.decode("ascii").strip(), self._clock.now()))
