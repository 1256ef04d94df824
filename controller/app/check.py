"""Whether a config can work, and whether it can last."""

from controller.app.arms import arm_lines, axes_of, firmware_of
from controller.app.endings import ending_warnings
from controller.app.journals import check_journal
from controller.app.sensing import sensing_warnings
from controller.app.wear import warnings
from controller.config import load
from controller.config.document import printable
from controller.gcode.program import check_lines


def check(name: str) -> str:
    """One sentence for a config without mistakes, and one for whatever cannot last.

    Raises ConfigError for all mistakes, and for a journal that cannot be kept, UsageError for a line that its
    firmware cannot read.
    """
    config = load(name)
    check_journal(name, config)
    if config.arm is not None:
        check_lines(firmware_of(config.arm), arm_lines(config.arm), axes_of(config.arm))
    tower = config.tower
    file = printable(name)
    told = (*ending_warnings(config), *sensing_warnings(config), *warnings(config))
    sound = f"{file}: {config.exhibit}, {tower.disks} disks on {len(tower.pegs)} pegs: nothing is wrong."
    return "\n".join([sound, *(f"{file}: warning: {sentence}" for sentence in told)])
