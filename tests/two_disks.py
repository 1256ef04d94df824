"""A table with two disks that many tests begin with."""

from controller.model import Point
from controller.motion.geometry import Geometry, Workspace

TWO_DISKS = Geometry(
    names=("A", "B", "C"),
    pegs=(Point(120, 110, 0), Point(180, 0, 0), Point(120, -110, 0)),
    thickness=(10, 10),
    diameters=(30, 40),
    pole_height=0,
    grip_depth=0,
    clearance=5,
    workspace=Workspace(z=(0, 180), radius=(80, 320)),
    park=Point(120, 0, 150),
)
