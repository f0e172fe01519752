"""Statistics of discount codes by day, kept by triggers."""

from django.db import models

from project.core.rollups import Rollup, Source
from project.orders.models import DiscountCode

# Codes that are generated at a time.
MAX_BATCH = 5_000


class DiscountRollup(Rollup):
    """Orders of one Indian day that have one discount code."""

    SUMS = ("total_paise", "net_paise", "discount_paise")

    # Without a constraint: its check would lock the code's row, for which purchases would wait.
    discount_code = models.ForeignKey(
        DiscountCode, on_delete=models.CASCADE, related_name="figures", db_constraint=False, db_index=False
    )
    # The order counts as a use of the code (`OrderQuerySet.with_code`).
    is_use = models.BooleanField()
    is_paid = models.BooleanField()
    total_paise = models.BigIntegerField()
    net_paise = models.BigIntegerField(default=0, db_default=0)
    discount_paise = models.BigIntegerField()

    class Meta:
        indexes = [
            models.Index(fields=["day"], name="discount_rollup_day"),
            # Nearly all that is read of a code, whose rows lie far apart.
            models.Index(
                fields=[
                    "discount_code",
                    "day",
                    "is_use",
                    "is_paid",
                    "row_count",
                    "total_paise",
                    "discount_paise",
                ],
                name="discount_rollup_code",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.discount_code_id}: {self.row_count}"


DISCOUNTS = Source(
    table="orders_order",
    rollup="discounts_discountrollup",
    moment="created_at",
    keys={
        "discount_code_id": None,
        "is_use": (
            "{row}.status NOT IN ('cancelled', 'refunded')"
            " AND ({row}.status <> 'pending' OR {row}.held_until IS NOT NULL)"
        ),
        "is_paid": "{row}.payment_status = 'paid'",
    },
    sums=DiscountRollup.SUMS,
    watched=("discount_code_id", "status", "payment_status", "held_until"),
    condition="{row}.discount_code_id IS NOT NULL",
)
