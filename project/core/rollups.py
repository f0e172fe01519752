"""Statistics kept incrementally: a rollup table holds sums over the rows of a large one, by day and status.

Triggers of the database write a signed row into the rollup whenever a row of the source is inserted, deleted
or changed, in that transaction: what was is subtracted, what is now is added. Rows are only inserted, so
purchases never wait for each other's counters and nothing can deadlock; why not one row that is counted up:
`project/core/README.md`. The worker merges the rows of a day every minute. A reader adds them up and finds in
every snapshot what a query over the source would, however many rows that has.

For lists and figures only; nothing about money is decided by them. The ledger audit verifies and repairs
them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone

from project.core.days import start_of_day
from project.core.trigger_installation import Triggers

# Days that one statement verifies: it reads all of their source rows.
DAYS_AT_A_TIME = 31
# Rows of one day that one merge takes.
MERGED_AT_A_TIME = 20_000


class Rollup(models.Model):
    """Number of source rows with these keys, and their sums; many rows may have the same keys."""

    SUMS: tuple[str, ...] = ()

    # The Indian day of the source row's moment.
    day = models.DateField()
    row_count = models.BigIntegerField()
    # Made by `merge`; all others are as the triggers wrote them.
    is_merged = models.BooleanField(default=False, db_default=False)

    class Meta:
        abstract = True

    @classmethod
    def keys(cls) -> list[str]:
        """Return the names of the columns by which it is grouped."""
        sums = {"id", "row_count", "is_merged", *cls.SUMS}
        return [field.attname for field in cls._meta.concrete_fields if field.attname not in sums]

    @classmethod
    def sums(cls) -> list[str]:
        """Return the names of the columns that are added up."""
        return ["row_count", *cls.SUMS]


@dataclass(frozen=True)
class Source:
    """The rows a rollup is about, in SQL that both engines understand; `{row}` stands for the row's name.

    `moment` is the column, with an index, that decides the day. A key whose SQL is None is a column of that
    name.
    """

    table: str
    rollup: str
    moment: str
    keys: Mapping[str, str | None]
    sums: tuple[str, ...]
    # Columns that a key's SQL uses; a change of no other column counts.
    watched: tuple[str, ...]
    # SQL of which rows are counted; empty is all.
    condition: str = ""

    def where(self, row: str) -> str:
        """Return the SQL of whether the row is counted."""
        return self.condition.format(row=row) or "TRUE"


def day_of(column: str, vendor: str) -> str:
    """Return the SQL of the Indian day of a moment."""
    if vendor == "postgresql":
        return f"({column} AT TIME ZONE 'Asia/Kolkata')::date"
    return f"date({column}, '+330 minutes')"


def _selected(source: Source, row: str, vendor: str) -> list[str]:
    """Return the SQL of the day and the keys of a row."""
    keys = [day_of(f"{row}.{source.moment}", vendor)]
    for name, sql in source.keys.items():
        if sql is None:
            keys.append(f"{row}.{name}")
        elif sql.startswith("day:"):
            keys.append(day_of(f"{row}.{sql.removeprefix('day:')}", vendor))
        else:
            keys.append(f"({sql.format(row=row)})")
    return keys


def _insert(source: Source, row: str, sign: str, vendor: str) -> str:
    columns = ["day", *source.keys, "row_count", *source.sums]
    sums = ["1", *(f"{row}.{name}" for name in source.sums)]
    values = [*_selected(source, row, vendor), *(f"{sign}{value}" for value in sums)]
    names = ", ".join(columns)
    return f"INSERT INTO {source.rollup} ({names}) SELECT {', '.join(values)} WHERE {source.where(row)};"


def rollup_triggers(source: Source) -> Triggers:
    """Return the triggers of a source, after which its rollup is repaired.

    In transactions of its own: rows that came since the triggers are in both tables, so that nobody has to be
    kept from writing.
    """
    watched = sorted({source.moment, *source.watched, *source.sums})
    events = ("insert", "delete", "update")
    return Triggers(
        postgres=[_on_postgres(source, watched)],
        sqlite=[_on_sqlite(source, watched, event) for event in events],
        catch_up=partial(repair_rollup, source),
    )


def _on_postgres(source: Source, watched: list[str]) -> str:
    old, new = (", ".join(f"{row}.{name}" for name in watched) for row in ("OLD", "NEW"))
    return f"""
CREATE OR REPLACE FUNCTION {source.rollup}_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND ({old}) IS NOT DISTINCT FROM ({new}) THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN {_insert(source, "OLD", "-", "postgresql")} END IF;
    IF TG_OP <> 'DELETE' THEN {_insert(source, "NEW", "+", "postgresql")} END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER {source.rollup}_rows AFTER INSERT OR UPDATE OR DELETE ON {source.table}
    FOR EACH ROW EXECUTE FUNCTION {source.rollup}_add();
