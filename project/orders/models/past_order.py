"""Orders of the shop that was here before: to read, and in no sum of money."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.accounts.models import User


class PastOrderQuerySet(models.QuerySet["PastOrder"]):
    """Selections of earlier orders."""

    def of(self, user: User) -> Self:
        """Return those of a person, found by the address when no account was known at the import."""
        return self.filter(Q(user=user) | Q(user=None, email=user.email))


class PastOrder(models.Model):
    """An order as another shop's file has it."""

    source = models.CharField(max_length=16)
    number = models.CharField(max_length=64)
    email = models.EmailField(db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="past_orders"
    )
    placed_at = models.DateTimeField(null=True)
    # In the other shop's words.
    status = models.CharField(max_length=60, blank=True)
    total_paise = models.BigIntegerField()
    # {title, quantity, pricePaise} of each.
    lines = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[PastOrderQuerySet] = PastOrderQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = [models.F("placed_at").desc(nulls_last=True), "-pk"]
        constraints = [models.UniqueConstraint(fields=["source", "number"], name="past_order_once")]

    def __str__(self) -> str:
        return f"{self.source}:{self.number}"
