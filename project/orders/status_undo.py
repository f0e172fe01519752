"""Undo of a status change by staff: until something depends on it, and never of money."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Manager, Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from project.events import audit
from project.events.models import AuditEntry, Event
from project.events.undo import UNDO_TIME, UndoRefused, find_undoable
from project.orders import emails, sendable
from project.orders.actions import get_locked
from project.orders.history import MAIL_SENT, record
from project.orders.models import Order, OrderStatus

UNDONE = "order.move_undone"
_MOVED = "order.moved"
# The steps before the parcel is under way: no money moves with them.
_STEPS = frozenset({OrderStatus.PROCESSING, OrderStatus.PACKAGING, OrderStatus.DISPATCHED})
# A mail that leaves changes nothing that an undo takes back.
_MAILS = Event.objects.filter(name=MAIL_SENT)
_CHANGES = Event.objects.exclude(name=MAIL_SENT)
_ALREADY_MAILED = _("This can no longer be undone, as the customer has the email about it")


def undoable_orders(order_ids: Iterable[str], *, actor: str) -> set[str]:
    """Return those of the orders whose newest change is by the caller and can be undone, by one query."""
    subjects = [f"order:{order_id}" for order_id in order_ids]
    # Refunded pieces that were withheld or sent may be allocated to another order by now.
    refunded = Event.objects.filter(pk__in=_newest(_CHANGES, subjects), payload__has_key="sent")
    changes = AuditEntry.objects.filter(
        pk__in=_newest(AuditEntry.objects, subjects),
        actor=actor,
        action=_MOVED,
        at__gte=timezone.now() - UNDO_TIME,
        after__status__in=_STEPS,
    ).exclude(subject__in=refunded.values("subject"))
    return {subject.removeprefix("order:") for subject in changes.values_list("subject", flat=True)}


def _newest(rows: Manager[Any] | QuerySet[Any], subjects: Sequence[str]) -> QuerySet[Any, Any]:
    found = rows.filter(subject__in=subjects).values("subject").annotate(newest=Max("pk"))
    newest: QuerySet[Any, Any] = found.values("newest")
    return newest


@transaction.atomic
def undo_status_change(order_id: str, *, version: int, actor: str) -> Order:
    """Take back the status change that brought the order to this version, with its shipment; idempotent.

    Raises OrderNotFound, UndoRefused.
    """
    order = get_locked(order_id)
    entry = _find_change(order, version=version, actor=actor)
    if entry is None:
        return order
    if order.status == OrderStatus.DISPATCHED:
        if not emails.withdraw_dispatched(order):
            raise UndoRefused(f"{order}: its mail has left", text=_ALREADY_MAILED)
        sendable.take_back(order, actor=actor)
    _restore_shipment(order, entry.before)
    earlier = OrderStatus(entry.before["status"])
    in_one = (earlier, order.status) == (OrderStatus.CONFIRMED, OrderStatus.PACKAGING)
    # An event for each step: the customer's history drops as many.
    for status in [OrderStatus.PROCESSING, earlier] if in_one else [earlier]:
        order.move_back(status)
        record(order, "order.status_undone", cause="staff", actor=actor)
    audit.record(
        UNDONE,
        subject=order.topic,
        actor=actor,
        before={**entry.after, "version": version},
        after={**entry.before, "version": order.version},
    )
    return order


def _find_change(order: Order, *, version: int, actor: str) -> AuditEntry | None:
    """Return the log's entry of the locked order's change, None when it is undone. Raises UndoRefused."""
    newest = _newest(_CHANGES, [order.topic])
    # Each counted the order's version up.
    mails = _MAILS.filter(subject=order.topic, pk__gt=newest[:1]).count()
    entry = find_undoable(
        order.topic, [_MOVED], undone=UNDONE, actor=actor, version=version, now_at=order.version - mails
    )
    if entry is not None and not undoable_orders([order.order_id], actor=actor):
        raise UndoRefused(f"{order}: {entry.after} is not undone")
    return entry


def _restore_shipment(order: Order, before: Mapping[str, str]) -> None:
    shipment: dict[str, Any] = {
        "carrier": before.get("carrier", order.carrier),
        "tracking_number": before.get("trackingNumber", order.tracking_number),
    }
    if "estimatedDelivery" in before:
        day = before["estimatedDelivery"]
        shipment["estimated_delivery"] = date.fromisoformat(day) if day else None
    order.store(**shipment)
