"""The composition root: reads a Config, chooses classes, and brings both ends of the wire together.

A command imports the module that does its job, and loads no other.
"""

from controller.app.options import EmulateOptions, RunOptions

__all__ = ["EmulateOptions", "RunOptions"]
