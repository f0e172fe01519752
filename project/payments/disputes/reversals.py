"""Reversals: the provider's status answer says that captured money is no longer here.

A settlement report that contains a reversal says more: there it is a dispute (`reports.py`), and
the answer counts no more. A reversal updates the ledger, keeps a case open while money is reversed, and
supersedes waiting refunds, so that a reversed amount is not refunded as well.
"""

from project.orders.history import list_topics
from project.payments.models import Case, CaseKind, Payment, StatementLine
from project.payments.refunds.processing import supersede_waiting_refunds
from project.payments.shared import ledger
from project.payments.shared.cases import close_answered_cases, open_case, renew_case
from project.payments.shared.history import record


def reverse_by_answer(payment: Payment, gone_paise: int, *, state: str, cause: str, actor: str) -> bool:
    """Set the reversed amount of the locked, captured payment by a status answer; True when it changed.

    A no-op once settlement reports contain a reversal of the payment.
    """
    change = gone_paise - payment.reversed_paise
    if not change or StatementLine.objects.filter(payment=payment, kind="reversal").exists():
        return False
    payment.bump(reversed_paise=gone_paise)
    entry = ledger.enter_reversal(payment, change)
    name = "payment.reversed" if change > 0 else "payment.reinstated"
    payload = {"reversal": entry.reference, "amountPaise": abs(change)}
    record(payment, name, cause=cause, actor=actor, payload=payload, topics=list_topics(payment.order))
    supersede_waiting_refunds(payment, 0, cause=cause, actor=actor)
    if gone_paise:
        facts = {"expectedPaise": payment.captured_paise, "amountPaise": gone_paise, "state": state}
        if not open_case(CaseKind.MONEY_REVERSED, payment=payment, facts=facts):
            case = Case.objects.get(kind=CaseKind.MONEY_REVERSED, subject=payment.topic)
            case.payment = payment
            renew_case(case, facts)
    close_answered_cases(payment)
    return True
