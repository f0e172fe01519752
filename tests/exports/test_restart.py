"""A writer that dies or stalls leaves one file in the end, whoever makes it."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from project.exports import actions
from project.exports.models import Export, ExportFormat, ExportKind
from tests.buying import place, start
from tests.exports.export_helpers import rows_of, run_due
from tests.factories import make_product, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("provider")]


@pytest.fixture(autouse=True)
def own_files(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


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
    """Leave what a killed writer leaves: its try counted, half a file, a claim that nobody renews."""
    assert actions.take_due_exports() == [export.pk]
    begun = actions._begin(export.pk)
    assert begun is not None
    begun.folder.mkdir(parents=True, exist_ok=True)
    (begun.folder / f"{begun.export_id}.{begun.attempt}.part").write_text("half a")
    Export.objects.filter(pk=export.pk).update(next_try_at=timezone.now() - timedelta(seconds=1))


def test_a_killed_writers_export_is_made_again_once(export: Export) -> None:
    die_while_writing(export)

    run_due()

    export.refresh_from_db()
    assert (export.status, export.attempt) == ("done", 2)
    assert len(rows_of(export)) == 3
    assert [path.name for path in export.folder.iterdir()] == [export.path.name]


def test_while_it_is_written_nobody_else_takes_it(export: Export) -> None:
    assert actions.take_due_exports() == [export.pk]
    assert actions.take_due_exports() == []
    actions._begin(export.pk)
    assert actions.take_due_exports() == []


def test_a_writer_that_wakes_up_too_late_stops_without_a_file(export: Export) -> None:
    actions.take_due_exports()
    stalled = actions._begin(export.pk)
    assert stalled is not None
    Export.objects.filter(pk=export.pk).update(next_try_at=timezone.now() - timedelta(seconds=1))
    run_due()
    made = Export.objects.get(pk=export.pk)
    written = made.path.read_bytes()

    late = made.folder / f"{made.export_id}.1.part"
    with pytest.raises(actions.GivenUp):
        actions._write(stalled, late)
    late.write_text("another file")
    with pytest.raises(actions.GivenUp):
        actions._end(stalled, late, 3)

    assert made.path.read_bytes() == written


def test_called_off_while_it_is_written_the_writer_stops(export: Export) -> None:
    actions.take_due_exports()
    begun = actions._begin(export.pk)
    assert begun is not None

    actions.cancel(export.export_id, user=export.made_by)

    with pytest.raises(actions.GivenUp):
        actions._write(begun, begun.folder / "x.part")
    run_due()
    assert Export.objects.get().status == "cancelled"


def test_one_that_dies_each_time_is_given_up_and_says_so(export: Export) -> None:
    for _ in range(actions.ATTEMPTS):
        die_while_writing(export)

    run_due()

    export.refresh_from_db()
    assert (export.status, export.next_try_at) == ("failed", None)
    assert not export.path.exists()


def test_a_file_that_cannot_be_written_is_tried_again_and_then_given_up(export: Export) -> None:
    # A folder stands where the file should come to lie.
    export.path.mkdir(parents=True)
    (export.path / "in the way").write_text("")

    for _ in range(actions.ATTEMPTS):
        run_due()
        Export.objects.filter(next_try_at__isnull=False).update(next_try_at=timezone.now())

    export.refresh_from_db()
    assert (export.status, export.attempt) == ("failed", actions.ATTEMPTS)
