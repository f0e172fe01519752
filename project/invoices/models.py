"""Tax documents: invoices and credit notes. Numbered without gaps but those after a restore, written once.

The database itself refuses a change (`triggers.py`); a correction is another document.
"""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.orders.models import Order
from project.payments.models import Refund


class DocumentKind(models.TextChoices):
    """Kind of a document; each kind has numbers of its own."""

    INVOICE = "invoice"
    CREDIT_NOTE = "credit_note"


class SeriesKind(models.TextChoices):
    """Documents that are numbered together; a bill of supply is an invoice with numbers of its own."""

    INVOICE = "invoice"
    CREDIT_NOTE = "credit_note"
    BILL_OF_SUPPLY = "bill"


class Series(models.Model):
    """The numbers of one kind in one financial year ("26-27"); whoever takes one holds the row."""

    kind = models.CharField(max_length=12, choices=SeriesKind)
    year = models.CharField(max_length=5)
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "year"], name="series_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.year}: {self.last}"


class NumberGap(models.Model):
    """Numbers that are skipped after a restore, as they may have been given before it (`number_gaps`)."""

    kind = models.CharField(max_length=12, choices=SeriesKind)
    year = models.CharField(max_length=5)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "year", "last"], name="number_gap_once"),
            models.CheckConstraint(
                condition=Q(first__gte=1, last__gte=models.F("first")), name="number_gap_is_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.year}: {self.first} to {self.last}"


class Document(models.Model):
    """An invoice, or the credit note of one refund: its number and everything that stands on it."""

    kind = models.CharField(max_length=12, choices=DocumentKind)
    # Of a seller without tax: an invoice in the series of bills of supply.
    bill_of_supply = models.BooleanField(default=False, db_default=False)
    # At most 16 characters, letters, digits and slashes (rule 46 of the CGST Rules).
    number = models.CharField(max_length=16, unique=True)
    year = models.CharField(max_length=5)
    sequence = models.PositiveIntegerField()
    issued_on = models.DateField()
    language = models.CharField(max_length=2)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="documents")
    refund = models.OneToOneField(Refund, null=True, on_delete=models.PROTECT, related_name="credit_note")
    # What `contents.Contents` says, as it was when the document was issued.
    contents: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "bill_of_supply", "year", "sequence"], name="document_number_once"
            ),
            models.CheckConstraint(
                condition=Q(bill_of_supply=False) | Q(kind="invoice"), name="bills_of_supply_are_invoices"
            ),
            models.UniqueConstraint(
                fields=["order"], condition=Q(kind="invoice"), name="one_invoice_per_order"
            ),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="document_numbers_start_at_one"),
            models.CheckConstraint(
                condition=Q(kind="credit_note") | Q(refund__isnull=True),
                name="credit_notes_belong_to_refunds",
            ),
            # The one of an order without a refund takes back an invoice that nobody paid.
            models.UniqueConstraint(
                fields=["order"],
                condition=Q(kind="credit_note", refund__isnull=True),
                name="one_cancellation_per_order",
            ),
        ]

    def __str__(self) -> str:
        return self.number


class DocumentFile(models.Model):
    """The document as it was sent: where its PDF is stored, its size in bytes and its digest."""

    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="file")
    # In the private storage (project/core/storage/files.py).
    name = models.CharField(max_length=80, blank=True, db_default="")
    size = models.PositiveIntegerField(null=True)
    sha256 = models.CharField(max_length=64)
    # Of documents made before PDFs were files; these have no name.
    pdf = models.BinaryField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(name="", pdf__isnull=False) | (~Q(name="") & Q(size__isnull=False, pdf=None)),
                name="document_file_is_stored_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.document}: {self.sha256[:12]}"


class DueDocument(models.Model):
    """A document that is still to be made and mailed. The row is the work; it goes when the work is done."""

    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="+")
    # Null: the order's invoice, or the credit note that takes all of it back; otherwise the refund's.
    refund = models.OneToOneField(Refund, null=True, on_delete=models.PROTECT, related_name="+")
    # The order is to be paid to the courier, and was cancelled or refused: its invoice is taken back.
    is_cancellation = models.BooleanField(default=False, db_default=False)
    next_try_at = models.DateTimeField(default=timezone.now, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["order", "is_cancellation"],
                condition=Q(refund=None),
                name="one_due_invoice_per_order",
            ),
            models.CheckConstraint(
                condition=Q(is_cancellation=False) | Q(refund=None), name="due_cancellation_has_no_refund"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.order}: {self.refund or ('cancellation' if self.is_cancellation else 'invoice')}"

    @property
    def kind(self) -> DocumentKind:
        """Kind of document to make."""
        is_note = self.is_cancellation or self.refund_id is not None
        return DocumentKind.CREDIT_NOTE if is_note else DocumentKind.INVOICE
