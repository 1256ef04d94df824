"""A program of arches, each of many short lines, with the gripper at work between them."""

import math
from collections.abc import Iterable, Iterator

from controller.gcode.firmware import Command
from controller.gcode.program import ArmLines, opening_commands
from controller.link.client import LinkClient
from controller.model import Point

SPEED = 200.0  # mm/s
PEGS = (Point(130, 115, 20), Point(190, 0, 20), Point(130, -115, 20))
ROUND = (*PEGS, *PEGS, PEGS[0])


def arch(start: Point, end: Point, segment: float) -> Iterator[Point]:
    """An upright semicircle from one place to another of the same height, in segments of so many mm."""
    width = math.dist(start, end)
    segments = max(2, round(math.pi * width / 2 / segment))
    for turn in (math.pi * number / segments for number in range(1, segments + 1)):
        share = (1 - math.cos(turn)) / 2
        x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
        yield Point(x, y, start.z + math.sin(turn) * width / 2)


def ride(client: LinkClient, segment: float) -> None:
    """Connect, home, and carry over six arches."""
    client.connect()
    client.run(opening_commands(client.firmware, ArmLines(diameters=(30.0,))))
    _travel(client, [PEGS[0]])
    for number in range(len(ROUND) - 1):
        _travel(client, arch(ROUND[number], ROUND[number + 1], segment))
        client.run(map(Command, client.firmware.release if number % 2 else client.firmware.grip))
        client.drain()


def _travel(client: LinkClient, places: Iterable[Point]) -> None:
    client.run(Command(client.firmware.travel(place, SPEED), 1.0, queued=True) for place in places)
    client.drain()
