"""Case resolution by staff: take the proposed step, or dismiss the case with a reason."""

from django.db import transaction
from django.utils import timezone

from project.accounts.models import User
from project.core.errors import InvalidTransition
from project.events.audit import record as audit
from project.payments.attempts.decisions import is_success_of
from project.payments.attempts.status_check import apply_provider_answer, check, fail, record_capture
from project.payments.errors import PaymentProviderDown
from project.payments.models import (
    CAPTURED,
    Case,
    CaseKind,
    Payment,
    PaymentStatus,
    Proposal,
    Refund,
    RefundReason,
    RefundStatus,
    WebhookMessage,
)
from project.payments.providers.base import OrderAnswer, ProviderError
from project.payments.providers.registry import get_provider
from project.payments.refunds.processing import advance_refund, settle_refund
from project.payments.refunds.requests import (
    approve_refund,
    is_order_over,
    refund_remaining,
    request_declined_refund,
    retry_refund,
)
from project.payments.shared.cases import close_case, propose
from project.payments.shared.history import record
from project.payments.shared.row_locks import lock_payment
from project.payments.webhooks.processing import handle_webhook

# Cases whose payment is in review, or pending and never checked again.
_ABOUT_UNSETTLED_PAYMENT = (CaseKind.AMOUNT_DIFFERS, CaseKind.ID_DIFFERS, CaseKind.NEVER_SETTLED)


def act_on_case(case_pk: int, *, user: User) -> Case:
    """Take the proposed step of an open case.

    Raises InvalidTransition without a step or when the case is closed, PaymentProviderDown when the provider
    does not answer, RefundNotPossible when nothing is left to refund.
    """
    case = Case.objects.select_related("payment__order", "refund__payment").get(pk=case_pk)
    if case.closed_at is not None:
        raise InvalidTransition(f"{case} is closed")
    actor, step = user.subject, case.proposal
    match step:
        case Proposal.ASK_PROVIDER:
            _ask_provider(case, actor=actor)
        case Proposal.REFUND:
            assert case.payment is not None
            if case.kind == CaseKind.REFUND_DECLINED and not is_order_over(case.payment.order):
                _request_declined_refund(case, user=user)
            else:
                _refund_received_amount(case.pk, case.payment, user=user)
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
    """Close a case with a reason, and end a payment that only waited for it.

    A payment in review, or one that never settled, must not wait for ever without an open case: once its last
    such case is dismissed, it expires without money, so that its order can be paid again or is abandoned.
    No money is lost by that: a later correct success still confirms the order, the same mismatch reopens the
    case, and what the provider settles for the payment opens a case of its own.

    Raises InvalidTransition when it is closed, or is about a refund that waits for approval: approving or
    declining the refund closes that case.
    """
    case = Case.objects.select_related("payment__order").get(pk=case_pk)
    if case.payment is not None:
        case.payment = lock_payment(case.payment.pk)
    if case.kind == CaseKind.REFUND_APPROVAL and case.closed_at is None:
        raise InvalidTransition(f"{case} is decided with its refund")
    if not close_case(case, user=user, notes=notes):
        raise InvalidTransition(f"{case} is closed")
    if case.payment is not None and case.kind in _ABOUT_UNSETTLED_PAYMENT:
        _expire_unsettled_payment(case.payment, user=user)
    audit(
        "case.closed",
        subject=f"case:{case.case_id}",
        actor=user.subject,
        after={"kind": case.kind, "about": case.subject},
        note=notes,
    )
    return case


def _expire_unsettled_payment(payment: Payment, *, user: User) -> None:
    """End the locked payment without money, unless it was captured or another case about it is open.

    Its customer gets no mail: what that says of their money is known from the provider's answer alone.
    """
    others = payment.cases.filter(kind__in=_ABOUT_UNSETTLED_PAYMENT, closed_at=None)
    if payment.status in CAPTURED or others.exists():
        return
    payment.in_review = False
    fail(
        payment,
        PaymentStatus.EXPIRED,
        now=timezone.now(),
        cause="staff",
        actor=user.subject,
        mail_customer=False,
    )
    payment.save(update_fields=["in_review", "is_open", "settled_at"])


def _ask_provider(case: Case, *, actor: str) -> None:
    refund = case.refund
    if refund is None:
        assert case.payment is not None
        check(case.payment.pk, cause="staff", actor=actor)
    elif refund.status == RefundStatus.UNDER_WAY:
        advance_refund(refund.pk, cause="staff", actor=actor)
    else:
        _check_refund(refund, actor=actor)


def _check_refund(refund: Refund, *, actor: str) -> None:
    payment = refund.payment
    try:
        answer = get_provider(payment.provider).refund_status(
            refund.refund_id, merchant_order_id=payment.transaction_id
        )
    except ProviderError as error:
        raise PaymentProviderDown(str(error)) from None
    if answer is not None:
        settle_refund(refund.pk, answer, cause="staff", actor=actor)


@transaction.atomic
def _request_declined_refund(case: Case, *, user: User) -> None:
    """Request the declined refund of a part of the order again, such as of returned goods."""
    assert case.refund is not None
    case.payment = request_declined_refund(case.refund.pk, user=user).payment
    # The finished refund closes the case.
    propose(case, Proposal.WAIT)


def _refund_received_amount(case_pk: int, payment: Payment, *, user: User) -> None:
    """Record the capture of a wrong amount as it was received, and refund what is left of it.

    If the provider's answer has become correct meanwhile, it settles the payment instead. The refund needs
    the same approval as any other.
    """
    try:
        answer = get_provider(payment.provider).order_status(payment.transaction_id)
    except ProviderError as error:
        raise PaymentProviderDown(str(error)) from None
    if answer is not None and payment.status not in CAPTURED and is_success_of(payment, answer):
        apply_provider_answer(payment.pk, answer, cause="staff", actor=user.subject)
        return
    with transaction.atomic():
        locked = lock_payment(payment.pk)
        if locked.status not in CAPTURED:
            amount = _received_paise(locked, answer)
            record_capture(locked, amount, fulfils=False, now=timezone.now())
            locked.next_check_at = None
            locked.save(update_fields=["next_check_at"])
            record(locked, "payment.succeeded", cause="staff", actor=user.subject)
    # Refunds from the provider's console could not be imported before the payment was captured.
    waiting = WebhookMessage.objects.filter(merchant_order_id=payment.transaction_id, handled_at=None)
    for message_pk in waiting.values_list("pk", flat=True):
        handle_webhook(message_pk)
    with transaction.atomic():
        locked = lock_payment(payment.pk)
        refund_remaining(locked, reason=RefundReason.PAYMENT_ERROR, cause="staff", user=user)
        case = Case.objects.get(pk=case_pk)
        if case.closed_at is not None:
            return
        case.payment = locked
        # The finished refund closes the case.
        propose(case, Proposal.WAIT)


def _received_paise(payment: Payment, answer: OrderAnswer | None) -> int:
    """Return the received amount, if the provider confirms it now for our order and currency."""
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
