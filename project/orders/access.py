"""Access rules of an order: who may see it, in full or in part.

Without an account an order is opened by its private link. Links are passed on, so this view has no personal
data and no amounts. The full view needs proof of the order's e-mail address, by a code sent there. The proof
is a signed, short-lived token that the browser keeps; the server stores nothing.
"""

import hashlib
from datetime import timedelta
from enum import StrEnum

from django.core import signing
from django.utils.crypto import constant_time_compare

from project.core.errors import NotFound
from project.core.identifiers import ORDER_ID_MISSING, required_id
from project.core.rights import Right
from project.events.topics import Caller
from project.orders.models import UNPAID_LIFETIME, Order

PROOF_LIFETIME = timedelta(hours=4)

_signer = signing.TimestampSigner(salt="akshamala.order-access")
_placing = signing.TimestampSigner(salt="akshamala.order-placing")


class OrderNotFound(NotFound):
    """The order does not exist, or the caller may not see it; the answer is the same for both."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail, text=("Order not found", "ऑर्डर नहीं मिला"))


class View(StrEnum):
    """What somebody sees of an order."""

    # Its customer: the order's account, or a caller with proof of its e-mail address.
    OWNER = "owner"
    STAFF = "staff"
    # The holder of its link: products and status only.
    SHARED = "shared"


def prove(email: str) -> str:
    """Return the token that proves this address; the caller has checked the code sent to it."""
    return _signer.sign(_digest(email))


def proves(secret: str | None, email: str) -> bool:
    """Return whether this is a valid, unexpired proof of the address."""
    if not secret:
        return False
    try:
        proven = _signer.unsign(secret, max_age=PROOF_LIFETIME)
    except signing.BadSignature:
        return False
    return constant_time_compare(proven, _digest(email))


def placing_token(order: Order) -> str:
    """Return the token that proves a guest's browser placed this order; links never contain it."""
    return _placing.sign(order.order_id)


def is_buyer(caller: Caller, order: Order, *, placing: str | None) -> bool:
    """Return whether the order is the caller's own: its customer, or the browser that placed it.

    `placing` is the browser's token (`X-Order-Placing`). It dies with the time to pay, and with the order's
    coming into an account.
    """
    if view_of(caller, order) == View.OWNER:
        return True
    if not placing or order.user_id is not None:
        return False
    try:
        placed = _placing.unsign(placing, max_age=UNPAID_LIFETIME)
    except signing.BadSignature:
        return False
    return constant_time_compare(placed, order.order_id)


def view_of(caller: Caller, order: Order) -> View | None:
    """Return this caller's view of the order; None without any access."""
    if caller.user_id is not None and caller.user_id == order.user_id:
        return View.OWNER
    if caller.may(Right.ORDERS_READ):
        return View.STAFF
    if proves(caller.key, order.email):
        return View.OWNER
    return View.SHARED if order.opens_with(caller.key) else None


def find_order(caller: Caller, order_id: str, *, whole: bool = False) -> Order | None:
    """Return the order if the caller has access; `whole` requires the full view."""
    wanted = required_id(order_id, ORDER_ID_MISSING)
    order = Order.objects.select_related("user").filter(order_id=wanted).first()
    view = view_of(caller, order) if order else None
    if view is None or (whole and view == View.SHARED):
        return None
    return order


def open_order(caller: Caller, order_id: str, *, whole: bool = True) -> Order:
    """Return the order if the caller has access; `whole` requires the full view. Raises OrderNotFound."""
    order = find_order(caller, order_id, whole=whole)
    if order is None:
        raise OrderNotFound(order_id)
    return order


def _digest(email: str) -> str:
    # The browser stores the token, so it holds a digest instead of the address.
    return hashlib.sha256(email.encode()).hexdigest()[:32]
