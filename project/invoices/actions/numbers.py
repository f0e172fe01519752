"""The numbers of documents: without gaps in each series of a financial year."""

from collections.abc import Callable
from datetime import date

from django.db import connection
from django.db.models import QuerySet

from project.core.shop import shop
from project.invoices.models import Document, SeriesKind


def financial_year(day: date) -> str:
    """Return the Indian financial year of a day, April to March: "26-27"."""
    first = day.year if day.month >= 4 else day.year - 1
    return f"{first % 100:02}-{(first + 1) % 100:02}"


def document_number(series: SeriesKind, year: str, sequence: int) -> str:
    """Return the number as it stands on a document: "AKS/26-27/000001"."""
    tax = shop().tax
    prefixes = {
        SeriesKind.INVOICE: tax.invoice_prefix,
        SeriesKind.CREDIT_NOTE: tax.credit_note_prefix,
        SeriesKind.BILL_OF_SUPPLY: tax.bill_of_supply_prefix,
    }
    return f"{prefixes[series]}/{year}/{sequence:06}"


def documents_of(series: SeriesKind) -> QuerySet[Document]:
    """Return the documents that are numbered together."""
    if series == SeriesKind.BILL_OF_SUPPLY:
        return Document.objects.filter(bill_of_supply=True)
    return Document.objects.filter(kind=series, bill_of_supply=False)


def take_number(kind: SeriesKind, clock: Callable[[], date]) -> tuple[date, str, int]:
    """Return day, financial year and the next number of it; the year's row is locked until the commit."""
    year = financial_year(clock())
    number = _count(kind, year, 1)
    day = clock()
    if financial_year(day) != year:  # it turned while we waited for the lock
        _count(kind, year, -1)
        return take_number(kind, clock)
    return day, year, number


def _count(kind: SeriesKind, year: str, step: int) -> int:
    """Lock the row of the year's series, count its last number on and return it; the first one begins it."""
    statement = (
        "INSERT INTO invoices_series AS series (kind, year, last) VALUES (%s, %s, 1)"
        " ON CONFLICT (kind, year) DO UPDATE SET last = series.last + %s RETURNING last"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [kind, year, step])
        return int(cursor.fetchone()[0])
