"""What the tests of accounts share."""

import time

import pytest
from pytest_django.fixtures import Settings


@pytest.fixture
def limits(settings: Settings) -> None:
    """Switch the limits on (they are off in other tests), at a moment when no count soon begins anew."""
    settings.RATE_LIMIT_FACTOR = 1
    # The windows in use are of ten and fifteen minutes.
    left = 300 - time.time() % 300
    if left < 15:
        time.sleep(left)
