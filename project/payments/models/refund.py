"""Refunds of payments; each row is committed before the provider is called."""

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.utils import timezone

from project.core.days import working_days_later
from project.core.identifiers import random_id
from project.core.limits import MAX_NOTE
from project.core.models import Stateful
from project.core.shop import shop
from project.payments.models.payment import Payment


class RefundStatus(models.TextChoices):
    """The status of a refund; only the provider's own answer makes it done."""

    APPROVAL = "approval"
    REQUESTED = "requested"
    UNDER_WAY = "under_way"
    DONE = "done"
    FAILED = "failed"


# Statuses whose amount is reserved and not refundable again.
PROMISED = (RefundStatus.APPROVAL, RefundStatus.REQUESTED, RefundStatus.UNDER_WAY)


class RefundReason(models.TextChoices):
    """The reason of a refund, as the specification names it."""

    CUSTOMER_REQUEST = "customer_request"
    ORDER_CANCELLED = "order_cancelled"
    PAYMENT_ERROR = "payment_error"
    DUPLICATE_PAYMENT = "duplicate_payment"
    OTHER = "other"


class RefundOrigin(models.TextChoices):
    """Origin of the decision to refund."""

    STAFF = "staff"
    RULE = "rule"
    # Made in the provider's own console and found there.
    CONSOLE = "console"


def promised_day(start: date) -> date:
    """Return the day by which the money should be back, weekends and bank holidays left out."""
    return working_days_later(start, shop().returns.refund_days_at_most)


def default_due_on() -> date:
    """Return the promised day of a refund asked for today."""
    return promised_day(timezone.localdate())


class Refund(Stateful):
    """One refund of a payment. The row and its id exist before the provider is asked. Never deleted.

    A failed one stays failed: another try is a new row with a new id.
    """

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        RefundStatus.APPROVAL: frozenset({RefundStatus.REQUESTED, RefundStatus.FAILED}),
        RefundStatus.REQUESTED: frozenset({RefundStatus.UNDER_WAY, RefundStatus.FAILED}),
        RefundStatus.UNDER_WAY: frozenset({RefundStatus.DONE, RefundStatus.FAILED}),
        RefundStatus.DONE: frozenset(),
        RefundStatus.FAILED: frozenset(),
    }

    # Ours; for one made in the provider's console whatever id was chosen there.
    # 90 random bits; also the provider's merchantRefundId.
    refund_id = models.CharField(max_length=63, unique=True, default=partial(random_id, "RFD", 18))
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="refunds")
    status = models.CharField(max_length=24, choices=RefundStatus, default=RefundStatus.REQUESTED)
    amount_paise = models.PositiveBigIntegerField()
    origin = models.CharField(max_length=8, choices=RefundOrigin)
    reason = models.CharField(max_length=24, choices=RefundReason)
    notes = models.CharField(max_length=MAX_NOTE, blank=True)
    # The order lines it is for: [{"line": position from 1, "quantity": pieces, "amountPaise": …}].
    lines: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField(default=list)
    # Its order is cancelled once the provider has accepted it, so that a refund which is declined leaves the
    # order as it was.
    cancels_order = models.BooleanField(default=False)
    # The shop owes it, for a cancelled order, returned goods or an approved claim: declining it opens a case.
    is_owed = models.BooleanField(default=False, db_default=False)
    # The failed refund that this one retries.
    retry_of = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="retry")

    # Null for a refund by rule or from the provider's console.
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    # The reason of whoever declined it.
    decision_notes = models.CharField(max_length=MAX_NOTE, blank=True, db_default="")
    requested_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    due_on = models.DateField(default=default_due_on)

    provider_refund_id = models.CharField(max_length=80, blank=True, db_index=True)
    provider_state = models.CharField(max_length=64, blank=True)
    error_code = models.CharField(max_length=100, blank=True)
    detailed_error_code = models.CharField(max_length=100, blank=True)
    # The bank's reference of the transfer (UTR, ARN); empty until the provider reports it.
    bank_reference = models.CharField(max_length=64, blank=True)
    # The Idempotency-Key of the request; a retry with it returns this refund.
    request_key = models.CharField(max_length=255, blank=True)

    # When the refund is sent or checked next; null when neither is needed.
    next_check_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["next_check_at"], condition=Q(next_check_at__isnull=False), name="refund_due"
            ),
            models.Index(fields=["done_at"], condition=Q(done_at__isnull=False), name="refund_done"),
            # Of references that people type in any case.
            models.Index(Upper("bank_reference"), name="refund_bank_reference"),
            models.Index(Upper("provider_refund_id"), name="refund_provider_id"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=RefundStatus.values), name="refund_status_known"),
            models.CheckConstraint(condition=Q(amount_paise__gt=0), name="refund_amount_positive"),
            models.CheckConstraint(
                condition=~Q(status=RefundStatus.DONE) | Q(done_at__isnull=False),
                name="refund_done_has_its_time",
            ),
            models.UniqueConstraint(
                fields=["payment", "request_key"], condition=~Q(request_key=""), name="refund_once_per_key"
            ),
            # A retry keeps who approved the first try, whoever of the two asks again.
            models.CheckConstraint(
                condition=Q(requested_by__isnull=True)
                | ~Q(requested_by=F("decided_by"))
                | Q(error_code="DECLINED")
                | Q(retry_of__isnull=False),
                name="refund_second_person_is_another",
            ),
            # The provider accepts one at a time; the others queue.
            models.UniqueConstraint(
                fields=["payment"], condition=Q(status=RefundStatus.UNDER_WAY), name="refund_one_under_way"
            ),
        ]

    def __str__(self) -> str:
        return self.refund_id

    def tries(self) -> "list[Refund]":
        """Return this refund and its retries, each the retry of the one before."""
        tries = [self]
        while again := Refund.objects.filter(retry_of=tries[-1]).first():
            tries.append(again)
        return tries
