"""Certificates of sold pieces."""

from django.db import models
from django.db.models import Q

from project.catalog.models import Certificate
from project.orders.models.order_line import OrderLine


class PieceCertificate(models.Model):
    """The certificate of one piece of an order line.

    A trigger of the database (`orders.triggers`) refuses a row whose certificate is another product's or is
    void, and one for a piece that the line does not have.
    """

    line = models.ForeignKey(OrderLine, on_delete=models.CASCADE, related_name="certificates")
    # Counts the line's pieces from 1.
    piece = models.PositiveIntegerField()
    # One to one: no certificate is given twice.
    certificate = models.OneToOneField(Certificate, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["line", "piece"]
        constraints = [
            models.UniqueConstraint(fields=["line", "piece"], name="piece_certificate_one_per_piece"),
            models.CheckConstraint(condition=Q(piece__gte=1), name="piece_certificate_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.certificate} of piece {self.piece}"
