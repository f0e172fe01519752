"""What can be exported: which rows a filter means, and what stands in each column."""

import calendar
import json
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils import timezone
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from project.accounts.account_administration import search_users
from project.accounts.models import User
from project.accounts.staff_schemas import UsersQuery
from project.core.schemas import ApiModel
from project.exports.masking import mask_all, mask_email, mask_name, mask_phone, mask_pincode
from project.exports.models import Export, ExportFormat, ExportKind
from project.exports.writers import Cell, XlsxBook
from project.invoices.contents import Contents
from project.invoices.models import Document, DocumentKind
from project.orders.models import Order
from project.orders.staff_schemas import OrdersQuery
from project.payments.models import Payment
from project.payments.providers import adapter_of
from project.payments.staff_schemas import TransactionQuery
from project.taxes import tally
from project.taxes.einvoice import einvoice, is_einvoice
from project.taxes.gstr1_json import gstr1_json
from project.taxes.gstr1_sheets import sheets
from project.taxes.gstr1_tables import tables_of
from project.taxes.supplies import Supply, supplies

# Keys read from the database at a time, when collecting which rows there are.
_KEYS_AT_A_TIME = 10_000


@dataclass(frozen=True)
class Column:
    """One column: its title in both languages, and what a row says in it.

    `mask` takes the place of the text where personal data is not exported in full.
    """

    english: str
    hindi: str
    value: Callable[[Any], Cell]
    mask: Callable[[str], str] | None = None

    def title(self, language: str) -> str:
        """Return the title in this language."""
        return self.hindi if language == "hi" else self.english

    def reader(self, *, full: bool) -> Callable[[Any], Cell]:
        """Return what reads the cell of a row: chosen once, as there are millions of cells."""
        value, mask = self.value, self.mask
        return value if full or mask is None else lambda row: mask(str(value(row) or ""))


@dataclass(frozen=True)
class Kind:
    """One kind of export. `query` is what its filters are: the same that its list takes."""

    query: type[ApiModel]
    # The filtered rows in the order of the list.
    found: Callable[[Any], "QuerySet[Any]"]
    # Lines of the file for these objects, which come in order.
    lines: Callable[[Sequence[Any]], Iterable[Any]]
    columns: tuple[Column, ...]
    related: tuple[str, ...] = ()
    # The fields that the columns use, where that is few of many; a test sees to it that none is missing.
    only: tuple[str, ...] = ()
    formats: tuple[ExportFormat, ...] = (ExportFormat.CSV, ExportFormat.XLSX)
    # Writes the file of all lines where it is no table of these columns.
    write: Callable[[Iterable[Any], Export, Path], None] | None = None
    # Returns to the tax office are for sellers with a GSTIN.
    needs_gstin: bool = False
    # Of no use with masked names and addresses.
    needs_full: bool = False

    def keys(self, filters: Mapping[str, Any]) -> "array[int]":
        """Return the keys of all rows there are at this moment: eight bytes a row."""
        wanted = self.found(self.query.model_validate(filters))
        return array("q", wanted.values_list("pk", flat=True).iterator(chunk_size=_KEYS_AT_A_TIME))

    def read(self, filters: Mapping[str, Any], keys: Sequence[int]) -> Iterable[Any]:
        """Return the lines for these keys, in their order."""
        model: type[Model] = self.found(self.query.model_validate(filters)).model
        objects = model._default_manager.select_related(*self.related).only(*self.only).in_bulk(keys)
        return self.lines([objects[key] for key in keys if key in objects])


def rupees_of(paise: int) -> Decimal:
    """Return paise as exact rupees."""
    return Decimal(paise).scaleb(-2)


# -- Transactions --------------------------------------------------------------------------------


def _transactions(query: TransactionQuery) -> "QuerySet[Payment]":
    return Payment.objects.filtered(query.to_filter()).order_by("-initiated_at", "-pk")


