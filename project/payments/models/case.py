"""Cases: discrepancies with a proposed step, open until staff or a rule closes them."""

import logging
from functools import partial
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from project.core.identifiers import random_id
from project.core.limits import MAX_NOTE
from project.core.models import Versioned
from project.payments.models.payment import Payment
from project.payments.models.refund import Refund


class CaseKind(models.TextChoices):
    """The reason for which somebody must look."""

    AMOUNT_DIFFERS = "amount_differs"
    ID_DIFFERS = "id_differs"
    PAID_TWICE = "paid_twice"
    PAID_WITHOUT_STOCK = "paid_without_stock"
    PAID_AFTER_CANCEL = "paid_after_cancel"
    NEVER_SETTLED = "never_settled"
    # The provider has money for a payment id of ours that is not here, as after a restore from a backup.
    PAID_UNKNOWN = "paid_unknown"
    REFUND_FAILED = "refund_failed"
    REFUND_STUCK = "refund_stuck"
    # Staff asked for money to go back, and somebody else has to let it go.
    REFUND_APPROVAL = "refund_approval"
    # A refund that is owed was declined: its money is still here.
    REFUND_DECLINED = "refund_declined"
    # The provider reports a refund that differs from our rows.
    REFUND_DIFFERS = "refund_differs"
    # The provider took captured money back without a refund of ours: a chargeback, a reversal.
    MONEY_REVERSED = "money_reversed"
    # A dispute claims more than is left of its payment, or a report deducts another amount for it.
    DISPUTE_DIFFERS = "dispute_differs"
    # The provider reports a dispute that cannot be recorded: of an unknown payment, or without details.
    DISPUTE_UNKNOWN = "dispute_unknown"
    BOOKS_DIFFER = "books_differ"
    # A settlement report has what we do not know, lacks what we have, or names another amount or fee.
    SETTLED_UNKNOWN = "settled_unknown"
    SETTLED_DIFFERS = "settled_differs"
    FEE_DIFFERS = "fee_differs"
    NOT_SETTLED = "not_settled"
    # The bank's own statement lacks a payout, shows another amount, or money of a provider that no payout
    # explains, or the same payout again.
    PAYOUT_MISSING = "payout_missing"
    PAYOUT_DIFFERS = "payout_differs"
    PAYOUT_UNKNOWN = "payout_unknown"
    PAYOUT_TWICE = "payout_twice"


STATEMENT_KINDS = (
    CaseKind.SETTLED_UNKNOWN,
    CaseKind.SETTLED_DIFFERS,
    CaseKind.FEE_DIFFERS,
    CaseKind.NOT_SETTLED,
)
PAYOUT_KINDS = (
    CaseKind.PAYOUT_MISSING,
    CaseKind.PAYOUT_DIFFERS,
    CaseKind.PAYOUT_UNKNOWN,
    CaseKind.PAYOUT_TWICE,
)


class Proposal(models.TextChoices):
    """Proposed resolution of a case."""

    # The refund is made by itself; the case closes when the money is back.
    WAIT = "wait"
    REFUND = "refund"
    REFUND_AGAIN = "refund_again"
    APPROVE = "approve"
    ASK_PROVIDER = "ask_provider"
    LOOK = "look"


PROPOSALS: dict[str, Proposal] = dict.fromkeys(CaseKind.values, Proposal.LOOK) | {
    CaseKind.AMOUNT_DIFFERS: Proposal.REFUND,
    CaseKind.ID_DIFFERS: Proposal.ASK_PROVIDER,
    CaseKind.PAID_TWICE: Proposal.WAIT,
    CaseKind.PAID_WITHOUT_STOCK: Proposal.WAIT,
    CaseKind.PAID_AFTER_CANCEL: Proposal.WAIT,
    CaseKind.NEVER_SETTLED: Proposal.ASK_PROVIDER,
    CaseKind.REFUND_FAILED: Proposal.REFUND_AGAIN,
    CaseKind.REFUND_STUCK: Proposal.ASK_PROVIDER,
    CaseKind.REFUND_APPROVAL: Proposal.APPROVE,
    CaseKind.REFUND_DECLINED: Proposal.REFUND,
    CaseKind.REFUND_DIFFERS: Proposal.ASK_PROVIDER,
    CaseKind.MONEY_REVERSED: Proposal.ASK_PROVIDER,
}


# Log levels of cases that are part of normal operation; all others are errors.
LOG_LEVELS: dict[str, int] = {
    CaseKind.REFUND_APPROVAL: logging.INFO,
    CaseKind.REFUND_STUCK: logging.WARNING,
}


class Case(Versioned):
    """A discrepancy. Kind and subject identify a case."""

    case_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "CASE-", 10))
    kind = models.CharField(max_length=24, choices=CaseKind)
    # What it is about: "payment:TXN…", "refund:RFD…", "books:2026-11-21".
    subject = models.CharField(max_length=80)
    payment = models.ForeignKey(Payment, null=True, on_delete=models.PROTECT, related_name="cases")
    refund = models.ForeignKey(Refund, null=True, on_delete=models.PROTECT, related_name="cases")
    proposal = models.CharField(max_length=24, choices=Proposal)
    facts: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)
    # The person, or the rule ("settled", "refunded") that closed it; and what the person had to say.
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    closed_rule = models.CharField(max_length=24, blank=True)
    closed_notes = models.CharField(max_length=MAX_NOTE, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["-opened_at"], condition=Q(closed_at__isnull=True), name="case_open"),
            models.Index(fields=["-opened_at", "-id"], name="case_newest"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="case_once"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, closed_by__isnull=True, closed_rule="")
                | Q(closed_at__isnull=False, closed_by__isnull=False, closed_rule="")
                | (Q(closed_at__isnull=False, closed_by__isnull=True) & ~Q(closed_rule="")),
                name="case_closed_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
