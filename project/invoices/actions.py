"""The verbs of tax documents: make what is due, send it again.

A paid order leaves a due row in its own transaction, and so does a refund that is done, or its invoice where
that comes later. A job makes the document in three steps, and one that dies between them is only late:

1. issue: take the number and write down what will stand on it, in one transaction, so no number is ever lost;
2. print the PDF from that and store it, outside any transaction;
3. keep the file, write the mail and drop the due row, in one transaction.

A file is never written again under its name. Where it is missing or damaged, the same is printed again from
what the row says (`pdf_of`, `restore_files`).
"""

import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from project.core.errors import Conflict, ErrorCode
from project.core.gst import credit_note_deadline
from project.core.leases import claim_due
from project.core.mail import Attachment
from project.core.models import Mail, MailStatus
from project.core.shop import one_reading, shop
from project.core.storage.files import PRIVATE, Writing, read, save, writing
from project.events.publish import publish
from project.invoices import contents, emails
from project.invoices.contents import Contents
from project.invoices.models import Document, DocumentFile, DocumentKind, DueDocument, SeriesKind
from project.invoices.pdf import print_document
from project.invoices.upward_calls import InvoiceEvents
from project.orders.actions import lock_and_bump, lock_order
from project.orders.history import record
from project.orders.models import Order, OrderStatus
from project.payments.models import Payment, Refund, RefundStatus

logger = logging.getLogger(__name__)

# An order has an invoice once it is paid, or confirmed as one that the courier is paid for.
INVOICED = Q(paid_at__isnull=False) | Q(cash_on_delivery_at__isnull=False)
# Its invoice is taken back: the courier collected nothing, and will not.
CANCELLED_UNPAID = Q(
    cash_on_delivery_at__isnull=False,
    paid_at=None,
    status__in=(OrderStatus.CANCELLED, OrderStatus.REFUNDED),
)
# While a document is being made nobody else takes it, and one whose maker died is late by this much. On a
# machine so slow that it takes longer than this, two makers still make one document.
LEASE = timedelta(seconds=30)
# Seconds to wait after each failed try; the last one goes on. Staff hear of the third failure.
PAUSES = (10, 60, 300, 900, 3600)
TELL_STAFF_AT = 3
# Debounce: an invoice mail that is queued, or was sent within this time, is not sent again.
RESEND_PAUSE = timedelta(minutes=2)


class InvoiceNotReady(Conflict):
    """The order has no invoice (yet): it is made when the payment is recorded."""

    code = ErrorCode.INVOICE_NOT_READY


class NoAddress(InvoiceNotReady):
    """The customer's address was erased: there is nowhere to send the invoice to."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(
            detail,
            text=_("This order has no email address any more: the invoice cannot be sent"),
        )


@dataclass(frozen=True)
class RestoredFiles:
    """Number of documents with a file, of restored files, and the document numbers without one."""

    whole: int
    restored: int
    different: Sequence[str]


class CopyState(StrEnum):
    """Outcome of a request to mail the invoice again."""

    # A copy is written and leaves next.
    QUEUED = "queued"
    # An earlier mail has not left yet.
    ON_ITS_WAY = "on_its_way"
    # A mail left a moment ago.
    SENT = "sent"
    # The invoice has no file yet; it is mailed once it has.
    BEING_MADE = "being_made"


# -- What is due ---------------------------------------------------------------------------------


def queue_invoice(order: Order) -> None:
    """Queue the invoice of the locked order; called in the transaction that confirms it."""
    DueDocument.objects.bulk_create([DueDocument(order=order)], ignore_conflicts=True)


def queue_cancellation(order: Order) -> None:
    """Queue the credit note of the locked order's invoice, where the order ends before anybody paid.

    Called in the transaction that cancels it; like `queue_credit_note`, not before the invoice has its
    number.
    """
    _queue_cancellations(Order.objects.filter(pk=order.pk))


def _queue_cancellations(orders: "QuerySet[Order]") -> int:
    """Queue the credit notes of these orders' invoices that nobody pays; return how many were missing."""
    documents = Document.objects.filter(order=OuterRef("pk"))
    queued = DueDocument.objects.filter(order=OuterRef("pk"), is_cancellation=True)
    unpaid = orders.filter(CANCELLED_UNPAID).filter(Exists(documents.filter(kind=DocumentKind.INVOICE)))
    unpaid = unpaid.exclude(Exists(documents.filter(kind=DocumentKind.CREDIT_NOTE, refund=None)))
    wanted = [
        DueDocument(order=order, is_cancellation=True) for order in unpaid.exclude(Exists(queued))[:500]
    ]
    DueDocument.objects.bulk_create(wanted, ignore_conflicts=True)
    return len(wanted)


