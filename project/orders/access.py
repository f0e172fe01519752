"""Who may see an order, and how much of it.

Without an account an order opens by its private link, which may be passed on: it shows no person, address
or money. The rest opens for whoever proves the order's e-mail address by a code sent there. The proof is a
signed, short-lived text that the browser keeps; nothing of it is stored.
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
from project.orders.models import Order

PROOF_LIFETIME = timedelta(hours=4)

_signer = signing.TimestampSigner(salt="akshamala.order-access")


class OrderNotFound(NotFound):
    """There is no such order, or not for this caller: nobody can tell which."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail, text=("Order not found", "ऑर्डर नहीं मिला"))


class View(StrEnum):
    """What somebody sees of an order."""

    # Its customer: the account it belongs to, or whoever proved its address.
    OWNER = "owner"
    STAFF = "staff"
    # The holder of its link: what was bought and how far it is.
    SHARED = "shared"


def prove(email: str) -> str:
    """Return the proof for somebody who entered the code sent to this address."""
    return _signer.sign(_digest(email))


def proves(secret: str | None, email: str) -> bool:
    """Return whether this is a live proof of the address."""
    if not secret:
        return False
    try:
        proven = _signer.unsign(secret, max_age=PROOF_LIFETIME)
    except signing.BadSignature:
        return False
    return constant_time_compare(proven, _digest(email))


def view_of(caller: Caller, order: Order) -> View | None:
    """Return what this caller sees of the order; None when it does not exist for them."""
    if caller.user_id is not None and caller.user_id == order.user_id:
        return View.OWNER
    if caller.may(Right.ORDERS_READ):
        return View.STAFF
    if proves(caller.key, order.email):
        return View.OWNER
    return View.SHARED if order.opens_with(caller.key) else None


def find_order(caller: Caller, order_id: str, *, whole: bool = False) -> Order | None:
    """Return the order if it exists for this caller, with `whole` only if all of it may be shown."""
    wanted = required_id(order_id, ORDER_ID_MISSING)
    order = Order.objects.select_related("user").filter(order_id=wanted).first()
    view = view_of(caller, order) if order else None
    if view is None or (whole and view == View.SHARED):
        return None
    return order


def open_order(caller: Caller, order_id: str, *, whole: bool = True) -> Order:
    """Return the order as `find_order` does. Raises OrderNotFound."""
    order = find_order(caller, order_id, whole=whole)
    if order is None:
        raise OrderNotFound(order_id)
    return order


def _digest(email: str) -> str:
    # The browser keeps it, so it is not the address itself.
    return hashlib.sha256(email.encode()).hexdigest()[:32]
