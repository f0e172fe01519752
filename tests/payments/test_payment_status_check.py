"""Status checks apply the provider's answer to payment, order and stock; idempotent."""

import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from project.core.models import Mail
from project.core.shop import shop
from project.events.models import Event
from project.orders import actions as orders
from project.orders.models import Order
from project.payments.attempts import status_check
from project.payments.attempts.status_check import apply_provider_answer, check_for_staff
from project.payments.errors import PaymentProviderDown
from project.payments.models import Case, Payment
from project.payments.providers.base import OrderAnswer
from tests.buying import check, let_pass, pay, pay_call, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def names(payment: Payment) -> list[str]:
    """Return what happened to the payment, in order."""
    return list(Event.objects.filter(subject=payment.topic).order_by("pk").values_list("name", flat=True))


def answer(payment: Payment, state: str, outcome: Any, **changes: Any) -> OrderAnswer:
    """Return an answer as the provider's adapter would read it."""
    return OrderAnswer(
        **{
            "state": state,
            "outcome": outcome,
            "merchant_order_id": "",
            "provider_order_id": payment.provider_order_id,
            "amount_paise": payment.amount_paise,
            "currency": "INR",
            "instrument": "UPI",
            "bank_reference": "",
            "error_code": "",
            "detailed_error_code": "",
            "expires_at": payment.expires_at,
            "attempts": (),
            "raw": {},
        }
        | changes
    )


def test_success_pays_the_order_takes_the_pieces_and_queues_one_mail(provider: SandboxProcess) -> None:
    product = make_product(stock=5)
    payment = start(place(product, 2))
    provider.settle(payment.transaction_id, "success", mode="CARD")

    payment = check(payment, "webhook")

    order = payment.order
    assert (payment.status, payment.instrument, payment.captured_paise) == ("SUCCESS", "Card", 100_000)
    assert (payment.fulfils, payment.is_open, payment.next_check_at) == (True, False, None)
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert (order.payment_id, order.held_until) == (payment.transaction_id, None)
    assert order.paid_at == payment.settled_at
    product.refresh_from_db()
    assert (product.on_hand, product.allocated, product.held) == (5, 2, 0)
    assert Mail.objects.filter(kind="payment_received", reference=order.topic).count() == 1
    event = Event.objects.get(subject=payment.topic, name="payment.succeeded")
    assert event.payload["status"] == "SUCCESS"
    assert {
        payment.topic,
        order.topic,
        "staff:dashboard",
        f"staff:transactions#{payment.transaction_id}",
    } <= set(event.topics)
    assert event.cause == "webhook"


