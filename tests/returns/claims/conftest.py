"""Fixtures of the tests of claims."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """A media folder of the test's own; returns where claims keep their photos."""
    settings.MEDIA_ROOT = tmp_path
    yield tmp_path / "claims"
