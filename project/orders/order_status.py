"""Order status changes by staff: check the transition, update the shipment, record, audit and mail it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from pydantic.alias_generators import to_camel

from project.accounts.actor_names import names_of
from project.core.errors import Conflict, ErrorCode, Invalid, InvalidTransition
from project.events import audit
from project.events.models import Event
from project.orders import emails, sendable
from project.orders.actions import cancel_locked, get_locked
from project.orders.carriers import tracking_url
from project.orders.certificates import missing_certificates, require_no_surplus
from project.orders.history import MAIL_SENT, record
from project.orders.models import BY_MONEY, NEEDS_NUMBER, Order, OrderStatus
from project.orders.unpaid_goods import require_money
from project.orders.upward_calls import OrderEvents

# A later estimated delivery is refused as a typing error.
LONGEST_DELIVERY = timedelta(days=365)

# The carrier has the parcel.
UNDER_WAY = (OrderStatus.DISPATCHED, OrderStatus.OUT_FOR_DELIVERY, OrderStatus.SHIPPED)
# Statuses that bring goods closer to the customer; each requires that payments cover the goods.
TOWARDS_CUSTOMER = frozenset(
    {OrderStatus.PROCESSING, OrderStatus.PACKAGING, OrderStatus.DELIVERED, *UNDER_WAY}
)


@dataclass(frozen=True)
class Shipment:
    """Shipment details of an order; unknown ones are blank."""

    carrier: str = ""
    tracking_number: str = ""
    estimated_delivery: date | None = None

    def known(self) -> dict[str, str]:
        """Return the details that are known, as event payload."""
        return {to_camel(name): str(value) for name, value in asdict(self).items() if value}


UNKNOWN = Shipment()


@dataclass(frozen=True)
class Seen:
    """The order as the caller had loaded it, for the optimistic lock."""

    status: str
    shipment: Shipment
    # The pieces to send; None: not shown.
    to_send: int | None = None


@transaction.atomic
def change_order_status(
    order_id: str,
    *,
    to: OrderStatus,
    actor: str,
    note: str = "",
    shipment: Shipment = UNKNOWN,
    seen: Seen | None = None,
    unpaid_reason: str = "",
    without_certificates: bool = False,
    through_processing: bool = False,
) -> Order:
    """Change the order's status for a member of staff, with an optional note to the customer and shipment.

    The current status again only updates the shipment. Confirmed and refunded are set by payments and refunds
    alone, never by staff. Returned starts the refund of what was paid. An order whose payments are refunded,
    or being refunded, moves towards its customer only with an `unpaid_reason`, which the audit log keeps. The
    dispatch leaves refunded pieces in the shop, unless there is such a reason. The dispatch of pieces that
    still have no certificate is confirmed by `without_certificates`. With `through_processing` a confirmed
    order reaches packaging in one change, over the status between them.

    Raises OrderNotFound, InvalidTransition, TRACKING_NUMBER_NEEDED, DELIVERY_DAY_INVALID, GOODS_NOT_PAID,
    NOTHING_TO_SEND, OutOfStock, CERTIFICATES_MISSING, CertificateRefused;
    ORDER_CHANGED when it differs from `seen`.
    """
    order = get_locked(order_id)
    if seen is not None:
        _require_unchanged(order, seen)
    if to in BY_MONEY:
        raise InvalidTransition(f"{order} -> {to}: only money does that")
    before = _snapshot(order)
    changed = _update_shipment(order, shipment)
    if to == order.status:
        if changed:
            order.bump()
            record(order, "order.shipment_changed", cause="staff", actor=actor, payload=shipment.known())
            _audit(order, before, actor=actor, note=note)
            if order.status in UNDER_WAY and (shipment.carrier or shipment.tracking_number):
                _mail_shipment(order)
        return order
    if to == OrderStatus.CANCELLED:
        cancel_locked(order, cause="staff", actor=actor, note=note)
    else:
        if through_processing and (order.status, to) == (OrderStatus.CONFIRMED, OrderStatus.PACKAGING):
            _advance(order, OrderStatus.PROCESSING, actor=actor)
        _advance(order, to, actor=actor, note=note, shipment=shipment, unpaid_reason=unpaid_reason)
        if to == OrderStatus.DISPATCHED:
            require_no_surplus(order)
            if not without_certificates and (missing := missing_certificates(order)):
                raise Conflict(
                    f"{order}: {missing}", data={"missing": missing}, code=ErrorCode.CERTIFICATES_MISSING
                )
    _audit(order, before, actor=actor, note=note)
    return order


def _advance(
    order: Order,
    to: OrderStatus,
    *,
    actor: str,
    note: str = "",
    shipment: Shipment = UNKNOWN,
    unpaid_reason: str = "",
) -> None:
    # The transition comes first, so that a forbidden one is reported as such.
    order.move(to)
    if to in TOWARDS_CUSTOMER:
        require_money(order, step=str(to), actor=actor, unpaid_reason=unpaid_reason)
    if to in NEEDS_NUMBER and not order.tracking_number:
        raise Invalid(
            str(order),
            errors={"trackingNumber": ErrorCode.TRACKING_NUMBER_NEEDED},
            code=ErrorCode.TRACKING_NUMBER_NEEDED,
        )
    payload: dict[str, Any] = {"note": note} if note else {}
    if to == OrderStatus.DISPATCHED:
        payload |= sendable.send(order, actor=actor, refunded_reason=unpaid_reason)
        _mail_shipment(order)
    if to == OrderStatus.DELIVERED:
        order.store(delivered_at=order.status_at)
        OrderEvents.bound().after_delivery(order, by=actor)
        emails.order_delivered(order)
    record(order, f"order.{to}", cause="staff", actor=actor, payload=payload | shipment.known())
    if to == OrderStatus.RETURNED:
        OrderEvents.bound().after_cancel(order, by=actor)


def shipment_of(order: Order) -> Shipment:
    """Return the order's shipment details."""
    return Shipment(order.carrier, order.tracking_number, order.estimated_delivery)


