from collections.abc import Iterator

import pytest
from lamp_bench import LampBench


@pytest.fixture
def bench() -> Iterator[LampBench]:
    bench = LampBench()
    yield bench
    for tower in bench.towers:
        tower.close()
