"""A shop whose files are in object storage."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from project.core.storage.files import PRIVATE, is_available
from tests.object_storage import ObjectStorage
from tests.waiting import eventually


@pytest.fixture(scope="session")
def storage_process() -> Iterator[ObjectStorage]:
    """One process for the whole run."""
    with ObjectStorage() as process:
        yield process


@pytest.fixture
def s3(storage_process: ObjectStorage, settings: Settings, tmp_path: Path) -> ObjectStorage:
    """Object storage with empty buckets, and a shop that keeps its files there."""
    if storage_process.is_ready():
        storage_process.empty()
    else:  # a test had it away
        storage_process.start()
    # Where files would lie that go past it.
    settings.VAR_DIR = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"
    for name, value in storage_process.settings().items():
        setattr(settings, name, value)
    eventually(lambda: is_available(PRIVATE))
    return storage_process
