"""A writer that dies or stalls leaves one file in the end, whoever makes it."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.core.models import FileRemoval
from project.core.storage.files import EXPORTS, RESERVED_FOR, Writing, remove_due_files, writing
from project.exports import actions
from project.exports.models import Export, ExportFormat, ExportKind
from tests.buying import place, start
from tests.exports.export_helpers import rows_of, run_due
from tests.factories import make_product, make_user
from tests.stored_files import own_files

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("provider")]


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    """Return the folder of the files."""
    own_files(settings, tmp_path)
    return tmp_path / "exports"


@pytest.fixture
def export() -> Export:
    product = make_product(stock=3)
    for _ in range(3):
        start(place(product))
    return actions.ask_for(
        ExportKind.TRANSACTIONS,
        file_format=ExportFormat.CSV,
        filters={},
        full=False,
        reason="",
        language="en",
        user=make_user(role="finance"),
    )


def die_while_writing(export: Export) -> None:
    """Leave what a killed writer leaves: its try counted, a file no row names, a claim that nobody renews."""
    assert actions.take_due_exports() == [export.pk]
    begun = actions._begin(export.pk)
    assert begun is not None
    Writing(EXPORTS).save({begun.stored_name: b"a file"})
    Export.objects.filter(pk=export.pk).update(next_try_at=timezone.now() - timedelta(seconds=1))


def let_reservations_end() -> None:
    """Let the time pass after which a killed writer's file is removed, and the worker remove it."""
    FileRemoval.objects.update(due_at=F("due_at") - RESERVED_FOR)
    remove_due_files()


def test_a_killed_writers_export_is_made_again_once(export: Export, folder: Path) -> None:
    die_while_writing(export)

    run_due()

    export.refresh_from_db()
    assert (export.status, export.attempt) == ("done", 2)
    assert len(rows_of(export)) == 3
    let_reservations_end()
    assert [path.name for path in folder.iterdir()] == [export.stored_name]
    assert not FileRemoval.objects.exists()


def test_while_it_is_written_nobody_else_takes_it(export: Export) -> None:
    assert actions.take_due_exports() == [export.pk]
    assert actions.take_due_exports() == []
    actions._begin(export.pk)
    assert actions.take_due_exports() == []


def test_a_writer_that_wakes_up_too_late_stops_without_a_file(
    export: Export, folder: Path, tmp_path: Path
) -> None:
    actions.take_due_exports()
    stalled = actions._begin(export.pk)
    assert stalled is not None
    Export.objects.filter(pk=export.pk).update(next_try_at=timezone.now() - timedelta(seconds=1))
    run_due()
    made = Export.objects.get(pk=export.pk)

    with pytest.raises(actions.GivenUp):
        actions._write(stalled, tmp_path / "late")
    with pytest.raises(actions.GivenUp), writing(EXPORTS) as files:
        files.save({stalled.stored_name: b"another file"})
        actions._end(stalled, files, rows=3, size=12)

    assert [path.name for path in folder.iterdir()] == [made.stored_name]
    assert len(rows_of(made)) == 3


def test_called_off_while_it_is_written_the_writer_stops(export: Export, tmp_path: Path) -> None:
    actions.take_due_exports()
    begun = actions._begin(export.pk)
    assert begun is not None

    actions.cancel(export.export_id, user=export.made_by)

    with pytest.raises(actions.GivenUp):
        actions._write(begun, tmp_path / "part")
    run_due()
    assert Export.objects.get().status == "cancelled"


def test_one_that_dies_each_time_is_given_up_and_says_so(export: Export, folder: Path) -> None:
    for _ in range(actions.ATTEMPTS):
        die_while_writing(export)

    run_due()

    export.refresh_from_db()
    assert (export.status, export.next_try_at) == ("failed", None)
    let_reservations_end()
    assert list(folder.iterdir()) == []


def test_a_file_that_cannot_be_written_is_tried_again_and_then_given_up(export: Export, folder: Path) -> None:
    folder.write_text("in the way")

    for _ in range(actions.ATTEMPTS):
        run_due()
        Export.objects.filter(next_try_at__isnull=False).update(next_try_at=timezone.now())

    export.refresh_from_db()
    assert (export.status, export.attempt) == ("failed", actions.ATTEMPTS)
