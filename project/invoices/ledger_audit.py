"""The ledger audit of invoices: one per order that is paid or that the courier is paid for, and credit notes.

One credit note per refund, of its amount, and one of each invoice that nobody paid.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.db.models import Case, Count, Exists, F, Max, OuterRef, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from project.core.money import format_rupees
from project.invoices.actions.queueing import CANCELLED_UNPAID, INVOICED
from project.invoices.contents import Contents
from project.invoices.models import Document, DocumentKind, DueDocument, NumberGap, Series, SeriesKind
from project.orders.models import Order
from project.payments.audit.settlement_report import REPARSE_WITHIN
from project.payments.models import Refund, RefundStatus
from project.payments.shared.audit_queries import MAX_LISTED, count_of, describe_difference, sliced


def differences() -> Iterator[str]:
    """Name what does not agree."""
    yield from sliced(_invoices, Order.objects.all())
    yield from sliced(_cancellations, Order.objects.filter(cash_on_delivery_at__isnull=False))
    yield from sliced(_credit_notes, Refund.objects.all())
    yield from islice(_contents(), MAX_LISTED)
    yield from islice(_invoice_contents(), MAX_LISTED)
    yield from islice(_numbers(), MAX_LISTED)


def _invoices(orders: "QuerySet[Order]") -> Iterator[str]:
    """Check that a paid order, or one that the courier is paid for, has one invoice, printed or still due.

    One with a number and no PDF yet is still due.

    One statement, so that an invoice printed meanwhile is not missed in one place and not yet in the other.
    """
    invoices = Document.objects.filter(kind=DocumentKind.INVOICE)
    due = DueDocument.objects.filter(refund=None, is_cancellation=False)
    rows = orders.annotate(
        printed=count_of(invoices.filter(file__isnull=False), of="order"),
        due=count_of(due, of="order"),
        wanted=Case(When(INVOICED, then=1), default=0),
    )
    yield from _wrong_document_counts(rows, "order_id", "invoices")


def _cancellations(orders: "QuerySet[Order]") -> Iterator[str]:
    """Check that an invoice of an order that ended unpaid has one credit note, printed or still due."""
    notes = Document.objects.filter(kind=DocumentKind.CREDIT_NOTE, refund=None)
    due = DueDocument.objects.filter(is_cancellation=True)
    invoice = Document.objects.filter(order=OuterRef("pk"), kind=DocumentKind.INVOICE)
    rows = orders.annotate(
        printed=count_of(notes.filter(file__isnull=False), of="order"),
        due=count_of(due, of="order"),
        wanted=Case(When(CANCELLED_UNPAID & Exists(invoice), then=1), default=0),
    )
    yield from _wrong_document_counts(rows, "order_id", "credit notes of its unpaid invoice")


def _credit_notes(refunds: "QuerySet[Refund]") -> Iterator[str]:
    """Check that a completed refund of invoiced money has one credit note, printed or still due.

    What is not done has none, nor what has no invoice yet: one statement, like the invoices' own.
    """
    invoice = Document.objects.filter(order=OuterRef("payment__order"), kind=DocumentKind.INVOICE)
    rows = refunds.annotate(
        printed=count_of(Document.objects.filter(file__isnull=False), of="refund"),
        due=count_of(DueDocument.objects.all(), of="refund"),
        wanted=Case(
            When(Exists(invoice), status=RefundStatus.DONE, payment__fulfils=True, then=1), default=0
        ),
    )
    yield from _wrong_document_counts(rows, "refund_id", "credit notes")


def _wrong_document_counts(rows: "QuerySet[Any]", name: str, documents: str) -> Iterator[str]:
    """Yield the rows whose documents, printed or due, are not as many as wanted."""
    wrong = rows.exclude(wanted=F("printed") + F("due")).order_by("pk")
    for row, printed, due, wanted in wrong.values_list(name, "printed", "due", "wanted")[:MAX_LISTED]:
        yield f"{row}: {printed} {documents} printed and {due} due, wanted {wanted}"


def _numbers() -> Iterator[str]:
    """Check that the numbers of a series are those of its documents and recorded gaps, without a hole."""
    given: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    of = Case(When(bill_of_supply=True, then=Value(SeriesKind.BILL_OF_SUPPLY)), default=F("kind"))
    documents = Document.objects.order_by().annotate(of=of).values("of", "year")
    documents = documents.annotate(count=Count("pk"), last=Max("sequence"))
    gaps = NumberGap.objects.order_by().values("kind", "year")
    gaps = gaps.annotate(count=Sum(F("last") - F("first") + 1), end=Max("last"))
    for kind, year, count, last in [
        *documents.values_list("of", "year", "count", "last"),
        *gaps.values_list("kind", "year", "count", "end"),
    ]:
        numbers = given[kind, year]
        numbers[:] = [numbers[0] + count, max(numbers[1], last)]
    for kind, year, last in Series.objects.values_list("kind", "year", "last"):
        count, highest = given.pop((kind, year), (0, 0))
        if not last == highest == count:
            yield f"{kind} {year}: {count} numbers given or skipped, the highest {highest}; counted {last}"
    for (kind, year), (count, _) in given.items():
        yield f"{kind} {year}: {count} numbers given or skipped, and no series"


def _invoice_contents() -> Iterator[str]:
    """Check that a lately issued invoice says what its order does; older ones are written once."""
    since = timezone.localdate() - REPARSE_WITHIN
    invoices = Document.objects.filter(kind=DocumentKind.INVOICE, issued_on__gte=since)
    for invoice in invoices.select_related("order").order_by("pk").iterator(chunk_size=500):
        order = invoice.order
        try:
            says = Contents.from_json(invoice.contents)
        except (KeyError, TypeError):
            yield f"{invoice}: cannot be read"
            continue
        if says.order_id != order.order_id:
            yield f"{invoice}: is about {says.order_id}, and of {order}"
        # What was rounded is part of the tax that was charged.
        pairs = (
            ("total", says.total, order.total_paise),
            ("tax", says.total - says.sum("taxable"), order.tax_paise),
        )
        if any(here != there for _, here, there in pairs):
            yield describe_difference(f"{invoice} of {order}", *pairs)


def _contents() -> Iterator[str]:
    """Check that a credit note gives back what the refund gave back, of the same order's invoice."""
    invoice = Document.objects.filter(order=OuterRef("order"), kind=DocumentKind.INVOICE)
    notes = Document.objects.filter(kind=DocumentKind.CREDIT_NOTE).annotate(
        invoice_number=Coalesce(Subquery(invoice.values("number")), Value("")),
        refunded_order=F("refund__payment__order"),
    )
    for note in notes.select_related("refund", "order").order_by("pk").iterator(chunk_size=500):
        refund = note.refund
        try:
            says = Contents.from_json(note.contents)
        except (KeyError, TypeError):
            yield f"{note}: cannot be read"
            continue
        if refund is None:
            if (says.refund_id, says.invoice_number) != ("", note.invoice_number):
                yield f"{note}: is about another invoice than its order's"
            elif says.total != note.order.total_paise:
                here, there = format_rupees(says.total), format_rupees(note.order.total_paise)
                yield f"{note}: takes back {here}, and {note.order} comes to {there}"
            continue
        about = (says.refund_id, says.invoice_number, note.order_id)
        if about != (refund.refund_id, note.invoice_number, note.refunded_order):
            yield f"{note}: is about another refund, invoice or order than {refund}"
        elif says.total != refund.amount_paise:
            here, there = format_rupees(says.total), format_rupees(refund.amount_paise)
            yield f"{note}: gives back {here}, and {refund} {there}"