def _update_shipment(order: Order, shipment: Shipment) -> bool:
    """Save the details that are not blank; False when that changes nothing."""
    now = shipment_of(order)
    new = replace(now, **{name: value for name, value in asdict(shipment).items() if value})
    if new == now:
        return False
    # Only a new estimate is validated: a saved one may be in the past by now.
    if new.estimated_delivery != now.estimated_delivery:
        _validate_delivery_day(new.estimated_delivery)
    order.store(**asdict(new))
    return True


def _validate_delivery_day(day: date | None) -> None:
    """Refuse an estimated delivery before today (in India) or more than a year ahead."""
    today = timezone.localdate()
    if day is not None and not today <= day <= today + LONGEST_DELIVERY:
        raise Invalid(
            str(day),
            errors={"estimatedDelivery": ErrorCode.DELIVERY_DAY_INVALID},
            code=ErrorCode.DELIVERY_DAY_INVALID,
        )


def _mail_shipment(order: Order) -> None:
    emails.order_dispatched(
        order,
        carrier=order.carrier,
        tracking_number=order.tracking_number,
        tracking_url=tracking_url(order.carrier, order.tracking_number) or "",
    )


def _snapshot(order: Order) -> dict[str, str]:
    """Return the fields that staff can change, as named in the audit log and in ORDER_CHANGED."""
    return _fields(order.status, shipment_of(order))


def _fields(status: str, shipment: Shipment) -> dict[str, str]:
    blank = {"carrier": "", "trackingNumber": "", "estimatedDelivery": ""}
    return {"status": str(status)} | blank | shipment.known()


def _audit(order: Order, before: Mapping[str, str], *, actor: str, note: str) -> None:
    audit.record(
        "order.moved", subject=order.topic, actor=actor, before=before, after=_snapshot(order), note=note
    )


def _require_unchanged(order: Order, seen: Seen) -> None:
    before, now = _fields(seen.status, seen.shipment), _snapshot(order)
    if seen.to_send is not None:
        before["toSend"], now["toSend"] = str(seen.to_send), str(order.parcel_quantities().total())
    changed = [
        {"field": name, "before": before[name], "now": now[name]} for name in now if before[name] != now[name]
    ]
    if changed:
        raise Conflict(
            f"{order} changed", data={"changed": changed, **_last_change(order)}, code=ErrorCode.ORDER_CHANGED
        )


def _last_change(order: Order) -> dict[str, Any]:
    """Return time and author of the order's last event; the author is blank when it was no person."""
    event = Event.objects.filter(subject=order.topic).exclude(name=MAIL_SENT).last()
    if event is None:
        return {"at": None, "by": ""}
    return {"at": event.created_at.isoformat(), "by": names_of([event.actor])[event.actor]}
