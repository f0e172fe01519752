"""Checksums of tables: the ledger audit finds each row that was changed, added or removed past the triggers.

Triggers add up the hashes of a table's rows, by blocks of a thousand keys: a change adds the difference of
the row's two hashes, in its transaction. Rows are only inserted, as in `rollups`. The audit hashes the rows
again, whatever their columns, so a new column needs no rule: whoever changes a value with triggers switched
off leaves a block with another sum. What is changed through the triggers is for the audit's other rules.

The triggers depend on the columns there are. When they are installed, their table is taken as it is.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, models, transaction

from project.core.models import RowChecksum
from project.core.trigger_installation import Triggers

# Tables of money, stock and papers.
TABLES = (
    "catalog.Certificate",
    "catalog.Product",
    "catalog.ProductOption",
    "catalog.StockMovement",
    "cod.CashOnDelivery",
    "invoices.Document",
    "invoices.DocumentFile",
    "invoices.DueDocument",
    "invoices.NumberGap",
    "invoices.Series",
    "orders.DiscountCode",
    "orders.Order",
    "orders.OrderLine",
    "orders.PieceCertificate",
    "payments.BankAccount",
    "payments.BankLine",
    "payments.BankMatch",
    "payments.BankStatement",
    "payments.Case",
    "payments.Dispute",
    "payments.Movement",
    "payments.Payment",
    "payments.Payout",
    "payments.Refund",
    "payments.Statement",
    "payments.StatementLine",
    "returns.Claim",
    "returns.Return",
    "returns.ReturnLine",
)
BLOCK = 1000
# Keys whose rows one statement hashes: some tenths of a second.
BLOCKS_AT_A_TIME = 20
# Of a hash: so many can be added up in 64 bits, each times its place in the block.
_MASK = (1 << 40) - 1


@dataclass(frozen=True)
class _Table:
    """A table, with its columns as they are in the database."""

    model: type[models.Model]
    columns: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.model._meta.db_table

    def hash_of(self, row: str) -> str:
        """Return the SQL of the hash of a row, by its alias."""
        if connection.vendor == "postgresql":
            return f"(hash_record_extended({row}.*, 0) & {_MASK})"
        values = (f'{row}."{column}"' for column in self.columns)
        return f"row_hash({', '.join(values)})"


def _tables(labels: Iterable[str] = TABLES) -> Iterator[_Table]:
    with connection.cursor() as cursor:
        for label in labels:
            model = apps.get_model(label)
            found = connection.introspection.get_table_description(cursor, model._meta.db_table)
            yield _Table(model, tuple(column.name for column in found))


# -- Triggers --------------------------------------------------------------------------------------

_EVENTS = {"insert": "NEW", "update": "NEW", "delete": "OLD"}
_ADDED = "INSERT INTO core_rowchecksum (table_name, block, total, weighted, is_merged)"
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION core_add_row_checksum() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    change bigint := 0;
    key bigint;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        key := OLD.id;
        change := -(hash_record_extended(OLD, 0) & {_MASK});
    END IF;
    IF TG_OP <> 'DELETE' THEN
        key := NEW.id;
        change := change + (hash_record_extended(NEW, 0) & {_MASK});
    END IF;
    IF change <> 0 THEN
        {_ADDED} VALUES (TG_TABLE_NAME, key / {BLOCK}, change, change * (key % {BLOCK} + 1), FALSE);
    END IF;
    RETURN NULL;
END $$
"""


def triggers() -> Iterator[Triggers]:
    """Yield the triggers of each table."""
    return map(_triggers, list(_tables()))


def _triggers(table: _Table) -> Triggers:
    # The function has no use for the columns: they make other triggers of other columns.
    call = f"core_add_row_checksum('{', '.join(table.columns)}')"
    old, new = (table.hash_of(row) for row in ("OLD", "NEW"))
    change = {"insert": new, "update": f"{new} - {old}", "delete": f"-{old}"}
    return Triggers(
        postgres=[
            _FUNCTION,
            f"CREATE TRIGGER row_checksum AFTER INSERT OR UPDATE OR DELETE ON {table.name}"
            f" FOR EACH ROW EXECUTE FUNCTION {call}",
        ],
        sqlite=[
            f"CREATE TRIGGER {table.name}_row_checksum_{event} AFTER {event.upper()} ON {table.name}"
            f" BEGIN {_ADDED} SELECT '{table.name}', {row}.id / {BLOCK}, change,"
            f" change * ({row}.id % {BLOCK} + 1), FALSE FROM (SELECT {change[event]} AS change)"
            " WHERE change <> 0; END"
            for event, row in _EVENTS.items()
        ],
        catch_up=partial(_take_as_it_is, table),
    )


# -- Verification ----------------------------------------------------------------------------------


