"""Refunds: asked for and decided by staff, seen by the order's customer."""

from functools import partial
from typing import Protocol

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from project.accounts.auth import Anyone, May, caller_of, signed_in
from project.accounts.models import User
from project.core.idempotency import idempotency_key, run_once
from project.core.money import paise
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.orders.access import open_order
from project.payments.models import Payment, Refund, RefundStatus
from project.payments.refunds import requests
from project.payments.refunds.requests import request_refund
from project.payments.refunds.schemas import (
    DeclineIn,
    OrderRefunds,
    RefundData,
    RefundIn,
    order_refunds,
    staff_refund,
)
from project.payments.refunds.tasks import advance_refund
from project.payments.shared.queue import queue_now
from project.routers import ApiRouter

router = ApiRouter("refunds")


_STATUS = {
    RefundStatus.APPROVAL: _("This refund waits for the approval of another member of staff"),
    RefundStatus.REQUESTED: _("The refund has been requested"),
    RefundStatus.UNDER_WAY: _("The refund is on its way"),
    RefundStatus.DONE: _("Refund processed successfully"),
    RefundStatus.FAILED: _("The refund did not go through"),
}
_DECLINED = _("The refund was declined")


@router.post("/transactions/{transaction_id}/refund", auth=May(Right.REFUNDS, Right.ORDERS_WRITE, fresh=True))
@limited("refund", 60)
def refund_transaction(request: HttpRequest, transaction_id: str, payload: RefundIn) -> Success[RefundData]:
    """Promise money of a payment back and send it; `refund` says how far it is.

    Only what is left can go; above a set amount, or requested without the right to refund, it waits for a
    second person. With an Idempotency-Key the same request again answers the same refund. With `cancelOrder`
    a refund of all that is left cancels the order, too, and puts its pieces back on sale, once it is approved
    and the provider has accepted it.
    """
    user = signed_in(request)
    pk = get_object_or_404(Payment, transaction_id=transaction_id).pk
    key = idempotency_key(request)

    def ask() -> dict[str, str]:
        refund = request_refund(
            pk,
            amount_paise=paise(payload.amount),
            reason=payload.reason,
            notes=payload.notes,
            pieces={row.line: row.quantity for row in payload.lines},
            user=user,
            seen_refundable_paise=None if payload.refundable is None else paise(payload.refundable),
            request_key=key or "",
            cancels_order=payload.cancel_order,
        )
        return {"refundId": refund.refund_id}

    done = run_once(
        scope=f"refund:{transaction_id}",
        key=key,
        body=payload.json_object() | {"by": user.public_id},
        action=ask,
    )
    return _answer(_send(done["refundId"]))


@router.get("/orders/{order_id}/refunds", auth=Anyone())
@limited("order", 240)
def list_order_refunds(request: HttpRequest, order_id: str) -> Success[OrderRefunds]:
    """Return the refunds of an order, for its customer and for staff."""
    return Success(data=order_refunds(open_order(caller_of(request), order_id)))


@router.post("/refunds/{refund_id}/approve", auth=May(Right.REFUNDS, fresh=True))
@limited("refund", 60)
def approve_refund(request: HttpRequest, refund_id: str) -> Success[RefundData]:
    """Let a refund go that waits for a second person: not the one who asked for it."""
    return _answer(_send(_decide_once(request, refund_id, requests.approve_refund)))


@router.post("/refunds/{refund_id}/decline", auth=May(Right.REFUNDS))
@limited("refund", 60)
def decline_refund(request: HttpRequest, refund_id: str, payload: DeclineIn) -> Success[RefundData]:
    """Say no to a refund that waits for a second person, and why."""
    decline = partial(requests.decline_refund, notes=payload.notes)
    return _answer(_find(_decide_once(request, refund_id, decline)))


@router.post("/refunds/{refund_id}/retry", auth=May(Right.REFUNDS, fresh=True))
@limited("refund", 60)
def retry_refund(request: HttpRequest, refund_id: str) -> Success[RefundData]:
    """Try a failed refund again, with a new id; `refund` is the new one."""
    return _answer(_send(_decide_once(request, refund_id, requests.retry_refund)))


class _Decision(Protocol):
    def __call__(self, refund_pk: int, *, user: User) -> Refund: ...


def _decide_once(request: HttpRequest, refund_id: str, decide: _Decision) -> str:
    """Decide about the refund once per Idempotency-Key; returns the id of the refund that came of it."""
    user, pk = signed_in(request), _find(refund_id).pk
    done = run_once(
        scope=f"decide:{pk}",
        key=idempotency_key(request),
        body={"path": request.path, "by": user.public_id},
        action=lambda: {"refundId": decide(pk, user=user).refund_id},
    )
    return str(done["refundId"])


def _find(refund_id: str) -> Refund:
    return get_object_or_404(Refund, refund_id=refund_id)


def _send(refund_id: str) -> Refund:
    """Queue the refund's job: only a hint, the sweep finds the row as well."""
    refund = _find(refund_id)
    if refund.status == RefundStatus.REQUESTED:
        queue_now(advance_refund, refund.pk)
    return _find(refund_id)


def _answer(refund: Refund) -> Success[RefundData]:
    sentence = _DECLINED if refund.error_code == "DECLINED" else _STATUS[RefundStatus(refund.status)]
    return Success(message=str(sentence), data=RefundData(refund=staff_refund(refund)))
