"""Discount codes and their limits."""

from django.db import models
from django.db.models import Q

MAX_CODE_NOTE = 200


class DiscountCode(models.Model):
    """A discount code; its rules are in `discounts`, staff manage it in `project/discounts`.

    Uses are not stored: they are the orders that have the code (`OrderQuerySet.with_code`).
    """

    code = models.CharField(max_length=24, unique=True, help_text="In capitals")
    # Exactly one of the two is set.
    percent = models.PositiveSmallIntegerField(null=True)
    amount_paise = models.PositiveBigIntegerField(null=True)
    # Upper limit of a percentage's discount.
    most_paise = models.PositiveBigIntegerField(null=True)
    # Smallest value of the goods, before the discount.
    minimum_paise = models.PositiveBigIntegerField(default=0)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    limit = models.PositiveIntegerField(null=True, help_text="Uses by everybody; null is as many as like")
    limit_per_customer = models.PositiveIntegerField(null=True)
    is_active = models.BooleanField(default=True)
    # For staff alone.
    note = models.CharField(max_length=MAX_CODE_NOTE, blank=True, db_default="")
    # What codes that were generated together have in common.
    batch = models.CharField(max_length=20, blank=True, db_default="")
    # Orders have it, so it is kept out of sight.
    archived_at = models.DateTimeField(null=True)
    # Counts the edits.
    version = models.PositiveIntegerField(default=1, db_default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["batch"], name="discount_code_batch")]
        constraints = [
            models.CheckConstraint(
                condition=Q(percent__isnull=True, amount_paise__isnull=False, amount_paise__gt=0)
                | Q(amount_paise__isnull=True, percent__isnull=False, percent__gte=1, percent__lte=100),
                name="discount_is_percent_or_amount",
            ),
            models.CheckConstraint(
                condition=Q(archived_at__isnull=True) | Q(is_active=False), name="discount_archived_is_off"
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def subject(self) -> str:
        """Name in events and in the audit log."""
        return f"discount:{self.code}"
