"""Issue a due document: give it the next number of its series and write down what will stand on it."""

from collections.abc import Callable
from datetime import date

from django.db import connection, transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from project.core.gst import credit_note_deadline
from project.core.shop import shop
from project.invoices import contents
from project.invoices.actions.queueing import queue_cancellation, queue_credit_notes, queue_missing
from project.invoices.contents import Contents
from project.invoices.models import Document, DocumentFile, DocumentKind, DueDocument, SeriesKind
from project.orders.models import Order
from project.payments.models import Payment, Refund


@transaction.atomic
def issue(due: DueDocument, *, clock: Callable[[], date] = timezone.localdate) -> Document:
    """Return the document of the due row, giving it a number if it has none; printing it is another step.

    Order, then series: the day is read under the series' lock, so that numbers and days rise together.
    """
    paid_by = Payment.objects.filter(order=OuterRef("pk"), fulfils=True).values("instrument")[:1]
    locked = Order.objects.select_for_update(of=("self",)).annotate(instrument=Subquery(paid_by))
    order = locked.get(pk=due.order_id)
    kind = due.kind
    issued = Document.objects.filter(order=order, kind=kind, refund=due.refund).first()
    if issued is not None:
        if DocumentFile.objects.filter(document=issued).exists():
            # It was queued again just after another maker had kept it.
            DueDocument.objects.filter(pk=due.pk).delete()
        return issued
    bill_of_supply = kind == DocumentKind.INVOICE and not order.seller_tax.is_charged
    series = SeriesKind.BILL_OF_SUPPLY if bill_of_supply else SeriesKind(kind)
    day, year, sequence = _take_number(series, clock)
    if due.is_cancellation:
        stands = _cancellation_contents(order)
    elif due.refund:
        stands = _credit_note_contents(due.refund, day)
    else:
        paid_with = vars(order)["instrument"] or ""
        stands = contents.of_order(order, instrument=paid_with)
    document = Document.objects.create(
        kind=kind,
        bill_of_supply=bill_of_supply,
        number=document_number(series, year, sequence),
        year=year,
        sequence=sequence,
        issued_on=day,
        language=order.language,
        order=order,
        refund=due.refund,
        contents=stands.to_json(),
    )
    if kind == DocumentKind.INVOICE:
        # Of an order that has all of its money none was paid back.
        if order.net_paise != order.total_paise:
            queue_credit_notes(Refund.objects.filter(payment__order=order))
        if order.cash_on_delivery_at is not None:
            queue_cancellation(order)
    return document


def issue_all() -> None:
    """Queue what is missing and give all that is due its number: invoices, then the credit notes they allow.

    For a shop that is played through quickly: printing stays due.
    """
    for _round in range(2):
        queue_missing()
        for due in DueDocument.objects.select_related("order", "refund").order_by("pk"):
            issue(due)


def _credit_note_contents(refund: Refund, day: date) -> Contents:
    order_id = refund.payment.order_id
    invoice = Document.objects.get(order_id=order_id, kind=DocumentKind.INVOICE)
    notes = Document.objects.filter(order_id=order_id, kind=DocumentKind.CREDIT_NOTE).order_by("pk")
    invoice_says = contents.with_options(Contents.from_json(invoice.contents), invoice.order)
    return contents.of_refund(
        refund,
        invoice_says,
        number=invoice.number,
        issued_on=invoice.issued_on.isoformat(),
        earlier=[Contents.from_json(note.contents) for note in notes],
        tax_stays=bool(invoice_says.seller.gstin)
        and invoice_says.is_taxed
        and day > credit_note_deadline(invoice.issued_on),
    )


def _cancellation_contents(order: Order) -> Contents:
    invoice = Document.objects.get(order=order, kind=DocumentKind.INVOICE)
    return contents.of_cancellation(
        contents.with_options(Contents.from_json(invoice.contents), order),
        number=invoice.number,
        issued_on=invoice.issued_on.isoformat(),
    )


def financial_year(day: date) -> str:
    """Return the Indian financial year of a day, April to March: "26-27"."""
    first = day.year if day.month >= 4 else day.year - 1
    return f"{first % 100:02}-{(first + 1) % 100:02}"


def document_number(series: SeriesKind, year: str, sequence: int) -> str:
    """Return the number as it stands on a document: "AKS/26-27/000001"."""
    tax = shop().tax
    prefixes = {
        SeriesKind.INVOICE: tax.invoice_prefix,
        SeriesKind.CREDIT_NOTE: tax.credit_note_prefix,
        SeriesKind.BILL_OF_SUPPLY: tax.bill_of_supply_prefix,
    }
    return f"{prefixes[series]}/{year}/{sequence:06}"


def documents_of(series: SeriesKind) -> QuerySet[Document]:
    """Return the documents that are numbered together."""
    if series == SeriesKind.BILL_OF_SUPPLY:
        return Document.objects.filter(bill_of_supply=True)
    return Document.objects.filter(kind=series, bill_of_supply=False)


def _take_number(kind: SeriesKind, clock: Callable[[], date]) -> tuple[date, str, int]:
    """Return day, financial year and the next number of it; the year's row is locked until the commit."""
    year = financial_year(clock())
    number = _count(kind, year, 1)
    day = clock()
    if financial_year(day) != year:  # it turned while we waited for the lock
        _count(kind, year, -1)
        return _take_number(kind, clock)
    return day, year, number


def _count(kind: SeriesKind, year: str, step: int) -> int:
    """Lock the row of the year's series, count its last number on and return it; the first one begins it."""
    statement = (
        "INSERT INTO invoices_series AS series (kind, year, last) VALUES (%s, %s, 1)"
        " ON CONFLICT (kind, year) DO UPDATE SET last = series.last + %s RETURNING last"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [kind, year, step])
        return int(cursor.fetchone()[0])
