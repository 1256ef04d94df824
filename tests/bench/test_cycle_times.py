"""How long a run takes, as a multiple of what no arm with such speeds and accelerations can beat."""

from pathlib import Path

import pytest
from cycle import actions_of, at_a_safe_height, bound, emulated_seconds, planner_of, reference
from pytest_benchmark.fixture import BenchmarkFixture

from controller.config import Config, load

BAR = 1.12
WAYS = ("safe height, stops", "own height, stops", "plain corners", "arches")


def ratios(config: Config) -> list[float]:
    """The seconds of each of WAYS on the emulator's planner, as multiples of the bound."""
    arches, corners = planner_of(config), planner_of(config, arches=False)
    plain, least = actions_of(config, corners), bound(config)
    seconds = (
        emulated_seconds(config, at_a_safe_height(config, corners), stops=True),
        emulated_seconds(config, plain, stops=True),
        emulated_seconds(config, plain),
        emulated_seconds(config, actions_of(config, arches)),
    )
    return [each / least for each in seconds]


@pytest.mark.parametrize(
    "job", ["4 disks", "5 disks", "8 disks", "4 disks, poles of 20 mm", "joints, 5 disks"]
)
def test_arches_are_within_the_bar_of_the_bound(
    benchmark: BenchmarkFixture, tmp_path: Path, job: str
) -> None:
    pole = 20 if "poles" in job else 0
    config = load("joint-arm") if "joints" in job else reference(tmp_path, int(job[0]), pole)
    found = benchmark.pedantic(ratios, args=(config,), rounds=1)
    told = ", ".join(f"{way} {ratio:.3f}" for way, ratio in zip(WAYS, found, strict=True))
    print(f"\n{job}: {told} times the bound of {bound(config):.1f} s (bar: {BAR:g})")
    assert found[-1] <= BAR
    assert sorted(found, reverse=True) == found
