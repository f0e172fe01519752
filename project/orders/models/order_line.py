"""Lines of orders."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from project.catalog.models import Product, shown_address
from project.orders.models.order import Order


class OrderLine(models.Model):
    """One product with its options, at the price of the moment of the order."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines")
    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="+")
    title_en = models.CharField(max_length=120)
    title_hi = models.CharField(max_length=120)
    # As `kept_address` writes it; see `shown_image`.
    image = models.CharField(max_length=200, blank=True)
    # origin, xrayCertification, pendantType, size
    customization: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    quantity = models.PositiveIntegerField()
    unit_paise = models.PositiveIntegerField()
    additional_paise = models.IntegerField()
    total_paise = models.PositiveBigIntegerField()
    # Share of the order's discount; tax is computed after it.
    discount_paise = models.PositiveBigIntegerField(default=0)
    tax_rate_basis_points = models.PositiveIntegerField()
    tax_paise = models.PositiveBigIntegerField()
    hsn_code = models.CharField(max_length=8, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(quantity__gte=1), name="order_line_quantity_positive"),
            models.CheckConstraint(condition=Q(unit_paise__gt=0), name="order_line_unit_price_positive"),
            models.CheckConstraint(
                condition=Q(total_paise=F("unit_paise") * F("quantity")), name="order_line_total_adds_up"
            ),
            models.CheckConstraint(
                condition=Q(discount_paise__lte=F("total_paise")), name="order_line_discount_within_total"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.title_en}"

    def title(self, language: str) -> str:
        """Return what the product was called when it was ordered, in the language ("en" or "hi")."""
        return self.title_hi if language == "hi" else self.title_en

    @property
    def paid_paise(self) -> int:
        """The amount paid for the line: total less its share of the discount, with tax."""
        paid = self.total_paise - self.discount_paise
        return paid if self.order.prices_include_tax else paid + self.tax_paise

    @property
    def shown_image(self) -> str:
        """Where the picture of what was bought is fetched from now; '' without one."""
        return shown_address(self.image)

    @property
    def is_custom(self) -> bool:
        """Whether the piece was customised (set in a pendant), so it can be replaced but not returned."""
        return bool(self.customization.get("pendantType", "none") != "none")
