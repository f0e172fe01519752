"""After a restore no number is given twice: the lost ones are skipped, and the gap is written down."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.utils import timezone

from project.events.models import AuditEntry
from project.invoices.actions.issuing import financial_year
from project.invoices.models import Document, NumberGap, Series
from tests.invoices.document_helpers import bought, invoice_for

YEAR = financial_year(timezone.localdate())


def restored(**options: str) -> None:
    call_command("after_restore", **options)


@pytest.mark.django_db
def test_numbering_goes_on_with_the_next_hundred_thousand() -> None:
    before = [invoice_for(bought()).number for _ in range(2)]

    restored()
    after = [invoice_for(bought()).number for _ in range(2)]

    assert before == [f"AKS/{YEAR}/000001", f"AKS/{YEAR}/000002"]
    assert after == [f"AKS/{YEAR}/100001", f"AKS/{YEAR}/100002"]


@pytest.mark.django_db
def test_credit_notes_are_skipped_too_though_none_is_here() -> None:
    invoice_for(bought())

    restored()

    gaps = NumberGap.objects.order_by("kind").values_list("kind", "year", "first", "last")
    others = [(kind, YEAR, 1, 100_000) for kind in ("bill", "credit_note")]
    assert list(gaps) == [*others, ("invoice", YEAR, 2, 100_000)]


@pytest.mark.django_db
def test_gap_stands_in_the_audit_log() -> None:
    invoice_for(bought())

    restored()

    [invoice, bill, credit_note] = AuditEntry.objects.filter(action="shop.numbers_skipped").order_by(
        "subject"
    )
    subjects = [each.subject for each in (invoice, bill, credit_note)]
    assert subjects == [f"series:{prefix}/{YEAR}" for prefix in ("AKS", "BOS", "CRN")]
    assert invoice.after == {"firstNumber": f"AKS/{YEAR}/000002", "lastNumber": f"AKS/{YEAR}/100000"}


@pytest.mark.django_db
def test_same_restore_point_skips_once() -> None:
    invoice_for(bought())
    point = timezone.now().isoformat()

    restored(since=point)
    invoice_for(bought())
    restored(since=point)

    assert invoice_for(bought()).number == f"AKS/{YEAR}/100002"
    assert NumberGap.objects.filter(kind="invoice").count() == 1


@pytest.mark.django_db
def test_second_restore_skips_again() -> None:
    invoice_for(bought())
    restored()
    invoice_for(bought())

    restored(since=(timezone.now() + timedelta(seconds=1)).isoformat())

    assert invoice_for(bought()).number == f"AKS/{YEAR}/200001"


@pytest.mark.both_stacks
@pytest.mark.django_db
def test_database_refuses_any_other_gap_and_a_change_of_this_one() -> None:
    invoice_for(bought())
    restored()
    Series.objects.filter(kind="invoice").update(last=100_005)
    order = bought()

    with pytest.raises(DatabaseError), transaction.atomic():
        NumberGap.objects.update(last=100_005)
    with pytest.raises(DatabaseError), transaction.atomic():
        NumberGap.objects.all().delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        Document.objects.create(
            kind="invoice",
            number=f"AKS/{YEAR}/100006",
            year=YEAR,
            sequence=100_006,
            issued_on=timezone.localdate(),
            language="en",
            order=order,
            contents={},
        )
