"""The UPI ID for refunds of cash: given with a code, mailed to the order's address, then fixed."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from project.accounts.models import Token
from project.cod.models import CashOnDelivery
from project.core.bank_fields import masked_upi_id
from project.core.models import Mail
from project.events.models import AuditEntry, Event
from project.orders.models import Order
from project.payments.models import Refund, RefundReason
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import request_refund
from tests.accounts.login_helpers import code_to, let_code_pass, signed_in, wrong
from tests.buying import proof
from tests.cod.cash_helpers import delivered, fresh, give_upi_id, offer_cash, path, payment_of
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.orders.order_helpers import staff
from tests.threads import at_once

pytestmark = pytest.mark.django_db
UPI_ID, MASKED = "asha.rao@okbank", "….rao@okbank"


@pytest.fixture(autouse=True)
def offered() -> None:
    offer_cash()


def owed(order: Order | None = None, amount_paise: int = 20_000) -> Order:
    """Return a delivered order with a refund that waits for its transfer."""
    order = order or delivered()
    refund = request_refund(
        payment_of(order).pk,
        amount_paise=amount_paise,
        reason=RefundReason.CUSTOMER_REQUEST,
        user=make_user(role="finance"),
    )
    for _ in range(2):
        advance_refund(refund.pk, cause="clock")
    refund.refresh_from_db()
    assert refund.status == "under_way"
    return fresh(order)


def ask(order: Order, api: Api, **headers: str) -> Answer:
    """Have the code sent to the order's address."""
    let_code_pass(order.email, timedelta(minutes=1))
    return api.post(f"/orders/{order.order_id}/payout-code", **headers or proof(order))


def give(order: Order, code: str, api: Api, upi_id: str = UPI_ID, **headers: str) -> Answer:
    return api.other(
        "PUT", path(order, "/pay-to"), {"payTo": upi_id, "code": code}, **headers or proof(order)
    )


def finance() -> Api:
    return Api(token=log_in(make_user(role="finance")))


def transfer(order: Order, api: Api | None = None) -> Answer:
    refund = Refund.objects.get(payment=payment_of(order))
    body = {"bankReference": "UTR612345"}
    return (api or finance()).post(f"/admin/refunds/{refund.refund_id}/transfer", body)


def pay_to() -> str:
    return CashOnDelivery.objects.get().pay_to


@pytest.mark.parametrize(
    ("upi_id", "shown"),
    [(UPI_ID, MASKED), ("9876543210@ybl", "…3210@ybl"), ("ab@upi", "…b@upi"), ("abcde@upi", "…de@upi")],
)
def test_masked_id_shows_no_more_than_half_of_its_name(upi_id: str, shown: str) -> None:
    assert masked_upi_id(upi_id) == shown


def test_proof_of_the_order_alone_says_nothing_about_money() -> None:
    order, browser = owed(), Api()
    body = {"payTo": "thief@okbank"}

    assert browser.other("PUT", path(order, "/pay-to"), body, **proof(order)).refusal == (422, "VALIDATION")
    assert give(order, "123456", browser).refusal == (400, "CODE_EXPIRED")
    browser.post(f"/orders/{order.order_id}/code", {"key": order.key})
    reading = code_to(order.email, "orders")
    assert give(order, reading, browser).refusal == (400, "CODE_EXPIRED")

    assert (pay_to(), Mail.objects.filter(kind="pay_to_changed").count()) == ("", 0)


def test_account_of_the_order_types_a_code_too() -> None:
    user, api = signed_in(email="asha@example.com")
    order = owed()
    api.post(f"/orders/{order.order_id}/adopt")
    thief = Api(token=log_in(user))

    assert give(order, "123456", thief, X_None="").refusal == (400, "CODE_EXPIRED")
    assert ask(order, api, X_None="").status == 200
    answer = give(order, code_to(order.email, "payout"), api, X_None="")

    assert answer.data["order"]["cashOnDelivery"]["payTo"] == UPI_ID
    assert Event.objects.get(name="order.pay_to_given").actor == f"user:{user.public_id}"


