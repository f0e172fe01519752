"""Cash on delivery for staff: a parcel that was refused, its pieces back, a refund sent by transfer."""

from django.http import HttpRequest

from project.accounts.auth import May, actor_of, signed_in
from project.accounts.models import User
from project.cod import actions, transfers
from project.cod.models import CashOnDelivery, CashStatus
from project.cod.schemas import (
    AdminCashData,
    AdminCashOut,
    CashBackIn,
    CashRefundOut,
    CashRefusedIn,
    TransferIn,
    cash_refund,
)
from project.core.idempotency import idempotency_key, run_once
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.orders.access import OrderNotFound
from project.orders.discounts import Buyer
from project.orders.models import Order
from project.orders.order_status import UNDER_WAY
from project.payments.models import Refund
from project.routers import ApiRouter

router = ApiRouter("cash on delivery")


@router.get("/admin/orders/{order_id}/cash-on-delivery", auth=May(Right.ORDERS_READ))
@limited("admin-read", 240)
def get_order_cash(request: HttpRequest, order_id: str) -> Success[AdminCashData]:
    """Return the order's cash collection, and the refunds that are transferred by hand."""
    return _shown(order_id, signed_in(request))


@router.post("/admin/orders/{order_id}/cash-on-delivery/refused", auth=May(Right.ORDERS_WRITE))
@limited("admin-write", 120)
def refuse_order_cash(request: HttpRequest, order_id: str, payload: CashRefusedIn) -> Success[AdminCashData]:
    """Record that the parcel was not taken: nothing is due, and it counts for the customer's next orders."""
    actions.refuse(order_id, note=payload.note, actor=actor_of(request))
    return _shown(order_id, signed_in(request))


@router.post("/admin/orders/{order_id}/cash-on-delivery/back", auth=May(Right.ORDERS_WRITE))
@limited("admin-write", 120)
def count_back_order_cash(request: HttpRequest, order_id: str, payload: CashBackIn) -> Success[AdminCashData]:
    """Count the pieces of a refused parcel back into the stock, once it is in the house again."""
    sellable = {row.line: row.quantity for row in payload.lines}
    actions.count_back(order_id, sellable=sellable, actor=actor_of(request))
    return _shown(order_id, signed_in(request))


@router.delete("/admin/orders/{order_id}/cash-on-delivery/pay-to", auth=May(Right.REFUNDS, fresh=True))
@limited("refund", 60)
def remove_order_pay_to(request: HttpRequest, order_id: str) -> Success[AdminCashData]:
    """Remove a UPI id to which nothing could be sent; the customer hears of it and gives another one."""
    transfers.remove_pay_to(order_id, actor=actor_of(request))
    return _shown(order_id, signed_in(request))


@router.post("/admin/refunds/{refund_id}/transfer", auth=May(Right.REFUNDS, fresh=True))
@limited("refund", 60)
def record_refund_transfer(
    request: HttpRequest, refund_id: str, payload: TransferIn
) -> Success[CashRefundOut]:
    """Record the bank transfer that sent a refund of collected cash; idempotent by its reference."""
    user = signed_in(request)
    run_once(
        scope=f"transfer:{refund_id}",
        key=idempotency_key(request),
        body=payload.json_object() | {"by": user.public_id},
        action=lambda: {
            "status": transfers.record_transfer(
                refund_id, bank_reference=payload.bank_reference, user=user
            ).status
        },
    )
    return Success(data=cash_refund(Refund.objects.get(refund_id=refund_id)))


def _shown(order_id: str, user: User) -> Success[AdminCashData]:
    order = Order.objects.filter(order_id=order_id).first()
    if order is None:
        raise OrderNotFound(order_id)
    cash = CashOnDelivery.objects.filter(order=order).exclude(status=CashStatus.WITHDRAWN).first()
    if cash is None:
        return Success(data=AdminCashData(cash=None))
    cash.order = order
    buyer = Buyer(order.user_id, order.email, order.phone)
    refused = CashOnDelivery.objects.filter(
        order__in=Order.objects.filter(buyer.orders()), status=CashStatus.REFUSED
    )
    refunds = Refund.objects.filter(payment=cash.payment_id).order_by("pk") if cash.payment_id else []
    return Success(
        data=AdminCashData(
            cash=AdminCashOut.from_row(
                cash,
                can_refuse=cash.status == CashStatus.CONFIRMED and order.status in UNDER_WAY,
                can_count_back=cash.status == CashStatus.REFUSED and cash.back_at is None,
                refused=refused.count(),
                pay_to=cash.pay_to if Right.REFUNDS in user.rights else "",
                refunds=[cash_refund(refund) for refund in refunds],
            )
        )
    )
