"""Requests to send goods back, for their money or for other pieces."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.core.identifiers import random_id
from project.core.limits import MAX_NOTE
from project.core.models import Stateful
from project.core.photos import PhotoFolder, UploadedPhoto
from project.orders.models import Order, OrderLine

PHOTOS = PhotoFolder("returns")
MAX_TEXT = 1000


class ReturnKind(models.TextChoices):
    """Compensation that the customer asks for."""

    RETURN = "return"
    REPLACEMENT = "replacement"


class ReturnReason(models.TextChoices):
    """The reason of a return: the shop takes back what is defective or incorrect."""

    DEFECTIVE = "defective"
    DAMAGED = "damaged"
    WRONG_ITEM = "wrong_item"
    NOT_AS_DESCRIBED = "not_as_described"
    INCOMPLETE = "incomplete"


class ReturnStatus(models.TextChoices):
    """The status of a request."""

    REQUESTED = "requested"
    APPROVED = "approved"
    REJECTED = "rejected"
    # A courier comes for the goods.
    PICKUP = "pickup"
    # The goods are back: the refund, or the new pieces, follow.
    RECEIVED = "received"
    # The new pieces are on their way.
    REPLACED = "replaced"
    WITHDRAWN = "withdrawn"


# The next step is the shop's.
WAITING = (ReturnStatus.REQUESTED, ReturnStatus.APPROVED, ReturnStatus.PICKUP)


class Return(Stateful):
    """A customer's request to send goods back, for their money or for other pieces."""

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        ReturnStatus.REQUESTED: frozenset(
            {ReturnStatus.APPROVED, ReturnStatus.REJECTED, ReturnStatus.WITHDRAWN}
        ),
        ReturnStatus.APPROVED: frozenset(
            {ReturnStatus.PICKUP, ReturnStatus.RECEIVED, ReturnStatus.WITHDRAWN}
        ),
        ReturnStatus.PICKUP: frozenset({ReturnStatus.RECEIVED}),
        ReturnStatus.RECEIVED: frozenset({ReturnStatus.REPLACED}),
        ReturnStatus.REPLACED: frozenset(),
        ReturnStatus.REJECTED: frozenset(),
        ReturnStatus.WITHDRAWN: frozenset(),
    }

    return_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "RET-", 10))
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="returns")
    kind = models.CharField(max_length=12, choices=ReturnKind)
    reason = models.CharField(max_length=20, choices=ReturnReason)
    text = models.CharField(max_length=MAX_TEXT, blank=True)
    status = models.CharField(max_length=24, choices=ReturnStatus, default=ReturnStatus.REQUESTED)
    # What the shop says to the customer about its newest step.
    note = models.CharField(max_length=MAX_NOTE, blank=True)
    requested_at = models.DateTimeField(default=timezone.now)
    status_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=ReturnStatus.values), name="return_status_known"),
            models.CheckConstraint(condition=Q(kind__in=ReturnKind.values), name="return_kind_known"),
            models.CheckConstraint(condition=Q(reason__in=ReturnReason.values), name="return_reason_known"),
        ]

    def __str__(self) -> str:
        return self.return_id

    def pieces(self) -> Mapping[int, int]:
        """Return how many pieces go back of each line of the order, by primary key."""
        return {row.line_id: row.quantity for row in self.lines.all()}

    @property
    def can_withdraw(self) -> bool:
        """Return whether its customer may take it back."""
        return ReturnStatus.WITHDRAWN in self.TRANSITIONS[self.status]

    @property
    def next_by_hand(self) -> list[ReturnStatus]:
        """Statuses that staff may set: never withdrawn, and replaced only for a replacement."""
        allowed = self.TRANSITIONS[self.status] - {ReturnStatus.WITHDRAWN}
        if self.kind != ReturnKind.REPLACEMENT:
            allowed -= {ReturnStatus.REPLACED}
        return [status for status in ReturnStatus if status in allowed]


class ReturnLine(models.Model):
    """Number of pieces of an order's line that go back."""

    request = models.ForeignKey(Return, on_delete=models.CASCADE, related_name="lines")
    line = models.ForeignKey(OrderLine, on_delete=models.PROTECT, related_name="returned")
    quantity = models.PositiveIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["request", "line"], name="return_line_once"),
            models.CheckConstraint(condition=Q(quantity__gte=1), name="return_quantity_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.request}: {self.quantity} × {self.line.title_en}"

    @property
    def position(self) -> int:
        """The place of the line among the order's, counted from 1."""
        return self.request.order.positions()[self.line_id]


class ReturnPhoto(UploadedPhoto):
    """A picture of the goods as they came."""

    folder = PHOTOS
    request = models.ForeignKey(Return, on_delete=models.CASCADE, related_name="photos")

    def __str__(self) -> str:
        return f"{self.request}: {self.key}"