def queue_credit_note(refund: Refund) -> None:
    """Queue the credit note of the locked refund; called in the transaction in which it becomes done.

    Not before the invoice that it reduces has its number: then `issue` queues it, under the same lock.
    """
    order_id = refund.payment.order_id
    if Document.objects.filter(order_id=order_id, kind=DocumentKind.INVOICE).exists():
        _queue_credit_notes(Refund.objects.filter(pk=refund.pk))


def queue_missing(*, since: datetime | None = None) -> int:
    """Queue every document that should exist and is neither made nor queued; return how many.

    The safety net below `queue_invoice`, `queue_credit_note` and `issue`: with `since` of orders that were
    paid and refunds that were done from then on, otherwise of all there are, which takes seconds.
    """
    invoice = Document.objects.filter(order=OuterRef("pk"), kind=DocumentKind.INVOICE)
    due = DueDocument.objects.filter(order=OuterRef("pk"), refund=None, is_cancellation=False)
    orders: list[QuerySet[Order]] = [Order.objects.all()]
    refunds = Refund.objects.all()
    if since is not None:
        orders, refunds = recently_invoiced(since), refunds.filter(done_at__gte=since)
    wanted = {
        order.pk: DueDocument(order=order)
        for found in orders
        for order in found.filter(INVOICED).exclude(Exists(invoice)).exclude(Exists(due))[:500]
    }
    DueDocument.objects.bulk_create(wanted.values(), ignore_conflicts=True)
    invoiced = Document.objects.filter(order=OuterRef("payment__order"), kind=DocumentKind.INVOICE)
    notes = _queue_credit_notes(refunds.filter(Exists(invoiced)))
    return len(wanted) + notes + sum(_queue_cancellations(found) for found in orders)


def recently_invoiced(since: datetime) -> list[QuerySet[Order]]:
    """Return the orders that were paid from then on, and those whose cash on delivery was confirmed or ended.

    Two queries, as each has an index.
    """
    return [Order.objects.filter(paid_at__gte=since), InvoiceEvents.bound().cash_changed(since)]


def _queue_credit_notes(refunds: QuerySet[Refund]) -> int:
    """Queue the credit notes of these refunds, of orders with an invoice; return how many were missing.

    Only of money that had the invoice, so neither of a second payment nor of one that confirmed no order.
    """
    queued = DueDocument.objects.filter(refund=OuterRef("pk"))
    done = (
        refunds.filter(status=RefundStatus.DONE, payment__fulfils=True, credit_note=None)
        .exclude(Exists(queued))
        .order_by("done_at")
        .values_list("payment__order_id", "pk")
    )
    wanted = [DueDocument(order_id=order, refund_id=refund) for order, refund in done[:500]]
    DueDocument.objects.bulk_create(wanted, ignore_conflicts=True)
    return len(wanted)


def take_due_documents(limit: int = 20) -> list[int]:
    """Claim the documents that are due and return their keys; each is claimed by one caller only."""
    return claim_due(DueDocument, "next_try_at", lease=LEASE, limit=limit)


def make_document(due_pk: int, *, clock: Callable[[], date] = timezone.localdate) -> Document | None:
    """Make one claimed document; None when that had been done, or failed and will be tried again.

    `clock` says which day it is in India.
    """
    due = DueDocument.objects.filter(pk=due_pk).first()
    if due is None:
        return None
    try:
        with one_reading():
            document = issue(due, clock=clock)
        pdf = print_document(document)
        with writing(PRIVATE) as files:
            # Of this try alone: of two makers the second one's file goes.
            name = f"documents/{document.year}/{_file_name(document.number)}-{secrets.token_hex(8)}.pdf"
            files.save({name: pdf})
            _keep(due, document, files, DocumentFile(name=name, size=len(pdf), sha256=_digest(pdf)))
        return document
    except Exception as error:  # whatever it is: the row stays, so nothing is lost, and staff are told
        logger.exception("due document %s was not made", due_pk)
        _postpone(due, error)
        return None


# -- Number, bytes, mail -------------------------------------------------------------------------


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
            _queue_credit_notes(Refund.objects.filter(payment__order=order))
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


@transaction.atomic
def _keep(due: DueDocument, document: Document, files: Writing, file: DocumentFile) -> None:
    """Keep the file, write the mail, show the document on the order; of two makers the first one does."""
    order = lock_and_bump(document.order.order_id)
    if order is None or not DueDocument.objects.filter(pk=due.pk).delete()[0]:
        return  # that its version is counted on for nothing does no harm
    file.document = document
    file.save()
    files.keep()
    emails.document_issued(order, document)
    issued = {"number": document.number}
    record(order, f"order.{document.kind}_issued", cause="worker", payload=issued, minor=True)


