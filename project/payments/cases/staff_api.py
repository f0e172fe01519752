"""Cases: what does not fit, for staff to act on or to close with a word of why."""

from django.db.models import Q
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query

from project.accounts.auth import May, signed_in
from project.core.idempotency import idempotency_key, run_once, stored_result
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.payments.cases import resolution
from project.payments.cases.resolution import dismiss_case
from project.payments.cases.schemas import (
    CaseCloseIn,
    CaseData,
    CaseList,
    CaseQuery,
    case_row,
    case_statistics,
    with_all,
)
from project.payments.models import Case
from project.routers import ApiRouter

router = ApiRouter("cases")


@router.get("/admin/cases", auth=May(Right.CASES))
@limited("cases", 240)
def list_cases(request: HttpRequest, query: Query[CaseQuery]) -> Success[CaseList]:
    """Money that does not fit an order, newest first; open ones unless asked otherwise."""
    cases, total, has_more = query.found()
    return Success(
        data=CaseList(
            cases=[case_row(case) for case in cases],
            pagination=query.bounded_pagination(total, has_more=has_more),
            statistics=case_statistics(),
        )
    )


@router.post("/admin/cases/{case_id}/act", auth=May(Right.REFUNDS, fresh=True))
@limited("case", 60)
def act_on_case(request: HttpRequest, case_id: str) -> Success[CaseData]:
    """Take the proposed step: ask the provider, give back what came, approve a refund or try one again.

    The same Idempotency-Key again answers the case as it is by now.
    """
    pk, user = _find(case_id), signed_in(request)
    scope, key, body = f"case:{pk}", idempotency_key(request), {"act": pk, "by": user.public_id}
    if stored_result(scope=scope, key=key, body=body) is None:
        # It asks the provider, so no transaction spans it; its rows let each step happen once.
        resolution.act_on_case(pk, user=user)
        run_once(scope=scope, key=key, body=body, action=dict)
    return _answer(case_id)


@router.post("/admin/cases/{case_id}/close", auth=May(Right.REFUNDS))
@limited("case", 60)
def close_case(request: HttpRequest, case_id: str, payload: CaseCloseIn) -> Success[CaseData]:
    """Close a case without the proposed step; who and why stays with it."""
    pk, user = _find(case_id), signed_in(request)
    run_once(
        scope=f"case:{pk}",
        key=idempotency_key(request),
        body={"close": pk, "notes": payload.notes, "by": user.public_id},
        action=lambda: {"case": dismiss_case(pk, user=user, notes=payload.notes).case_id},
    )
    return _answer(case_id)


def _find(case_id: str) -> int:
    return get_object_or_404(Case, case_id=case_id).pk


def _answer(case_id: str) -> Success[CaseData]:
    return Success(data=CaseData(case=case_row(with_all(Q(case_id=case_id)).get())))
