"""Which dialogue a firmware's flow asks for."""

from controller.gcode.firmware import Counted, Firmware, Numbered, Tagged
from controller.link.counted import CountedDialogue
from controller.link.numbered import NumberedDialogue
from controller.link.protocol import LinkProtocol
from controller.link.tagged import TaggedDialogue


def dialogue(firmware: Firmware, port: str, now: float) -> LinkProtocol:
    """A new dialogue on `port`, opened at `now`."""
    match firmware.flow:
        case Numbered() as flow:
            return NumberedDialogue(firmware, flow, port, now)
        case Counted() as flow:
            return CountedDialogue(firmware, flow, port, now)
        case Tagged() as flow:
            return TaggedDialogue(firmware, flow, port, now)
