"""Laboratory certificates of single pieces."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from project.catalog.models.pictures import Picture
from project.catalog.models.products import Product
from project.catalog.models.texts import Bilingual
from project.core.site_address import site_url


class Certificate(Bilingual):
    """Laboratory certificate of one piece; anybody who holds its number may check it at /verify.

    A bead's number of faces is counted in its x-ray picture. A stone has neither.
    """

    number = models.CharField(max_length=40, unique=True)
    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="certificates")
    mukhi = models.PositiveSmallIntegerField(null=True, blank=True)
    origin_en = models.CharField(max_length=80)
    origin_hi = models.CharField(max_length=80)
    weight_milligrams = models.PositiveIntegerField()
    lab = models.CharField(max_length=80)
    issued_on = models.DateField()
    xray = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    # Withdrawn, which the check of its number says.
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=200, blank=True)
    is_sample = models.BooleanField(default=False, help_text="Belongs to the sample shop: proves nothing")

    class Meta:
        ordering = ["-issued_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(mukhi__isnull=True) | Q(mukhi__range=(1, 30)), name="certificate_mukhi_counts"
            ),
            models.CheckConstraint(condition=Q(weight_milligrams__gt=0), name="certificate_has_weight"),
            # People type either case; the index finds both.
            models.CheckConstraint(
                condition=Q(number=Upper("number")), name="certificate_number_in_capitals"
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def origin(self) -> str:
        """The place it names, in the caller's language."""
        return str(self.text("origin"))

    @property
    def is_void(self) -> bool:
        """Return whether it has been withdrawn and proves nothing any more."""
        return self.voided_at is not None

    @property
    def verify_url(self) -> str:
        """Public address of the certificate; its QR code carries it."""
        return f"{site_url()}/verify/{self.number}"