def test_delivery_is_promised_from_the_payment_on(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    Order.objects.update(estimated_delivery=timezone.localdate() + timedelta(days=4))
    provider.settle(payment.transaction_id, "success")

    order = check(payment).order

    assert order.estimated_delivery == timezone.localdate() + timedelta(days=shop().delivery.promised_days)


def test_same_answer_again_changes_nothing(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    first = check(payment)
    events, mails = Event.objects.count(), Mail.objects.count()

    again = check(payment)

    assert (again.version, again.order.version) == (first.version, first.order.version)
    assert (Event.objects.count(), Mail.objects.count()) == (events, mails)
    assert again.settled_at == first.settled_at


def test_the_banks_reference_is_that_of_the_attempt_that_paid(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "failure")
    assert check(payment).bank_reference == ""

    provider.settle(payment.transaction_id, "success")

    payment = check(payment)
    assert re.fullmatch(r"\d{12}", payment.bank_reference)
    silent = apply_provider_answer(payment.pk, answer(payment, "COMPLETED", "success"), cause="clock")
    assert silent.bank_reference == payment.bank_reference
    staff = Api(token=log_in(make_user(role="admin")))
    shown = staff.get(f"/transactions/{payment.transaction_id}").data["transaction"]
    assert shown["bankReference"] == payment.bank_reference
    found = staff.get("/transactions", {"search": payment.bank_reference}).data["transactions"]
    assert [row["transactionId"] for row in found] == [payment.transaction_id]


@pytest.mark.django_db(transaction=True)
def test_success_seen_by_many_at_once_counts_once(provider: SandboxProcess) -> None:
    product = make_product(stock=3)
    payment = start(place(product, 3))
    provider.settle(payment.transaction_id, "success")

    statuses = at_once(8, lambda number: check(payment).status)

    assert statuses == ["SUCCESS"] * 8
    assert names(payment).count("payment.succeeded") == 1
    assert Event.objects.filter(name="order.confirmed").count() == 1
    assert Mail.objects.filter(kind="payment_received").count() == 1
    product.refresh_from_db()
    assert (product.allocated, product.held) == (3, 0)


def test_version_grows_with_everything_anyone_can_see(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    seen = [(payment.version, payment.status)]
    provider.settle(payment.transaction_id, "pending")
    for outcome in ("pending", "success"):
        if outcome == "success":
            provider.settle(payment.transaction_id, "success")
        row = check(payment)
        seen.append((row.version, row.status))

    assert [status for _, status in seen] == ["PENDING", "PENDING", "SUCCESS"]
    assert seen[0][0] < seen[1][0] < seen[2][0]


def test_cancelled_on_the_page(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    payment = start(place(product))
    provider.pay(payment.pay_url, "cancel")

    payment = check(payment)

    assert (payment.status, payment.is_open) == ("CANCELLED", False)
    # Late money is looked for from now on, but at the slow pace.
    assert payment.next_check_at is not None and payment.settled_at is not None
    assert payment.next_check_at - payment.settled_at == timedelta(minutes=1)
    assert (payment.order.status, payment.order.payment_status) == ("pending", "failed")
    product.refresh_from_db()
    assert product.held == 0  # who tries again takes them anew
    shown = Api().get(f"/phonepe/status-check/{payment.transaction_id}").data
    assert (shown["outcome"], shown["canRetry"], shown["mayHaveBeenDebited"]) == ("failed", True, False)
    assert shown["reason"] == "The payment was cancelled."


def test_expired_at_the_provider(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.control("/clock", advance=901)

    payment = check(payment)

    assert payment.status == "EXPIRED"
    assert payment.detailed_error_code == "ORDER_EXPIRED"
    assert payment.next_check_at is not None  # late money is still looked for


def test_time_alone_never_makes_a_payment_fail(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "pending")
    let_pass(payment, timedelta(hours=30))

    assert check(payment).status == "PENDING"


@pytest.mark.parametrize("word", ["WEIRD", "EXPIRED?", "", "partially_completed"])
def test_word_we_do_not_know_counts_as_pending_and_is_reported(
    provider: SandboxProcess, caplog: pytest.LogCaptureFixture, word: str
) -> None:
    payment = start(place(make_product()))
    provider.fault("alter", on="status", value={"state": word})

    with caplog.at_level(logging.ERROR):
        payment = check(payment)

    assert (payment.status, payment.order.payment_status) == ("PENDING", "pending")
    assert payment.next_check_at is not None
    assert "which we do not know" in caplog.text
    outcome = Api().get(f"/phonepe/status-check/{payment.transaction_id}").data["outcome"]
    assert outcome == ("received" if word else "processing")


def test_unknown_way_to_pay_still_pays(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.fault("alter", on="status", value={"paymentMode": "TELEPATHY"})
    provider.settle(payment.transaction_id, "success")

    assert check(payment).status == "SUCCESS"


@pytest.mark.parametrize(
    ("state", "outcome"),
    [("FAILED", "failed"), ("CANCELLED", "cancelled"), ("FAILED", "expired"), ("PENDING", "pending")],
)
def test_late_failure_never_undoes_success(provider: SandboxProcess, state: str, outcome: str) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    before = check(payment)

    apply_provider_answer(payment.pk, answer(payment, state, outcome, error_code="X"), cause="webhook")

    after = Payment.objects.select_related("order").get(pk=payment.pk)
    assert (after.status, after.error_code, after.version) == ("SUCCESS", "", before.version)
    assert (after.order.status, after.order.payment_status) == ("confirmed", "paid")


def test_stale_pending_never_reopens_a_failed_attempt(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    stale = answer(payment, "PENDING", "pending")
    provider.settle(payment.transaction_id, "cancel")
    check(payment)

    apply_provider_answer(payment.pk, stale, cause="clock")

    payment.refresh_from_db()
    assert (payment.status, payment.provider_state) == ("CANCELLED", "FAILED")


@pytest.mark.parametrize("fault", ["error_html", "drop", "garbage", "unauthorized"])
def test_failed_look_up_only_changes_the_time_of_the_next_check(provider: SandboxProcess, fault: str) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    provider.fault(fault, on="status", value="<html>", times=None)
    Payment.objects.filter(pk=payment.pk).update(next_check_at=timezone.now() - timedelta(seconds=1))

    with pytest.raises(PaymentProviderDown):
        status_check.check(payment.pk, cause="clock")

    row = Payment.objects.select_related("order").get(pk=payment.pk)
    assert (row.status, row.version, row.checked_at) == ("PENDING", payment.version, None)
    assert row.order.payment_status == "pending"
    assert row.next_check_at is not None and row.next_check_at > timezone.now()
    provider.control("/faults", "DELETE")
    assert check(payment).status == "SUCCESS"


def test_order_the_provider_forgot_is_not_declared_failed(
    provider: SandboxProcess, caplog: pytest.LogCaptureFixture
) -> None:
    payment = start(place(make_product()))
    provider.control("/reset")

    with caplog.at_level(logging.ERROR):
        payment = check(payment)

    assert payment.status == "PENDING"
    assert "no longer knows it" in caplog.text


def test_payment_that_never_settles_ends_with_staff_after_three_days(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "pending")
    let_pass(payment, timedelta(hours=73))
    # The provider's own clock stands still here: it would answer the expiry it once gave.
    provider.fault("alter", on="status", value={"expireAt": 1}, times=None)

    payment = check(payment)

    assert (payment.status, payment.next_check_at) == ("PENDING", None)
    case = Case.objects.get()
    assert (case.kind, case.proposal) == ("never_settled", "ask_provider")


@pytest.mark.parametrize(
    ("detail", "reason", "debited"),
    [
        ("ZM", "The UPI PIN or password was not right.", False),
        ("Z9", "There was not enough balance in the account.", False),
        ("U28", "The bank had a technical problem. Please try again or use another way to pay.", True),
        ("ZA", "The request was declined in the UPI app.", False),
        ("K1", "The bank or the payment service declined the payment.", False),
    ],
)
def test_shopper_reads_why_in_plain_words(
    provider: SandboxProcess, detail: str, reason: str, debited: bool
) -> None:
    payment = start(place(make_product()))
    # The bank is silent until the page has closed, then says no: the order is over for this reason.
    provider.settle(payment.transaction_id, "pending")
    provider.control("/clock", advance=901)
    provider.settle(payment.transaction_id, "failure", detail=detail)
    assert check(payment).status == ("CANCELLED" if detail == "ZA" else "FAILED")

    shown = Api().get(f"/phonepe/status-check/{payment.transaction_id}").data

    assert (shown["reason"], shown["mayHaveBeenDebited"]) == (reason, debited)
    hindi = Api(language="hi").get(f"/phonepe/status-check/{payment.transaction_id}").data["reason"]
    assert hindi and hindi != reason


@pytest.mark.django_db(transaction=True)
def test_money_and_the_end_of_the_hold_at_once_leave_the_pieces_with_the_buyer(
    provider: SandboxProcess,
) -> None:
    product = make_product(stock=2)
    payment = start(place(product, 2))
    provider.settle(payment.transaction_id, "success")
    let_pass(payment, timedelta(hours=2))

    def race(number: int) -> None:
        if number % 2:
            check(payment)
        else:
            orders.end_hold(payment.order.order_id, cause="clock")

    at_once(8, race)

    product.refresh_from_db()
    assert (product.on_hand, product.allocated, product.held) == (2, 2, 0)
    assert not Case.objects.exists()
    assert Order.objects.get(pk=payment.order.pk).status == "confirmed"


@pytest.mark.django_db(transaction=True)
def test_two_attempts_that_succeed_at_once_deliver_once(provider: SandboxProcess) -> None:
    product = make_product(stock=5)
    order = place(product)
    first = start(order)
    let_pass(first, timedelta(seconds=850))
    both = [first, start(order)]
    for payment in both:
        provider.settle(payment.transaction_id, "success")

    statuses = at_once(6, lambda number: check(both[number % 2]).status)

    assert statuses == ["SUCCESS"] * 6
    assert order.payments.filter(fulfils=True).count() == 1
    assert [case.kind for case in Case.objects.all()] == ["paid_twice"]
    product.refresh_from_db()
    assert (product.allocated, product.held) == (1, 0)


def test_check_by_staff_that_expires_an_unopened_payment_names_them_and_closes_its_case(
    provider: SandboxProcess,
) -> None:
    order = place(make_product())
    provider.fault("error_html", on="pay", times=None)
    pay_call(order)
    payment = Payment.objects.get(provider_order_id="")
    let_pass(payment, timedelta(hours=73))
    provider.fault("down", on="status", times=None)
    with pytest.raises(PaymentProviderDown):
        status_check.check(payment.pk, cause="clock")
    case = Case.objects.get()
    assert (case.kind, case.closed_at) == ("never_settled", None)
    provider.control("/faults", "DELETE")
    staff = make_user(role="finance")

    check_for_staff(payment.pk, user=staff)

    event = Event.objects.get(name="payment.expired")
    assert (event.cause, event.actor) == ("staff", f"user:{staff.public_id}")
    case.refresh_from_db()
    assert case.closed_rule == "settled"


def test_check_by_staff_that_finds_a_reversal_names_them(provider: SandboxProcess) -> None:
    payment = pay(place(make_product()), provider)
    provider.fault("alter", on="status", value={"state": "FAILED"}, times=None)
    staff = make_user(role="finance")

    check_for_staff(payment.pk, user=staff)

    assert Event.objects.get(name="payment.reversed").actor == f"user:{staff.public_id}"
