"""Schemas of the provider's webhook messages for staff."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from django.db.models import Q, QuerySet
from pydantic import Field

from project.core.identifiers import typed_id
from project.core.lists import bounded_count, newest_keys, page_of
from project.core.schemas import (
    ApiModel,
    BoundedPagination,
    SearchText,
    StaffIn,
    StaffPageQuery,
)
from project.core.text_search import SearchColumns, has_text
from project.orders.models import Order
from project.payments.models import Payment, Refund, RefusedMessage, WebhookMessage
from project.payments.webhooks.replay import What

MessageStatus = Literal["all", "waiting", "handled", "unknown", "refused"]
# What proved it: "signed" covers its body, "password" is a constant secret; "proven" leaves open how.
Verdict = Literal["signed", "password", "proven", "no proof", "wrong proof"]


# The columns of the trigram index `webhook_search`.
SEARCHED = ("merchant_order_id", "event", "state")

_VERDICTS: dict[str, Verdict] = {"hmac": "signed", "sha": "password"}


class MessageRow(ApiModel):
    """One message: its content, how it was verified, and its processing."""

    id: str = Field(validation_alias="message_id", serialization_alias="_id")
    provider: str
    event: str
    # The state it claims; a hint, never acted on.
    state: str
    # The order it names at the provider, which is our transaction id; of any length and spelling.
    reference: str
    transaction_id: str | None
    order_id: str | None
    refund_id: str | None
    verdict: Verdict
    copies: int
    received_at: datetime
    handled_at: datetime | None
    next_try_at: datetime | None
    attempts: int
    # The payment's status before and after it was first followed.
    status_before: str
    status_after: str


class MessageDetail(MessageRow):
    """A message with its headers (never the values that verify it) and its body."""

    headers: dict[str, str]
    body: str
    # From where a refused one came.
    address: str
    can_replay: bool


class MessageQuery(StaffPageQuery):
    """Filter and page of webhook messages."""

    status: MessageStatus = "all"
    search: SearchText = ""

    def messages(self) -> QuerySet[WebhookMessage]:
        """Return the verified messages of this status."""
        wanted = Q()
        if self.status in ("waiting", "handled"):
            wanted &= Q(handled_at__isnull=self.status == "waiting")
        elif self.status == "unknown":
            wanted &= Q(payment=None, handled_at__isnull=False)
        return WebhookMessage.objects.filter(wanted, received_at__lte=self.as_of)

    def found(self) -> "tuple[QuerySet[WebhookMessage], int, bool]":
        """Return the page, newest first, the number of messages that match, and whether there are more."""
        matching = self.messages()
        if text := self.search.strip():
            keys, has_more = newest_keys(matching, list(search_parts(matching, text)), text, "received_at")
            page = WebhookMessage.objects.filter(pk__in=keys[self.rows()])
            page, total = page.order_by("-received_at", "-pk"), len(keys)
        else:
            total, has_more = bounded_count(matching)
            page = page_of(matching, "-received_at", "-pk", page=self.page, limit=self.limit)
        return page.select_related("payment__order", "refund").defer("body"), total, has_more

    def refused(self) -> QuerySet[RefusedMessage]:
        """Return the refused messages that match, newest first."""
        wanted = Q()
        if text := self.search.strip():
            wanted = Q(message_id__iexact=text) | Q(verdict__icontains=text) | Q(address__icontains=text)
        return (
            RefusedMessage.objects.filter(wanted, received_at__lte=self.as_of)
            .defer("body")
            .order_by("-received_at", "-pk")
        )


def search_parts(messages: "QuerySet[WebhookMessage]", text: str) -> "Iterator[QuerySet[WebhookMessage]]":
    """Yield the messages that the text finds: by themselves, their payment and their refund.

    Each part has indexes of its own.
    """
    typed = typed_id(text)
    yield messages.alias(search_text=SearchColumns(*SEARCHED)).filter(
        has_text("search_text", text) | Q(message_id=typed)
    )
    orders = Order.objects.search(text).filter(Q(order_id=typed) | Q(email__icontains=text))
    for payments in (
        Payment.objects.filter(Q(provider_order_id__iexact=text) | Q(transaction_id=typed)),
        Payment.objects.filter(order__in=orders.values("pk")),
    ):
        yield messages.filter(payment__in=payments.values("pk"))
        # One that still waits is not linked to its payment yet.
        yield messages.filter(payment=None, merchant_order_id__in=payments.values("transaction_id"))
    yield messages.filter(refund__in=Refund.objects.filter(refund_id=typed).values("pk"))


class MessageStatistics(ApiModel):
    """Number of messages that wait for processing, and number of stored refused ones."""

    waiting: int
    refused: int


class MessageList(ApiModel):
    """`data` of the list of messages, newest first."""

    messages: list[MessageRow]
    pagination: BoundedPagination
    statistics: MessageStatistics


class MessageData(ApiModel):
    """`data` of one message."""

    message: MessageDetail


class ReplayIn(StaffIn):
    """Choice between replaying the message and previewing the changes (dry run)."""

    dry_run: bool


class MessageChange(ApiModel):
    """One value before and after the replay; "" where the row does not exist."""

    what: What
    name: str
    before: str
    after: str


class ReplayOut(ApiModel):
    """The result of a replay, or of its preview."""

    dry_run: bool
    changes: list[MessageChange]
    # The message can only be applied later, when our rows are ready for it (RetryLater).
    waits: bool


def message_row(message: WebhookMessage) -> MessageRow:
    """Return a verified message as the list shows it; its payment, order and refund should be prefetched."""
    payment, refund = message.payment, message.refund
    return MessageRow.from_row(
        message,
        reference=message.merchant_order_id,
        transaction_id=payment.transaction_id if payment else None,
        order_id=payment.order.order_id if payment else None,
        refund_id=refund.refund_id if refund else None,
        verdict=_VERDICTS.get(message.proof, "proven"),
    )


def refused_row(message: RefusedMessage) -> MessageRow:
    """Return a refused message as the list shows it; its content is not trusted, so not shown."""
    return MessageRow.from_row(
        message,
        event="",
        state="",
        reference="",
        transaction_id=None,
        order_id=None,
        refund_id=None,
        verdict="no proof" if message.verdict == "no proof" else "wrong proof",
        copies=1,
        handled_at=None,
        next_try_at=None,
        attempts=0,
        status_before="",
        status_after="",
    )


def message_detail(message: WebhookMessage | RefusedMessage) -> MessageDetail:
    """Return one message with all that is stored of it."""
    refused = isinstance(message, RefusedMessage)
    row = refused_row(message) if isinstance(message, RefusedMessage) else message_row(message)
    return MessageDetail(
        **row.model_dump(),
        headers={str(name): str(value) for name, value in message.headers.items()},
        body=_readable(bytes(message.body)),
        address=message.address if isinstance(message, RefusedMessage) else "",
        can_replay=not refused and bool(message.body),
    )


def _readable(body: bytes) -> str:
    """Return indented JSON, anything else as text."""
    text = body.decode("utf-8", "replace").replace("\x00", "\ufffd")
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text
