"""The accountant's documents of a month: tax report, GSTR-1, e-invoices, vouchers for Tally."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from pydantic import AfterValidator

from project.core.gst import WITHOUT_TAX
from project.core.messages import field_error
from project.core.money import exact_rupees
from project.core.schemas import ApiModel, Month, days_of_month
from project.core.shop import shop
from project.exports.kind import Column, Kind
from project.exports.masking import mask_name
from project.exports.models import Export, ExportFormat
from project.exports.writers import xlsx_book
from project.invoices.contents import PARTS, Contents
from project.invoices.models import Document, DocumentKind
from project.invoices.taxes import tally
from project.invoices.taxes.einvoice import einvoice, is_einvoice
from project.invoices.taxes.gstr1_json import gstr1_json
from project.invoices.taxes.gstr1_sheets import sheets
from project.invoices.taxes.gstr1_tables import tables_of
from project.invoices.taxes.supplies import Supply, supplies

# -- The month's taxes ---------------------------------------------------------------------------


class TaxQuery(ApiModel):
    """The month whose invoices and credit notes are reported: "2026-11"."""

    month: Month


@dataclass(frozen=True)
class TaxLine:
    """Amounts of one document for one tax rate and HSN code, in paise; a credit note's are negative.

    A credit note that came too late to take the tax back changes none: it has its total alone.
    """

    document: Document
    contents: Contents
    hsn: str
    rate_basis_points: int
    quantity: int
    taxable: int
    cgst: int
    sgst: int
    igst: int
    # Where prices exclude tax: what the buyer's price differs by from the value and its taxes.
    rounding: int
    total: int

    @property
    def kind(self) -> str:
        """Kind of document: an invoice, a credit note, or a commercial one, which takes no tax back."""
        kind = "Bill of Supply" if self.document.bill_of_supply else self.document.get_kind_display()
        return f"Commercial {kind}" if self.contents.tax_stays else kind


def _documents(query: TaxQuery) -> "QuerySet[Document]":
    return Document.objects.filter(issued_on__range=days_of_month(query.month)).order_by(
        "kind", "bill_of_supply", "year", "sequence"
    )


def tax_lines(documents: Sequence[Document]) -> Iterable[TaxLine]:
    """Return a line for each rate and HSN code of each document, as the returns to the tax office want it."""
    for document in documents:
        contents = Contents.from_json(document.contents)
        sign = -1 if document.kind == DocumentKind.CREDIT_NOTE else 1
        declared = 0 if contents.tax_stays else sign
        for hsn, rate in dict.fromkeys((row.hsn, row.rate_basis_points) for row in contents.rows):
            rows = [row for row in contents.rows if (row.hsn, row.rate_basis_points) == (hsn, rate)]
            amounts = {part: declared * sum(getattr(row, part) for row in rows) for part in PARTS}
            yield TaxLine(
                document=document,
                contents=contents,
                hsn=hsn,
                rate_basis_points=rate,
                quantity=sum(row.quantity for row in rows if not row.delivery),
                **amounts,
                total=sign * sum(row.total for row in rows),
            )


TAX = Kind(
    query=TaxQuery,
    found=_documents,
    lines=tax_lines,
    columns=(
        Column(_("Document"), lambda t: t.kind),
        Column(_("Number"), lambda t: t.document.number),
        Column(_("Date"), lambda t: t.document.issued_on),
        Column(_("Order"), lambda t: t.contents.order_id),
        Column(_("Corrects invoice"), lambda t: t.contents.invoice_number),
        Column(_("Buyer"), lambda t: t.contents.buyer.name, mask_name),
        Column(_("Buyer's GSTIN"), lambda t: t.contents.buyer.gstin),
        Column(_("Place of supply"), lambda t: t.contents.place_of_supply),
        Column(_("State code"), lambda t: t.contents.place_code),
        Column(_("HSN"), lambda t: t.hsn),
        Column(_("Rate %"), lambda t: exact_rupees(t.rate_basis_points)),
        Column(_("Pieces"), lambda t: t.quantity),
        Column(_("Taxable value"), lambda t: exact_rupees(t.taxable)),
        Column(_("CGST"), lambda t: exact_rupees(t.cgst)),
        Column(_("SGST / UTGST"), lambda t: exact_rupees(t.sgst)),
        Column(_("IGST"), lambda t: exact_rupees(t.igst)),
        Column(_("Rounding"), lambda t: exact_rupees(t.rounding)),
        Column(_("Total"), lambda t: exact_rupees(t.total)),
    ),
)


# -- GSTR-1 --------------------------------------------------------------------------------------


def _not_in_future(month: str) -> str:
    if month > f"{timezone.localdate():%Y-%m}":
        raise field_error("This month has not begun yet")
    return month


class ReturnQuery(TaxQuery):
    """The month of a return: this one, as far as it goes, or one that is over."""

    month: Annotated[Month, AfterValidator(_not_in_future)]


def _own_documents(query: ReturnQuery) -> "QuerySet[Document]":
    """Return the month's documents under the seller's GSTIN; those before the registration say none.

    Those of a seller under the composition scheme have the GSTIN, and are in another return.
    """
    own = _documents(query).filter(contents__seller__gstin=shop().tax.gstin)
    return own.exclude(order__seller_registration__in=WITHOUT_TAX)


def _write_gstr1(month: Iterable[Supply], export: Export, path: Path) -> None:
    tables = tables_of(month)
    if export.file_format == ExportFormat.JSON:
        first, _ = days_of_month(ReturnQuery.model_validate(export.filters).month)
        filed = gstr1_json(tables, month=first)
        path.write_text(json.dumps(filed, ensure_ascii=False), encoding="utf-8")
        return
    shown_name = str if export.full else mask_name
    with xlsx_book(path) as book:
        for table in sheets(tables, language=export.language, shown_name=shown_name):
            sheet = book.add_sheet(table.name, table.titles)
            for row in table.rows:
                sheet.write(row)


GSTR1 = Kind(
    query=ReturnQuery,
    found=_own_documents,
    lines=supplies,
    columns=(),
    formats=(ExportFormat.JSON, ExportFormat.XLSX),
    write=_write_gstr1,
    needs_gstin=True,
)


# -- E-invoices and Tally ------------------------------------------------------------------------


def _write_einvoices(month: Iterable[Supply], export: Export, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for at, supply in enumerate(filter(is_einvoice, month)):
            file.write(",\n" if at else "\n")
            json.dump(einvoice(supply), file, ensure_ascii=False)
        file.write("\n]\n")


def _write_vouchers(month: Iterable[Supply], export: Export, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write(tally.HEAD)
        file.writelines(tally.messages(month))
        file.write(tally.TAIL)


EINVOICES = Kind(
    query=ReturnQuery,
    found=lambda query: _own_documents(query).exclude(contents__buyer__gstin=""),
    lines=supplies,
    columns=(),
    formats=(ExportFormat.JSON,),
    write=_write_einvoices,
    needs_gstin=True,
    needs_full=True,
)
TALLY = Kind(
    query=ReturnQuery,
    found=_documents,
    lines=supplies,
    columns=(),
    formats=(ExportFormat.XML,),
    write=_write_vouchers,
    needs_full=True,
)