def test_code_goes_to_the_address_of_the_order_and_for_its_customer_alone() -> None:
    order = owed()

    for headers in ({"X_Order_Key": order.key}, {"X_Order_Access": "forged"}, {"X_None": ""}):
        assert ask(order, Api(), **headers).refusal == (404, "NOT_FOUND")
        assert give(order, "123456", Api(), **headers).refusal == (404, "NOT_FOUND")
    assert ask(order, signed_in()[1], X_None="").status == 404
    assert ask(order, staff(), X_None="").status == 404
    assert not Mail.objects.filter(kind="payout_code").exists()

    assert ask(order, Api()).status == 200
    assert Mail.objects.get(kind="payout_code").to == order.email


def test_codes_that_strangers_sent_do_not_count_against_who_proved_the_address(limits: None) -> None:
    order = owed()
    for number in range(3):
        Api(address=f"198.51.100.{number}").post("/auth/send-otp", {"email": order.email})

    assert ask(order, Api()).status == 200


def test_five_wrong_tries_end_the_code() -> None:
    order, browser = owed(), Api()
    ask(order, browser)
    code = code_to(order.email, "payout")

    refusals = [give(order, wrong(code), browser).refusal for _ in range(5)]

    assert refusals == [(400, "CODE_WRONG")] * 4 + [(400, "CODE_TOO_MANY")]
    assert give(order, code, browser).refusal == (400, "CODE_EXPIRED")
    assert pay_to() == ""


def test_given_id_is_mailed_and_stands_in_the_history_masked_and_once() -> None:
    order, browser = owed(), Api()
    ask(order, browser)
    code = code_to(order.email, "payout")
    versions = [give(order, code, browser).data["order"]["version"] for _ in range(3)]

    assert len(set(versions)) == 1
    mail = Mail.objects.get(kind="pay_to_changed")
    assert (mail.to, mail.reference) == (order.email, order.topic)
    assert MASKED in mail.text and UPI_ID not in mail.text
    now = timezone.localtime()
    assert f"{now.day} {now:%B %Y}" in mail.text
    seen = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]["history"]
    [entry] = [entry for entry in seen if entry["kind"] == "pay_to_given"]
    assert entry["data"] == {"payTo": MASKED}
    shared = Api().get(f"/auth/orders/{order.order_id}", X_Order_Key=order.key).data["order"]["history"]
    assert [entry["data"] for entry in shared if entry["kind"] == "pay_to_given"] == [{}]
    logged = AuditEntry.objects.get(action="order.pay_to_given")
    assert (logged.subject, logged.actor, logged.after) == (order.topic, "guest", {"payTo": MASKED})
    assert logged.address == browser.address


def test_account_with_another_address_hears_of_it_at_both() -> None:
    user, api = signed_in(email="account@example.com")
    order = owed()
    api.post(f"/orders/{order.order_id}/adopt", **proof(order))

    give_upi_id(order, UPI_ID)

    assert sorted(Mail.objects.filter(kind="pay_to_changed").values_list("to", flat=True)) == [
        "account@example.com",
        "asha@example.com",
    ]
    assert [mail.to for mail in Mail.objects.filter(kind="payout_code")] == ["asha@example.com"]
    assert user.is_active


@pytest.mark.parametrize("language", ["en", "hi"])
def test_id_is_fixed_while_its_transfer_may_be_under_way(language: str) -> None:
    order = owed()
    give_upi_id(order, UPI_ID)

    answer = give_upi_id(order, "thief@okbank", api=Api(language=language))

    assert answer.refusal == (409, "INVALID_TRANSITION")
    assert ("write to us" if language == "en" else "हमें लिखें") in answer.body["message"]
    assert pay_to() == UPI_ID
    # It may be said once more.
    assert give_upi_id(order, UPI_ID).status == 200


