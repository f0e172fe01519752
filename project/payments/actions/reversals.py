"""Money that the provider took back after it was captured: chargebacks, disputes, reversals.

A settlement report decides, once one has named such a movement of the payment; until then the provider's own
status answer does. Either way the ledger follows, a case is open while money is gone, and refunds that still
wait give way: what was taken back is not refunded as well.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Sum

from project.payments.actions import ledger
from project.payments.actions.cases import close_answered_cases, open_case, renew_case
from project.payments.actions.payment_history import record
from project.payments.actions.refund_processing import make_room
from project.payments.models import Case, CaseKind, Payment, StatementLine
from project.payments.providers.base import OrderAnswer

_TAKEN_BACK = ("failed", "cancelled", "expired")


def reverse_by_answer(payment: Payment, answer: OrderAnswer, *, cause: str) -> bool:
    """Follow a status answer about the locked, captured payment; True when money moved.

    A failure after success says that all that was not refunded is gone; success, that it is here.
    """
    if answer.outcome not in ("success", *_TAKEN_BACK) or _reported(payment) is not None:
        return False
    gone = 0 if answer.outcome == "success" else max(0, payment.captured_paise - payment.refunded_paise)
    return _bring(payment, gone, facts={"state": answer.state}, cause=cause)


def reverse_by_report(payment: Payment) -> bool:
    """Follow what the settlement reports say was taken back of the locked payment; True when money moved."""
    reported = _reported(payment)
    return reported is not None and _bring(payment, reported, facts={}, cause="statement")


def _reported(payment: Payment) -> int | None:
    """Return what the reports say is taken back, None when they say nothing of that."""
    lines = StatementLine.objects.filter(payment=payment, kind="reversal")
    paise: int | None = lines.aggregate(paise=Sum("amount_paise"))["paise"]
    return None if paise is None else max(0, -paise)


def _bring(payment: Payment, gone_paise: int, *, facts: Mapping[str, Any], cause: str) -> bool:
    """Bring books and case to this much taken back."""
    change = gone_paise - payment.reversed_paise
    if not change:
        return False
    payment.reversed_paise = gone_paise
    payment.save(update_fields=["reversed_paise"])
    payment.bump()
    entry = ledger.reversed_by(payment, change)
    name = "payment.reversed" if change > 0 else "payment.reinstated"
    record(payment, name, cause=cause, payload={"reversal": entry.reference, "amountPaise": abs(change)})
    make_room(payment, 0, cause=cause)
    if gone_paise:
        said = {"expectedPaise": payment.captured_paise, "amountPaise": gone_paise, **facts}
        if not open_case(CaseKind.MONEY_REVERSED, payment=payment, facts=said):
            case = Case.objects.get(kind=CaseKind.MONEY_REVERSED, subject=payment.topic)
            case.payment = payment
            renew_case(case, said)
    close_answered_cases(payment)
    return True
