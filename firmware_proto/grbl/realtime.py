"""GRBL's real-time bytes: they act as soon as they arrive, wherever they stand."""

from collections.abc import Callable

from firmware_proto.grbl import reports
from firmware_proto.grbl.core import GrblCore

RESET = 0x18
_SPINDLE_DELAY, _COOLANT_DELAY = 4.0, 1.0
_LEAST_FEED, _MOST_FEED = 10, 200


class GrblRealtime:
    """Carries single bytes out; the reset is the emulator's own matter."""

    def __init__(self, core: GrblCore) -> None:
        self._core = core
        self._table: dict[int, Callable[[], None]] = {
            ord("?"): self._report,
            ord("!"): self._hold,
            ord("~"): self._start,
            0x84: self._open_door,
            0x85: self._end_jog,
            0x90: lambda: self._set_feed(100),
            0x91: lambda: self._set_feed(core.session.feed_percent + 10),
            0x92: lambda: self._set_feed(core.session.feed_percent - 10),
            0x93: lambda: self._set_feed(core.session.feed_percent + 1),
            0x94: lambda: self._set_feed(core.session.feed_percent - 1),
            0x95: lambda: self._set_rapid(100),
            0x96: lambda: self._set_rapid(50),
            0x97: lambda: self._set_rapid(25),
            0x9E: self._stop_spindle,
            0xA0: self._toggle_coolant,
        }

    def takes(self, byte: int) -> bool:
        """Whether a byte never reaches the receive buffer."""
        return byte in self._table or byte >= 0x80

    def act(self, byte: int) -> None:
        """Do what a byte says; those that mean nothing are dropped."""
        action = self._table.get(byte)
        if action is not None and not self._core.session.critical:
            action()

    def settle(self) -> None:
        """See to what follows once motion has come to rest, or a delay is over."""
        core, session = self._core, self._core.session
        if session.suspended == "Door" and core.motion.held and session.resume_at is None:
            core.switch_off()
        if session.resume_at is not None and session.resume_at <= core.now:
            session.resume_at = None
            self._resume()
        if session.jogging and (core.motion.held or (core.motion.idle and not core.motion.running)):
            self._jogged()

    def _report(self) -> None:
        if self._core.session.homing:
            self._core.session.asked = True
        else:
            self._core.report()

    def _hold(self) -> None:
        if self._core.session.jogging:
            self._end_jog()
        elif self._core.state in ("Idle", "Run"):
            self._core.hold()

    def _open_door(self) -> None:
        state = self._core.state.partition(":")[0]
        if state not in ("Idle", "Run", "Hold", "Jog"):
            return
        self._core.say(reports.DOOR)
        if self._core.session.jogging:
            self._end_jog()
        else:
            self._core.hold()
            self._core.session.suspended = "Door"

    def _end_jog(self) -> None:
        if self._core.session.jogging:
            self._core.motion.hold(self._core.now)

    def _jogged(self) -> None:
        """A jog is over: what is left of it is dropped."""
        core = self._core
        core.motion.stop(core.now)
        core.session.jogging = False
        core.sync_position()

    def _start(self) -> None:
        core, session = self._core, self._core.session
        if not session.suspended:
            if core.state == "Idle":
                core.motion.start(core.now)
        elif core.motion.held and session.resume_at is None:
            self._reopen()

    def _reopen(self) -> None:
        """Resume from a hold; after the door only once spindle and coolant have run up again."""
        core, session = self._core, self._core.session
        delay = self._run_up() if session.suspended == "Door" else 0.0
        if session.spindle_stopped:
            self._stop_spindle()
        if delay:
            session.resume_at = core.now + delay
            core.switch(session.gripped_with)
        else:
            self._resume()

    def _run_up(self) -> float:
        modes = self._core.session.modes
        return _SPINDLE_DELAY * (modes.spindle != "M5") + _COOLANT_DELAY * (modes.coolant != "M9")

    def _resume(self) -> None:
        self._core.session.suspended = ""
        self._core.motion.resume(self._core.now)

    def _stop_spindle(self) -> None:
        """Only in a hold: off, and on again."""
        core, session = self._core, self._core.session
        if session.suspended != "Hold" or session.modes.spindle == "M5" or not core.motion.held:
            return
        session.spindle_stopped = not session.spindle_stopped
        if session.spindle_stopped:
            core.switch_off()
        else:
            core.switch(session.gripped_with)

    def _toggle_coolant(self) -> None:
        core, modes = self._core, self._core.session.modes
        if core.state.partition(":")[0] in ("Idle", "Run", "Hold", "Jog"):
            modes.coolant = "M8" if modes.coolant == "M9" else "M9"
            core.switch(modes.coolant)

    def _set_feed(self, percent: int) -> None:
        self._core.session.feed_percent = min(max(percent, _LEAST_FEED), _MOST_FEED)

    def _set_rapid(self, percent: int) -> None:
        self._core.session.rapid_percent = percent
