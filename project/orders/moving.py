"""What staff do to an order by hand: move it along the one table, say how its parcel travels."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db import transaction

from project.accounts.names import names_of
from project.audit import actions as audit
from project.catalog import actions as stock
from project.core.errors import Conflict, DomainError, ErrorCode, InvalidTransition
from project.events.models import Event
from project.orders import emails, hooks
from project.orders.actions import cancel_locked, find_locked, quantities_of
from project.orders.history import record
from project.orders.models import BY_MONEY, NEEDS_NUMBER, Order, OrderStatus
from project.orders.shipping import tracking_url

_UNDER_WAY = (OrderStatus.DISPATCHED, OrderStatus.OUT_FOR_DELIVERY, OrderStatus.SHIPPED)


class TrackingNumberNeeded(DomainError):
    """A parcel is said to be on its way without the number it travels under."""

    code = ErrorCode.TRACKING_NUMBER_NEEDED
    status = 422


class OrderChanged(Conflict):
    """The order is not what the caller was shown; `data` says what differs and who changed it."""

    code = ErrorCode.ORDER_CHANGED


@dataclass(frozen=True)
class Shipment:
    """What is known of the parcel; blank where nothing is."""

    carrier: str = ""
    tracking_number: str = ""
    estimated_delivery: date | None = None

    def told(self) -> dict[str, str]:
        """Return what of it an event tells."""
        day = self.estimated_delivery.isoformat() if self.estimated_delivery else ""
        known = {
            "carrier": self.carrier,
            "trackingNumber": self.tracking_number,
            "estimatedDelivery": day,
        }
        return {name: value for name, value in known.items() if value}


UNKNOWN = Shipment()


@dataclass(frozen=True)
class Seen:
    """What the caller's screen showed of the order when they decided."""

    status: str
    shipment: Shipment


@transaction.atomic
def move_order(
    order_id: str,
    *,
    to: OrderStatus,
    actor: str,
    note: str = "",
    shipment: Shipment = UNKNOWN,
    seen: Seen | None = None,
) -> Order:
    """Move the order for a member of staff, with a word to its customer and what is known of the parcel.

    The same status again brings the parcel's number up to date. Confirming follows the money, and so does
    refunding: nobody does either by hand. Whoever says that all of it came back owes the customer the money.

    Raises OrderNotFound, InvalidTransition, TrackingNumberNeeded; OrderChanged when it is not as `seen`.
    """
    order = find_locked(order_id)
    if seen is not None:
        _require_unchanged(order, seen)
    if to in BY_MONEY:
        raise InvalidTransition(f"{order} -> {to}: only money does that")
    before = _facts(order)
    changed = _keep_shipment(order, shipment)
    if to == order.status:
        if changed:
            order.bump()
            record(order, "order.shipment_changed", cause="staff", actor=actor, payload=shipment.told())
            _audit(order, before, actor=actor, note=note)
            if order.status in _UNDER_WAY and (shipment.carrier or shipment.tracking_number):
                _mail_shipment(order)
        return order
    if to == OrderStatus.CANCELLED:
        cancel_locked(order, cause="staff", actor=actor, note=note)
    else:
        _advance(order, to, actor=actor, note=note, shipment=shipment)
    _audit(order, before, actor=actor, note=note)
    return order


def _advance(order: Order, to: OrderStatus, *, actor: str, note: str, shipment: Shipment) -> None:
    order.move(to)
    if to in NEEDS_NUMBER and not order.tracking_number:
        raise TrackingNumberNeeded(str(order), errors={"trackingNumber": ErrorCode.TRACKING_NUMBER_NEEDED})
    if to == OrderStatus.DISPATCHED:
        for product in stock.lock_products(quantities_of(order)).values():
            stock.dispatch(product, reference=order.order_id, actor=actor, cause="staff")
        _mail_shipment(order)
    if to == OrderStatus.DELIVERED:
        order.delivered_at = order.status_at
        order.save(update_fields=["delivered_at", "updated_at"])
        emails.order_delivered(order)
    payload = {"note": note} if note else {}
    record(order, f"order.{to}", cause="staff", actor=actor, payload=payload | shipment.told())
    if to == OrderStatus.RETURNED:
        for told in hooks.after_cancel:
            told(order)


def shipment_of(order: Order) -> Shipment:
    """Return what the order says of its parcel."""
    return Shipment(order.carrier, order.tracking_number, order.estimated_delivery)


def _keep_shipment(order: Order, shipment: Shipment) -> bool:
    """Write down what is known of the parcel; what is left blank stays."""
    now = shipment_of(order)
    new = replace(
        now,
        carrier=shipment.carrier or now.carrier,
        tracking_number=shipment.tracking_number or now.tracking_number,
        estimated_delivery=shipment.estimated_delivery or now.estimated_delivery,
    )
    if new == now:
        return False
    order.carrier, order.tracking_number = new.carrier, new.tracking_number
    order.estimated_delivery = new.estimated_delivery
    order.save(update_fields=["carrier", "tracking_number", "estimated_delivery", "updated_at"])
    return True


def _mail_shipment(order: Order) -> None:
    emails.order_dispatched(
        order,
        carrier=order.carrier,
        tracking_number=order.tracking_number,
        tracking_url=tracking_url(order.carrier, order.tracking_number) or "",
    )


def _facts(order: Order) -> dict[str, str]:
    """Return what staff change of an order, as the log and a refusal name it."""
    return _told(order.status, shipment_of(order))


def _told(status: str, shipment: Shipment) -> dict[str, str]:
    blank = {"carrier": "", "trackingNumber": "", "estimatedDelivery": ""}
    return {"status": str(status)} | blank | shipment.told()


def _audit(order: Order, before: Mapping[str, str], *, actor: str, note: str) -> None:
    audit.record(
        "order.moved", subject=order.topic, actor=actor, before=before, after=_facts(order), note=note
    )


def _require_unchanged(order: Order, seen: Seen) -> None:
    before, now = _told(seen.status, seen.shipment), _facts(order)
    changed = [
        {"field": name, "before": before[name], "now": now[name]} for name in now if before[name] != now[name]
    ]
    if changed:
        raise OrderChanged(f"{order} changed", data={"changed": changed, **_last_change(order)})


def _last_change(order: Order) -> dict[str, Any]:
    """Return when the order's history last went on, and by whom; nobody where the shop did it by itself."""
    event = Event.objects.filter(subject=order.topic).exclude(name="order.mail_sent").last()
    if event is None:
        return {"at": None, "by": ""}
    return {"at": event.created_at.isoformat(), "by": names_of([event.actor])[event.actor]}
