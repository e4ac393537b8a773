"""The asserts of the contract explain themselves like those of a test file."""

import pytest

pytest.register_assert_rewrite("tests.store.contract")