def test_nothing_is_said_where_nothing_is_owed_and_nothing_changes_once_it_is_sent() -> None:
    order = delivered()
    assert give_upi_id(order, UPI_ID).refusal == (409, "INVALID_TRANSITION")

    give_upi_id(owed(order), UPI_ID)
    assert transfer(order).data["status"] == "done"
    assert give_upi_id(order, "thief@okbank").refusal == (409, "INVALID_TRANSITION")

    assert pay_to() == UPI_ID
    sent = AuditEntry.objects.get(action="refund.sent")
    assert sent.after["payTo"] == MASKED


def test_staff_ask_for_it_again_and_the_customer_hears_of_it() -> None:
    order = owed()
    give_upi_id(order, UPI_ID)
    where = f"/admin/orders/{order.order_id}/cash-on-delivery/pay-to"
    stale, worker = finance(), finance()
    Token.objects.filter(public_id=stale.token.partition(":")[0]).update(
        second_factor_at=timezone.now() - timedelta(minutes=11)
    )
    assert stale.other("DELETE", where).refusal == (403, "REAUTHENTICATION_REQUIRED")
    for nobody in (Api(), signed_in()[1], staff()):
        assert nobody.other("DELETE", where).status in (401, 403)
    assert pay_to() == UPI_ID

    for _ in range(2):
        assert worker.other("DELETE", where).data["cash"]["payTo"] == ""

    mail = Mail.objects.filter(kind="pay_to_changed").latest("pk")
    assert mail.to == order.email and MASKED in mail.text
    assert Mail.objects.filter(kind="pay_to_changed").count() == 2
    event = Event.objects.get(name="order.pay_to_removed")
    logged = AuditEntry.objects.get(action="order.pay_to_removed")
    assert event.actor == logged.actor and logged.before == {"payTo": MASKED}
    assert give_upi_id(order, "asha@okbank").status == 200
    assert transfer(order).status == 200
    assert worker.other("DELETE", where).refusal == (409, "INVALID_TRANSITION")
    assert worker.other("DELETE", where.replace(order.order_id, "AKS-NONE")).status == 404


@pytest.mark.both_stacks
def test_database_keeps_no_id_for_money_that_nobody_collected() -> None:
    owed()

    with pytest.raises(IntegrityError), transaction.atomic():
        CashOnDelivery.objects.update(status="confirmed", pay_to=UPI_ID)


@pytest.mark.django_db(transaction=True)
def test_of_many_ids_at_once_one_is_saved() -> None:
    order = owed()
    browsers = [Api() for _ in range(4)]
    codes = []
    for browser in browsers:
        ask(order, browser)
        codes.append(code_to(order.email, "payout"))

    answers = at_once(4, lambda n: give(order, codes[n], browsers[n], f"asha{n}@okbank").status)

    assert sorted(answers) == [200, 409, 409, 409]
    assert pay_to() == f"asha{answers.index(200)}@okbank"
    assert Mail.objects.filter(kind="pay_to_changed").count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_code_at_once_is_good_for_one_id() -> None:
    order, browser = owed(), Api()
    ask(order, browser)
    code = code_to(order.email, "payout")

    answers = at_once(4, lambda n: give(order, code, browser, f"asha{n}@okbank").status)

    assert sorted(answers) == [200, 409, 409, 409]


@pytest.mark.django_db(transaction=True)
def test_id_that_is_said_as_its_transfer_is_recorded_is_refused_or_was_first() -> None:
    order, browser, worker = owed(), Api(), finance()
    ask(order, browser)
    code = code_to(order.email, "payout")

    def act(number: int) -> int:
        return transfer(order, worker).status if number else give(order, code, browser).status

    said, sent = at_once(2, act)

    assert sent == 200 and said in (200, 409)
    logged = AuditEntry.objects.get(action="refund.sent").after["payTo"]
    assert (pay_to(), logged) == ((UPI_ID, MASKED) if said == 200 else ("", ""))
