"""What becomes of messages on a bad wire: of one of them, or of all from one on."""

import re
from collections.abc import Callable, Sequence
from random import Random

from bad_wire import Change, Piece

Damage = Callable[[bytes, Random], list[Piece]]


def once(damage: Damage) -> Change:
    """Only the message struck suffers it."""
    return lambda message, age, luck: damage(message, luck) if age == 0 else [message]


def for_ever(damage: Damage) -> Change:
    """All from then on suffer it."""
    return lambda message, _age, luck: damage(message, luck)


def now_and_then(damage: Damage) -> Change:
    """One in thirty from then on suffers it."""
    return lambda message, _age, luck: damage(message, luck) if luck.randrange(30) == 0 else [message]


def then_nothing(damage: Damage) -> Change:
    """Afterwards nothing comes any more."""
    return lambda message, age, luck: damage(message, luck) if age == 0 else []


def lost(_message: bytes, _luck: Random) -> list[Piece]:
    return []


def doubled(message: bytes, _luck: Random) -> list[Piece]:
    return [message, message]


def late(message: bytes, luck: Random) -> list[Piece]:
    return [luck.uniform(0.1, 9.0), message]


def glued(message: bytes, _luck: Random) -> list[Piece]:
    """Its end is lost: it runs into the next one."""
    return [message.rstrip(b"\r\n")]


def cut(message: bytes, luck: Random) -> list[Piece]:
    """Its tail is lost, but for its end."""
    body, end = parted(message)
    return [body[: luck.randrange(max(1, len(body)))] + end]


def beheaded(message: bytes, luck: Random) -> list[Piece]:
    return [message[luck.randint(1, max(1, len(message) - 1)) :]]


def split(message: bytes, luck: Random) -> list[Piece]:
    """A line end that nobody has sent."""
    at = luck.randint(0, len(message))
    return [message[:at] + b"\n" + message[at:]]


def flipped(message: bytes, luck: Random) -> list[Piece]:
    """A bit."""
    at, bit = luck.randrange(len(message)), 1 << luck.randrange(8)
    return [message[:at] + bytes([message[at] ^ bit]) + message[at + 1 :]]


def eaten(message: bytes, luck: Random) -> list[Piece]:
    """A byte."""
    at = luck.randrange(len(message))
    return [message[:at] + message[at + 1 :]]


def burst(message: bytes, luck: Random) -> list[Piece]:
    """Some bytes after one another."""
    at = luck.randrange(len(message))
    return [message[:at] + message[at + luck.randint(2, 12) :]]


def with_noise(message: bytes, luck: Random) -> list[Piece]:
    """Bytes of any kind before it, a line of their own or not."""
    return [luck.randbytes(luck.randint(1, 40)) + luck.choice((b"", b"\n")), message]


def no_utf8(message: bytes, luck: Random) -> list[Piece]:
    at = luck.randint(0, len(message))
    return [message[:at] + luck.choice((b"\xff", b"\xc3(", b"\xe2\x82", b"\xed\xa0\x80\xf5")) + message[at:]]


def noise_only(_message: bytes, luck: Random) -> list[Piece]:
    pieces: list[Piece] = []
    for _ in range(40):
        pieces += [luck.randbytes(luck.randint(1, 60)) + b"\n", 0.25]
    return pieces


def malformed(message: bytes, luck: Random) -> list[Piece]:
    """A report whose numbers or marks are not what they should be."""
    numbers = list(re.finditer(rb"-?\d+(?:\.\d+)?", message))
    if not numbers or luck.random() < 0.3:
        return luck.choice((cut, eaten, beheaded))(message, luck)
    number = luck.choice(numbers)
    odd = luck.choice((b"nan", b"inf", b"1e9", b"", b"-", b"9" * 30, b"--3", b"1.2.3", b"12,5", b"0x10"))
    return [message[: number.start()] + odd + message[number.end() :]]


def followed_by(*pieces: Piece) -> Damage:
    """Something that nobody said comes behind it."""
    return lambda message, _luck: [message, *pieces]


def followed_by_one_of(choices: Sequence[bytes]) -> Damage:
    return lambda message, luck: [message, luck.choice(choices)]


def replaced_by(*pieces: Piece) -> Damage:
    return lambda _message, _luck: list(pieces)


def parted(message: bytes) -> tuple[bytes, bytes]:
    """A message without its end, and the end."""
    body = message.rstrip(b"\r\n")
    return body, message[len(body) :]


DAMAGES: tuple[Damage, ...] = (
    lost, doubled, late, glued, cut, beheaded, split, flipped, eaten, burst, with_noise, no_utf8, malformed
)  # fmt: skip


def somehow(message: bytes, luck: Random) -> list[Piece]:
    """Any of these."""
    return luck.choice(DAMAGES)(message, luck)
