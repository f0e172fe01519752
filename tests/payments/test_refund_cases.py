"""Cases of refunds that failed, take long, or were made in the provider's console."""

import logging

import pytest
from django.utils import timezone

from project.accounts.models import User
from project.payments.models import Case, Payment, Refund, RefundReason
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import approve_refund, request_refund
from project.payments.refunds.schedule import REFUND_LATE
from tests.buying import deliver, pay, place
from tests.factories import make_product, make_user
from tests.payments.case_helpers import act
from tests.payments.refund_helpers import advance, ask, console_refund, finish, refund_message
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


def test_failed_refund_is_tried_again_and_the_click_closes_its_case(
    provider: SandboxProcess, staff: User
) -> None:
    payment = pay(place(make_product()), provider)
    refund = request_refund(payment.pk, amount_paise=50_000, reason=RefundReason.OTHER, user=staff)
    advance_refund(refund.pk, cause="clock")
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="failure")
    advance_refund(refund.pk, cause="clock")
    case = Case.objects.get()

    shown = act(case, staff).data["case"]

    assert (shown["closedBy"], shown["closedRule"]) == ("Meera", "")
    assert Refund.objects.get(retry_of=refund).status == "requested"


def test_staff_ask_about_a_refund_that_takes_long(
    provider: SandboxProcess, payment: Payment, staff: User
) -> None:
    refund = advance(ask(payment, 20_000))
    Refund.objects.update(started_at=timezone.now() - 2 * REFUND_LATE)
    advance(refund)
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")

    shown = act(Case.objects.get(kind="refund_stuck"), staff).data["case"]

    refund.refresh_from_db()
    assert (shown["closedRule"], refund.status) == ("settled", "done")


def test_failed_refund_that_the_provider_made_after_all_is_a_case_and_stays_failed(
    provider: SandboxProcess, payment: Payment, staff: User
) -> None:
    refund = finish(provider, advance(ask(payment, 50_000, cancels_order=True)), "failure")
    provider.fault("alter", on="refund_status", value={"state": "COMPLETED"}, times=None)

    deliver(refund_message(payment, refund.refund_id))

    case = Case.objects.get(kind="refund_differs")
    assert (case.refund, case.facts["amountPaise"]) == (refund, 50_000)
    assert act(case, staff).data["case"]["closedAt"] is None
    refund.refresh_from_db()
    payment.refresh_from_db()
    assert (refund.status, payment.refunded_paise) == ("failed", 0)

    provider.control("/faults", "DELETE")
    provider.fault("unauthorized", on="refund_status", times=None)
    assert act(case, staff).refusal == (503, "PROVIDER_UNAVAILABLE")


def test_console_refund_of_a_wrong_amount_leaves_only_the_rest_to_give_back(
    provider: SandboxProcess, wrong: Payment, staff: User
) -> None:
    console_refund(provider, wrong, "CONSOLE1", 10_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")
    deliver(refund_message(wrong, "CONSOLE1"))

    act(Case.objects.get(), staff)

    amounts = {refund.refund_id: (refund.origin, refund.amount_paise) for refund in Refund.objects.all()}
    assert amounts.pop("CONSOLE1") == ("console", 10_000)
    assert list(amounts.values()) == [("staff", 30_000)]


def test_failed_refund_is_tried_again_for_what_a_console_refund_left(
    provider: SandboxProcess, staff: User
) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    refund = finish(provider, advance(ask(payment, 40_000)), "failure")
    console_refund(provider, payment, "CONSOLE1", 20_000)
    deliver(refund_message(payment, "CONSOLE1", "CONFIRMED"))
    case = Case.objects.get()
    assert case.facts["amountPaise"] == 30_000

    act(case, staff)

    assert Refund.objects.get(retry_of=refund).amount_paise == 30_000


def test_waiting_refunds_are_logged_as_no_error_and_failed_ones_are(
    provider: SandboxProcess, caplog: pytest.LogCaptureFixture
) -> None:
    change_shop(returns={"approval_above_paise": 0})
    caplog.set_level(logging.INFO)
    payment = pay(place(make_product(price_paise=50_000)), provider)

    refund = ask(payment, 50_000)
    approve_refund(refund.pk, user=make_user(role="finance"))
    advance(refund)
    Refund.objects.update(started_at=timezone.now() - 2 * REFUND_LATE)
    finish(provider, advance(refund), "failure")

    cases = [record for record in caplog.records if record.msg.startswith("case ")]
    assert [(record.args[0], record.levelname) for record in cases if isinstance(record.args, tuple)] == [
        ("refund_approval", "INFO"),
        ("refund_stuck", "WARNING"),
        ("refund_failed", "ERROR"),
    ]
