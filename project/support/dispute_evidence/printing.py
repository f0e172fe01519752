"""The evidence of one disputed order: what the shop knows of it, set in type for the customer's bank.

In English, as the banks read it. It holds what happened and what the customer was told and wrote; never what
staff wrote to each other, and nothing of another order, whoever placed it.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils import timezone

from project.core.india import state_name
from project.core.models import Mail
from project.core.money import format_rupees
from project.core.shop import shop
from project.core.site_address import site_url
from project.events.models import Event
from project.invoices.models import Document, DocumentKind
from project.invoices.paper_look import paper_look
from project.invoices.pdf import page as invoice_page
from project.invoices.typesetting import render_pdf
from project.orders.carriers import tracking_url
from project.orders.models import Order, OrderLine
from project.payments.models import Dispute, Refund
from project.payments.providers.registry import adapter_of
from project.support.contact.models import Ticket, TicketStatus

# As many lines as a bank reads.
MAX_LINES = 200
# What happened, in a bank's words; what is not here is the shop's own business.
_SENTENCES = {
    "order.placed": "Order placed",
    "order.confirmed": "Order confirmed: the payment was received",
    "order.processing": "Order is being prepared",
    "order.dispatched": "Parcel handed to the carrier",
    "order.shipped": "Parcel handed to the carrier",
    "order.in_transit": "Parcel in transit",
    "order.out_for_delivery": "Parcel out for delivery",
    "order.delivered": "Parcel delivered",
    "order.cancelled": "Order cancelled",
    "order.return_requested": "Customer asked to return goods",
    "order.returned": "Goods returned",
    "order.refunded": "Order refunded",
    "payment.succeeded": "Payment captured",
    "payment.failed": "Payment attempt failed",
    "payment.cancelled": "Payment attempt cancelled by the customer",
    "refund.started": "Refund sent",
    "refund.done": "Refund completed",
    "dispute.opened": "Dispute opened",
    "dispute.under_review": "Evidence sent",
}


def print_evidence(dispute: Dispute) -> bytes:
    """Return the evidence of a dispute as PDF."""
    texts = pages(dispute)
    return render_pdf(
        "evidence", texts, title=texts["title"], author=texts["seller"], made_on=timezone.localdate()
    )


def pages(dispute: Dispute) -> dict[str, Any]:
    """Return everything that the template shows, as texts."""
    payment, order = dispute.payment, dispute.payment.order
    invoice = Document.objects.filter(order=order, kind=DocumentKind.INVOICE).first()
    now = shop()
    return {
        "language": "en",
        "title": f"Evidence for dispute {dispute.provider_dispute_id or dispute.dispute_id}",
        "brand": now.brand.name,
        "look": paper_look(now.brand.mark, now.brand.accent),
        "seller": now.seller.legal_name,
        "seller_address": now.seller.address,
        "gstin": now.tax.gstin,
        "site": site_url().partition("://")[2],
        "made_at": _moment(timezone.now()),
        "dispute": [
            ("Our reference", dispute.dispute_id),
            ("Provider's reference", dispute.provider_dispute_id),
            (
                "Phase and reason",
                " · ".join(filter(None, (dispute.get_phase_display(), dispute.reason_code))),
            ),
            ("Disputed amount", format_rupees(dispute.amount_paise)),
            ("Opened", _moment(dispute.opened_at)),
            ("Answer due", _moment(dispute.respond_by)),
        ],
        "payment": [
            ("Paid through", adapter_of(payment.provider).label),
            ("Method", payment.instrument),
            ("Our transaction", payment.transaction_id),
            ("Provider's reference", payment.provider_order_id),
            ("Bank reference", payment.bank_reference),
            ("Captured", format_rupees(payment.captured_paise)),
            ("Captured on", _moment(payment.settled_at)),
            ("Refunded", format_rupees(payment.refunded_paise)),
        ],
        "order": [
            ("Order", order.order_id),
            ("Placed", _moment(order.created_at)),
            ("Customer", order.name),
            ("Email", order.email),
            ("Phone", order.phone),
            ("Delivery address", _address(order)),
            ("Total", format_rupees(order.total_paise)),
        ],
        "delivery": [
            ("Status of the order", order.get_status_display()),
            ("Carrier", order.carrier),
            ("Tracking number", order.tracking_number),
            ("Follow the parcel at", tracking_url(order.carrier, order.tracking_number) or ""),
            ("Delivered", _moment(order.delivered_at)),
        ],
        "lines": [_line(line) for line in order.lines.prefetch_related("certificates__certificate")],
        "invoice": invoice_page(invoice) if invoice else None,
        "refunds": [_refund(refund) for refund in payment.refunds.order_by("pk")],
        "timeline": list(_timeline(order)),
        "mails": [_mail(mail) for mail in _mails(order)],
        "messages": [
            {"at": _moment(ticket.created_at), "number": ticket.number, "text": ticket.message}
            for ticket in _tickets(order)
        ],
    }


def _line(line: OrderLine) -> dict[str, Any]:
    return {
        "title": line.title_en,
        "options": line.options("en"),
        "quantity": line.quantity,
        "total": format_rupees(line.total_paise),
        "certificates": ", ".join(row.certificate.number for row in line.certificates.all()),
    }


def _refund(refund: Refund) -> dict[str, str]:
    return {
        "id": refund.refund_id,
        "amount": format_rupees(refund.amount_paise),
        "status": refund.get_status_display(),
        "at": _moment(refund.done_at or refund.started_at or refund.requested_at),
        "bank_reference": refund.bank_reference,
    }


def _timeline(order: Order) -> Iterator[dict[str, str]]:
    subjects = [order.topic, *(payment.topic for payment in order.payments.all())]
    events = Event.objects.filter(subject__in=subjects, name__in=_SENTENCES).order_by("pk")[:MAX_LINES]
    for event in events:
        yield {"at": _moment(event.created_at), "text": _SENTENCES[event.name]}


def _mails(order: Order) -> list[Mail]:
    """Return the mails that were sent to the customer about this order; one with a code says nothing here."""
    found = Mail.objects.filter(reference=order.topic, to__iexact=order.email, sent_at__isnull=False)
    return list(found.exclude(kind__endswith="_code").order_by("sent_at")[:MAX_LINES])


def _mail(mail: Mail) -> dict[str, str]:
    return {
        "at": _moment(mail.sent_at),
        "to": mail.to,
        "subject": mail.subject,
        "text": mail.text_without_keys,
    }


def _tickets(order: Order) -> list[Ticket]:
    """Return what the customer wrote about the order; another person may name its number in a message."""
    theirs = Ticket.objects.filter(order_id=order.order_id, email__iexact=order.email)
    return list(theirs.exclude(status=TicketStatus.SUSPECTED).order_by("created_at")[:MAX_LINES])


def _address(order: Order) -> str:
    address = order.address
    state = state_name(str(address.get("state", "")), "en")
    parts = (address.get("street"), address.get("city"), state, address.get("pincode"))
    return ", ".join(str(part) for part in parts if part)


def _moment(moment: datetime | None) -> str:
    return f"{timezone.localtime(moment):%d %b %Y, %H:%M} IST" if moment else ""