def differences(labels: Iterable[str] = TABLES) -> Iterator[str]:
    """Yield the rows of these tables that differ from their checksums."""
    for table in list(_tables(labels)):
        if not _triggers(table).is_installed():
            yield f"{table.name}: its checksum triggers are missing or off; manage.py migrate makes them"
        for first, end in _spans(table):
            yield from _of_blocks(table, first, end)


def changed_differences() -> Iterator[str]:
    """Yield the differences of the blocks in which something changed since `merge` ran."""
    unmerged = RowChecksum.objects.filter(is_merged=False)
    blocks: dict[str, set[int]] = {}
    for name, block in unmerged.values_list("table_name", "block").distinct():
        blocks.setdefault(name, set()).add(block)
    for table in list(_tables()):
        for block in sorted(blocks.get(table.name, ())):
            yield from _of_blocks(table, block, block + 1)


def _spans(table: _Table) -> Iterator[tuple[int, int]]:
    """Yield spans of blocks, the end not included, that together hold all rows and all checksums."""
    keys = table.model._base_manager.aggregate(first=models.Min("pk"), last=models.Max("pk"))
    sums = RowChecksum.objects.filter(table_name=table.name)
    blocks = sums.aggregate(first=models.Min("block"), last=models.Max("block"))
    found = [number for number in blocks.values() if number is not None]
    found += [key // BLOCK for key in keys.values() if key is not None]
    if found:
        for first in range(min(found), max(found) + 1, BLOCKS_AT_A_TIME):
            yield first, first + BLOCKS_AT_A_TIME


def _difference_sql(table: _Table) -> str:
    """Return the SQL of what is missing in the checksums of a span of blocks, by block, in one snapshot."""
    place = f"id / {BLOCK}"
    return f"""
        SELECT block, SUM(total) AS total, SUM(weighted) AS weighted FROM (
            SELECT {place} AS block, SUM(hash) AS total, SUM(hash * (id %% {BLOCK} + 1)) AS weighted
            FROM (
                SELECT id, {table.hash_of("t")} AS hash FROM {table.name} AS t WHERE id >= %s AND id < %s
            ) AS hashed
            GROUP BY {place}
            UNION ALL
            SELECT block, -SUM(total), -SUM(weighted) FROM core_rowchecksum
            WHERE table_name = %s AND block >= %s AND block < %s GROUP BY block
        ) AS sums GROUP BY block HAVING SUM(total) <> 0 OR SUM(weighted) <> 0
    """


def _parameters(table: _Table, first: int, end: int) -> list[Any]:
    return [first * BLOCK, end * BLOCK, table.name, first, end]


def _of_blocks(table: _Table, first: int, end: int) -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute(_difference_sql(table), _parameters(table, first, end))
        wrong = cursor.fetchall()
    for block, total, weighted in wrong:
        name = _named(table, int(block), int(total), int(weighted))
        yield f"{name}: changed, added or removed past the shop"


def _named(table: _Table, block: int, total: int, weighted: int) -> str:
    """Name the row, where it is one alone: then the weighted difference is the difference times its place."""
    place, rest = divmod(weighted, total) if total else (0, 1)
    if rest or not 1 <= place <= BLOCK:
        return f"{table.name} {block * BLOCK} to {(block + 1) * BLOCK - 1}"
    key = block * BLOCK + place - 1
    try:
        return f"{table.name} {key} ({table.model._base_manager.get(pk=key)})"
    except ObjectDoesNotExist:  # the row itself, or what its name is made of
        return f"{table.name} {key}"


def take_as_they_are() -> None:
    """Take the rows of every table as they are, such as those that were written without triggers."""
    for table in list(_tables()):
        _take_as_it_is(table)


def _take_as_it_is(table: _Table) -> None:
    """Add what is missing in the checksums; nobody has to be kept from writing meanwhile."""
    for first, end in _spans(table):
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("LOCK TABLE core_rowchecksum IN SHARE UPDATE EXCLUSIVE MODE")
            cursor.execute(
                f"{_ADDED} SELECT %s, block, total, weighted, TRUE FROM ({_difference_sql(table)}) AS m",
                [table.name, *_parameters(table, first, end)],
            )


def merge() -> None:
    """Merge what the triggers wrote, block by block; what somebody else is merging is left to them."""
    blocks = RowChecksum.objects.filter(is_merged=False).values_list("table_name", "block").distinct()
    for table_name, block in list(blocks):
        with transaction.atomic():
            rows = RowChecksum.objects.select_for_update(skip_locked=True)
            found = list(rows.filter(table_name=table_name, block=block))
            RowChecksum.objects.filter(pk__in=[row.pk for row in found]).delete()
            RowChecksum.objects.create(
                table_name=table_name,
                block=block,
                total=sum(row.total for row in found),
                weighted=sum(row.weighted for row in found),
                is_merged=True,
            )
