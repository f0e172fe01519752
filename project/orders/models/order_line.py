"""Lines of orders."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from project.catalog.models import DEFAULT_PENDANT, MAX_SKU, Product, shown_address
from project.catalog.option_texts import options_in_words
from project.catalog.pricing import Selection
from project.orders.models.order import Order


class OrderLine(models.Model):
    """One product with its options, at the price when it was ordered."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines")
    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="+")
    title_en = models.CharField(max_length=120)
    title_hi = models.CharField(max_length=120)
    sku = models.CharField(max_length=MAX_SKU, blank=True, db_default="")
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
    # Pieces that stay in the shop, as they are refunded; unchanged once the order is dispatched.
    withheld = models.PositiveIntegerField(default=0, db_default=0)
    # Pieces that have left with the parcel, wherever they are now.
    sent = models.PositiveIntegerField(default=0, db_default=0)

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
            models.CheckConstraint(
                condition=Q(quantity__gte=F("sent") + F("withheld")), name="order_line_sent_within_ordered"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.title_en}"

    def title(self, language: str) -> str:
        """Return what the product was called when it was ordered, in a language."""
        return str(getattr(self, f"title_{language}", self.title_en))

    def options(self, language: str) -> str:
        """Return every choice about the pieces and the SKU, "" for neither."""
        return " · ".join(
            filter(None, [options_in_words(self.selection, language), self.sku and f"SKU {self.sku}"])
        )

    def full_title(self, language: str) -> str:
        """Return the title and every choice: Five Mukhi Rudraksha (Nepal · Size: Regular)."""
        options = self.options(language)
        return f"{self.title(language)} ({options})" if options else self.title(language)

    @property
    def selection(self) -> Selection:
        """The chosen options; what the line does not name was not chosen."""
        chosen = self.customization
        return Selection(
            origin=chosen.get("origin") or "",
            xray_certification=bool(chosen.get("xrayCertification")),
            pendant_type=chosen.get("pendantType") or DEFAULT_PENDANT,
            size=chosen.get("size") or "",
        )

    @property
    def parcel_quantity(self) -> int:
        """The pieces in the parcel, whether it has left or not: ordered less withheld."""
        return self.quantity - self.withheld

    @property
    def paid_paise(self) -> int:
        """The amount paid for the line: total less its share of the discount, with tax."""
        paid = self.total_paise - self.discount_paise
        return paid if self.order.prices_include_tax else paid + self.tax_paise

    @property
    def shown_image(self) -> str:
        """Present address of the picture of what was bought; '' without one."""
        return shown_address(self.image)

    @property
    def is_custom(self) -> bool:
        """Return whether the piece was customised, so that it can be replaced but not returned."""
        return self.selection.pendant_type != DEFAULT_PENDANT
