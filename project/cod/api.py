"""Cash on delivery for customers: is it offered, choose it, confirm it, say where money goes back."""

import contextlib

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query

from project.accounts import codes
from project.accounts.address_proofs import prove
from project.accounts.auth import Anyone, actor_of, caller_of, user_of
from project.accounts.models import CodePurpose
from project.cod import actions, transfers
from project.cod.models import CashOnDelivery
from project.cod.rules import find_refusal, refusal_text
from project.cod.schemas import (
    CashChosenIn,
    CashChosenOut,
    CashConfirmedOut,
    CashConfirmIn,
    CashOfferOut,
    CashOfferQuery,
    PayToIn,
)
from project.core.email_addresses import mask_email
from project.core.identifiers import plain_digits
from project.core.money import paise, rupees
from project.core.schemas import Empty, Success
from project.core.shop import shop
from project.core.throttle import RateLimited, client_network, limited
from project.orders.access import OrderNotFound, View, open_order, open_own_order, view_of
from project.orders.discounts import Buyer
from project.orders.models import Order
from project.orders.order_schemas import OrderData, answer_order
from project.orders.unpaid_orders import with_unpaid_orders
from project.routers import ApiRouter

router = ApiRouter("cash on delivery")


@router.get("/cash-on-delivery", auth=Anyone())
@limited("quote", 240)
def get_cash_offer(request: HttpRequest, query: Query[CashOfferQuery]) -> Success[CashOfferOut]:
    """Return whether an order of this total, to this pincode, may be paid to the courier, and the fee.

    The history is judged for the logged-in; a guest hears it when they order. `fee` is what the customer pays
    on top, with its tax.
    """
    user = user_of(request)
    rules = shop().cash_on_delivery
    refusal = find_refusal(
        rules,
        total_paise=paise(query.amount),
        pincode=plain_digits(query.pincode).strip(),
        buyer=Buyer(user.pk, user.email, user.phone) if user else None,
    )
    reason = ""
    if refusal is not None and refusal != "off":
        reason = refusal_text(refusal, rules)
    fee = rupees(rules.fee_paise) if rules.enabled else 0.0
    return Success(data=CashOfferOut(fee=fee, refusal=refusal, reason=reason))


@router.post("/orders/{order_id}/cash-on-delivery", auth=Anyone())
@limited("cash", 100, 600)
def choose_cash_on_delivery(
    request: HttpRequest, order_id: str, payload: CashChosenIn
) -> Success[CashChosenOut]:
    """Choose to pay the courier: the fee is added, the pieces are set aside, a code is mailed. Idempotent.

    409 PRICE_CHANGED has the total of now; 409 DISCOUNT_… has the total without the order's discount code,
    which has no use left: a call with that amount mails the code, and sets nothing aside. A link's holder may
    do it (`X-Order-Key`): the code goes to the order's own address.
    """
    order = _order_to_pay(request, order_id)
    with with_unpaid_orders(request, order):
        cash, total_paise = actions.choose(
            order.order_id,
            rules=shop().cash_on_delivery,
            agreed_paise=payload.agreed_paise(),
            network=client_network(request),
            proven=view_of(caller_of(request), order) == View.OWNER,
        )
    # The second call of two is refused: the code is on its way.
    with contextlib.suppress(RateLimited):
        _send_code(cash.order)
    return Success(
        data=CashChosenOut(
            order_id=order.order_id,
            total_amount=rupees(total_paise),
            fee=rupees(cash.charge_paise),
            sent_to=mask_email(cash.order.email),
        )
    )


@router.post("/orders/{order_id}/cash-on-delivery/code", auth=Anyone())
@limited("order-code", 100, 600, strict=True)
def send_cash_code(request: HttpRequest, order_id: str) -> Success[Empty]:
    """Mail another code; 404 where nothing waits for one."""
    order = _order_to_pay(request, order_id)
    cash = CashOnDelivery.objects.filter(order=order).first()
    if cash is None or not cash.is_chosen or not order.is_payable:
        raise OrderNotFound(order_id)
    _send_code(order)
    return Success(message=_("Code sent"), data=Empty())


@router.post("/orders/{order_id}/cash-on-delivery/confirm", auth=Anyone())
@limited("order-unlock", 200, 600, strict=True)
def confirm_cash_on_delivery(
    request: HttpRequest, order_id: str, payload: CashConfirmIn
) -> Success[CashConfirmedOut]:
    """Confirm the order by the code; idempotent. It is placed then: the courier collects the total.

    409 DISCOUNT_… when the pieces were no longer set aside and the order's discount code has no use left:
    its `data` has the total without it, to be sent as `amount` with the same code. 409 PRICE_CHANGED when the
    total is more than `amount`.
    The code proved the order's address: `accessToken` opens all of it (`X-Order-Access`), for some hours.
    """
    order = _order_to_pay(request, order_id)
    proven = actions.confirm(
        order.order_id,
        rules=shop().cash_on_delivery,
        code=payload.code,
        agreed_paise=payload.agreed_paise(),
        network=client_network(request),
    )
    cash = CashOnDelivery.objects.select_related("order").get(order=order)
    return Success(
        data=CashConfirmedOut(
            order_id=order.order_id,
            status=cash.order.status,
            to_collect=rupees(cash.to_collect_paise),
            access_token=prove(order.email) if proven else None,
        )
    )


@router.delete("/orders/{order_id}/cash-on-delivery", auth=Anyone())
@limited("cash", 100, 600)
def withdraw_cash_on_delivery(request: HttpRequest, order_id: str) -> Success[Empty]:
    """Pay in another way after all: the fee is taken off; idempotent until it is confirmed."""
    actions.withdraw(_order_to_pay(request, order_id).order_id)
    return Success(data=Empty())


@router.put("/orders/{order_id}/cash-on-delivery/pay-to", auth=Anyone())
@limited("order-unlock", 200, 600, strict=True)
def set_cash_pay_to(request: HttpRequest, order_id: str, payload: PayToIn) -> Success[OrderData]:
    """Say to which UPI id money of an order goes back that was paid to the courier; its customer alone.

    With the code of `/orders/{order_id}/payout-code`. Idempotent; 409 once a transfer may be under way.
    """
    order = open_own_order(caller_of(request), order_id)
    changed = transfers.set_pay_to(
        order.order_id, pay_to=payload.pay_to, code=payload.code, actor=actor_of(request)
    )
    return answer_order(changed)


def _order_to_pay(request: HttpRequest, order_id: str) -> Order:
    """Return the order for its customer and the holder of its link; staff do not order for others."""
    caller = caller_of(request)
    order = open_order(caller, order_id, whole=False)
    if view_of(caller, order) == View.STAFF and not order.opens_with(caller.key):
        raise OrderNotFound(order_id)
    return order


def _send_code(order: Order) -> None:
    codes.send(purpose=CodePurpose.CASH, email=order.email, language=order.language)