_TRANSACTIONS = Kind(
    query=TransactionQuery,
    found=_transactions,
    lines=lambda rows: rows,
    related=("order",),
    only=(
        "transaction_id",
        "order__order_id",
        "order__name",
        "order__email",
        "order__phone",
        "amount_paise",
        "currency",
        "status",
        "instrument",
        "provider",
        "provider_order_id",
        "captured_paise",
        "refunded_paise",
        "initiated_at",
        "settled_at",
        "error_code",
    ),
    columns=(
        Column("Transaction", "लेन-देन", lambda p: p.transaction_id),
        Column("Order", "ऑर्डर", lambda p: p.order.order_id),
        Column("Customer", "ग्राहक", lambda p: p.order.name, mask_name),
        Column("Email", "ईमेल", lambda p: p.order.email, mask_email),
        Column("Phone", "फ़ोन", lambda p: p.order.phone, mask_phone),
        Column("Amount", "राशि", lambda p: rupees_of(p.amount_paise)),
        Column("Currency", "मुद्रा", lambda p: p.currency),
        Column("Status", "स्थिति", lambda p: p.status),
        Column("Method", "माध्यम", lambda p: p.instrument),
        Column("Gateway", "गेटवे", lambda p: adapter_of(p.provider).label),
        Column("Gateway's id", "गेटवे की आईडी", lambda p: p.provider_order_id),
        Column("Received", "प्राप्त", lambda p: rupees_of(p.captured_paise)),
        Column("Refunded", "रिफ़ंड", lambda p: rupees_of(p.refunded_paise)),
        Column("Begun (IST)", "शुरू (IST)", lambda p: p.initiated_at),
        Column("Settled (IST)", "निपटा (IST)", lambda p: p.settled_at),
        Column("Error", "त्रुटि", lambda p: p.error_code),
    ),
)


# -- Orders --------------------------------------------------------------------------------------


def _orders(query: OrdersQuery) -> "QuerySet[Order]":
    return Order.objects.filtered(query.to_filter()).order_by("-created_at", "-pk")


def _place(part: str) -> Callable[[Order], Cell]:
    return lambda order: str(order.address.get(part, ""))


_ORDERS = Kind(
    query=OrdersQuery,
    found=_orders,
    lines=lambda rows: rows,
    columns=(
        Column("Order", "ऑर्डर", lambda o: o.order_id),
        Column("Placed (IST)", "दिया गया (IST)", lambda o: o.created_at),
        Column("Customer", "ग्राहक", lambda o: o.name, mask_name),
        Column("Business", "व्यवसाय", lambda o: (o.business or {}).get("name", ""), mask_name),
        Column("GSTIN", "GSTIN", lambda o: (o.business or {}).get("gstin", "")),
        Column("Email", "ईमेल", lambda o: o.email, mask_email),
        Column("Phone", "फ़ोन", lambda o: o.phone, mask_phone),
        Column("Street", "गली / मकान", _place("street"), mask_all),
        Column("City", "शहर", _place("city")),
        Column("State", "राज्य", _place("state")),
        Column("Pincode", "पिनकोड", _place("pincode"), mask_pincode),
        Column("Status", "स्थिति", lambda o: o.status),
        Column("Payment", "भुगतान", lambda o: o.payment_status),
        Column("Paid (IST)", "भुगतान का समय (IST)", lambda o: o.paid_at),
        Column("Goods", "वस्तुएँ", lambda o: rupees_of(o.subtotal_paise)),
        Column("Discount", "छूट", lambda o: rupees_of(o.discount_paise)),
        Column("Shipping", "डिलीवरी", lambda o: rupees_of(o.shipping_paise)),
        Column("Total", "कुल", lambda o: rupees_of(o.total_paise)),
        Column("Transaction", "लेन-देन", lambda o: o.payment_id),
        Column("Courier", "कूरियर", lambda o: o.carrier),
        Column("Tracking number", "ट्रैकिंग नंबर", lambda o: o.tracking_number),
        Column("Delivered (IST)", "पहुँचा (IST)", lambda o: o.delivered_at),
    ),
)


