"""A controller for a physical Tower of Hanoi."""

__version__ = "0.1.0"
