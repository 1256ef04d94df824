"""What keeps a user from a port, and how to get in."""

import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

_RULES = "/etc/udev/rules.d/50-hanoi.rules"


@dataclass(frozen=True, slots=True)
class Access:
    """Whose a device is, and who asks. `may`: reading and writing are allowed now.

    `group_may`: its group reads and writes it. `member`: the user is in that group, by the system's list.
    """

    may: bool
    group: str
    group_may: bool
    member: bool


def access_to(path: str) -> Access:
    """The present user's access to a device; raises OSError where it is not there."""
    if os.name != "posix":
        return Access(may=True, group="", group_may=True, member=True)
    import grp
    import pwd

    status = Path(path).stat()
    try:
        group = grp.getgrgid(status.st_gid)
        user = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container that knows neither
        return Access(os.access(path, os.R_OK | os.W_OK), str(status.st_gid), group_may=False, member=False)
    both = stat.S_IRGRP | stat.S_IWGRP
    return Access(
        may=os.access(path, os.R_OK | os.W_OK),
        group=group.gr_name,
        group_may=status.st_mode & both == both,
        member=user in group.gr_mem,
    )


def way_in(access: Access, path: str, usb: str | None, platform: str = sys.platform) -> str | None:
    """One sentence: why the port may not be opened and what helps; None where it may."""
    if access.may:
        return None
    if platform == "darwin":
        return "you may not open it: allow the accessory under Privacy & Security in the system's settings"
    if access.group_may and access.member:
        return (
            f"you have been in the group {access.group} only since you logged in: log out, then log in anew"
        )
    if access.group_may and access.group != "root":
        return (
            f"it belongs to the group {access.group}, and you are not in it: "
            f"sudo usermod -aG {access.group} $USER, then log in anew"
        )
    return f"only root may open it: {_udev(path, usb)}, then plug it in again"


def _udev(path: str, usb: str | None) -> str:
    vendor, _, product = (usb or "").partition(":")
    named = f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"'
    which = named if usb else f'KERNEL=="{Path(path).name}"'
    rule = f'SUBSYSTEM=="tty", {which}, GROUP="dialout", MODE="0660"'
    return f"write the line {rule} into {_RULES}, add yourself to dialout (sudo usermod -aG dialout $USER)"