# -- Users ---------------------------------------------------------------------------------------


def _users(query: UsersQuery) -> "QuerySet[User]":
    return search_users(search=query.search, role=query.role, blocked=query.blocked())


_USERS = Kind(
    query=UsersQuery,
    found=_users,
    lines=lambda rows: rows,
    columns=(
        Column("User", "उपयोगकर्ता", lambda u: u.public_id),
        Column("Name", "नाम", lambda u: u.name, mask_name),
        Column("Email", "ईमेल", lambda u: u.email, mask_email),
        Column("Phone", "फ़ोन", lambda u: u.phone, mask_phone),
        Column("Role", "भूमिका", lambda u: u.role),
        Column("Blocked", "अवरुद्ध", lambda u: "" if u.is_active else "yes"),
        Column("Joined (IST)", "जुड़े (IST)", lambda u: u.created_at),
    ),
)


# -- The month's taxes ---------------------------------------------------------------------------


def _a_month(value: str) -> str:
    year, _, month = value.partition("-")
    if not (2000 <= int(year) <= 2199 and 1 <= int(month) <= 12):
        raise PydanticCustomError("invalid", "no such month")
    return value


class TaxQuery(ApiModel):
    """The month whose invoices and credit notes are reported: "2026-11"."""

    month: Annotated[str, Field(pattern=r"^\d{4}-\d{2}$"), AfterValidator(_a_month)]

    def days(self) -> tuple[date, date]:
        """Return the month's first and last day."""
        year, month = (int(part) for part in self.month.split("-"))
        return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


