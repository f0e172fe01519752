"""Refund requests: approval above the set amount; two requests for the same refund make one."""

import pytest

from project.accounts.errors import SecondPersonNeeded
from project.core.errors import IdempotencyMismatch, InvalidTransition
from project.core.models import Mail
from project.payments.errors import PaymentProviderDown, RefundChanged, RefundNotPossible
from project.payments.models import Case, Movement, Payment
from project.payments.refunds.processing import advance_refund, take_due_refunds
from project.payments.refunds.requests import approve_refund, decline_refund, retry_refund
from tests.factories import make_user
from tests.payments.refund_helpers import advance, ask, at_provider, run_due
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def test_above_the_set_amount_a_second_person_decides(provider: SandboxProcess, payment: Payment) -> None:
    change_shop(returns={"approval_above_paise": 30_000})
    asha, ravi = make_user(role="finance"), make_user(role="admin")

    refund = ask(payment, 50_000, user=asha)
    assert (refund.status, refund.next_check_at) == ("approval", None)
    assert take_due_refunds() == []
    payment.refresh_from_db()
    assert payment.refundable_paise == 0
    with pytest.raises(SecondPersonNeeded):
        approve_refund(refund.pk, user=asha)

    refund = approve_refund(refund.pk, user=ravi)

    assert (refund.status, refund.decided_by) == ("requested", ravi)
    assert advance(refund).status == "under_way"
    with pytest.raises(InvalidTransition):
        approve_refund(refund.pk, user=ravi)


def test_many_small_refunds_need_the_second_person_too(payment: Payment) -> None:
    change_shop(returns={"approval_above_paise": 30_000})

    assert [ask(payment, 15_000).status for _ in range(3)] == ["requested", "requested", "approval"]


def test_declined_refund_frees_the_amount(payment: Payment) -> None:
    change_shop(returns={"approval_above_paise": 0})
    refund = ask(payment, 50_000)

    refund = decline_refund(refund.pk, user=make_user(role="admin"), notes="Not owed")

    assert (refund.status, refund.error_code) == ("failed", "DECLINED")
    payment.refresh_from_db()
    assert payment.refundable_paise == 50_000
    case = Case.objects.get()
    assert (case.kind, case.closed_rule) == ("refund_approval", "decided")
    with pytest.raises(InvalidTransition):
        retry_refund(refund.pk, user=make_user(role="admin"))


def test_key_of_one_refund_makes_no_other(payment: Payment) -> None:
    asha, key = make_user(role="finance"), "one-key"
    refund = ask(payment, 10_000, user=asha, request_key=key)
    assert ask(payment, 10_000, user=asha, request_key=key) == refund

    with pytest.raises(IdempotencyMismatch):
        ask(payment, 20_000, user=asha, request_key=key)
    with pytest.raises(IdempotencyMismatch):
        ask(payment, 10_000, user=make_user(role="finance"), request_key=key)


@pytest.mark.django_db(transaction=True)
def test_two_people_refunding_all_of_it_at_once_pay_once(provider: SandboxProcess, payment: Payment) -> None:
    staff = [make_user(role="admin") for _ in range(6)]

    def click(number: int) -> str:
        try:
            refund = ask(payment, 50_000, user=staff[number])
        except RefundNotPossible:
            return "refused"
        try:
            advance_refund(refund.pk, cause="staff")
        except PaymentProviderDown:
            return "no answer"
        return "asked"

    assert sorted(at_once(6, click)) == ["asked"] + ["refused"] * 5

    assert [(paise, state) for _, paise, state in at_provider(provider)] == [(50_000, "PENDING")]


@pytest.mark.django_db(transaction=True)
def test_two_people_refunding_the_same_part_at_once_pay_once(
    provider: SandboxProcess, payment: Payment
) -> None:
    staff = [make_user(role="admin") for _ in range(4)]

    def click(number: int) -> str:
        try:
            ask(payment, 10_000, user=staff[number], seen_refundable_paise=50_000)
        except RefundChanged:
            return "changed"
        return "asked"

    assert sorted(at_once(4, click)) == ["asked"] + ["changed"] * 3

    run_due()
    assert [paise for _, paise, _ in at_provider(provider)] == [10_000]


@pytest.mark.django_db(transaction=True)
def test_one_refund_worked_on_by_many_at_once_is_made_once(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = ask(payment, 50_000)

    at_once(5, lambda number: advance_refund(refund.pk, cause="clock").status)

    assert len(at_provider(provider)) == 1
    assert Movement.objects.filter(kind="refund_started").count() == 1
    assert Mail.objects.filter(kind="refund_started").count() == 1
