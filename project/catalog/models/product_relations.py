"""Further pictures and earlier addresses of products."""

from django.db import models

from project.catalog.models.pictures import Picture
from project.catalog.models.products import MAX_PRODUCT_SLUG, Product


class ProductPicture(models.Model):
    """A further picture of a product: another angle, another light."""

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="further_pictures")
    picture = models.ForeignKey(Picture, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["product", "picture"], name="picture_once_per_product"),
            models.UniqueConstraint(fields=["product", "position"], name="picture_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.product}: {self.picture}"


class ProductAlias(models.Model):
    """A slug the product was known by: old links still find it."""

    slug = models.SlugField(max_length=MAX_PRODUCT_SLUG, unique=True)
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="aliases")

    class Meta:
        verbose_name_plural = "product aliases"

    def __str__(self) -> str:
        return f"{self.slug} -> {self.product}"
