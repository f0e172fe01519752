"""Options of a product."""

from django.db import models
from django.db.models import Q

from project.catalog.models.pictures import Picture
from project.catalog.models.products import Product

# Chosen when the shopper chooses nothing, and included in the product's own price.
DEFAULT_ORIGIN = "Nepal"
DEFAULT_PENDANT = "none"
DEFAULT_SIZE = "regular"
# The x-ray certificate is an option of one name.
XRAY_CERTIFICATE = "certificate"

MAX_OPTION_NAME = 40


class OptionKind(models.TextChoices):
    """Kind of an option of a product."""

    ORIGIN = "origin"
    XRAY = "xray"
    PENDANT = "pendant"
    SIZE = "size"


class ProductOption(models.Model):
    """One choice and what it adds to the unit price; only a size may make the product cheaper."""

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="options")
    kind = models.CharField(max_length=8, choices=OptionKind)
    name = models.CharField(max_length=MAX_OPTION_NAME)
    price_paise = models.IntegerField(default=0)
    available = models.BooleanField(default=True)
    description_en = models.CharField(max_length=320, blank=True)
    description_hi = models.CharField(max_length=320, blank=True)
    picture = models.ForeignKey(
        Picture,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        # Looked up by the nightly clean-up of pictures alone; making an index would lock the table.
        db_index=False,
        help_text="Of the product's pictures the one that shows this choice",
    )
    sort_order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["sort_order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["product", "kind", "name"], name="option_once_per_product"),
            models.CheckConstraint(condition=Q(kind__in=OptionKind.values), name="option_kind_known"),
            models.CheckConstraint(
                condition=Q(price_paise__gte=0) | Q(kind=OptionKind.SIZE), name="option_only_size_is_cheaper"
            ),
            # The default choices are part of the product's price: a price on them would be ignored.
            models.CheckConstraint(
                condition=Q(price_paise=0)
                | ~(
                    Q(kind=OptionKind.ORIGIN, name=DEFAULT_ORIGIN)
                    | Q(kind=OptionKind.PENDANT, name=DEFAULT_PENDANT)
                    | Q(kind=OptionKind.SIZE, name=DEFAULT_SIZE)
                ),
                name="option_default_is_included",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.product}: {self.kind} {self.name}"
