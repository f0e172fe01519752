"""The month's documents as returns and ledgers read them: nothing but what stands on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from project.invoices.contents import Contents
from project.invoices.models import Document, DocumentKind


@dataclass(frozen=True)
class Supply:
    """An invoice, or the credit note that takes a part of one back."""

    number: str
    # Its place in the numbers of its kind and financial year.
    sequence: int
    issued_on: date
    contents: Contents
    # The total of the invoice: its own, or that of the one a credit note corrects.
    invoice_paise: int

    @property
    def is_credit_note(self) -> bool:
        """Return whether it reduces an earlier supply."""
        return bool(self.contents.invoice_number)

    @property
    def sign(self) -> int:
        """By what its amounts count in a sum."""
        return -1 if self.is_credit_note else 1

    @property
    def is_registered(self) -> bool:
        """Return whether the buyer gave a GSTIN: a supply to a business (B2B)."""
        return bool(self.contents.buyer.gstin)


def supplies(documents: Sequence[Document]) -> Iterator[Supply]:
    """Return the documents in their order; the invoices of their credit notes are read in one query."""
    corrected = [each.order_id for each in documents if each.kind == DocumentKind.CREDIT_NOTE]
    invoices = Document.objects.filter(order__in=corrected, kind=DocumentKind.INVOICE)
    totals = {
        order: Contents.from_json(stored).total
        for order, stored in invoices.values_list("order_id", "contents")
    }
    for document in documents:
        contents = Contents.from_json(document.contents)
        credit_note = document.kind == DocumentKind.CREDIT_NOTE
        yield Supply(
            number=document.number,
            sequence=document.sequence,
            issued_on=document.issued_on,
            contents=contents,
            invoice_paise=totals[document.order_id] if credit_note else contents.total,
        )
