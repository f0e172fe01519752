"""GSTR-1, the monthly return of outward supplies: from the month's documents to the tables of the form.

The tables are those of rule 59 of the CGST Rules. What the law wants document by document is kept so; all
else is added up while the documents go by, so that a month of any size is read once. Amounts are paise.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from project.invoices.contents import Row
from project.invoices.taxes.supplies import Supply

# "B2C (Large)": inter-state invoices to unregistered persons above ₹1 lakh are listed one by one, since
# August 2024 (notification 12/2024-Central Tax; ₹2.5 lakh before).
LARGE_PAISE = 100_000_00
# Services have codes of chapter 99, and no quantity in the HSN summary.
_SERVICES = "99"


@dataclass
class Amounts:
    """A sum of rows."""

    taxable: int = 0
    igst: int = 0
    cgst: int = 0
    sgst: int = 0

    def add(self, row: "Row | Amounts", sign: int) -> None:
        """Count a row, or another sum, in."""
        self.taxable += sign * row.taxable
        self.igst += sign * row.igst
        self.cgst += sign * row.cgst
        self.sgst += sign * row.sgst

    @property
    def tax(self) -> int:
        """All taxes."""
        return self.igst + self.cgst + self.sgst


@dataclass
class HsnSum(Amounts):
    """Supplies under one HSN code at one rate; `total` is with tax and rounding."""

    quantity: int = 0
    total: int = 0


@dataclass(frozen=True)
class Listed:
    """A document that the return names; `rates` are its taxed rows added up by rate, in basis points."""

    number: str
    issued_on: date
    # With everything that stands on it, untaxed rows and rounding too.
    total: int
    gstin: str
    buyer: str
    place_code: str
    interstate: bool
    rates: dict[int, Amounts]


@dataclass
class NumberRun:
    """Consecutive numbers, each of a document of the return."""

    first: str
    last: str
    last_sequence: int
    issued: int = 1


@dataclass
class Tables:
    """The return's tables, by the names that the portal and its offline tool give them."""

    # Under which all its documents were issued.
    gstin: str = ""
    # To registered buyers, and the credit notes of these invoices.
    b2b: list[Listed] = field(default_factory=list)
    cdnr: list[Listed] = field(default_factory=list)
    # Large inter-state invoices to consumers, and the credit notes of these.
    b2cl: list[Listed] = field(default_factory=list)
    cdnur: list[Listed] = field(default_factory=list)
    # All other supplies to consumers less their credit notes, by (interstate, place of supply, rate).
    b2cs: dict[tuple[bool, str, int], Amounts] = field(default_factory=dict)
    # Untaxed supplies less credit notes, by (interstate, to a registered buyer).
    exempt: dict[tuple[bool, bool], int] = field(default_factory=dict)
    # By (code, rate), of supplies to registered buyers and to consumers.
    hsn_b2b: dict[tuple[str, int], HsnSum] = field(default_factory=dict)
    hsn_b2c: dict[tuple[str, int], HsnSum] = field(default_factory=dict)
    # Documents issued.
    invoices: list[NumberRun] = field(default_factory=list)
    credit_notes: list[NumberRun] = field(default_factory=list)


def tables_of(month: Iterable[Supply]) -> Tables:
    """Return the tables of a month's documents of one GSTIN, which come in the order of their numbers.

    A supply with the rate 0 stands in the table of exempted ones, whoever bought it: goods without GST are
    without it by notification 10/2025-Central Tax (Rate), puja goods such as rudraksha among them.
    """
    tables = Tables()
    for supply in month:
        seller = supply.contents.seller.gstin
        if seller != (tables.gstin or seller):
            raise ValueError(f"{supply.number} is of {seller}, and the return of {tables.gstin}")
        tables.gstin = seller
        _count_number(tables.credit_notes if supply.is_credit_note else tables.invoices, supply)
        if supply.contents.tax_stays:
            continue  # too late to be declared; its number is, among the documents issued
        rates: dict[int, Amounts] = {}
        for row in supply.contents.rows:
            _count_hsn(tables.hsn_b2b if supply.is_registered else tables.hsn_b2c, row, supply)
            if row.rate_basis_points:
                rates.setdefault(row.rate_basis_points, Amounts()).add(row, 1)
            else:
                key = (supply.contents.interstate, supply.is_registered)
                tables.exempt[key] = tables.exempt.get(key, 0) + supply.sign * row.taxable
        # A credit note has all rows of its invoice, also those it takes nothing back of.
        rates = {rate: amounts for rate, amounts in rates.items() if amounts.taxable or amounts.tax}
        if rates:
            _count_taxed(tables, supply, rates)
    return tables


def is_large(supply: Supply) -> bool:
    """Return whether the return names this consumer's invoice, or the credit note of such a one."""
    return supply.contents.interstate and supply.invoice_paise > LARGE_PAISE


def _count_taxed(tables: Tables, supply: Supply, rates: dict[int, Amounts]) -> None:
    contents = supply.contents
    if supply.is_registered or is_large(supply):
        listed = Listed(
            number=supply.number,
            issued_on=supply.issued_on,
            total=contents.total,
            gstin=contents.buyer.gstin,
            buyer=contents.buyer.name,
            place_code=contents.place_code,
            interstate=contents.interstate,
            rates=rates,
        )
        if supply.is_registered:
            (tables.cdnr if supply.is_credit_note else tables.b2b).append(listed)
        else:
            (tables.cdnur if supply.is_credit_note else tables.b2cl).append(listed)
        return
    for rate, amounts in rates.items():
        key = (contents.interstate, contents.place_code, rate)
        tables.b2cs.setdefault(key, Amounts()).add(amounts, supply.sign)


def _count_hsn(table: dict[tuple[str, int], HsnSum], row: Row, supply: Supply) -> None:
    known = table.setdefault((row.hsn, row.rate_basis_points), HsnSum())
    known.add(row, supply.sign)
    known.total += supply.sign * row.total
    if not row.hsn.startswith(_SERVICES):
        known.quantity += supply.sign * row.quantity


def _count_number(runs: list[NumberRun], supply: Supply) -> None:
    """Count a document's number.

    What lies between two runs was issued under another GSTIN, or lost and written down (`number_gaps`); the
    database refuses any other gap. Nothing is cancelled: a document is taken back by a credit note.
    """
    run = runs[-1] if runs else None
    if run and (run.last_sequence + 1, _series(run.last)) == (supply.sequence, _series(supply.number)):
        run.last, run.last_sequence = supply.number, supply.sequence
        run.issued += 1
    else:
        runs.append(NumberRun(supply.number, supply.number, supply.sequence))


def _series(number: str) -> str:
    return number.rpartition("/")[0]
