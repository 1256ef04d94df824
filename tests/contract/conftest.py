import pytest

pytest.register_assert_rewrite("controller.testing")