"""


def _on_sqlite(source: Source, watched: list[str], event: str) -> str:
    subtract, add = (_insert(source, row, sign, "sqlite") for row, sign in (("OLD", "-"), ("NEW", "+")))
    changed = " OR ".join(f"OLD.{name} IS NOT NEW.{name}" for name in watched)
    condition, work = {
        "insert": ("", add),
        "delete": ("", subtract),
        "update": (f"WHEN {changed} ", subtract + add),
    }[event]
    name = f"{source.rollup}_{event}"
    return f"CREATE TRIGGER {name} AFTER {event.upper()} ON {source.table} {condition}BEGIN {work} END"


def repair_rollup(source: Source) -> int:
    """Verify a rollup against its source and insert what is missing; return how many groups were wrong.

    One statement reads both tables in one snapshot, so that writers need not be kept out.
    """
    vendor = connection.vendor
    keys = ["day", *source.keys]
    sums = ["row_count", *source.sums]
    columns = ", ".join([*keys, *sums])
    counted = ", ".join(
        [
            *(
                f"{sql} AS {name}"
                for name, sql in zip(keys, _selected(source, "source", vendor), strict=True)
            ),
            "COUNT(*) AS row_count",
            *(f"SUM(source.{name}) AS {name}" for name in source.sums),
        ]
    )
    groups = ", ".join(str(number) for number in range(1, len(keys) + 1))
    held = ", ".join([*keys, *(f"-SUM({name})" for name in sums)])
    total = ", ".join([*keys, *(f"SUM({name})" for name in sums)])
    wrong = " OR ".join(f"SUM({name}) <> 0" for name in sums)
    statement = f"""
        INSERT INTO {source.rollup} ({columns})
        SELECT {total} FROM (
            SELECT {counted} FROM {source.table} AS source
            WHERE source.{source.moment} >= %s AND source.{source.moment} < %s
                AND {source.where("source")} GROUP BY {groups}
            UNION ALL
            SELECT {held} FROM {source.rollup} WHERE day >= %s AND day < %s GROUP BY {groups}
        ) AS difference GROUP BY {groups} HAVING {wrong}
    """
    corrected = 0
    for first, end in _spans(source):
        with transaction.atomic(), connection.cursor() as cursor:
            if vendor == "postgresql":
                # Of two repairs at once the second finds nothing to do; writers are not kept waiting.
                cursor.execute(f"LOCK TABLE {source.rollup} IN SHARE UPDATE EXCLUSIVE MODE")
            adapt = connection.ops.adapt_datetimefield_value
            moments = [adapt(start_of_day(day)) for day in (first, end)]
            cursor.execute(statement, [*moments, first.isoformat(), end.isoformat()])
            corrected += max(0, cursor.rowcount)
    return corrected


def _spans(source: Source) -> Iterator[tuple[date, date]]:
    """Yield spans of days, the end not included, that together hold all rows of both tables."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT MIN({source.moment}), MAX({source.moment}) FROM {source.table} AS source"
            f" WHERE {source.where('source')}"
        )
        moments = [_as_moment(value) for value in cursor.fetchone() if value is not None]
        cursor.execute(f"SELECT MIN(day), MAX(day) FROM {source.rollup}")
        days = [_as_day(value) for value in cursor.fetchone() if value is not None]
    days += [timezone.localdate(moment) for moment in moments]
    if not days:
        return
    day, last = min(days), max(days)
    while day <= last:
        end = day + timedelta(days=DAYS_AT_A_TIME)
        yield day, end
        day = end


def _as_day(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _as_moment(value: datetime | str) -> datetime:
    """Return a moment as it comes out of a plain cursor."""
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return moment if timezone.is_aware(moment) else moment.replace(tzinfo=UTC)


def merge(rollup: type[Rollup]) -> int:
    """Merge what the triggers wrote, a day at a time; return how many rows that was.

    Sums are the same in every snapshot: the rows of a day are replaced in one transaction. Those that
    somebody else is merging are left to them.
    """
    merged = 0
    for day in list(rollup._default_manager.filter(is_merged=False).values_list("day", flat=True).distinct()):
        merged += _merge_day(rollup, day)
    return merged


@transaction.atomic
def _merge_day(rollup: type[Rollup], day: date) -> int:
    keys, sums = rollup.keys(), rollup.sums()
    found = (
        rollup._default_manager.select_for_update(skip_locked=True)
        .filter(day=day)
        .order_by("is_merged", "pk")
    )
    rows = list(found[:MERGED_AT_A_TIME].values("pk", *keys, *sums))
    totals: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0] * len(sums))
    for row in rows:
        total = totals[tuple(row[key] for key in keys)]
        for position, name in enumerate(sums):
            total[position] += row[name]
    rollup._default_manager.filter(pk__in=[row["pk"] for row in rows]).delete()
    rollup._default_manager.bulk_create(
        rollup(**dict(zip(keys, group, strict=True)), **dict(zip(sums, total, strict=True)), is_merged=True)
        for group, total in totals.items()
        if any(total)
    )
    return len(rows)
