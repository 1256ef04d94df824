"""YAML to a validated, frozen Config; every mistake at once, with its place and what to write instead."""

from controller.config.arm import Arm
from controller.config.draft import Draft, parse_draft
from controller.config.exhibits import exhibit_names
from controller.config.leds import Leds
from controller.config.loader import load, parse, text_of
from controller.config.model import Config, Kiosk
from controller.config.tower import Tower
from controller.errors import ConfigError

__all__ = [
    "Arm",
    "Config",
    "ConfigError",
    "Draft",
    "Kiosk",
    "Leds",
    "Tower",
    "exhibit_names",
    "load",
    "parse",
    "parse_draft",
    "text_of",
]
