"""What a USB identity (vendor:product) is found on: chips that many boards share, so never a proof."""

from controller.gcode.families import FAMILIES

# From the vendors' lists.
BOARDS = {
    "2341:0042": "Arduino Mega 2560",
    "2341:0010": "Arduino Mega 2560, as under RAMPS",
    "2a03:0042": "Arduino Mega 2560",
    "2a03:0043": "Arduino Uno",
    "2341:0043": "Arduino Uno",
    "2341:0001": "Arduino Uno",
    "2341:8036": "Arduino Leonardo",
    "2341:003d": "Arduino Due",
    "1a86:7523": "CH340, on many GRBL and printer boards",
    "1a86:5523": "CH341, on many GRBL and printer boards",
    "1a86:55d4": "CH9102, on many ESP32 boards",
    "0403:6001": "FT232R, on many boards",
    "0403:6010": "FT2232, on many boards",
    "0403:6014": "FT232H, on many boards",
    "0403:6015": "FT230X, on many boards",
    "067b:2303": "PL2303, in many cables",
    "10c4:ea60": "CP210x, on many ESP32 boards",
    "0483:5740": "STM32 with USB of its own, as on many printer boards",
    "1d50:6029": "a printer board with Marlin's own USB",
    "303a:1001": "ESP32-S3 or -C3",
    "2e8a:000a": "Raspberry Pi Pico",
    "16c0:0483": "Teensy",
}


def board_of(usb: str | None) -> str | None:
    """What may be behind a `vendor:product` in small hex letters; None: nothing is known of it."""
    arms = [family.usb.get(usb or "") for family in FAMILIES]
    return ", or ".join(filter(None, (BOARDS.get(usb or ""), *arms))) or None
