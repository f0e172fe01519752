"""Numbers: one after the other, none left out, from one again on the first of April in India."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.core.storage.files import PRIVATE
from project.invoices.actions.issuing import financial_year, issue
from project.invoices.actions.order_invoice import invoice_of
from project.invoices.actions.printing import make_document
from project.invoices.actions.queueing import take_due_documents
from project.invoices.models import Document, DocumentFile, DueDocument, Series
from tests.factories import make_product
from tests.invoices.document_helpers import bought, invoice_for, make_due, nothing_due, paid
from tests.stored_files import own_files, path_of
from tests.threads import at_once

LAST_DAY, FIRST_DAY = date(2027, 3, 31), date(2027, 4, 1)


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_leave_no_gap_and_no_double() -> None:
    product = make_product(stock=30)
    for _ in range(12):
        paid(bought(product))

    at_once(4, lambda number: [make_document(pk) for pk in take_due_documents(limit=4)])
    make_due()

    assert nothing_due()
    numbers = Document.objects.order_by("sequence").values_list("number", flat=True)
    year = financial_year(timezone.localdate())
    assert list(numbers) == [f"AKS/{year}/{sequence:06}" for sequence in range(1, 13)]
    assert DocumentFile.objects.count() == 12


@pytest.mark.django_db(transaction=True)
def test_same_order_made_by_two_workers_is_one_invoice(settings: Settings, tmp_path: Path) -> None:
    own_files(settings, tmp_path)
    paid(bought())
    [due] = take_due_documents()

    at_once(4, lambda number: make_document(due))

    assert Document.objects.count() == DocumentFile.objects.count() == 1
    [stored] = (tmp_path / "media" / "documents").rglob("*.pdf")
    assert stored == path_of(PRIVATE, DocumentFile.objects.get().name)
    assert Series.objects.get().last == 1


@pytest.mark.django_db
def test_year_turns_in_april() -> None:
    for _ in range(2):
        paid(bought())
        make_due(day=LAST_DAY)
    paid(bought())
    make_due(day=FIRST_DAY)

    numbers = Document.objects.order_by("pk").values_list("number", "issued_on")
    assert list(numbers) == [
        ("AKS/26-27/000001", LAST_DAY),
        ("AKS/26-27/000002", LAST_DAY),
        ("AKS/27-28/000001", FIRST_DAY),
    ]


@pytest.mark.django_db
def test_year_that_turns_while_we_wait_for_the_lock_is_the_new_one() -> None:
    paid(bought())
    days = iter([LAST_DAY, FIRST_DAY, FIRST_DAY, FIRST_DAY])
    [due] = take_due_documents()

    document = make_document(due, clock=lambda: next(days))

    assert document is not None
    assert (document.number, document.issued_on) == ("AKS/27-28/000001", FIRST_DAY)


def test_day_of_an_invoice_is_indias() -> None:
    # Half past six in the evening of 31 March in London's winter time is midnight in India.
    assert timezone.localdate(datetime(2027, 3, 31, 18, 29, tzinfo=UTC)) == LAST_DAY
    assert timezone.localdate(datetime(2027, 3, 31, 18, 30, tzinfo=UTC)) == FIRST_DAY


@pytest.mark.parametrize(
    ("day", "year"),
    [
        (date(2026, 4, 1), "26-27"),
        (date(2026, 12, 31), "26-27"),
        (date(2027, 1, 1), "26-27"),
        (date(2027, 3, 31), "26-27"),
        (date(2099, 4, 1), "99-00"),
    ],
)
def test_financial_year_goes_from_april_to_march(day: date, year: str) -> None:
    assert financial_year(day) == year


@pytest.mark.django_db
def test_number_has_at_most_sixteen_characters() -> None:
    assert len(invoice_for(bought()).number) <= 16


@pytest.mark.django_db
def test_maker_that_dies_after_taking_the_number_is_followed_by_another_with_the_same() -> None:
    order = paid(bought())
    due = DueDocument.objects.get()
    issued = issue(due)
    assert not DocumentFile.objects.exists()

    [document] = make_due()

    assert document == issued
    assert invoice_of(order) == issued
    assert Series.objects.get().last == 1


@pytest.mark.both_stacks
@pytest.mark.django_db
def test_database_refuses_to_change_what_was_issued() -> None:
    document = invoice_for(bought())

    changes: list[dict[str, object]] = [
        {"number": "AKS/26-27/000009"},
        {"contents": {}},
        {"issued_on": FIRST_DAY},
    ]
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            Document.objects.filter(pk=document.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        DocumentFile.objects.update(name="documents/other.pdf")
    for table in ("invoices_documentfile", "invoices_document"):
        with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
            connection.cursor().execute(f"DELETE FROM {table}")


@pytest.mark.both_stacks
@pytest.mark.django_db
@pytest.mark.parametrize("sequence", [1, 3])
def test_database_refuses_a_number_that_is_not_the_next(sequence: int) -> None:
    document = invoice_for(bought())
    document.pk, document.sequence, document.number = None, sequence, "AKS/99-99/000001"
    document.order = bought()

    with pytest.raises(DatabaseError), transaction.atomic():
        document.save(force_insert=True)