@dataclass(frozen=True)
class TaxLine:
    """What one document says of one tax rate and HSN code; amounts are paise, a credit note's negative.

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
    total: int

    @property
    def kind(self) -> str:
        """What it is: an invoice, a credit note, or a commercial one, which takes no tax back."""
        kind = self.document.get_kind_display()
        return f"Commercial {kind}" if self.contents.tax_stays else kind


def _documents(query: TaxQuery) -> "QuerySet[Document]":
    return Document.objects.filter(issued_on__range=query.days()).order_by("kind", "year", "sequence")


def tax_lines(documents: Sequence[Document]) -> Iterable[TaxLine]:
    """Return a line for each rate and HSN code of each document, as the returns to the tax office want it."""
    for document in documents:
        contents = Contents.from_json(document.contents)
        sign = -1 if document.kind == DocumentKind.CREDIT_NOTE else 1
        declared = 0 if contents.tax_stays else sign
        for hsn, rate in dict.fromkeys((row.hsn, row.rate_basis_points) for row in contents.rows):
            rows = [row for row in contents.rows if (row.hsn, row.rate_basis_points) == (hsn, rate)]
            yield TaxLine(
                document=document,
                contents=contents,
                hsn=hsn,
                rate_basis_points=rate,
                quantity=sum(row.quantity for row in rows if not row.delivery),
                taxable=declared * sum(row.taxable for row in rows),
                cgst=declared * sum(row.cgst for row in rows),
                sgst=declared * sum(row.sgst for row in rows),
                igst=declared * sum(row.igst for row in rows),
                total=sign * sum(row.total for row in rows),
            )


_TAX = Kind(
    query=TaxQuery,
    found=_documents,
    lines=tax_lines,
    columns=(
        Column("Document", "दस्तावेज़", lambda t: t.kind),
        Column("Number", "संख्या", lambda t: t.document.number),
        Column("Date", "तारीख़", lambda t: t.document.issued_on),
        Column("Order", "ऑर्डर", lambda t: t.contents.order_id),
        Column("Corrects invoice", "मूल बिल", lambda t: t.contents.invoice_number),
        Column("Buyer", "ख़रीदार", lambda t: t.contents.buyer.name, mask_name),
        Column("Buyer's GSTIN", "ख़रीदार का GSTIN", lambda t: t.contents.buyer.gstin),
        Column("Place of supply", "आपूर्ति का स्थान", lambda t: t.contents.place_of_supply),
        Column("State code", "राज्य कोड", lambda t: t.contents.place_code),
        Column("HSN", "एचएसएन", lambda t: t.hsn),
        Column("Rate %", "दर %", lambda t: rupees_of(t.rate_basis_points)),
        Column("Pieces", "मात्रा (नग)", lambda t: t.quantity),
        Column("Taxable value", "कर योग्य मूल्य", lambda t: rupees_of(t.taxable)),
        Column("CGST", "सीजीएसटी", lambda t: rupees_of(t.cgst)),
        Column("SGST / UTGST", "एसजीएसटी / यूटीजीएसटी", lambda t: rupees_of(t.sgst)),
        Column("IGST", "आईजीएसटी", lambda t: rupees_of(t.igst)),
        Column("Total", "कुल", lambda t: rupees_of(t.total)),
    ),
)


# -- GSTR-1 --------------------------------------------------------------------------------------


def _not_in_future(month: str) -> str:
    if month > f"{timezone.localdate():%Y-%m}":
        raise PydanticCustomError("month_in_future", "a month to come")
    return month


class ReturnQuery(TaxQuery):
    """The month of a return: this one, as far as it goes, or one that is over."""

    month: Annotated[
        str, Field(pattern=r"^\d{4}-\d{2}$"), AfterValidator(_a_month), AfterValidator(_not_in_future)
    ]


def _own_documents(query: ReturnQuery) -> "QuerySet[Document]":
    """Return the month's documents under the seller's GSTIN; those before the registration say none."""
    return _documents(query).filter(contents__seller__gstin=settings.SHOP["gstin"])


def _write_gstr1(month: Iterable[Supply], export: Export, path: Path) -> None:
    tables = tables_of(month)
    if export.file_format == ExportFormat.JSON:
        first, _ = ReturnQuery.model_validate(export.filters).days()
        filed = gstr1_json(tables, gstin=str(settings.SHOP["gstin"]), month=first)
        path.write_text(json.dumps(filed, ensure_ascii=False), encoding="utf-8")
        return
    shown_name = str if export.full else mask_name
    with XlsxBook(path, scratch=path.parent) as book:
        for table in sheets(tables, language=export.language, shown_name=shown_name):
            sheet = book.add_sheet(table.name, table.titles)
            for row in table.rows:
                sheet.write(row)


_GSTR1 = Kind(
    query=ReturnQuery,
    found=_own_documents,
    lines=supplies,
    columns=(),
    formats=(ExportFormat.JSON, ExportFormat.XLSX),
    write=_write_gstr1,
    needs_gstin=True,
)


# -- E-invoices and Tally ------------------------------------------------------------------------


def _to_businesses(query: ReturnQuery) -> "QuerySet[Document]":
    return _own_documents(query).exclude(contents__buyer__gstin="")


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


_EINVOICES = Kind(
    query=ReturnQuery,
    found=_to_businesses,
    lines=supplies,
    columns=(),
    formats=(ExportFormat.JSON,),
    write=_write_einvoices,
    needs_gstin=True,
    needs_full=True,
)
_TALLY = Kind(
    query=ReturnQuery,
    found=_documents,
    lines=supplies,
    columns=(),
    formats=(ExportFormat.XML,),
    write=_write_vouchers,
    needs_full=True,
)

KINDS: Mapping[str, Kind] = {
    ExportKind.TRANSACTIONS: _TRANSACTIONS,
    ExportKind.ORDERS: _ORDERS,
    ExportKind.USERS: _USERS,
    ExportKind.TAX: _TAX,
    ExportKind.GSTR1: _GSTR1,
    ExportKind.EINVOICES: _EINVOICES,
    ExportKind.TALLY: _TALLY,
}
