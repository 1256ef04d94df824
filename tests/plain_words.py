"""A firmware that a config describes in the fewest words."""

from controller.gcode.custom import Description

PLAIN = Description(
    name="the custom firmware",
    line_end="\n",
    ready=None,
    identify=None,
    identity=None,
    startup=(),
    home=(),
    move="G1 X{x} Y{y} Z{z} F{feed}",
    lift="G1 Z{z} F{feed}",
    dwell=None,
    finished="M114",
    position=None,
    halt=None,
    ok="^ok",
    error="^no",
)
