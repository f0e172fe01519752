"""A file that no row names goes, whoever dies and whatever is away meanwhile; one that a row names stays."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.db.models import F
from pytest_django.fixtures import Settings

from project.core.models import FileRemoval, Heartbeat
from project.core.storage import files
from project.core.storage.errors import StorageUnavailable
from project.core.storage.files import PRIVATE, RESERVED_FOR, Writing, writing
from tests.stored_files import own_files
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ["papers/a.pdf", "papers/b.pdf"]


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    own_files(settings, tmp_path)
    return tmp_path / "media" / "papers"


def stored(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def let_pass(span: timedelta) -> None:
    FileRemoval.objects.update(due_at=F("due_at") - span)


def write(*, keep: bool) -> None:
    with writing(PRIVATE) as written:
        written.save(dict.fromkeys(NAMES, b"a paper"))
        if keep:
            with transaction.atomic():
                written.keep()


def test_file_that_is_kept_stays(folder: Path) -> None:
    write(keep=True)
    let_pass(RESERVED_FOR)

    assert files.remove_due_files() == 0
    assert stored(folder) == ["a.pdf", "b.pdf"]
    assert files.read(PRIVATE, NAMES[0]) == b"a paper"


def test_file_that_is_not_kept_goes_at_once(folder: Path) -> None:
    write(keep=False)

    assert stored(folder) == []
    assert not FileRemoval.objects.exists()


def test_file_whose_rows_are_rolled_back_goes(folder: Path) -> None:
    with pytest.raises(ZeroDivisionError), writing(PRIVATE) as written:
        written.save(dict.fromkeys(NAMES, b"a paper"))
        with transaction.atomic():
            written.keep()
            _ = 1 // 0

    assert stored(folder) == []


def test_file_of_a_writer_that_was_killed_goes_an_hour_later(folder: Path) -> None:
    Writing(PRIVATE).save(dict.fromkeys(NAMES, b"a paper"))
    assert files.remove_due_files() == 0
    assert stored(folder) == ["a.pdf", "b.pdf"]

    let_pass(RESERVED_FOR)

    assert files.remove_due_files() == 2
    assert stored(folder) == []


def test_writer_that_was_too_slow_may_not_keep_what_is_being_removed(folder: Path) -> None:
    with pytest.raises(StorageUnavailable), writing(PRIVATE) as written:
        written.save(dict.fromkeys(NAMES, b"a paper"))
        let_pass(RESERVED_FOR)
        assert files.remove_due_files() == 2
        with transaction.atomic():
            Heartbeat.objects.create(name="row", beat_at="2026-01-01T00:00Z")
            written.keep()

    assert stored(folder) == []
    assert not Heartbeat.objects.exists()


def test_of_the_two_that_remove_and_keep_a_file_at_once_one_does(folder: Path) -> None:
    written = Writing(PRIVATE)
    written.save(dict.fromkeys(NAMES, b"a paper"))
    let_pass(RESERVED_FOR)

    def keep_or_remove(number: int) -> int:
        if number == 0:
            return files.remove_due_files()
        try:
            with transaction.atomic():
                written.keep()
        except StorageUnavailable:
            return 0
        return 2

    assert sum(at_once(2, keep_or_remove)) == 2
    assert not FileRemoval.objects.exists()


def test_file_goes_when_the_storage_is_back(folder: Path, settings: Settings, tmp_path: Path) -> None:
    write(keep=True)
    (tmp_path / "a file").write_text("no folder")
    settings.MEDIA_ROOT = tmp_path / "a file"

    with transaction.atomic():
        files.discard(PRIVATE, NAMES)
    assert FileRemoval.objects.count() == 2
    assert files.remove_due_files() == 0

    settings.MEDIA_ROOT = tmp_path / "media"
    let_pass(timedelta(minutes=6))
    assert files.remove_due_files() == 2
    assert stored(folder) == []


def test_file_stays_when_the_transaction_that_discards_it_fails(folder: Path) -> None:
    write(keep=True)

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        files.discard(PRIVATE, NAMES)
        _ = 1 // 0

    assert stored(folder) == ["a.pdf", "b.pdf"]
    assert not FileRemoval.objects.exists()
