"""Every error this program raises on purpose, by whose fault it is.

    HanoiError
    ├── UsageError                 what was typed or passed is wrong                exit 2
    │   ├── InvalidPlan            a plan that cannot be (also ValueError)
    │   ├── NotAnInteger           a count that is no whole number (also TypeError)
    │   ├── IllegalState           disks that cannot stand so (also ValueError)
    │   ├── IllegalMove            a move the rules forbid (also ValueError)
    │   └── ConfigError            a config file with one or more mistakes
    ├── DeviceFault                the machine, its firmware or the wire            exit 3
    │   ├── PortError              the port cannot be opened or has gone (also OSError)
    │   ├── DeviceSilent           no answer before the deadline (also TimeoutError)
    │   ├── DeviceGarbage          bytes that are no answer of this firmware
    │   ├── DeviceReset            the firmware started anew in mid-run
    │   ├── DeviceHalted           the firmware stopped itself and wants a person
    │   ├── CommandRefused         the firmware says no to a line
    │   ├── WrongFirmware          not the firmware that the config names
    │   ├── UnsafeSettings         the firmware is set so that it would do harm
    │   ├── NothingGripped         the gripper says that it holds nothing
    │   ├── PinFault               a GPIO pin or its factory cannot be used
    │   └── JournalFault           the journal cannot be kept or read, or another has it
    ├── StoppedByPerson            halt, kill, and whatever ends what had to go on  exit 4
    │   └── StoppedAtRest          stop, Ctrl-C, SIGTERM: between two moves
    └── PersonNeeded               the state must be seen by a person first         exit 5
        ├── DiskLost               a disk is no longer in the gripper that carries it
        ├── DiskStuck              a disk does not come off the gripper
        └── PegsDisagree           a peg's sensor reads other than it should

Every message is one sentence that names the thing (file, port, line, pin) and the way out.
"""


class HanoiError(Exception):
    """The root: the command line prints it as one sentence and exits with `exit_code`.

    `disk_in_place`: where it ends a step, the disk of that step still stands on its source and the arm
    knows where it is. `latches`: a person has to look before anything moves again.
    """

    exit_code = 1
    disk_in_place = False
    latches = False


class UsageError(HanoiError):
    """What was typed, passed or written in a file is wrong; nothing has moved."""

    exit_code = 2


class InvalidPlan(UsageError, ValueError):
    """No such plan: too few pegs, an unknown peg, a negative number."""


class NotAnInteger(UsageError, TypeError):
    """A count, a peg or a move number that is not a whole number."""


class IllegalState(UsageError, ValueError):
    """An arrangement of disks that cannot be."""


class IllegalMove(UsageError, ValueError):
    """A move that the rules forbid: not the top disk, onto a smaller one, from a peg to itself."""


class ConfigError(UsageError):
    """A config file with mistakes; `problems` holds one finished line for each, in file order."""

    def __init__(self, problems: "list[str]") -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class DeviceFault(HanoiError):
    """The machine did not do as asked; nothing is retried once the position is in doubt."""

    exit_code = 3


class PortError(DeviceFault, OSError):
    """The port does not exist, belongs to someone else, may not be opened, or has gone."""


class DeviceSilent(DeviceFault, TimeoutError):
    """No answer before the deadline."""


class DeviceGarbage(DeviceFault):
    """Bytes that are no answer of this firmware: wrong baud rate, wrong device, broken cable."""


class DeviceReset(DeviceFault):
    """The firmware started anew in mid-run: its position is lost."""


class DeviceHalted(DeviceFault):
    """The firmware has stopped itself and wants a person."""

    latches = True


class CommandRefused(DeviceFault):
    """The firmware says no to a line: an unknown command, a target out of reach, not homed."""


class WrongFirmware(DeviceFault):
    """The device is not what the config says it is, or will not say what it is."""


class UnsafeSettings(DeviceFault):
    """The firmware is set so that it would do harm, whatever it is told."""


class NothingGripped(DeviceFault):
    """The gripper says that it holds nothing where it should hold a disk."""

    disk_in_place = True


class PinFault(DeviceFault):
    """A GPIO pin, or the pin factory behind all of them, cannot be used."""


class JournalFault(DeviceFault):
    """The journal cannot be written or read, is no journal, or another process holds it."""

    disk_in_place = True  # a step does not touch its disk before the journal knows of it


class StoppedByPerson(HanoiError):
    """A person asked for the end: stop, halt, kill, Ctrl-C or SIGTERM."""

    exit_code = 4
    latches = True


class StoppedAtRest(StoppedByPerson):
    """The end came between two moves, with the machine at rest."""

    latches = False


class PersonNeeded(HanoiError):
    """Where the disks are is not certain; a person must look."""

    exit_code = 5
    latches = True


class DiskLost(PersonNeeded):
    """The gripper that carries a disk holds nothing any more."""


class DiskStuck(PersonNeeded):
    """The gripper still holds the disk that it has let go of."""


class PegsDisagree(PersonNeeded):
    """A peg's sensor reads disks where there should be none, or none where there should be some."""
