"""The payment's first screen, as the server writes it from its own books."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from project.orders.actions import cancel_unpaid
from project.payments.models import Payment
from tests.buying import GUEST, check, let_pass, place, start
from tests.factories import make_product
from tests.pages.conftest import Open
from tests.pages.texts import text
from tests.pages.times import clock, date_and_time, date_in_words
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from worker.tasks import sweep

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


def address(payment: Payment) -> str:
    return f"/order-confirmation/{payment.transaction_id}"


def test_waiting_payment_says_what_we_know_and_when_we_ask_next(
    provider: SandboxProcess, open_page: Open
) -> None:
    payment = start(place(make_product()))

    code, page = open_page(address(payment))

    assert code == 200
    assert page.title == "Payment Processing · Akshamala"
    for said in (
        "We have not heard from the payment provider about this payment yet.",
        "We ask the payment provider again in 22 seconds.",
        "The payment provider will confirm shortly whether you were charged.",
        "Return to the payment page",
        "Pay on your phone",
        payment.transaction_id,
        payment.order.order_id,
    ):
        assert said in page.words
    # Without script the page is asked for anew by a plain form.
    assert page.all("form", action=address(payment))


@pytest.mark.parametrize("name", ["merchantTransactionId", "transactionId"])
@pytest.mark.parametrize("path", ["/payment/status", "/payment-success", "/confirmation/failed"])
def test_payment_named_in_the_query_is_the_one_shown_and_a_status_in_the_path_is_not_believed(
    provider: SandboxProcess, open_page: Open, path: str, name: str
) -> None:
    payment = start(place(make_product()))

    code, page = open_page(f"{path}?{name}={payment.transaction_id}")

    assert code == 200
    assert page.title == "Payment Processing · Akshamala"
    assert payment.transaction_id in page.words


def test_times_of_confirmation_and_support_are_those_of_the_settings(
    provider: SandboxProcess, open_page: Open
) -> None:
    change_shop(
        hours={
            "confirmation_mail_minutes": "41-42",
            "mail_late_minutes": 43,
            "confirmation_mail_hours": 44,
            "answer_hours": 45,
            "payment_problem_hours": 46,
        }
    )
    payment = start(place(make_product()))

    words = open_page(address(payment))[1].words

    assert "it may take 41–42 minutes. If it has not come after 43 minutes, please write to us" in words
    assert "within 44 working hours at the latest" in words
    assert "We answer within 45 hours and settle problems with a payment within 46 hours." in words


def test_waiting_payment_says_when_we_asked_last(provider: SandboxProcess, open_page: Open) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "pending")
    payment = check(payment)
    soon, late = timezone.now() + timedelta(seconds=6), timezone.now() + timedelta(hours=1)
    assert payment.checked_at is not None

    Payment.objects.filter(pk=payment.pk).update(next_check_at=soon)
    first = open_page(address(payment))[1].words
    Payment.objects.filter(pk=payment.pk).update(next_check_at=late)
    second = open_page(address(payment))[1].words
    Payment.objects.filter(pk=payment.pk).update(next_check_at=timezone.now() - timedelta(seconds=1))
    third = open_page(address(payment))[1].words

    assert f"The payment provider's last answer, {clock(payment.checked_at)}: not finished yet." in first
    assert any(f"We ask the payment provider again in {seconds} seconds." in first for seconds in (5, 6))
    assert f"We ask the payment provider again at {clock(late)}." in second
    assert "We are asking the payment provider again." in third
    assert "Please do not pay again" in first and "Return to the payment page" not in first


@pytest.mark.parametrize(
    ("language", "title", "money"),
    [("en", "Payment Successful", "We have received ₹500 from you."), ("hi", "भुगतान सफल", "₹500 मिल गए हैं")],
)
def test_paid_payment_says_so_in_the_readers_language(
    provider: SandboxProcess, open_page: Open, language: str, title: str, money: str
) -> None:
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")
    payment = check(payment)
    assert payment.settled_at is not None

    page = open_page(f"{address(payment)}?lang={language}")[1]

    assert page.title.startswith(title)
    assert money in page.words
    with translation.override(language):
        assert text("payment:success.thanks") in page.words
        assert date_and_time(payment.settled_at) in page.words
        assert payment.order.estimated_delivery is not None
        assert date_in_words(payment.order.estimated_delivery) in page.words


def test_failed_payment_says_why_and_until_when_it_can_be_tried_again(
    provider: SandboxProcess, open_page: Open
) -> None:
    payment = start(place(make_product(slug="five-mukhi", stock=1)))
    provider.settle(payment.transaction_id, "failure", final=True)
    payment = check(payment)
    assert payment.order.held_until is not None

    held = open_page(address(payment))[1].words
    let_pass(payment, timedelta(hours=1))
    sweep()
    ended = open_page(address(payment))[1].words
    assert cancel_unpaid(payment.order.order_id, cause="test")
    closed = open_page(address(payment))[1]

    assert "No money has been taken for this payment." in held
    assert f"set aside for you until {date_and_time(payment.order.held_until)}" in held
    assert "Try Again" in held and "Try Again" in ended
    assert "Your reservation has ended, but everything is still there." in ended
    assert "Try Again" not in closed.words
    assert "/products/five-mukhi" in closed.links
    assert f"/contact?order={payment.order.order_id}" in closed.links


def test_shop_with_a_number_is_asked_by_chat_and_by_form(provider: SandboxProcess, open_page: Open) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "failure", final=True)
    check(payment)

    without = open_page(address(payment))[1]
    change_shop(contact={"whatsapp": "+91 98765-43210"})
    with_number = open_page(address(payment))[1]

    order_id = payment.order.order_id
    (chat,) = [link for link in with_number.links if link.startswith("https://wa.me/919876543210?text=")]
    assert order_id in chat
    assert "WhatsApp" in with_number.words and "WhatsApp" not in without.words
    for page in (without, with_number):
        assert "Contact Support" in page.words and "Contact form" in page.words
        assert f"/contact?order={order_id}" in page.links


def test_state_in_the_address_is_never_believed(provider: SandboxProcess, open_page: Open) -> None:
    transaction_id = start(place(make_product())).transaction_id

    for path in (
        f"/confirmation/failed/{transaction_id}",
        f"/confirmation/{transaction_id}",
        f"/confirmation/success?status=SUCCESS&transactionId={transaction_id}",
        f"/confirmation/failed?merchantTransactionId={transaction_id}",
        f"/payment-success?orderId=AKS-1&transactionId={transaction_id}",
        f"/payment/status?status=COMPLETED&merchantTransactionId={transaction_id}",
    ):
        assert "Payment Processing" in open_page(path)[1].words


@pytest.mark.parametrize(
    "path",
    [
        "/confirmation/cancelled",
        "/payment-success?orderId=AKS-1&status=SUCCESS",
        "/confirmation/failed?orderId=AKS-1",
        "/confirmation/failed/AKS-1",
        "/confirmation/AKS-1",
    ],
)
def test_address_without_a_payment_claims_nothing(open_page: Open, path: str) -> None:
    page = open_page(path)[1]

    assert "Checking your payment…" in page.words
    assert "Successful" not in page.words and "Failed" not in page.words


def test_payment_can_be_looked_up_without_script(open_page: Open) -> None:
    page = open_page("/payment/status")[1]

    assert page.all("form", action="/payment/status")
    assert page.all("input", name="transactionId")


@pytest.mark.parametrize("part", ["TXNNONE", "x" * 300, "%3Cscript%3E", "%2e%2e", "%00x"])
def test_unknown_payment_is_not_told_as_failed(open_page: Open, part: str) -> None:
    code, page = open_page(f"/order-confirmation/{part}")

    assert "Failed" not in page.words
    assert (code == 200 and "Payment might still be processing" in page.words) or code == 404


def test_payment_that_was_followed_by_another_leads_there(provider: SandboxProcess, client: Client) -> None:
    first = start(place(make_product()))
    provider.pay(first.pay_url, "cancel")
    check(first)
    second = start(first.order)

    answer = client.get(address(first))

    assert (answer.status_code, answer["Location"]) == (302, address(second))
    assert answer["Cache-Control"] == "no-store"
    assert not answer.has_header("X-Accel-Expires")


def test_screen_names_no_person_and_is_kept_and_listed_by_nobody(
    provider: SandboxProcess, client: Client, open_page: Open
) -> None:
    payment = start(place(make_product()))

    response = client.get(address(payment))
    page = open_page(address(payment))[1]

    assert response["Cache-Control"] == "no-store"
    assert page.meta("robots") == "noindex" and page.meta("description")
    for private in (GUEST["firstName"], GUEST["email"], GUEST["phone"], "MG Road", payment.order.key):
        assert str(private) not in page.html
    assert payment.pay_url not in page.html
