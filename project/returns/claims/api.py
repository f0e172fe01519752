"""Claim that a piece is proven fake; decide about it; note the transfer."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Annotated

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import File, Form, Query
from ninja.files import UploadedFile

from project.accounts.auth import Anyone, May, actor_of, caller_of, signed_in
from project.accounts.models import User
from project.core.errors import Forbidden
from project.core.idempotency import idempotency_key, prepare_and_run_once, run_once
from project.core.language import current_language
from project.core.paging import cut_page
from project.core.photos import NewPhotos
from project.core.rights import Right
from project.core.schemas import ApiModel, Success
from project.core.throttle import limited
from project.orders.access import View, open_order, view_of
from project.orders.guards import OrderOpener
from project.orders.models import Order
from project.orders.order_schemas import OrderData, answer_order
from project.returns.claims import actions
from project.returns.claims.schemas import (
    ClaimData,
    ClaimDecisionIn,
    ClaimIn,
    ClaimPage,
    ClaimPaidIn,
    ClaimQuery,
    claim_row,
    with_rows,
)
from project.returns.models.claim import Claim
from project.routers import ApiRouter

router = ApiRouter("claims")
Photos = Annotated[list[UploadedFile], File()]


@router.post("/orders/{order_id}/claims", auth=OrderOpener())
@limited("claim", 20, 3600)
def open_claim(
    request: HttpRequest, order_id: str, payload: Form[ClaimIn], photos: Photos
) -> Success[OrderData]:
    """Claim the promised times its price for a piece that a laboratory proved fake.

    With at least one photo of its report, and the code of `/orders/{order_id}/payout-code`. The same
    Idempotency-Key claims once.
    """
    order = _own_order(request, order_id)

    position, quantity = payload.pieces()

    def prepare() -> AbstractContextManager[NewPhotos]:
        # Outside of the claim's transaction: a wrong try stays counted, a right code outlasts a broken photo.
        actions.require_code(order, code=payload.code, keep=True)
        return actions.stored_photos(order, position=position, quantity=quantity, files=photos)

    def claim(stored: NewPhotos) -> dict[str, str]:
        actions.require_code(order, code=payload.code)
        opened = actions.open_claim(
            order,
            position=position,
            quantity=quantity,
            text=payload.text,
            pay_to=payload.pay_to,
            photos=stored,
            actor=actor_of(request),
        )
        return {"claimId": opened.claim_id}

    prepare_and_run_once(
        scope=f"claim:{order.order_id}",
        key=idempotency_key(request),
        # The photos count by their names and sizes: a browser sends the same ones again. Its code may be new.
        body=payload.json_object() | {"code": "", "photos": [[photo.name, photo.size] for photo in photos]},
        prepare=prepare,
        action=claim,
    )
    return answer_order(Order.objects.get(pk=order.pk))


@router.post("/orders/{order_id}/claims/{claim_id}/withdraw", auth=Anyone())
@limited("claim", 20, 3600)
def withdraw_claim(request: HttpRequest, order_id: str, claim_id: str) -> Success[OrderData]:
    """Take a claim back, as long as nobody has decided about it."""
    order = _own_order(request, order_id)
    actions.withdraw_claim(order, claim_id, actor=actor_of(request))
    return answer_order(Order.objects.get(pk=order.pk))


def _own_order(request: HttpRequest, order_id: str) -> Order:
    """Return the order for its customer alone: whoever claims says where the money goes.

    Raises OrderNotFound, and Forbidden for staff who may see it.
    """
    caller = caller_of(request)
    order = open_order(caller, order_id)
    if view_of(caller, order) != View.OWNER:
        raise Forbidden(f"{order} is another person's")
    return order


@router.get("/admin/claims", auth=May(Right.ORDERS_READ))
@limited("admin-read", 240)
def list_claims(request: HttpRequest, query: Query[ClaimQuery]) -> Success[ClaimPage]:
    """Claims, the oldest first; with `orderId` those of one order."""
    user, language = signed_in(request), current_language()
    found = Claim.objects.all() if query.status is None else Claim.objects.filter(status=query.status)
    if query.order_id:
        found = found.filter(order__order_id=query.order_id)
    rows, pagination = cut_page(with_rows(found), query)
    claims = [claim_row(row, user=user, language=language) for row in rows]
    return Success(data=ClaimPage(claims=claims, pagination=pagination))


@router.post("/admin/claims/{claim_id}/decide", auth=May(Right.REFUNDS, fresh=True))
@limited("refund", 60)
def decide_claim(request: HttpRequest, claim_id: str, payload: ClaimDecisionIn) -> Success[ClaimData]:
    """Approve a claim, or decline it with a reason.

    Approved, its price goes back by a refund and the rest waits for a bank transfer. Above a set amount the
    first approval only proposes it: `status` is "approval" until another person approves, too. The same
    Idempotency-Key again decides nothing anew.
    """
    decide = actions.approve_claim if payload.decision == "approve" else actions.decline_claim
    return _done_once(request, claim_id, payload, lambda user: decide(claim_id, note=payload.note, user=user))


@router.post("/admin/claims/{claim_id}/paid", auth=May(Right.REFUNDS, fresh=True))
@limited("refund", 60)
def pay_claim(request: HttpRequest, claim_id: str, payload: ClaimPaidIn) -> Success[ClaimData]:
    """Note that the transfer of an approved claim was made; idempotent for the same reference."""
    return _done_once(
        request,
        claim_id,
        payload,
        lambda user: actions.pay_claim(claim_id, bank_reference=payload.bank_reference, user=user),
    )


def _done_once(
    request: HttpRequest, claim_id: str, payload: ApiModel, step: Callable[[User], Claim]
) -> Success[ClaimData]:
    """Take a step of staff once per Idempotency-Key, and answer the claim as it is then."""
    user = signed_in(request)
    found = get_object_or_404(Claim, claim_id=claim_id)
    run_once(
        scope=f"claim-step:{found.pk}",
        key=idempotency_key(request),
        body=payload.json_object() | {"path": request.path, "by": user.public_id},
        action=lambda: {"status": step(user).status},
    )
    fresh = with_rows(Claim.objects.filter(pk=found.pk)).get()
    return Success(data=ClaimData(claim=claim_row(fresh, user=user, language=current_language())))
