"""The tree of errors: as it is drawn, with one exit code for each branch."""

import re
from collections.abc import Iterator

import pytest

from controller import errors
from controller.cli import main
from controller.errors import (
    CommandRefused,
    ConfigError,
    DeviceFault,
    DeviceSilent,
    DiskLost,
    DiskStuck,
    HanoiError,
    NothingGripped,
    PegsDisagree,
    PersonNeeded,
    PinFault,
    PortError,
    StoppedByPerson,
    UnsafeSettings,
    UsageError,
)

CODES = {UsageError: 2, DeviceFault: 3, StoppedByPerson: 4, PersonNeeded: 5}
DRAWN = re.compile(r"^    ([│ ]*[├└]── )?(\w+Error|[A-Z]\w+)(?:  .*)?$", re.MULTILINE)


def drawn() -> Iterator[tuple[str, int]]:
    """Each name in the docstring's tree, and how deep it stands."""
    for branch, name in DRAWN.findall(errors.__doc__ or ""):
        yield name, len(branch) // 4


def tree(error: type[HanoiError] = HanoiError, depth: int = 0) -> Iterator[tuple[str, int]]:
    yield error.__name__, depth
    for kind in error.__subclasses__():
        if kind.__module__ == errors.__name__:
            yield from tree(kind, depth + 1)


def test_the_tree_is_as_it_is_drawn() -> None:
    assert sorted(tree()) == sorted(drawn())


@pytest.mark.parametrize("branch", CODES)
def test_a_branch_has_one_exit_code_and_every_error_of_it_the_same(branch: type[HanoiError]) -> None:
    kinds = [getattr(errors, name) for name, _ in tree(branch)]
    assert {kind.exit_code for kind in kinds} == {CODES[branch]}


def test_every_error_belongs_to_one_branch() -> None:
    for kind in (getattr(errors, name) for name, depth in tree() if depth):
        assert sum(issubclass(kind, branch) for branch in CODES) == 1, kind


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), 2),
        (ConfigError(["f.yaml:1:1 x: y"]), 2),
        (CommandRefused("x"), 3),
        (DeviceSilent("x"), 3),
        (PortError("x"), 3),
        (PinFault("x"), 3),
        (UnsafeSettings("x"), 3),
        (NothingGripped("the disk is where it was"), 3),
        (StoppedByPerson("x"), 4),
        (PersonNeeded("where the arm stands is in doubt"), 5),
        (DiskLost("x"), 5),
        (DiskStuck("a disk is in the gripper"), 5),
        (PegsDisagree("x"), 5),
    ],
)
def test_a_command_ends_with_the_code_of_its_error(
    error: HanoiError, code: int, mocker, capsys: pytest.CaptureFixture[str]
) -> None:
    mocker.patch("controller.app.check.check", side_effect=error)
    assert main(["check", "demo"]) == code
    assert len(capsys.readouterr().err.splitlines()) == 1
