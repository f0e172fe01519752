"""Every piece's way through the stock."""

from django.db import models
from django.db.models import BooleanField, Func, Q

from project.catalog.models.products import Product

# Written out, because Django takes longer to write a comparison than the database to answer it.
# A product with variants is in stock while one of them is.
IN_STOCK = Func(
    "on_hand",
    "allocated",
    "held",
    template="""(%(expressions)s > 0 OR catalog_product.option_names IS NOT NULL AND EXISTS (
        SELECT 1 FROM catalog_product v WHERE v.parent_id = catalog_product.id AND v.is_visible
        AND v.on_hand > v.allocated + v.held))""",
    arg_joiner=" - ",
    output_field=BooleanField(),
)


class StockMovementKind(models.TextChoices):
    """The reason of a change of the stock's numbers."""

    COUNT = "count"
    HOLD = "hold"
    RELEASE = "release"
    ALLOCATE_HELD = "allocate_held"
    ALLOCATE = "allocate"
    DEALLOCATE = "deallocate"
    DISPATCH = "dispatch"


class StockMovement(models.Model):
    """One change of a product's stock numbers: the sum of all of them is the numbers themselves.

    `reference` is the order's id; `actor` who did it ('' is the shop itself); `cause` why, in words.
    """

    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="stock_movements")
    kind = models.CharField(max_length=16, choices=StockMovementKind)
    quantity = models.PositiveIntegerField()
    on_hand_delta = models.IntegerField(default=0)
    allocated_delta = models.IntegerField(default=0)
    held_delta = models.IntegerField(default=0)
    reference = models.CharField(max_length=64, blank=True)
    actor = models.CharField(max_length=64, blank=True)
    cause = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["product", "reference"], name="movement_by_reference")]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=StockMovementKind.values), name="movement_kind_known")
        ]

    def __str__(self) -> str:
        return f"{self.product}: {self.kind} {self.quantity}"
