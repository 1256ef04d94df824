"""Which firmware a config chooses, so that its rules can ask the firmware's own file what it can do."""

from controller.config.custom import Custom
from controller.config.document import Document
from controller.gcode.custom import custom_firmware
from controller.gcode.families import CUSTOM, FIRMWARES
from controller.gcode.firmware import Firmware


def firmware_in(document: Document) -> Firmware | None:
    """The firmware that a config names or describes; None where there is none, or no sound description."""
    name, custom = document.get("arm", "firmware"), document.get("arm", "custom")
    if name == CUSTOM and custom is not None:
        return custom_firmware(Custom.model_validate(custom).description(), (), ())
    return FIRMWARES.get(str(name))
