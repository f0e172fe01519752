"""Actions of staff on discount codes: create, edit, switch on and off, remove.

Each holds the code's row, as an order does that takes a use of it (`project/orders/discounts.py`). So every
order is priced by the rule before the edit or by the one after it; orders that have a price keep it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from project.catalog.editable_fields import edit_conflict_data
from project.core.errors import Conflict, ErrorCode, NotFound
from project.core.identifiers import random_id
from project.core.locks import lock_names
from project.discounts.editable_fields import code_state
from project.events.audit import record
from project.events.publish import publish
from project.events.undo import find_undoable
from project.orders.discounts import normal_code
from project.orders.models import DiscountCode, Order

TOPIC = "staff:discounts"
# 40 random bits: of five thousand codes, the limit on typed codes lets nobody guess one.
RANDOM_CHARACTERS = 8


class DiscountChanged(Conflict):
    """The code is no longer what the caller edited; `data` says what it is now and by whom."""

    code = ErrorCode.DISCOUNT_CHANGED


@transaction.atomic
def create_code(name: str, fields: Mapping[str, Any], *, actor: str) -> DiscountCode:
    """Add a code. Raises DISCOUNT_EXISTS."""
    # Whether the name is taken is read before the insert: after a refused one it may have been deleted.
    lock_names([f"discount:{name}"])
    if DiscountCode.objects.filter(code=name).exists():
        raise Conflict(name, errors={"code": ErrorCode.DISCOUNT_EXISTS}, code=ErrorCode.DISCOUNT_EXISTS)
    code = DiscountCode.objects.create(code=name, **fields)
    _log(code.subject, "discount.created", actor=actor, after=code_state(code))
    return code


@transaction.atomic
def change_code(name: str, fields: Mapping[str, Any], *, version: int | None, actor: str) -> DiscountCode:
    """Bring the code to this state; `version` is the one it was edited from, None whichever it has.

    A limit below the uses is allowed: nobody can use the code any more.

    Raises NotFound, DISCOUNT_ARCHIVED, DiscountChanged.
    """
    code = _lock(name)
    if code.archived_at is not None:
        raise Conflict(name, code=ErrorCode.DISCOUNT_ARCHIVED)
    before = code_state(code)
    if version is not None and version != code.version:
        raise DiscountChanged(
            f"{code}: edited as {version}, now {code.version}",
            data=edit_conflict_data(code.subject, before, edited_from=version, version=code.version),
        )
    for field, value in fields.items():
        setattr(code, field, value)
    if code_state(code) != before:
        _save(code, "discount.changed", before=before, actor=actor)
    return code


@transaction.atomic
def switch(name: str, *, active: bool, actor: str) -> DiscountCode:
    """Switch the code on or off, whatever anybody edits; idempotent.

    Raises NotFound, DISCOUNT_ARCHIVED for one that is to be switched on.
    """
    code = _lock(name)
    if code.is_active == active:
        return code
    if code.archived_at is not None:
        raise Conflict(name, code=ErrorCode.DISCOUNT_ARCHIVED)
    before = code_state(code)
    code.is_active = active
    _save(code, "discount.switched", before=before, actor=actor)
    return code


@transaction.atomic
def remove_code(name: str, *, actor: str) -> bool:
    """Delete a code that no order has; return whether orders have it and it is archived instead. Idempotent.

    Raises NotFound.
    """
    code = _lock(name)
    if Order.objects.filter(discount_code=code).exists():
        _archive(code, actor=actor)
        return True
    _log(code.subject, "discount.deleted", actor=actor, before=code_state(code))
    code.delete()
    return False


@transaction.atomic
def archive_code(name: str, *, actor: str) -> DiscountCode:
    """Keep the code out of sight and of use; idempotent. Raises NotFound."""
    code = _lock(name)
    _archive(code, actor=actor)
    return code


def _archive(code: DiscountCode, *, actor: str) -> None:
    if code.archived_at is None:
        before = code_state(code)
        code.archived_at, code.is_active = timezone.now(), False
        _save(code, "discount.archived", before=before, actor=actor)


@transaction.atomic
def undo(name: str, *, version: int, actor: str) -> DiscountCode:
    """Take back that this person has just archived the code, or switched it on or off; idempotent.

    Raises NotFound, UndoRefused.
    """
    code = _lock(name)
    entry = find_undoable(
        code.subject,
        ("discount.archived", "discount.switched"),
        undone="discount.undone",
        actor=actor,
        version=version,
        now_at=code.version,
    )
    if entry is not None:
        before = code_state(code) | {"version": version}
        code.archived_at, code.is_active = None, entry.before.get("isActive", code.is_active)
        _save(code, "discount.undone", before=before, actor=actor)
    return code


@transaction.atomic
def restore_code(name: str, *, actor: str) -> DiscountCode:
    """Take the code out of the archive; it stays switched off. Idempotent. Raises NotFound."""
    code = _lock(name)
    if code.archived_at is not None:
        code.archived_at = None
        _save(code, "discount.restored", before=code_state(code), actor=actor)
    return code


@transaction.atomic
def create_batch(prefix: str, count: int, fields: Mapping[str, Any], *, actor: str) -> str:
    """Make so many codes of one use each, with random ends; return the id of their batch."""
    batch = random_id("DB-", 8)
    names = {random_id(f"{prefix}-", RANDOM_CHARACTERS) for _ in range(count)}
    while len(names) < count:
        names.add(random_id(f"{prefix}-", RANDOM_CHARACTERS))
    rule = {**fields, "limit": 1}
    codes = [DiscountCode(code=name, batch=batch, **rule) for name in sorted(names)]
    DiscountCode.objects.bulk_create(codes, batch_size=500)
    after = code_state(codes[0]) | {"prefix": prefix, "count": count}
    _log(f"batch:{batch}", "discount.batch_created", actor=actor, after=after)
    return batch


@transaction.atomic
def switch_off_batch(batch: str, *, actor: str) -> tuple[int, int]:
    """Switch off all codes of a batch; return how many were on, and the batch's version. Idempotent.

    Raises NotFound.
    """
    codes = _lock_batch(batch)
    active = [code for code in codes if code.is_active]
    if active:
        after = {"count": len(active), "alreadyOff": [code.code for code in codes if not code.is_active]}
        _switch(active, on=False)
        _log(f"batch:{batch}", "discount.batch_off", actor=actor, after=after)
    return len(active), _batch_version(codes)


@transaction.atomic
def undo_batch(batch: str, *, version: int, actor: str) -> None:
    """Switch on again the codes that this person has just switched off with their batch; idempotent.

    Raises NotFound, UndoRefused.
    """
    codes = _lock_batch(batch)
    what, now = "discount.batch_undone", _batch_version(codes)
    entry = find_undoable(
        f"batch:{batch}", ["discount.batch_off"], undone=what, actor=actor, version=version, now_at=now
    )
    if entry is not None:
        off = set(entry.after["alreadyOff"])
        _switch([code for code in codes if code.code not in off], on=True)
        _log(f"batch:{batch}", what, actor=actor, before={"version": version})


def _lock_batch(batch: str) -> list[DiscountCode]:
    codes = list(DiscountCode.objects.select_for_update().filter(batch=batch).order_by("pk")) if batch else []
    if not codes:
        raise NotFound(f"batch {batch!r}")
    return codes


def _batch_version(codes: Sequence[DiscountCode]) -> int:
    # Each code adds more than its edits do, so that no edits of others equal a deletion.
    return sum(1_000 + code.version for code in codes)


def _switch(codes: Sequence[DiscountCode], *, on: bool) -> None:
    for code in codes:
        code.is_active = on
        code.version += 1
    DiscountCode.objects.bulk_update(codes, ["is_active", "version"], batch_size=500)


def _lock(name: str) -> DiscountCode:
    code = DiscountCode.objects.select_for_update().filter(code=normal_code(name)).first()
    if code is None:
        raise NotFound(f"discount code {name!r}")
    return code


def _save(code: DiscountCode, what: str, *, before: Mapping[str, Any], actor: str) -> None:
    code.version += 1
    code.save()
    _log(code.subject, what, actor=actor, before=before, after=code_state(code) | {"version": code.version})


def _log(
    subject: str,
    what: str,
    *,
    actor: str,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    record(what, subject=subject, actor=actor, before=before, after=after)
    publish(what, subject=subject, topics=[TOPIC], actor=actor)
