"""Disputes, for staff: what the customers' banks claim, until when to answer, and how it ended."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query

from project.accounts.auth import May, signed_in
from project.core.idempotency import idempotency_key, run_once
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.payments.disputes import actions
from project.payments.disputes.actions import check_dispute, decide_dispute, mark_evidence_sent
from project.payments.disputes.schemas import (
    DECISIONS,
    DisputeData,
    DisputeIn,
    DisputeList,
    DisputeQuery,
    DisputeStepIn,
    dispute_detail,
    dispute_row,
    dispute_statistics,
    with_all,
)
from project.payments.models import Dispute, Payment
from project.routers import ApiRouter

router = ApiRouter("disputes")


@router.get("/admin/disputes", auth=May(Right.TRANSACTIONS))
@limited("disputes", 240)
def list_disputes(request: HttpRequest, query: Query[DisputeQuery]) -> Success[DisputeList]:
    """Disputes: those to be decided with the nearest deadline first, unless others are asked for."""
    found = query.found()
    return Success(
        data=DisputeList(
            disputes=[dispute_row(dispute) for dispute in found[query.rows()]],
            pagination=query.pagination(found.count()),
            statistics=dispute_statistics(),
        )
    )


@router.get("/admin/disputes/{dispute_id}", auth=May(Right.TRANSACTIONS))
@limited("disputes", 240)
def get_dispute(request: HttpRequest, dispute_id: str) -> Success[DisputeData]:
    """One dispute with its history and its settlement."""
    return _answer(dispute_id)


@router.post("/admin/disputes", auth=May(Right.REFUNDS, fresh=True))
@limited("dispute", 60)
def open_dispute(request: HttpRequest, payload: DisputeIn) -> Success[DisputeData]:
    """Enter a dispute that the provider told staff of; its money is reserved and cannot be refunded.

    The same Idempotency-Key again answers the same dispute.
    """
    user = signed_in(request)
    pk = get_object_or_404(Payment, transaction_id=payload.transaction_id).pk
    done = run_once(
        scope=f"dispute:{payload.transaction_id}",
        key=idempotency_key(request),
        body=payload.json_object() | {"by": user.public_id},
        action=lambda: {"disputeId": actions.open_dispute(pk, payload.wanted(), user=user).dispute_id},
    )
    return _answer(done["disputeId"])


@router.post("/admin/disputes/{dispute_id}/step", auth=May(Right.REFUNDS, fresh=True))
@limited("dispute", 60)
def step_dispute(request: HttpRequest, dispute_id: str, payload: DisputeStepIn) -> Success[DisputeData]:
    """Ask the provider, note that the evidence was sent, or say how the dispute ended.

    Whoever ends one says why. The same Idempotency-Key again decides nothing anew.
    """
    user, pk = signed_in(request), find_dispute(dispute_id).pk
    if payload.step == "check":
        check_dispute(pk, cause="staff", user=user)
        return _answer(dispute_id)

    def step() -> dict[str, str]:
        if payload.step == "evidence":
            return {"status": mark_evidence_sent(pk, user=user).status}
        status = DECISIONS[payload.step]
        return {"status": decide_dispute(pk, status, user=user, notes=payload.notes).status}

    run_once(
        scope=f"dispute-step:{pk}",
        key=idempotency_key(request),
        body=payload.json_object() | {"by": user.public_id},
        action=step,
    )
    return _answer(dispute_id)


def find_dispute(dispute_id: str) -> Dispute:
    """Return the dispute with its payment and order. Raises Http404."""
    return get_object_or_404(with_all(Dispute.objects.all()), dispute_id=dispute_id)


def _answer(dispute_id: str) -> Success[DisputeData]:
    return Success(data=DisputeData(dispute=dispute_detail(find_dispute(dispute_id))))
