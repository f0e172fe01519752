"""Staff's list of discount codes with their figures, which cost the same however many orders there are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Case, Count, F, Min, Q, QuerySet, Sum, TextChoices, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from project.core.lists import bounded_count
from project.discounts.models import DiscountRollup
from project.orders.discounts import normal_code
from project.orders.models import DiscountCode, Order, OrderQuerySet

# Days of a code's chart, today included.
CHART_DAYS = 90


class DiscountStatus(TextChoices):
    """Status of a code at this moment; the first that applies, in this order."""

    ARCHIVED = "archived"
    OFF = "off"
    ENDED = "ended"
    USED_UP = "used_up"
    SCHEDULED = "scheduled"
    RUNNING = "running"


@dataclass(frozen=True)
class CodeFilter:
    """Filters of staff; empty values are ignored.

    Without a status there are all that are not archived; without a batch, all that were made one by one, and
    those of batches as well when something is searched for.
    """

    search: str = ""
    status: str = ""
    batch: str = ""
    sort: str = "newest"


@dataclass(frozen=True)
class CodeFigures:
    """Figures of a code: uses (`OrderQuerySet.with_code`), paid orders, net revenue, discounts."""

    status: str
    uses: int
    paid_orders: int
    revenue_paise: int
    discount_paise: int


@dataclass(frozen=True)
class DayFigures:
    """Uses of a code by orders that were placed on a day, and what is left of their money (net revenue)."""

    day: date
    uses: int
    revenue_paise: int


_SORTS: Mapping[str, tuple[Any, ...]] = {
    "newest": ("-created_at", "-pk"),
    "code": ("code",),
    "ends": (F("ends_at").asc(nulls_last=True), "-pk"),
    "uses": ("-uses", "-pk"),
    "revenue": ("-revenue_paise", "-pk"),
}
_BY_FIGURES = ("uses", "revenue")


def with_figures(codes: QuerySet[DiscountCode]) -> QuerySet[DiscountCode]:
    """Return the codes with the fields of `CodeFigures`."""
    now = timezone.now()
    paid = Q(figures__is_paid=True)
    # A cancelled order of nothing stays paid: it has no refund.
    kept = paid & Q(figures__is_use=True)
    return codes.annotate(
        uses=Coalesce(Sum("figures__row_count", filter=Q(figures__is_use=True)), 0),
        paid_orders=Coalesce(Sum("figures__row_count", filter=kept), 0),
        revenue_paise=Coalesce(Sum("figures__net_paise"), 0),
        discount_paise=Coalesce(Sum("figures__discount_paise", filter=kept), 0),
        status=Case(
            When(archived_at__isnull=False, then=Value(DiscountStatus.ARCHIVED)),
            When(is_active=False, then=Value(DiscountStatus.OFF)),
            When(ends_at__lte=now, then=Value(DiscountStatus.ENDED)),
            When(limit__lte=F("uses"), then=Value(DiscountStatus.USED_UP)),
            When(starts_at__gt=now, then=Value(DiscountStatus.SCHEDULED)),
            default=Value(DiscountStatus.RUNNING),
        ),
    )


def figures_of(codes: Iterable[DiscountCode]) -> dict[int, CodeFigures]:
    """Return the figures of these codes by key, in one query."""
    found = with_figures(DiscountCode.objects.filter(pk__in=[code.pk for code in codes]))
    names = ("status", "uses", "paid_orders", "revenue_paise", "discount_paise")
    return {row.pop("pk"): CodeFigures(**row) for row in found.values("pk", *names)}


def find_codes(wanted: CodeFilter) -> QuerySet[DiscountCode]:
    """Return the codes that match, in order."""
    found = DiscountCode.objects.filter(archived_at__isnull=wanted.status != DiscountStatus.ARCHIVED)
    for word in wanted.search.split():
        code = normal_code(word)
        found = found.filter(Q(code__icontains=code) | Q(note__icontains=word) | Q(batch=code))
    if wanted.batch and wanted.batch != "all":
        found = found.filter(batch=wanted.batch)
    elif not wanted.batch and not wanted.search.strip():
        found = found.filter(batch="")
    if wanted.status or wanted.sort in _BY_FIGURES:
        found = with_figures(found)
        if wanted.status:
            found = found.filter(Q(status=wanted.status))
    return found.order_by(*_SORTS[wanted.sort])


def page_of_codes(
    wanted: CodeFilter, *, page: int, limit: int, as_of: datetime
) -> tuple[list[DiscountCode], int]:
    """Return a page of the codes that match and were there at that moment, and how many there are."""
    start = (page - 1) * limit
    found = find_codes(wanted).filter(created_at__lte=as_of)
    keys = list(found.values_list("pk", flat=True)[start : start + limit])
    codes = DiscountCode.objects.in_bulk(keys)
    # Their number does not depend on the order, for which all figures may be needed.
    total = find_codes(replace(wanted, sort="newest")).filter(created_at__lte=as_of).count()
    return [codes[key] for key in keys if key in codes], total


def by_day(code: DiscountCode) -> list[DayFigures]:
    """Return the code's figures of the last days, those without any included, since it was made."""
    today = timezone.localdate()
    first = max(timezone.localdate(code.created_at), today - timedelta(days=CHART_DAYS - 1))
    rows = (
        DiscountRollup.objects.filter(discount_code=code, day__gte=first)
        .values("day")
        .annotate(
            uses=Coalesce(Sum("row_count", filter=Q(is_use=True)), 0),
            revenue_paise=Coalesce(Sum("net_paise"), 0),
        )
    )
    figures = {row["day"]: DayFigures(**row) for row in rows}
    days = (first + timedelta(days=number) for number in range((today - first).days + 1))
    return [figures.get(day, DayFigures(day, 0, 0)) for day in days]


def page_of_orders(
    code: DiscountCode, *, page: int, limit: int, as_of: datetime
) -> tuple[OrderQuerySet, int]:
    """Return a page of the orders that have the code, the newest first, and how many there are.

    Those that are no use of it are included, those that came after that moment are not.
    """
    rows = DiscountRollup.objects.filter(discount_code=code)
    total = int(rows.aggregate(rows=Sum("row_count", default=0))["rows"])
    found = Order.objects.filter(discount_code=code)
    total -= bounded_count(found.filter(created_at__gt=as_of))[0]
    start = (page - 1) * limit
    if start >= total:
        return Order.objects.none(), total
    newest = ("-created_at", "-pk")
    # In the index of just this order.
    keys = found.filter(created_at__lte=as_of).order_by(*newest).values("pk")[start : start + limit]
    return Order.objects.filter(pk__in=keys).order_by(*newest), total


def batches() -> list[dict[str, Any]]:
    """Return the batches, the newest first, with the fields of `DiscountBatch`."""
    made = DiscountCode.objects.exclude(batch="").values("batch")
    found = made.annotate(
        example=Min("code"),
        codes=Count("pk"),
        active=Count("pk", filter=Q(is_active=True)),
        newest=Min("pk"),
    ).order_by("-newest")
    uses = dict(
        DiscountRollup.objects.filter(is_use=True)
        .exclude(discount_code__batch="")
        .values_list("discount_code__batch")
        .annotate(Sum("row_count"))
    )
    return [row | {"uses": uses.get(row["batch"], 0)} for row in found]
