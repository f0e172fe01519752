"""Undo of a status change by staff: until something depends on it, and never of money."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from project.events import audit
from project.events.models import AuditEntry, Event
from project.events.undo import UndoRefused, find_undoable
from project.orders import emails, sendable
from project.orders.actions import get_locked
from project.orders.history import record
from project.orders.models import Order, OrderStatus

UNDONE = "order.move_undone"
# The steps before the parcel is under way: no money moves with them.
_STEPS = frozenset({OrderStatus.PROCESSING, OrderStatus.PACKAGING, OrderStatus.DISPATCHED})
_TOLD = _("This can no longer be undone, as the customer has the email about it")


def undo_version(order: Order, *, actor: str) -> int | None:
    """Return the version to undo the caller's newest change by, None when it cannot be undone."""
    try:
        return order.version if _find_change(order, version=order.version, actor=actor) else None
    except UndoRefused:
        return None


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
            raise UndoRefused(f"{order}: its mail has left", text=_TOLD)
        sendable.take_back(order, actor=actor)
    order.move_back(OrderStatus(entry.before["status"]))
    _restore_shipment(order, entry.before)
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
    entry = find_undoable(
        order.topic, ["order.moved"], undone=UNDONE, actor=actor, version=version, now_at=order.version
    )
    if entry is None:
        return None
    step = Event.objects.filter(subject=order.topic).last()
    # Refunded pieces that stayed here, or were sent all the same, may be somebody else's by now.
    if entry.after.get("status") not in _STEPS or step is None or "sent" in step.payload:
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
