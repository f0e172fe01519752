"""Claims that a piece is proven fake, which pay back several times its price."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from project.core.bank_fields import MAX_UPI_ID
from project.core.identifiers import random_id
from project.core.limits import MAX_NOTE
from project.core.models import Stateful
from project.core.photos import PhotoFolder, UploadedPhoto
from project.orders.models import Order, OrderLine
from project.payments.models import Refund

PHOTOS = PhotoFolder("claims")
MAX_TEXT = 1000
MAX_REFERENCE = 30


class ClaimStatus(models.TextChoices):
    """The status of a claim."""

    OPENED = "opened"
    # One member of staff agreed; above a set amount a second one must.
    APPROVAL = "approval"
    # The price goes back by a refund; the rest has yet to be sent by bank transfer.
    APPROVED = "approved"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    PAID = "paid"


# Nobody has decided yet.
OPEN = (ClaimStatus.OPENED, ClaimStatus.APPROVAL)
# The next step is the shop's.
WAITING = (*OPEN, ClaimStatus.APPROVED)
# Its money is owed or sent.
GRANTED = (ClaimStatus.APPROVED, ClaimStatus.PAID)
# Of these nothing comes, so that the pieces may be claimed again.
VOID = (ClaimStatus.DECLINED, ClaimStatus.WITHDRAWN)


class Claim(Stateful):
    """A customer's claim that pieces of a line are fake, proven by a laboratory's report.

    Once approved `due_paise` is owed in all, which is `factor` times what was paid for the pieces:
    `transfer_paise` of it by bank transfer, the rest by the refund, as far as it was not given back before.
    """

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        ClaimStatus.OPENED: frozenset(
            {ClaimStatus.APPROVAL, ClaimStatus.APPROVED, ClaimStatus.DECLINED, ClaimStatus.WITHDRAWN}
        ),
        ClaimStatus.APPROVAL: frozenset({ClaimStatus.APPROVED, ClaimStatus.DECLINED}),
        ClaimStatus.APPROVED: frozenset({ClaimStatus.PAID}),
        ClaimStatus.DECLINED: frozenset(),
        ClaimStatus.WITHDRAWN: frozenset(),
        ClaimStatus.PAID: frozenset(),
    }

    claim_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "CLM-", 10))
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="claims")
    line = models.ForeignKey(OrderLine, on_delete=models.PROTECT, related_name="claims")
    quantity = models.PositiveIntegerField()
    # What the laboratory found.
    text = models.CharField(max_length=MAX_TEXT)
    # The customer's UPI id, for what no refund can carry; blank again once declined or withdrawn.
    pay_to = models.CharField(max_length=MAX_UPI_ID, blank=True)
    status = models.CharField(max_length=24, choices=ClaimStatus, default=ClaimStatus.OPENED)
    # What the shop says to the customer about its decision.
    note = models.CharField(max_length=MAX_NOTE, blank=True)
    # What was promised when it was opened.
    factor = models.PositiveSmallIntegerField()
    due_paise = models.PositiveBigIntegerField(null=True)
    transfer_paise = models.PositiveBigIntegerField(null=True)
    refund = models.OneToOneField(Refund, null=True, on_delete=models.PROTECT, related_name="claim")
    # By which the customer's bank finds the transfer (UTR).
    bank_reference = models.CharField(max_length=MAX_REFERENCE, blank=True)
    # Who agreed first where two have to.
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    opened_at = models.DateTimeField(default=timezone.now)
    status_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=ClaimStatus.values), name="claim_status_known"),
            models.CheckConstraint(condition=Q(quantity__gte=1), name="claim_quantity_positive"),
            models.CheckConstraint(condition=Q(factor__gte=1), name="claim_factor_positive"),
            models.UniqueConstraint(
                fields=["line"], condition=Q(status__in=OPEN), name="claim_one_open_per_line"
            ),
            models.CheckConstraint(
                condition=~Q(status__in=GRANTED)
                | Q(due_paise__isnull=False, due_paise__gt=0, transfer_paise__isnull=False),
                name="claim_granted_has_its_amounts",
            ),
            models.CheckConstraint(
                condition=Q(transfer_paise__isnull=True)
                | Q(due_paise__isnull=False, transfer_paise__lte=F("due_paise")),
                name="claim_transfer_within_due",
            ),
            models.CheckConstraint(
                condition=~Q(status=ClaimStatus.PAID) | ~Q(bank_reference="") | Q(transfer_paise=0),
                name="claim_paid_has_its_reference",
            ),
            models.CheckConstraint(
                condition=Q(proposed_by__isnull=True)
                | ~Q(proposed_by=F("decided_by"))
                | ~Q(status__in=GRANTED),
                name="claim_second_person_is_another",
            ),
        ]

    def __str__(self) -> str:
        return self.claim_id


class ClaimPhoto(UploadedPhoto):
    """A picture of the laboratory's report, or of the piece."""

    folder = PHOTOS
    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="photos")

    def __str__(self) -> str:
        return f"{self.claim}: {self.key}"
