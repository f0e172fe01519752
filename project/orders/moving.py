"""What staff do to an order by hand: move it along the one table, say how its parcel travels."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

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
from project.orders.unpaid_goods import require_money

# Beyond this an estimate is a slip of the keyboard.
LONGEST_DELIVERY = timedelta(days=365)

_UNDER_WAY = (OrderStatus.DISPATCHED, OrderStatus.OUT_FOR_DELIVERY, OrderStatus.SHIPPED)
# Steps that bring goods nearer to their customer; each needs money that covers them.
BRINGS_GOODS = frozenset({OrderStatus.PROCESSING, OrderStatus.PACKAGING, OrderStatus.DELIVERED, *_UNDER_WAY})


class TrackingNumberNeeded(DomainError):
    """A parcel is said to be on its way without the number it travels under."""

    code = ErrorCode.TRACKING_NUMBER_NEEDED
    status = 422


class DeliveryDayInvalid(DomainError):
    """A parcel is expected on a day that is over, or absurdly far away."""

    code = ErrorCode.DELIVERY_DAY_INVALID
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
    unpaid_reason: str = "",
) -> Order:
    """Move the order for a member of staff, with a word to its customer and what is known of the parcel.

    The same status again brings the parcel's number up to date. Confirming follows the money, and so does
    refunding: nobody does either by hand. Whoever says that all of it came back owes the customer the money.
    Goods whose money is all back, or on its way back, move on only for an `unpaid_reason`, which is logged.

    Raises OrderNotFound, InvalidTransition, TrackingNumberNeeded, DeliveryDayInvalid, GoodsNotPaid;
    OrderChanged when it is not as `seen`.
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
        _advance(order, to, actor=actor, note=note, shipment=shipment, unpaid_reason=unpaid_reason)
    _audit(order, before, actor=actor, note=note)
    return order


def _advance(
    order: Order, to: OrderStatus, *, actor: str, note: str, shipment: Shipment, unpaid_reason: str
) -> None:
    # First, so that a move the table forbids is refused for that.
    order.move(to)
    if to in BRINGS_GOODS:
        require_money(order, step=str(to), actor=actor, unpaid_reason=unpaid_reason)
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
            told(order, actor)


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
    # An estimate that has passed meanwhile stays; only a new one must lie ahead.
    if new.estimated_delivery != now.estimated_delivery:
        _require_possible(new.estimated_delivery)
    order.carrier, order.tracking_number = new.carrier, new.tracking_number
    order.estimated_delivery = new.estimated_delivery
    order.save(update_fields=["carrier", "tracking_number", "estimated_delivery", "updated_at"])
    return True


def _require_possible(day: date | None) -> None:
    """Refuse a day of delivery that lies before today, India's, or more than a year ahead."""
    today = timezone.localdate()
    if day is not None and not today <= day <= today + LONGEST_DELIVERY:
        raise DeliveryDayInvalid(str(day), errors={"estimatedDelivery": ErrorCode.DELIVERY_DAY_INVALID})


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
