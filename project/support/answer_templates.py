"""Answers to customers, in both languages: `answers/{key}.{language}.txt`, put into `letter.{language}.txt`.

An answer's first line is the subject, each of the others a paragraph; the facts of the order are filled in as
in edited mails (project/core/text_templates.py). Only an answer that is true now is offered. Staff may
change it before they send it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import quote

from django.db.models import Q
from django.utils import timezone

from project.accounts.models import User
from project.core.language import format_day
from project.core.money import format_rupees
from project.core.shop import shop
from project.core.shop_setting_fields import shown_range
from project.core.text_templates import render, unescaped
from project.orders.carriers import tracking_url
from project.orders.models import Order, OrderStatus
from project.payments.models import CAPTURED, Payment, PaymentStatus, Refund, RefundStatus
from project.support.contact.models import Ticket

# What a timeline is about.
About: TypeAlias = Order | User | Ticket
ANSWERS: Final = Path(__file__).with_name("answers")
# Answers that say nothing yet.
_OWN_WORDS = ("free", "question")
_MARK = re.compile(r"^\s*(?:[#>=~!]\s*)+")


@dataclass(frozen=True)
class Recipient:
    """Whom an answer goes to, and in which language."""

    subject: str
    name: str
    email: str
    phone: str
    language: str

    @property
    def ticket(self) -> str:
        """The number of the message that is answered; "" where it is none."""
        kind, _, number = self.subject.partition(":")
        return number if kind == "ticket" else ""


@dataclass(frozen=True)
class Answer:
    """One answer, ready to be sent."""

    key: str
    language: str
    subject_line: str
    text: str


def recipient_of(found: About, language: str = "") -> Recipient:
    """Return whom to write to about an order, an account or a message."""
    subject = found.topic if isinstance(found, Order) else found.subject
    return Recipient(subject, found.name, found.email, found.phone, language or found.language)


def order_of(about: About) -> Order | None:
    """Return the order whose facts an answer may tell.

    A message names an order, an address and a number as its writer typed them: nothing is told of an order
    that is not theirs, by their account or by everything an answer may be sent to.
    """
    if isinstance(about, Order):
        return about
    if isinstance(about, User):
        return None
    theirs = Q(email__iexact=about.email)
    if about.phone:
        theirs &= Q(phone=about.phone)
    if about.user_id is not None:
        theirs |= Q(user=about.user_id)
    return Order.objects.filter(theirs, order_id=about.order_id).first()


def whatsapp_link(phone: str, text: str = "") -> str:
    """Return the link that opens a chat with this Indian number; "" without a number."""
    if not phone:
        return ""
    return f"https://wa.me/91{phone}" + (f"?text={quote(text, safe='')}" if text else "")


def paragraphs_of(text: str) -> list[str]:
    """Return the text's paragraphs; none can look like a heading or a button of a letter."""
    lines = (_MARK.sub("", line).strip() for line in text.splitlines())
    return [f"• {line[2:]}" if line.startswith("- ") else line for line in lines if line]


def answers_for(recipient: Recipient, order: Order | None) -> list[Answer]:
    """Return the answers that are true now, the likeliest first, the free one last."""
    facts = _facts(recipient, order)
    keys = _true_now(order)
    if recipient.ticket:
        keys = (*(key for key in keys if key not in _OWN_WORDS), "message")
    return [_answer(key, recipient.language, facts) for key in keys]


def _answer(key: str, language: str, facts: Mapping[str, str]) -> Answer:
    subject_line, _, body = _rendered(key, language, facts).partition("\n")
    answer = "\n\n".join(line for line in body.splitlines() if line)
    letter = _rendered("letter", language, {**facts, "answer": answer})
    return Answer(key, language, subject_line, text=re.sub(r"\n{3,}", "\n\n", letter).strip())


def _rendered(name: str, language: str, facts: Mapping[str, str]) -> str:
    return unescaped(render(_template(f"{name}.{'hi' if language == 'hi' else 'en'}.txt"), facts))


@cache
def _template(file: str) -> str:
    return (ANSWERS / file).read_text("utf-8")


def _true_now(order: Order | None) -> Sequence[str]:
    if order is None:
        return ("question",)
    keys: list[str] = []
    refunds = _refunds(order)
    if any(refund.status == RefundStatus.DONE for refund in refunds):
        keys.append("refund_done")
    if any(refund.status in (RefundStatus.REQUESTED, RefundStatus.UNDER_WAY) for refund in refunds):
        keys.append("refund_under_way")
    newest = order.payments.order_by("-pk").first()
    if order.status == OrderStatus.PENDING and newest is not None:
        if newest.in_review:
            keys.append("payment_reviewed")
        elif newest.status == PaymentStatus.PENDING:
            keys.append("payment_pending")
        elif newest.status not in CAPTURED:
            keys.append("payment_failed")
    if order.status in (OrderStatus.CONFIRMED, OrderStatus.PROCESSING, OrderStatus.PACKAGING):
        keys.append("being_prepared")
    if order.tracking_number and order.status in (
        OrderStatus.DISPATCHED,
        OrderStatus.OUT_FOR_DELIVERY,
        OrderStatus.SHIPPED,
    ):
        keys.append("on_its_way")
    if order.status == OrderStatus.DELIVERED and order.delivered_at:
        keys.append("delivered")
    if order.status == OrderStatus.CANCELLED:
        keys.append("cancelled")
    return (*keys, "free")


def _refunds(order: Order) -> list[Refund]:
    return list(Refund.objects.filter(payment__order=order).order_by("-pk"))


def _facts(recipient: Recipient, order: Order | None) -> dict[str, str]:
    language = recipient.language
    facts = {
        "name": recipient.name,
        "ticket": recipient.ticket,
        "brand": shop().brand.name_in(language),
    }
    if order is None:
        return facts
    refunds = _refunds(order)
    done = next((refund for refund in refunds if refund.status == RefundStatus.DONE), None)
    waiting = next((r for r in refunds if r.status in (RefundStatus.REQUESTED, RefundStatus.UNDER_WAY)), None)
    newest: Payment | None = order.payments.order_by("-pk").first()
    url = tracking_url(order.carrier, order.tracking_number) if order.tracking_number else ""
    day = order.estimated_delivery
    return facts | {
        "order": order.order_id,
        "amount": format_rupees(order.total_paise),
        "link": order.link(),
        "transaction": newest.transaction_id if newest else "",
        "days": shown_range(shop().delivery.usual_days),
        "return_days": str(shop().returns.return_days),
        "carrier": order.carrier,
        "tracking_number": order.tracking_number,
        "follow": url or order.link(),
        "expected": format_day(day, language) if day else "",
        "delivered_on": (
            format_day(timezone.localdate(order.delivered_at), language) if order.delivered_at else ""
        ),
        "refund_amount": format_rupees(waiting.amount_paise) if waiting else "",
        "refund_due": format_day(waiting.due_on, language) if waiting else "",
        "refunded_amount": format_rupees(done.amount_paise) if done else "",
        "refunded_on": format_day(timezone.localdate(done.done_at), language)
        if done and done.done_at
        else "",
        "bank": done.bank_reference if done else "",
    }
