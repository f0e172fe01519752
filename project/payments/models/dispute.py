"""Disputes: money of a payment that the customer's bank claims back, until the provider has decided."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.core.identifiers import random_id
from project.core.limits import MAX_NOTE
from project.core.models import Stateful
from project.payments.models.payment import Payment


class DisputeStatus(models.TextChoices):
    """The status of a dispute; the provider decides it, or staff where the provider tells nothing."""

    OPEN = "open"
    # The evidence was sent: the bank decides.
    UNDER_REVIEW = "under_review"
    WON = "won"
    LOST = "lost"
    # The shop did not contest it: the money is lost, too.
    ACCEPTED = "accepted"
    # Ended without a decision about money, as an inquiry that was answered.
    CLOSED = "closed"


# Statuses in which the money is claimed, and those in which it is gone.
ACTIVE = (DisputeStatus.OPEN, DisputeStatus.UNDER_REVIEW)
GONE = (DisputeStatus.LOST, DisputeStatus.ACCEPTED)


class DisputePhase(models.TextChoices):
    """Phase of a dispute; the first two are inquiries, the others reclaim money."""

    # The bank suspects fraud: the provider expects details or a refund.
    FRAUD = "fraud"
    # The bank asks for documents.
    RETRIEVAL = "retrieval"
    CHARGEBACK = "chargeback"
    # A chargeback that was won is claimed a second and a third time.
    PRE_ARBITRATION = "pre_arbitration"
    ARBITRATION = "arbitration"


# An inquiry reserves nothing: its money was not claimed, and a refund may be the right answer to it.
INQUIRIES = (DisputePhase.FRAUD, DisputePhase.RETRIEVAL)
CLAIMS_MONEY = ~Q(phase__in=INQUIRIES)
HELD = Q(status__in=ACTIVE) & CLAIMS_MONEY
LOST = Q(status__in=GONE)


class DisputeOrigin(models.TextChoices):
    """Source by which the shop learned of the dispute."""

    WEBHOOK = "webhook"
    STATEMENT = "statement"
    HAND = "hand"


class Dispute(Stateful):
    """A claim of the customer's bank to money of one payment. Never deleted; a payment may have several."""

    _DECIDED = frozenset(
        {DisputeStatus.WON, DisputeStatus.LOST, DisputeStatus.ACCEPTED, DisputeStatus.CLOSED}
    )
    # Whoever is not the provider decides an active one alone; what is decided, only the provider changes: a
    # bank may claim again what was won, or correct itself.
    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        DisputeStatus.OPEN: frozenset({DisputeStatus.UNDER_REVIEW, *_DECIDED}),
        DisputeStatus.UNDER_REVIEW: frozenset({DisputeStatus.OPEN, *_DECIDED}),
        DisputeStatus.WON: frozenset({*ACTIVE, DisputeStatus.LOST}),
        DisputeStatus.LOST: frozenset({*ACTIVE, DisputeStatus.WON}),
        DisputeStatus.ACCEPTED: frozenset({DisputeStatus.WON}),
        DisputeStatus.CLOSED: frozenset({*ACTIVE, DisputeStatus.WON, DisputeStatus.LOST}),
    }

    dispute_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "DSP-", 10))
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="disputes")
    # As the payment's; here for the constraint.
    provider = models.CharField(max_length=20)
    # Empty until the provider or staff name it, as of one that a settlement report brought up.
    provider_dispute_id = models.CharField(max_length=64, blank=True)
    status = models.CharField(max_length=24, choices=DisputeStatus, default=DisputeStatus.OPEN)
    phase = models.CharField(max_length=16, choices=DisputePhase, default=DisputePhase.CHARGEBACK)
    origin = models.CharField(max_length=12, choices=DisputeOrigin)
    amount_paise = models.PositiveBigIntegerField()
    # As the provider sent it.
    reason_code = models.CharField(max_length=100, blank=True)
    provider_state = models.CharField(max_length=64, blank=True)
    notes = models.CharField(max_length=MAX_NOTE, blank=True)
    opened_at = models.DateTimeField(default=timezone.now)
    # Until when the provider takes evidence; null where it is not known.
    respond_by = models.DateTimeField(null=True)
    evidence_sent_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    # Null where the provider or a report did it.
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # When the provider is asked next; null where it tells nothing of disputes.
    next_check_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["next_check_at"], condition=Q(next_check_at__isnull=False), name="dispute_due"
            ),
            models.Index(fields=["respond_by"], condition=Q(status__in=ACTIVE), name="dispute_deadline"),
            models.Index(fields=["-opened_at", "-id"], name="dispute_newest"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=DisputeStatus.values), name="dispute_status_known"),
            models.CheckConstraint(condition=Q(phase__in=DisputePhase.values), name="dispute_phase_known"),
            models.CheckConstraint(condition=Q(amount_paise__gt=0), name="dispute_amount_positive"),
            models.UniqueConstraint(
                fields=["provider", "provider_dispute_id"],
                condition=~Q(provider_dispute_id=""),
                name="dispute_once_per_provider",
            ),
        ]

    def __str__(self) -> str:
        return self.dispute_id

    @property
    def is_active(self) -> bool:
        """Return whether the dispute is still to be decided."""
        return self.status in ACTIVE

    @property
    def held_paise(self) -> int:
        """Amount that the dispute reserves, in paise."""
        return self.amount_paise if self.is_active and self.phase not in INQUIRIES else 0

    @property
    def lost_paise(self) -> int:
        """Amount that was lost by the dispute, in paise."""
        return self.amount_paise if self.status in GONE else 0
