"""Answers to customers: sentences with the facts of the order filled in, in both languages.

Only an answer that is true now is offered: a template names the facts it needs, and is left out without them.
Staff may change the words before they send them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote

from django.db.models import Q
from django.utils import timezone

from project.accounts.models import User
from project.contact.models import Ticket
from project.core.language import format_day
from project.core.money import format_rupees
from project.core.shop import shop
from project.orders.carriers import tracking_url
from project.orders.models import Order, OrderStatus
from project.payments.models import CAPTURED, Payment, PaymentStatus, Refund, RefundStatus

# What a timeline is about.
About: TypeAlias = Order | User | Ticket
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
    if isinstance(found, Order):
        subject = found.topic
    elif isinstance(found, Ticket):
        subject = found.subject
    else:
        subject = f"user:{found.public_id}"
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
    words = _HINDI if recipient.language == "hi" else _ENGLISH
    facts = _facts(recipient, order)
    keys = _true_now(order)
    if recipient.ticket:
        keys = (*(key for key in keys if key not in _OWN_WORDS), "message")
    return [
        Answer(
            key=key,
            language=recipient.language,
            subject_line=words[key][0].format(**facts),
            text="\n\n".join(
                filled
                for part in ("{greeting}", *words[key][1:], "{closing}")
                if (filled := part.format(**facts))
            ),
        )
        for key in keys
    ]


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
    hindi = recipient.language == "hi"
    language = recipient.language
    name = recipient.name or ("ग्राहक" if hindi else "customer")
    facts = {
        "greeting": f"प्रिय {name}," if hindi else f"Dear {name},",
        "closing": (
            "कोई और प्रश्न हो तो इस संदेश का उत्तर दें।\nआपकी अक्षमाला टीम"
            if hindi
            else "If anything else is unclear, simply reply.\nYour Akshamala team"
        ),
        "order": order.order_id if order else "",
        "ticket": recipient.ticket,
    }
    if order is None:
        return facts
    refunds = _refunds(order)
    done = next((refund for refund in refunds if refund.status == RefundStatus.DONE), None)
    waiting = next((r for r in refunds if r.status in (RefundStatus.REQUESTED, RefundStatus.UNDER_WAY)), None)
    newest: Payment | None = order.payments.order_by("-pk").first()
    bank = done.bank_reference if done else ""
    url = tracking_url(order.carrier, order.tracking_number) if order.tracking_number else ""
    day = order.estimated_delivery
    return facts | {
        "amount": format_rupees(order.total_paise),
        "link": order.link(),
        "transaction": newest.transaction_id if newest else "",
        "days": shop().delivery.usual_days,
        "return_days": str(shop().returns.return_days),
        "carrier": order.carrier or ("कूरियर" if hindi else "the courier"),
        "tracking_number": order.tracking_number,
        "follow": url or order.link(),
        "expected": ((_EXPECTED[hindi]).format(format_day(day, language)) if day else ""),
        "delivered_on": (
            format_day(timezone.localdate(order.delivered_at), language) if order.delivered_at else ""
        ),
        "refund_amount": format_rupees(waiting.amount_paise) if waiting else "",
        "refund_due": format_day(waiting.due_on, language) if waiting else "",
        "refunded_amount": format_rupees(done.amount_paise) if done else "",
        "refunded_on": format_day(timezone.localdate(done.done_at), language)
        if done and done.done_at
        else "",
        "bank": ((_BANK[hindi]).format(bank) if bank else ""),
    }


_EXPECTED = ("We expect it by {}.", "संभावित तारीख़: {}।")
_BANK = (
    "Bank reference (UTR): {}. Your bank finds the money by this number.",
    "बैंक संदर्भ (UTR): {}। इस संख्या से आपका बैंक राशि खोज सकता है।",
)

# Answers that say nothing yet.
_OWN_WORDS = ("free", "question")
# The subject line, then the paragraphs.
_ENGLISH: dict[str, tuple[str, ...]] = {
    "payment_pending": (
        "Your payment for order {order}",
        "the payment service has not confirmed your payment of {amount} for order {order} yet "
        "(transaction {transaction}). We keep checking; please do not pay again.",
        "If your bank has taken the money, it will either reach this order or come back to you "
        "automatically. You can follow it here: {link}",
    ),
    "payment_reviewed": (
        "Your payment for order {order}",
        "our team is checking your payment for order {order} (transaction {transaction}). "
        "You don't need to do anything; please do not pay again.",
    ),
    "payment_failed": (
        "Your payment for order {order}",
        "your payment of {amount} for order {order} did not go through (transaction {transaction}).",
        "If your bank has still taken the money, it comes back to you automatically, usually within 5 to 7 "
        "business days. You can pay the same order again here: {link}",
    ),
    "being_prepared": (
        "Your order {order} is being prepared",
        "your payment of {amount} has arrived, and your order {order} is being prepared. It leaves us soon; "
        "delivery usually takes {days} business days.",
        "{expected}",
        "You can follow it here: {link}",
    ),
    "on_its_way": (
        "Your order {order} is on its way",
        "your order {order} is on its way with {carrier}, tracking number {tracking_number}.",
        "{expected}",
        "Follow the parcel here: {follow}",
    ),
    "delivered": (
        "Your order {order}",
        "{carrier} tells us that your order {order} was delivered on {delivered_on}. If it has not reached "
        "you, or a piece is not as it should be, tell us within {return_days} days: {link}",
    ),
    "cancelled": (
        "Your order {order} has been cancelled",
        "your order {order} has been cancelled. Whatever was paid for it goes back to the original "
        "payment method; you can see it here: {link}",
    ),
    "refund_under_way": (
        "Your refund for order {order}",
        "your refund of {refund_amount} for order {order} is under way. "
        "It should be with you by {refund_due}.",
    ),
    "refund_done": (
        "Your refund for order {order} is done",
        "we refunded {refunded_amount} to you for order {order} on {refunded_on}.",
        "{bank}",
        "Some banks show it a day or two later.",
    ),
    "free": ("About your order {order}", ""),
    "question": ("Your question", ""),
    "message": ("Your message {ticket}", ""),
}
_HINDI: dict[str, tuple[str, ...]] = {
    "payment_pending": (
        "ऑर्डर {order} का आपका भुगतान",
        "ऑर्डर {order} के लिए {amount} के आपके भुगतान (लेन-देन {transaction}) का परिणाम भुगतान सेवा ने अभी तक "
        "नहीं बताया है। हम स्वयं पूछते रहते हैं; कृपया दोबारा भुगतान न करें।",
        "यदि बैंक ने राशि काट ली है, तो वह या तो इसी ऑर्डर में जुड़ेगी या अपने आप आपको लौट आएगी। यहाँ देख सकते हैं: {link}",
    ),
    "payment_reviewed": (
        "ऑर्डर {order} का आपका भुगतान",
        "हमारी टीम ऑर्डर {order} के आपके भुगतान (लेन-देन {transaction}) को स्वयं देख रही है। आपको कुछ करने की "
        "आवश्यकता नहीं है, और कृपया दोबारा भुगतान न करें।",
    ),
    "payment_failed": (
        "ऑर्डर {order} का आपका भुगतान",
        "ऑर्डर {order} के लिए {amount} का आपका भुगतान पूरा नहीं हुआ (लेन-देन {transaction})।",
        "यदि बैंक ने फिर भी राशि काट ली है, तो वह अपने आप लौट आएगी, आम तौर पर 5 से 7 कार्य दिवसों में। आप उसी ऑर्डर "
        "का भुगतान यहाँ फिर कर सकते हैं: {link}",
    ),
    "being_prepared": (
        "आपका ऑर्डर {order} तैयार हो रहा है",
        "{amount} का आपका भुगतान मिल गया है और आपका ऑर्डर {order} तैयार हो रहा है। डिलीवरी में आम तौर पर {days} "
        "कार्य दिवस लगते हैं।",
        "{expected}",
        "यहाँ देख सकते हैं: {link}",
    ),
    "on_its_way": (
        "आपका ऑर्डर {order} रवाना हो गया है",
        "आपका ऑर्डर {order} {carrier} से भेज दिया गया है, ट्रैकिंग नंबर {tracking_number}।",
        "{expected}",
        "पार्सल यहाँ ट्रैक करें: {follow}",
    ),
    "delivered": (
        "आपका ऑर्डर {order}",
        "{carrier} के अनुसार आपका ऑर्डर {order} {delivered_on} को पहुँचा दिया गया है। यदि वह आप तक नहीं पहुँचा, "
        "या कोई वस्तु ठीक नहीं है, तो {return_days} दिनों के भीतर हमें बताएँ: {link}",
    ),
    "cancelled": (
        "आपका ऑर्डर {order} रद्द कर दिया गया है",
        "आपका ऑर्डर {order} रद्द कर दिया गया है। जो भी भुगतान हुआ है वह उसी माध्यम से लौटेगा; यहाँ देख सकते हैं: {link}",
    ),
    "refund_under_way": (
        "ऑर्डर {order} का आपका रिफ़ंड",
        "ऑर्डर {order} के लिए {refund_amount} का आपका रिफ़ंड भेजा जा रहा है। "
        "यह {refund_due} तक आप तक पहुँच जाना चाहिए।",
    ),
    "refund_done": (
        "ऑर्डर {order} का आपका रिफ़ंड पूरा हुआ",
        "ऑर्डर {order} के लिए {refunded_amount} हमने {refunded_on} को आपको लौटा दिए हैं।",
        "{bank}",
        "कुछ बैंकों में यह एक-दो दिन बाद दिखता है।",
    ),
    "free": ("आपके ऑर्डर {order} के बारे में", ""),
    "question": ("आपका प्रश्न", ""),
    "message": ("आपका संदेश {ticket}", ""),
}
