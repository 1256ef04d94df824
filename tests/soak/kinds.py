"""The faults of the campaign: each kind with the firmwares that can have it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import damage
from bad_wire import ANY, BadWire, Change, Event, Strike, Way, nothing, unchanged

from firmware_proto.faults import KINDS as ORDERED
from firmware_proto.uarm import UarmEmulator

MARLIN, GRBL, UARM, CUSTOM = FAMILIES = ("marlin", "grbl", "uarm", "custom")
UNCHECKED = frozenset({GRBL, UARM, CUSTOM})
"""Whose lines carry no checksum: a damaged one may be a good one."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fault.

    On the wire `change` strikes, one for all firmwares or one each, or `event`; or the emulator's own fault
    of that name does.

    `repaired`: by the dialogues with these firmwares, at whatever line, as if nothing had been. `physical`:
    what happens to the machine may let a disk fall. `astray`: boards that may take other lines than were
    sent. `deaf`: no halt can reach the board any more. `unplugged`: it comes back under another name.
    """

    name: str
    change: Change | Mapping[str, Change] = unchanged
    way: Way = Way.BACK
    event: Event = nothing
    of: re.Pattern[bytes] = ANY
    families: tuple[str, ...] = FAMILIES
    repaired: frozenset[str] = frozenset()
    physical: bool = False
    astray: frozenset[str] = frozenset()
    deaf: bool = False
    unplugged: bool = False

    @property
    def ordered(self) -> bool:
        """Whether the emulator brings it about."""
        return self.name in ORDERED

    def strike(self, family: str, line: int) -> Strike:
        """The strike at the `line`-th message."""
        change = self.change[family] if isinstance(self.change, Mapping) else self.change
        return Strike(self.way, line, change, self.event, self.of)


def reset(wire: BadWire, now: float) -> None:
    """The board starts anew, in a dwell or in mid-move, as it happens."""
    wire.board.reset(now)


def unplug(wire: BadWire, now: float) -> None:
    """The port is gone; the board goes on with what it has."""
    wire.gone = True


def lose_power(wire: BadWire, now: float) -> None:
    """The mains adapter is pulled."""
    assert isinstance(wire.board, UarmEmulator)
    wire.board.lose_power(now)


def _busy(family: str, times: int) -> Change:
    said = {MARLIN: b"echo:busy: processing\n", GRBL: b"<Run|MPos:0.000,0.000,0.000|FS:0,0>\n"}[family]
    return damage.then_nothing(damage.replaced_by(*(said, 2.0) * times))


# What a device says by itself, or might: a halt, a lock, a start, a refusal, an answer to nobody.
_UNASKED = {
    MARLIN: b"Error:Printer halted. kill() called!\n",
    GRBL: b"ALARM:1\r\n",
    UARM: b"@5 V0\n",
    CUSTOM: b"ERROR: COMMAND NOT RECOGNIZED\r\n",
}
_BANNERS = {
    MARLIN: b"start\n",
    GRBL: b"\r\nGrbl 1.1h ['$' for help]\r\n",
    UARM: b"@1\n",
    CUSTOM: b"INFO: ROBOT ONLINE\r\n",
}
_REPORT = re.compile(rb"^X:|^<|^\$\d+ ok X|CURRENT POSITION")
_NUMBERS = (
    b"Resend: 1\n",
    b"Resend: 0\n",
    b"Resend: 99999\n",
    b"Resend: 30\n",
    b"rs N7\n",
    b"Resend: -1\n",
    b"Resend:\n",
)

_LINE = re.compile(rb"[^\n]\n")
# After a refused line, or one that got lost, those behind it are carried out.
_ASTRAY_TO_ORDER = {
    "error": frozenset(FAMILIES),
    **dict.fromkeys(("cut-line", "resend", "bad-resend", "reset"), UNCHECKED),
}
_MARLIN_ONLY = frozenset({MARLIN})
_ALL = frozenset(FAMILIES)
_REPAIRED_TO_ORDER = {
    **dict.fromkeys(("double-ok", "late-ok", "garbage", "busy"), _ALL),
    **dict.fromkeys(("resend", "cut-line", "drop-ok"), _MARLIN_ONLY),
}

REPLIES = (
    Kind("reply lost", damage.once(damage.lost), repaired=_MARLIN_ONLY),
    Kind("reply doubled", damage.once(damage.doubled), repaired=_ALL),
    Kind("reply late", damage.once(damage.late), repaired=_ALL),
    Kind("reply glued to the next", damage.once(damage.glued), repaired=_MARLIN_ONLY),
    Kind("reply cut", damage.once(damage.cut)),
    Kind("reply without its head", damage.once(damage.beheaded)),
    Kind("reply in two", damage.once(damage.split)),
    Kind("reply with a bit flipped", damage.once(damage.flipped)),
    Kind("reply without a byte", damage.once(damage.eaten)),
    Kind("reply without some bytes", damage.once(damage.burst)),
    Kind("garbage before a reply", damage.once(damage.with_noise)),
    Kind("invalid UTF-8 in a reply", damage.once(damage.no_utf8)),
    Kind("garbage without end", damage.then_nothing(damage.noise_only)),
    Kind("replies damaged for ever", damage.for_ever(damage.flipped)),
    Kind("malformed report", damage.once(damage.malformed), of=_REPORT),
    Kind("reports malformed for ever", damage.for_ever(damage.malformed), of=_REPORT),
    Kind("busy that stops", {f: _busy(f, 3) for f in (MARLIN, GRBL)}, families=(MARLIN, GRBL)),
    Kind("busy without end", {f: _busy(f, 200) for f in (MARLIN, GRBL)}, families=(MARLIN, GRBL)),
    Kind("resend of a wrong number", damage.once(damage.followed_by_one_of(_NUMBERS)), families=(MARLIN,)),
    Kind("halt out of the blue", {f: damage.once(damage.followed_by(_UNASKED[f])) for f in FAMILIES}),
    Kind("start out of the blue", {f: damage.once(damage.followed_by(_BANNERS[f])) for f in FAMILIES}),
    Kind("replies damaged now and then", damage.now_and_then(damage.somehow)),
    Kind("nothing comes any more", damage.then_nothing(damage.lost)),
)
LINES = (
    Kind("line lost", damage.once(damage.lost), Way.OUT, repaired=_MARLIN_ONLY, astray=UNCHECKED),
    Kind("line cut", damage.once(damage.cut), Way.OUT, repaired=_MARLIN_ONLY, astray=UNCHECKED),
    Kind(
        "line glued to the next", damage.once(damage.glued), Way.OUT, repaired=_MARLIN_ONLY, astray=UNCHECKED
    ),
    Kind("line in two", damage.once(damage.split), Way.OUT, astray=UNCHECKED),
    Kind("line with a bit flipped", damage.once(damage.flipped), Way.OUT, astray=UNCHECKED),
    Kind("line without a byte", damage.once(damage.eaten), Way.OUT, astray=UNCHECKED),
    Kind("line without some bytes", damage.once(damage.burst), Way.OUT, astray=UNCHECKED),
    Kind("lines damaged for ever", damage.for_ever(damage.flipped), Way.OUT, astray=_ALL, deaf=True),
    Kind("lines damaged now and then", damage.now_and_then(damage.somehow), Way.OUT, astray=UNCHECKED),
    Kind("nothing gets out any more", damage.then_nothing(damage.lost), Way.OUT, astray=UNCHECKED, deaf=True),
)
EVENTS = (
    Kind("reset in mid-run", way=Way.EVENT, event=reset, physical=True, astray=UNCHECKED),
    Kind("power lost", way=Way.EVENT, event=lose_power, families=(UARM,), physical=True),
    Kind("unplugged, back under another name", way=Way.EVENT, event=unplug, deaf=True, unplugged=True),
)


def _as_ordered(name: str) -> Kind:
    """One of the emulators' own, as PROTOCOL.md describes them."""
    return Kind(
        name,
        way=Way.OUT,
        of=_LINE,
        repaired=_REPAIRED_TO_ORDER.get(name, frozenset()),
        physical=name in ("reset", "halt"),
        astray=_ASTRAY_TO_ORDER.get(name, frozenset()),
        deaf=name == "hangup",
    )


KINDS = (*REPLIES, *LINES, *EVENTS, *map(_as_ordered, ORDERED))
