"""Access rules of an order: who may see it, in full or in part.

Without an account an order is opened by its private link. Links are passed on, so this view has no personal
data and no amounts. The full view needs proof of the order's e-mail address: an account of that address, or a
code sent there, for which the browser gets a secret (`project/accounts/address_proofs.py`).
"""

from enum import StrEnum

from django.core import signing
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from project.accounts.address_proofs import proves
from project.accounts.models import User
from project.core.errors import NotFound
from project.core.identifiers import ORDER_ID_MISSING, required_id
from project.core.rights import Right
from project.events.topics import Caller
from project.orders.models import UNPAID_LIFETIME, Order

_placing = signing.TimestampSigner(salt="akshamala.order-placing")


class OrderNotFound(NotFound):
    """The order does not exist, or the caller may not see it; the answer is the same for both."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail, text=_("Order not found"))


class View(StrEnum):
    """Part of an order that a caller may see."""

    # Its customer: its account; of a guest's order the account of its address; a caller with proof of that.
    OWNER = "owner"
    STAFF = "staff"
    # The holder of its link: products and status only.
    SHARED = "shared"


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
    if order.user_id is None and _is_account_of(caller, order.email):
        return View.OWNER
    if order.opens_with(caller.key):
        return View.SHARED
    return View.OWNER if proves(caller.key, order.email) else None


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


def open_own_order(caller: Caller, order_id: str) -> Order:
    """Return the order for its customer alone. Raises OrderNotFound."""
    order = open_order(caller, order_id)
    if view_of(caller, order) != View.OWNER:
        raise OrderNotFound(order_id)
    return order


def _is_account_of(caller: Caller, email: str) -> bool:
    """Return whether the caller's account has this address, which a code has proven, as of now."""
    return caller.user_id is not None and User.objects.filter(pk=caller.user_id, email=email).exists()
