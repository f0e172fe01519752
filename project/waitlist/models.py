"""Waiting list of a product: its order, and the offers of freed pieces."""

from collections.abc import Mapping
from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.catalog.models import Product, new_public_id
from project.core.models import Stateful


class WaitlistStatus(models.TextChoices):
    """The status of an entry."""

    WAITING = "waiting"
    # A piece is held for this shopper until `offered_until`.
    OFFERED = "offered"
    # The offer became the hold of an order.
    TAKEN = "taken"
    # The offer expired.
    MISSED = "missed"
    # All held pieces were paid, or the product is no longer sold.
    SOLD_OUT = "sold_out"
    LEFT = "left"


# An offer counts against its shopper, and their network, for so long after its end.
OFFER_COUNTS_FOR = timedelta(hours=1)
OPEN = (WaitlistStatus.WAITING, WaitlistStatus.OFFERED)
_IS_OPEN = Q(status__in=OPEN)


class EntryQuerySet(models.QuerySet["WaitlistEntry"]):
    """Filters of entries."""

    def waiting(self) -> "EntryQuerySet":
        """Return those in line, in its order."""
        return self.filter(status=WaitlistStatus.WAITING).order_by("rank", "pk")

    def offered(self) -> "EntryQuerySet":
        """Return those that have an offer."""
        return self.filter(status=WaitlistStatus.OFFERED)

    def offered_lately(self) -> "EntryQuerySet":
        """Return those whose offer ended within the last hour, or has not ended."""
        return self.filter(offered_until__gt=timezone.now() - OFFER_COUNTS_FOR)

    def of_kind(self, *, is_guest: bool) -> "EntryQuerySet":
        """Return those of guests, or those of accounts."""
        return self.filter(user__isnull=is_guest)

    def open(self) -> "EntryQuerySet":
        """Return those in line or with an offer."""
        return self.filter(_IS_OPEN)


class WaitlistEntry(Stateful):
    """One shopper's place in the line for one piece of a product; in the order of rank and primary key.

    It only changes under the product's lock, so entries and stock always agree.
    """

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        WaitlistStatus.WAITING: frozenset(
            {WaitlistStatus.OFFERED, WaitlistStatus.SOLD_OUT, WaitlistStatus.LEFT}
        ),
        WaitlistStatus.OFFERED: frozenset({WaitlistStatus.TAKEN, WaitlistStatus.MISSED, WaitlistStatus.LEFT}),
        WaitlistStatus.TAKEN: frozenset(),
        WaitlistStatus.MISSED: frozenset(),
        WaitlistStatus.SOLD_OUT: frozenset(),
        WaitlistStatus.LEFT: frozenset(),
    }

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="waitlist")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="waitlist"
    )
    # Of a guest's token; only a digest is kept, as of a cart's.
    token_digest = models.CharField(max_length=64, blank=True)
    # The widest network (IPv4 /24, IPv6 /48) of whoever joined, for limit and rank; empty when unneeded.
    network = models.CharField(max_length=64, blank=True)
    # Smaller ranks come first (`actions.rank_of`).
    rank = models.PositiveIntegerField(default=0, db_default=0)
    status = models.CharField(max_length=24, choices=WaitlistStatus, default=WaitlistStatus.WAITING)
    offered_until = models.DateTimeField(null=True)
    # The order that was made on the offer.
    order_id = models.CharField(max_length=20, blank=True)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "waitlist entries"
        indexes = [
            models.Index(
                fields=["product", "id"], condition=Q(status=WaitlistStatus.WAITING), name="waitlist_line"
            ),
            models.Index(
                fields=["offered_until"], condition=Q(status=WaitlistStatus.OFFERED), name="waitlist_offers"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["product", "user"],
                condition=_IS_OPEN & Q(user__isnull=False),
                name="waitlist_once_per_user",
            ),
            models.UniqueConstraint(
                fields=["product", "token_digest"],
                condition=_IS_OPEN & ~Q(token_digest=""),
                name="waitlist_once_per_guest",
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=True) ^ Q(token_digest=""), name="waitlist_of_user_or_guest"
            ),
            models.CheckConstraint(
                condition=~Q(status=WaitlistStatus.OFFERED) | Q(offered_until__isnull=False),
                name="waitlist_offer_ends",
            ),
            models.CheckConstraint(
                condition=Q(status__in=WaitlistStatus.values), name="waitlist_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} for {self.product_id}: {self.status}"

    @property
    def reference(self) -> str:
        """Name of the offer's hold in the stock movements."""
        return f"waitlist:{self.public_id}"

    @property
    def position(self) -> int | None:
        """The place in line, from 1; None for one that is not in it."""
        if self.status != WaitlistStatus.WAITING:
            return None
        before = Q(rank__lt=self.rank) | Q(rank=self.rank, pk__lte=self.pk)
        return type(self).objects.waiting().filter(before, product=self.product_id).count()

    @property
    def can_be_overtaken(self) -> bool:
        """True when somebody who joins later may come before this shopper."""
        return self.status == WaitlistStatus.WAITING and self.rank > 0
