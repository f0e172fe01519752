"""Document numbers after a restore from a backup.

Rule 46(b) of the CGST Rules wants consecutive numbers, "in one or multiple series", each unique in its
financial year; rule 53 wants the same of credit notes. Those given after the restore point are with customers
and not here, so nobody knows the next free one. The numbering goes on as another series, whose numbers begin
with the next hundred thousand, and what is skipped is written down: the old series ends with the last
document that customers have.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from project.events.audit import record as audit
from project.invoices.actions.issuing import document_number, documents_of, financial_year
from project.invoices.models import NumberGap, Series, SeriesKind

# Numbers have six digits: nine restores in a financial year.
SERIES_SIZE = 100_000


@transaction.atomic
def skip_lost_numbers(*, since: datetime) -> list[NumberGap]:
    """Skip the numbers that may have been given after `since`, and return the gaps that this makes.

    Idempotent for the same `since`. Only the current financial year gets new numbers.
    """
    year = financial_year(timezone.localdate())
    gaps = []
    for kind in SeriesKind:
        Series.objects.get_or_create(kind=kind, year=year)
        series = Series.objects.select_for_update().get(kind=kind, year=year)
        known = documents_of(kind).filter(year=year, created_at__lte=since)
        newest = known.aggregate(newest=Max("sequence"))["newest"] or 0
        last = (newest // SERIES_SIZE + 1) * SERIES_SIZE
        if series.last >= last:
            continue
        gaps.append(NumberGap.objects.create(kind=kind, year=year, first=series.last + 1, last=last))
        Series.objects.filter(pk=series.pk).update(last=last)
        first_number, last_number = (
            document_number(kind, year, number) for number in (series.last + 1, last)
        )
        audit(
            "shop.numbers_skipped",
            subject=f"series:{last_number.rpartition('/')[0]}",
            actor="after_restore",
            after={"firstNumber": first_number, "lastNumber": last_number},
        )
    return gaps
