"""What a person does about a case: take the proposed step, or close it with a word of why."""

from django.db import transaction
from django.utils import timezone

from project.accounts.models import User
from project.audit.actions import record as audit
from project.core.errors import InvalidTransition, PaymentProviderDown
from project.payments.actions.cases import close_case, propose
from project.payments.actions.inbox import handle_webhook
from project.payments.actions.payment_history import record
from project.payments.actions.payment_status_check import check, fits, settle, take_money
from project.payments.actions.refund_processing import advance_refund, settle_refund
from project.payments.actions.refund_requests import approve_refund, give_back, retry_refund
from project.payments.actions.row_locks import lock_payment
from project.payments.models import (
    CAPTURED,
    Case,
    CaseKind,
    Payment,
    Proposal,
    Refund,
    RefundReason,
    RefundStatus,
    WebhookMessage,
)
from project.payments.providers import get_provider
from project.payments.providers.base import OrderAnswer, ProviderError


def act_on_case(case_pk: int, *, user: User) -> Case:
    """Take the step that is proposed about an open case.

    Raises InvalidTransition when there is none (or the case is closed), PaymentProviderDown when the provider
    does not answer, RefundNotPossible when nothing is left to give back.
    """
    case = Case.objects.select_related("payment__order", "refund__payment").get(pk=case_pk)
    if case.closed_at is not None:
        raise InvalidTransition(f"{case} is closed")
    actor, step = f"user:{user.public_id}", case.proposal
    match step:
        case Proposal.ASK_PROVIDER:
            _ask(case, actor=actor)
        case Proposal.REFUND:
            assert case.payment is not None
            _return_what_came(case.pk, case.payment, user=user)
        case Proposal.REFUND_AGAIN:
            assert case.refund is not None
            with transaction.atomic():
                retry_refund(case.refund.pk, user=user)
                close_case(case, user=user)
        case Proposal.APPROVE:
            assert case.refund is not None
            approve_refund(case.refund.pk, user=user)
        case _:
            raise InvalidTransition(f"{case}: nothing to do but {step}")
    case.refresh_from_db()
    audit(
        "case.acted",
        subject=f"case:{case.case_id}",
        actor=actor,
        after={"kind": case.kind, "about": case.subject, "step": step},
    )
    return case


@transaction.atomic
def dismiss_case(case_pk: int, *, user: User, notes: str) -> Case:
    """Close a case with a word of why.

    Raises InvalidTransition when it is closed already, or is about a refund that waits for approval: that one
    is approved or declined, and the case closes with it.
    """
    case = Case.objects.select_related("payment__order").get(pk=case_pk)
    if case.payment is not None:
        case.payment = lock_payment(case.payment.pk)
    if case.kind == CaseKind.REFUND_APPROVAL and case.closed_at is None:
        raise InvalidTransition(f"{case} is decided with its refund")
    if not close_case(case, user=user, notes=notes):
        raise InvalidTransition(f"{case} is closed")
    audit(
        "case.closed",
        subject=f"case:{case.case_id}",
        actor=f"user:{user.public_id}",
        after={"kind": case.kind, "about": case.subject},
        note=notes,
    )
    return case


def _ask(case: Case, *, actor: str) -> None:
    refund = case.refund
    if refund is None:
        assert case.payment is not None
        check(case.payment.pk, cause="staff", actor=actor)
    elif refund.status == RefundStatus.UNDER_WAY:
        advance_refund(refund.pk, cause="staff", actor=actor)
    else:
        _look_up(refund, actor=actor)


def _look_up(refund: Refund, *, actor: str) -> None:
    try:
        answer = get_provider(refund.payment.provider).refund_status(refund.refund_id)
    except ProviderError as error:
        raise PaymentProviderDown(str(error)) from None
    if answer is not None:
        settle_refund(refund.pk, answer, cause="staff", actor=actor)


def _return_what_came(case_pk: int, payment: Payment, *, user: User) -> None:
    """Take money of a wrong amount into the books as what it is, and give back all that is left of it.

    Where the provider's answer has become right meanwhile, that settles the payment instead. The money has no
    order, so it is owed; whoever decides it is bound by the same approval as any refund.
    """
    try:
        answer = get_provider(payment.provider).order_status(payment.transaction_id)
    except ProviderError as error:
        raise PaymentProviderDown(str(error)) from None
    if answer is not None and payment.status not in CAPTURED and fits(payment, answer):
        settle(payment.pk, answer, cause="staff", actor=f"user:{user.public_id}")
        return
    with transaction.atomic():
        locked = lock_payment(payment.pk)
        if locked.status not in CAPTURED:
            amount = _returnable_paise(locked, answer)
            take_money(locked, amount, fulfils=False, now=timezone.now())
            locked.next_check_at = None
            locked.save(update_fields=["next_check_at"])
            record(locked, "payment.succeeded", cause="staff", actor=f"user:{user.public_id}")
    # What was refunded in the provider's console could not be entered before the money was.
    waiting = WebhookMessage.objects.filter(merchant_order_id=payment.transaction_id, handled_at=None)
    for message_pk in waiting.values_list("pk", flat=True):
        handle_webhook(message_pk)
    with transaction.atomic():
        locked = lock_payment(payment.pk)
        give_back(locked, reason=RefundReason.PAYMENT_ERROR, cause="staff", user=user)
        case = Case.objects.get(pk=case_pk)
        if case.closed_at is not None:
            return
        case.payment = locked
        # It closes by itself when the money is back.
        propose(case, Proposal.WAIT)


def _returnable_paise(payment: Payment, answer: OrderAnswer | None) -> int:
    """Return what came, if the provider says now that it did: our own order, in our currency."""
    ours = (
        answer is not None
        and answer.outcome == "success"
        and answer.merchant_order_id in ("", payment.transaction_id)
        and answer.provider_order_id in ("", payment.provider_order_id)
        and answer.currency == payment.currency
    )
    if answer is None or not ours or not answer.amount_paise or answer.amount_paise < 0:
        raise InvalidTransition(f"{payment}: the provider says {answer and answer.state}")
    return answer.amount_paise
