"""Endpoints of customers after an order: read, cancel, open a guest's order, add it to an account."""

from datetime import date

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query

from project.accounts import codes
from project.accounts.address_proofs import prove, proves
from project.accounts.auth import Anyone, SignedIn, actor_of, caller_of, signed_in, user_of
from project.accounts.models import CodePurpose
from project.accounts.schemas.fields import Email
from project.core.idempotency import idempotency_key, run_once
from project.core.identifiers import ORDER_ID_MISSING, required_id
from project.core.language import current_language
from project.core.schemas import Empty, Success
from project.core.throttle import limited
from project.orders import actions
from project.orders.access import OrderNotFound, View, is_buyer, open_order, open_own_order, view_of
from project.orders.models import Order
from project.orders.order_list_schemas import (
    AdoptedOrders,
    GuestOrders,
    OrdersPage,
    OwnOrdersQuery,
    TrackedOrders,
    orders_page,
    tracked_order,
    tracked_orders,
)
from project.orders.order_schemas import OrderData, answer_order
from project.orders.tracking import (
    AccessOut,
    EmailCodeIn,
    EmailIn,
    NoOrders,
    OrderKeyIn,
    UnlockIn,
    guest_orders_of,
    orders_of,
    unlock,
)
from project.routers import ApiRouter, deprecated

router = ApiRouter("orders")


@router.get("/auth/orders", auth=SignedIn())
@limited("order-read", 120)
def list_orders(request: HttpRequest, query: Query[OwnOrdersQuery]) -> Success[OrdersPage]:
    """One's own orders, the newest first; staff, too, see only theirs here."""
    return Success(
        data=orders_page(
            signed_in(request).pk,
            page=query.page,
            limit=query.limit,
            language=current_language(),
            as_of=query.as_of,
        )
    )


@router.get("/auth/guest-orders", auth=SignedIn())
@limited("order-read", 120)
def list_guest_orders(request: HttpRequest) -> Success[GuestOrders]:
    """Orders placed without an account under the caller's own, proved address."""
    orders = guest_orders_of(signed_in(request))
    rows = [tracked_order(order, language=current_language(), whole=True) for order in orders]
    return Success(data=GuestOrders(orders=rows))


@router.post("/auth/guest-orders/adopt", auth=SignedIn())
@limited("order-write", 30)
def adopt_guest_orders(request: HttpRequest) -> Success[AdoptedOrders]:
    """Put all of them into the caller's account; idempotent."""
    return Success(data=AdoptedOrders(order_ids=list(actions.adopt_all(signed_in(request)))))


@router.get("/auth/orders/{order_id}", auth=Anyone())
@limited("order-read", 120)
def get_order(request: HttpRequest, order_id: str) -> Success[OrderData]:
    """One order: whole for its owner, staff, and whoever proved its address (`X-Order-Access`).

    The holder of its link (`X-Order-Key`) sees what may be shared. Others get a 404.
    """
    return _shown(request, open_order(caller_of(request), order_id, whole=False))


@router.post("/orders/{order_id}/cancel", auth=Anyone())
@limited("order-write", 30)
def cancel_order(request: HttpRequest, order_id: str) -> Success[OrderData]:
    """Call the order off until it is packed; money that was paid goes back.

    The browser in which a guest placed it (`X-Order-Placing`) may until it is paid. The same Idempotency-Key
    again answers the order as it is by now, even when its money is back already.
    """
    caller = caller_of(request)
    order = open_order(caller, order_id, whole=False)
    # Staff do it by the order's status, and say why.
    if not is_buyer(caller, order, placing=request.headers.get("X-Order-Placing")):
        raise OrderNotFound(order_id)
    cancel = actions.cancel if view_of(caller, order) == View.OWNER else actions.cancel_before_payment
    actor = actor_of(request)
    actions.check_pending_payments(order)
    run_once(
        scope=f"cancel:{order.pk}",
        key=idempotency_key(request),
        body={"by": actor},
        action=lambda: {"status": cancel(order.order_id, actor=actor).status},
    )
    return _shown(request, open_order(caller, order_id, whole=False))


@router.post("/orders/{order_id}/adopt", auth=SignedIn())
@limited("order-write", 30)
def adopt_order(request: HttpRequest, order_id: str) -> Success[OrderData]:
    """Put a guest's order into the caller's account.

    It is theirs when its address is the account's, or when they proved it (`X-Order-Access`).
    """
    user = signed_in(request)
    order = Order.objects.filter(order_id=required_id(order_id, ORDER_ID_MISSING)).first()
    proof = request.headers.get("X-Order-Access")
    if order is None or not (order.email == user.email or proves(proof, order.email)):
        raise OrderNotFound(order_id)
    return _shown(request, actions.adopt(order, user=user))


