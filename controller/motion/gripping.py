"""What is wrong with the gripper for the disks and poles of an exhibit."""

from collections.abc import Iterator

from controller.motion.geometry import Geometry, GeometryProblem

_GRIP_DEPTH = ("arm", "gripper", "grip_depth")
_PRESS = ("arm", "gripper", "press")
_JAW = ("arm", "gripper", "jaw")


def gripper_problems(geometry: Geometry) -> Iterator[GeometryProblem]:
    """Each at its key of the gripper."""
    depth, press = geometry.grip_depth, geometry.press
    if depth == 0 and geometry.pole_height > 0:
        yield GeometryProblem(
            _GRIP_DEPTH,
            "a suction cup (grip_depth 0) on the axis cannot seal over the hole for a pole:"
            " give the depth that fingers reach below the disk's top, or set pole_height to 0",
        )
    thinnest = min(geometry.thickness, default=depth + press)
    if depth > thinnest:
        yield GeometryProblem(
            _GRIP_DEPTH,
            f"the tool reaches {depth:g} mm below the top of a disk only {thinnest:g} mm thick,"
            f" into what lies below it: use at most {thinnest:g}",
        )
    elif depth > 0 and depth + press > thinnest:
        yield GeometryProblem(
            _PRESS,
            f"fingers {depth:g} mm deep, pressed on by {press:g} mm, reach through a disk only"
            f" {thinnest:g} mm thick into what lies below it: use at most {thinnest - depth:g}",
        )
    yield from _jaw_problems(geometry)


def _jaw_problems(geometry: Geometry) -> Iterator[GeometryProblem]:
    largest = max(geometry.diameters, default=0.0)
    if geometry.jaw and geometry.jaw.open < largest:
        yield GeometryProblem(
            _JAW,
            f"the open jaw leaves {geometry.jaw.open:g} mm free between its fingers, and the largest disk is"
            f" {largest:g} mm wide: open it further",
        )