def _postpone(due: DueDocument, error: Exception) -> None:
    attempts = due.attempts + 1
    pause = PAUSES[min(attempts, len(PAUSES)) - 1]
    with transaction.atomic():
        order = lock_order(due.order.order_id)
        DueDocument.objects.filter(pk=due.pk).update(
            attempts=attempts,
            last_error=f"{type(error).__name__}: {error}"[:200],
            next_try_at=timezone.now() + timedelta(seconds=pause),
        )
        if order is not None and attempts == TELL_STAFF_AT:
            publish(
                "document.failed",
                subject=order.topic,
                topics=["staff:dashboard"],
                payload={"error": type(error).__name__, "refund": due.refund.refund_id if due.refund else ""},
                cause="worker",
            )


# -- Look, send again ----------------------------------------------------------------------------


def invoice_of(order: Order) -> Document | None:
    """Return the order's invoice once its PDF exists."""
    return Document.objects.filter(order=order, kind=DocumentKind.INVOICE, file__isnull=False).first()


def of_order(order: Order) -> dict[str, Any]:
    """Return what an order's page says about its invoice."""
    found = invoice_of(order)
    if found is None:
        return {}
    return {"invoice": {"number": found.number, "url": f"/api/orders/{order.order_id}/invoice.pdf"}}


def number_of_order() -> Subquery:
    """Return the number of an order's invoice whose PDF exists, as a column of the order."""
    invoices = Document.objects.filter(order=OuterRef("pk"), kind=DocumentKind.INVOICE, file__isnull=False)
    return Subquery(invoices.values("number")[:1])


def pdf_of(number: str) -> Attachment:
    """Return a document's PDF, for a mail or a download.

    Printed again where the file is missing or damaged: the row has all that stands on it, and nobody can
    change it. Raises StorageUnavailable.
    """
    file = DocumentFile.objects.select_related("document").get(document__number=number)
    pdf = _stored_pdf(file)
    if pdf is None:
        logger.error("%s is missing or damaged: run manage.py restore_documents", file.name)
        pdf = print_document(file.document)
    return Attachment(name=f"{_file_name(number)}.pdf", content_type="application/pdf", content=pdf)


def restore_files() -> RestoredFiles:
    """Store the missing and damaged files of documents again; idempotent. Raises StorageUnavailable.

    Only the very bytes of the digest come back under a file's name. Where the printer or its fonts have
    changed since, the document stays without its file, and is printed each time it is asked for.
    """
    whole = restored = 0
    different = []
    for file in DocumentFile.objects.exclude(name="").select_related("document").iterator(chunk_size=500):
        if _stored_pdf(file) is not None:
            whole += 1
            continue
        pdf = print_document(file.document)
        if _digest(pdf) == file.sha256:
            save(PRIVATE, file.name, pdf)
            restored += 1
        else:
            different.append(file.document.number)
    return RestoredFiles(whole, restored, different)


def _stored_pdf(file: DocumentFile) -> bytes | None:
    """Return the PDF as it was sent, None when it is missing or damaged. Raises StorageUnavailable."""
    if file.pdf is not None:
        return bytes(file.pdf)
    try:
        pdf = read(PRIVATE, file.name)
    except FileNotFoundError:
        return None
    return pdf if _digest(pdf) == file.sha256 else None


def _digest(pdf: bytes) -> str:
    return hashlib.sha256(pdf).hexdigest()


def _file_name(number: str) -> str:
    """Return a document's number as part of a file's name."""
    return number.replace("/", "-")


@transaction.atomic
def send_again(payment: Payment) -> CopyState:
    """Mail the invoice of the payment's order again, to the order's own address; return the outcome.

    Raises InvoiceNotReady for an order that was not paid with this payment, NoAddress for an erased customer.
    """
    order = lock_order(payment.order.order_id)
    assert order is not None  # payments protect their orders
    if not payment.fulfils:
        raise InvoiceNotReady(str(payment))
    if order.is_erased:
        raise NoAddress(str(payment))
    invoice = invoice_of(order)
    if invoice is None:
        return CopyState.BEING_MADE
    sent = Mail.objects.filter(reference=order.topic, kind__in=emails.INVOICE_MAILS)
    if sent.filter(status__in=(MailStatus.DUE, MailStatus.SENDING)).exists():
        return CopyState.ON_ITS_WAY
    now = timezone.now()
    if sent.filter(sent_at__range=(now - RESEND_PAUSE, now + RESEND_PAUSE)).exists():
        return CopyState.SENT
    emails.invoice_again(order, invoice, copy=sent.count())
    return CopyState.QUEUED