def _shown(request: HttpRequest, order: Order) -> Success[OrderData]:
    view = view_of(caller_of(request), order)
    if view is None:
        raise OrderNotFound(order.order_id)
    return answer_order(order, view=view)


@router.post("/orders/{order_id}/payout-code", auth=Anyone())
@limited("order-code", 100, 600, strict=True)
def send_payout_code(request: HttpRequest, order_id: str) -> Success[Empty]:
    """Mail the code to the order's address with which its customer says where money is sent."""
    order = open_own_order(caller_of(request), order_id)
    codes.send(purpose=CodePurpose.PAYOUT, email=order.email, language=order.language, proven=True)
    return Success(message=_("Code sent"), data=Empty())


# -- Without an account --------------------------------------------------------------------------
# Tracking comes first: "/orders/{order_id}/code" matches "/orders/track/code", too.


@router.post("/orders/track", auth=Anyone())
@limited("track", 12, 600)
def track_orders(request: HttpRequest, payload: EmailIn) -> Success[TrackedOrders]:
    """Return the orders of an address; 404 means none.

    The address comes in the body, as paths and queries end up in logs and browser histories.
    Bare for anybody who asks. Whole for the account of that address, and for who proved it
    (`X-Order-Access`, which is `accessToken` then): both open each of them.
    """
    return _track(request, payload.email)


def _track(request: HttpRequest, email: str) -> Success[TrackedOrders]:
    orders = orders_of(email)
    if not orders:
        raise NoOrders
    user = user_of(request)
    proof = request.headers.get("X-Order-Access")
    access = proof if proves(proof, email) else None
    accounts = {user.pk, None} if user is not None and user.email == email else set()
    return Success(data=tracked_orders(orders, language=current_language(), access=access, accounts=accounts))


@router.post("/orders/track/code")
@limited("order-code", 100, 600, strict=True)
def send_tracking_code(request: HttpRequest, payload: EmailIn) -> Success[Empty]:
    """Mail a code that opens the orders of this address to it; 404 means there are none."""
    if not orders_of(payload.email):
        raise NoOrders
    return _mail_code(payload.email)


def _mail_code(email: str) -> Success[Empty]:
    codes.send(purpose=CodePurpose.ORDERS, email=email, language=current_language())
    return Success(message=_("Code sent"), data=Empty())


@router.post("/orders/track/unlock")
@limited("order-unlock", 200, 600, strict=True)
def unlock_orders(request: HttpRequest, payload: EmailCodeIn) -> Success[TrackedOrders]:
    """Exchange the code for the whole list, and for what opens each order (`X-Order-Access`)."""
    unlock(email=payload.email, code=payload.code)
    orders = orders_of(payload.email)
    access = prove(payload.email)
    return Success(data=tracked_orders(orders, language=current_language(), access=access))


# Behind the fixed paths, which it matches, too.
@router.get("/orders/track/{email}", auth=Anyone(), deprecated=True)
@deprecated(since=date(2026, 11, 30), sunset=date(2027, 11, 30))
@limited("track", 12, 600)
def track_orders_by_path(request: HttpRequest, email: Email) -> Success[TrackedOrders]:
    """Return the same with the address in the path, where browsers and proxies may log it: use POST."""
    return _track(request, email)


@router.post("/orders/{order_id}/code")
@limited("order-code", 100, 600, strict=True)
def send_order_code(request: HttpRequest, order_id: str, payload: OrderKeyIn) -> Success[Empty]:
    """Mail a code to the address of the order whose link the caller holds."""
    order = _of_link(order_id, payload.key)
    return _mail_code(order.email)


@router.post("/orders/{order_id}/unlock")
@limited("order-unlock", 200, 600, strict=True)
def unlock_order(request: HttpRequest, order_id: str, payload: UnlockIn) -> Success[AccessOut]:
    """Exchange the code for what opens all of the order (`X-Order-Access`), for some hours."""
    order = _of_link(order_id, payload.key)
    unlock(email=order.email, code=payload.code)
    return Success(data=AccessOut(access_token=prove(order.email)))


def _of_link(order_id: str, key: str) -> Order:
    order = Order.objects.filter(order_id=required_id(order_id, ORDER_ID_MISSING)).first()
    if order is None or not order.opens_with(key):
        raise OrderNotFound(order_id)
    return order
