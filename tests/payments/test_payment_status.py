"""The payment status on the shopper's screen, by REST and live."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.core.language import translate
from project.core.mail import send_mail_row, take_due_mails
from project.events.models import Event
from project.events.topics import Caller
from project.live_topics import find
from project.payments.models import Payment
from project.payments.providers.phonepe.adapter import PhonePe
from project.payments.shared.reasons import SENTENCES, reason_text
from tests.buying import GUEST, check, let_pass, place, start, status
from tests.factories import make_product
from tests.http import Answer, Api
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def verify(payment: Payment, *, api: Api | None = None) -> Answer:
    body = {"merchantTransactionId": payment.transaction_id}
    return (api or Api()).post("/payments/verify-phonepe", body)


def test_open_payment_is_processing_and_says_when_we_look_next(provider: SandboxProcess) -> None:
    payment = start(place(make_product(price_paise=123_456)))

    shown = status(payment).data

    assert (shown["status"], shown["outcome"]) == ("PENDING", "processing")
    assert (shown["state"], shown["code"]) == ("PENDING", "PENDING")
    assert (shown["amount"], shown["currency"]) == (1234.56, "INR")
    assert (shown["orderStatus"], shown["canRetry"], shown["mayHaveBeenDebited"]) == ("pending", False, False)
    assert shown["nextCheckAt"] > shown["initiatedAt"]
    assert shown["steps"]["received"] and shown["steps"]["paid"] is None
    # Nothing is on its way before it is paid.
    assert shown["estimatedDelivery"] is None


def test_paid_payment_tells_each_step_when_it_really_happened(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    check(payment)

    before = status(payment).data
    for pk in take_due_mails():
        send_mail_row(pk)
    after = status(payment).data

    assert (before["status"], before["outcome"]) == ("SUCCESS", "success")
    assert (before["state"], before["code"], before["method"]) == ("COMPLETED", "PAYMENT_SUCCESS", "UPI")
    assert before["steps"]["received"] < before["steps"]["paid"] <= before["steps"]["confirmed"]
    assert before["estimatedDelivery"] == str(payment.order.estimated_delivery)
    assert (before["steps"]["mailSent"], before["nextCheckAt"]) == (None, None)
    assert after["steps"]["mailSent"] > before["steps"]["paid"]
    # The screen that watches is told: a newer version, and an event that names its topic.
    assert after["version"] > before["version"]
    told = Event.objects.get(name="order.mail_sent", payload__mail="payment_received")
    assert f"payment:{payment.transaction_id}" in told.topics
    assert before["transaction"] == {
        "status": "SUCCESS",
        "amount": 500.0,
        "transactionId": payment.transaction_id,
        "timestamp": before["paidAt"],
    }


def test_paid_payment_names_what_it_bought_and_an_open_one_does_not(provider: SandboxProcess) -> None:
    product = make_product()
    payment = start(place(product))
    before = status(payment).data
    provider.settle(payment.transaction_id, "success")
    check(payment)

    after = status(payment).data

    assert (before["pieces"], before["orderPaymentStatus"]) == ([], "pending")
    assert [(piece["title"], piece["quantity"]) for piece in after["pieces"]] == [(product.title_en, 1)]
    assert (after["orderStatus"], after["orderPaymentStatus"]) == ("confirmed", "paid")


def test_nesting_of_older_callers_says_the_same(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    check(payment)

    body = status(payment).body

    assert body["result"]["data"] == {
        "state": "COMPLETED",
        "code": "PAYMENT_SUCCESS",
        "orderId": payment.order.order_id,
        "amount": 500.0,
    }


def test_status_is_public_and_names_no_person(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))

    body = str(status(payment).body)

    for private in (GUEST["firstName"], GUEST["email"], GUEST["phone"], "MG Road", payment.order.key):
        assert str(private) not in body
    assert payment.pay_url not in body


@pytest.mark.parametrize("transaction_id", ["TXNNONE", "1", "%2e%2e", "x" * 300, "' OR 1=1 --"])
def test_unknown_transaction_is_a_404(api: Api, transaction_id: str) -> None:
    assert api.get(f"/phonepe/status-check/{transaction_id}").refusal == (404, "NOT_FOUND")
    answer = api.post("/payments/verify-phonepe", {"merchantTransactionId": transaction_id})
    assert answer.refusal in ((404, "NOT_FOUND"), (422, "VALIDATION"))


def test_shopper_who_comes_back_makes_us_ask_at_once(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")

    assert status(payment).data["status"] == "PENDING"  # only a look into our own books
    assert verify(payment).data["status"] == "SUCCESS"


def test_impatient_shopper_does_not_make_us_ask_again_and_again(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    assert verify(payment).data["status"] == "PENDING"
    provider.settle(payment.transaction_id, "success")

    Payment.objects.filter(pk=payment.pk).update(checked_at=timezone.now())
    assert verify(payment).data["status"] == "PENDING"
    let_pass(payment, timedelta(seconds=3))
    assert verify(payment).data["status"] == "SUCCESS"


def test_provider_down_says_what_we_knew_before(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    provider.fault("error_json", on="status", times=None)

    answer = verify(payment)

    assert answer.data["status"] == "PENDING"
    assert answer.data["version"] == payment.version + payment.order.version


def test_live_topic_says_what_the_read_says(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.pay(payment.pay_url, "cancel")
    check(payment)
    name = f"payment:{payment.transaction_id}"
    topic = find(name)
    assert topic is not None

    for language in ("en", "hi"):
        state = topic.read(Caller(language=language), name)
        assert state is not None
        read = status(payment, api=Api(language=language)).data
        # Each says by the server's clock when it was said; all else is the same.
        assert state.data.pop("answeredAt") <= read.pop("answeredAt")
        assert state.data == read
        assert state.version == state.data["version"]
    assert topic.may(Caller(), name)
    assert topic.read(Caller(), "payment:TXNNONE") is None


# What the provider may say of an order, and which screen the shopper sees.
WORDS = {
    "COMPLETED": "success",
    "SUCCESS": "success",
    "PAYMENT_SUCCESS": "success",
    "PENDING": "processing",
    "PAYMENT_PENDING": "processing",
    "INTERNAL_SERVER_ERROR": "processing",
    "FAILED": "failed",
    "PAYMENT_ERROR": "failed",
    "PAYMENT_DECLINED": "failed",
    "CANCELLED": "failed",
    "ON_HOLD": "received",
}
STATE_AND_CODE = {
    "success": ("COMPLETED", "PAYMENT_SUCCESS"),
    "processing": ("PENDING", "PENDING"),
    "received": ("PENDING", "PENDING"),
    "failed": ("FAILED", "PAYMENT_ERROR"),
}


@pytest.mark.parametrize(("word", "screen"), WORDS.items())
def test_each_word_of_the_provider_has_its_screen(provider: SandboxProcess, word: str, screen: str) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    provider.fault("alter", on="status", value={"state": word}, times=None)

    shown = verify(payment)

    assert shown.data["outcome"] == screen
    assert (shown.data["state"], shown.data["code"]) == STATE_AND_CODE[screen]
    assert shown.body["result"]["data"]["state"] == shown.data["state"]
    assert (shown.data["retry"] is not None) == (shown.data["reason"] is not None) == (screen == "failed")


@pytest.mark.parametrize("language", ["en", "hi"])
def test_a_reason_is_told_in_plain_words(provider: SandboxProcess, language: str) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "failure")
    alter = {"state": "FAILED", "errorCode": "MPIN_LIMIT_BREACHED", "detailedErrorCode": "Z6"}
    provider.fault("alter", on="status", value=alter, times=None)
    check(payment)

    reason = status(payment, api=Api(language=language)).data["reason"]

    assert ("locked it for now" if language == "en" else "फ़िलहाल रोक दिया है") in reason


def test_every_reason_is_there_in_both_languages_and_names_no_code() -> None:
    def text(error: str, detail: str, language: str = "en") -> str:
        return reason_text(
            Payment(provider="phonepe", error_code=error, detailed_error_code=detail), language
        )

    assert set(PhonePe.reasons.values()) == SENTENCES.keys()
    for code, reason in PhonePe.reasons.items():
        english, hindi = (translate(SENTENCES[reason], language) for language in ("en", "hi"))
        assert text(code, "") == text("", code) == english
        assert text(code, "", "hi") == hindi
        assert english.isascii() and not hindi.isascii()
        assert code not in english
    # A code nobody has seen is no reason to show it.
    assert text("NEVER_SEEN", "X1") == "The payment did not go through."
    assert text("TXN_CANCELLED", "ZA") == "The request was declined in the UPI app."


@pytest.mark.parametrize(
    ("tried", "codes", "possible"),
    [
        (True, ("BANK_TECHNICAL_ISSUE", "U28"), True),
        (True, ("TXN_NOT_COMPLETED", "U69"), True),
        (True, ("INVALID_MPIN", "ZM"), False),
        (True, ("TXN_CANCELLED", "ZA"), False),
        (False, ("TXN_NOT_COMPLETED", "ORDER_EXPIRED"), False),
    ],
)
def test_money_can_have_left_the_account_only_where_somebody_tried_to_pay(
    provider: SandboxProcess, tried: bool, codes: tuple[str, str], possible: bool
) -> None:
    payment = start(place(make_product()))
    if tried:
        provider.settle(payment.transaction_id, "failure")
    alter = {"state": "FAILED", "errorCode": codes[0], "detailedErrorCode": codes[1]}
    provider.fault("alter", on="status", value=alter, times=None)

    shown = verify(payment).data

    assert (shown["outcome"], shown["mayHaveBeenDebited"]) == ("failed", possible)


def test_money_of_an_attempt_under_way_may_have_left_the_account(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    assert verify(payment).data["mayHaveBeenDebited"] is False
    provider.settle(payment.transaction_id, "pending")
    let_pass(payment, timedelta(seconds=3))

    shown = verify(payment).data

    assert (shown["outcome"], shown["mayHaveBeenDebited"]) == ("processing", True)


def test_wrong_amount_is_looked_at_and_nobody_is_asked_to_pay_again(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    provider.fault("alter", on="status", value={"amount": 100}, times=None)

    shown = verify(payment).data

    assert (shown["outcome"], shown["inReview"], shown["mayHaveBeenDebited"]) == ("received", True, True)
    assert (shown["canRetry"], shown["retry"]) == (False, None)


def test_nobody_is_asked_to_pay_again_while_another_attempt_is_in_review(provider: SandboxProcess) -> None:
    first = start(place(make_product()))
    provider.settle(first.transaction_id, "cancel")
    check(first)
    second = start(first.order)
    provider.settle(first.transaction_id, "success", late=True)
    provider.fault("alter", on="status", order=first.transaction_id, value={"amount": 100}, times=None)
    check(first)
    provider.settle(second.transaction_id, "cancel")

    shown = verify(second).data

    assert (shown["outcome"], shown["retry"], shown["canRetry"]) == ("failed", "review", False)
