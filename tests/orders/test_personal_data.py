"""Somebody without an account sees and erases what the shop keeps under their e-mail address."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from project.accounts.address_proofs import prove
from project.content.documents.contents import document
from project.core.models import Mail
from project.events.models import AuditEntry
from project.orders import actions
from project.orders.models import ERASED_EMAIL, Order
from project.payments.models import Payment
from project.support.contact.models import Ticket
from project.support.models import Thread
from tests.accounts.login_helpers import code_to, let_code_pass, wrong
from tests.buying import GUEST, guest, let_order_pass, place
from tests.factories import make_product, make_user
from tests.http import Answer, Api
from tests.orders.order_helpers import pay
from tests.shop_settings import change_shop
from tests.threads import at_once
from worker.tasks import forget_personal_data

pytestmark = pytest.mark.django_db
EMAIL = str(GUEST["email"])
LONG_AGO = timedelta(days=5000)


def call(what: str, *, email: str = EMAIL, token: str | None = None) -> Answer:
    token = prove(email) if token is None else token
    return Api().post(f"/data/{what}", {"email": email, "code": "123456"}, X_Order_Access=token)


def erase(email: str = EMAIL, *, api: Api | None = None, code: str = "") -> Answer:
    """Erase with the code that is sent for that."""
    browser, shown = api or Api(), {"X_Order_Access": prove(email)}
    if not code:
        let_code_pass(email, timedelta(minutes=1))
        assert browser.post("/data/erase/code", {"email": email}, **shown).status == 200
        code = code_to(email, "erase")
    return browser.post("/data/erase", {"email": email, "code": code}, **shown)


def write(email: str = EMAIL, **fields: Any) -> Ticket:
    ticket = Ticket.objects.create(
        name="Asha", email=email, topic="order", message="Is it on the way?", language="en", **fields
    )
    Thread.objects.create(subject=ticket.subject)
    return ticket


def test_code_sent_to_the_address_opens_its_data(api: Api) -> None:
    order = place(make_product())
    write()
    write(email="other@example.com")
    assert api.post("/data/code", {"email": EMAIL}).status == 200
    code = code_to(EMAIL, "orders")

    token = api.post("/data/open", {"email": EMAIL, "code": code}).data["accessToken"]
    data = call("download", token=token).data

    assert [kept["orderId"] for kept in data["orders"]] == [order.order_id]
    assert data["orders"][0]["shippingAddress"]["city"] == "Pune"
    assert [ticket["message"] for ticket in data["contact"]] == ["Is it on the way?"]
    assert [order.order_id in mail["subject"] for mail in data["mails"]] == [True]
    assert order.key not in str(data)


@pytest.mark.parametrize("what", ["download", "erase", "erase/code"])
def test_nothing_opens_without_proof_of_that_very_address(what: str) -> None:
    place(make_product())

    for token in ("", "nonsense", prove("other@example.com")):
        assert call(what, token=token).refusal == (403, "FORBIDDEN")
    assert Order.objects.get().email == EMAIL


def test_an_address_we_do_not_know_is_answered_the_same(api: Api) -> None:
    place(make_product())

    known = api.post("/data/code", {"email": EMAIL})
    unknown = api.post("/data/code", {"email": "nobody@example.com"})

    assert (known.status, known.body) == (unknown.status, unknown.body)


def test_proof_of_the_address_alone_erases_nothing(api: Api) -> None:
    order, shown = place(make_product()), {"X_Order_Access": prove(EMAIL)}
    Mail.objects.update(status="sent")
    api.post("/data/code", {"email": EMAIL})
    reading = code_to(EMAIL, "orders")

    assert api.post("/data/erase", {"email": EMAIL}, **shown).refusal == (422, "VALIDATION")
    assert erase(api=api, code=reading).refusal == (400, "CODE_EXPIRED")
    api.post("/data/erase/code", {"email": EMAIL}, **shown)
    code = code_to(EMAIL, "erase")
    refusals = [erase(api=api, code=wrong(code)).refusal for _ in range(5)]

    assert refusals == [(400, "CODE_WRONG")] * 4 + [(400, "CODE_TOO_MANY")]
    assert erase(api=api, code=code).refusal == (400, "CODE_EXPIRED")
    order.refresh_from_db()
    assert order.status == "pending" and Mail.objects.filter(to=EMAIL, kind="order_received").exists()
    assert not AuditEntry.objects.exists()


def test_erasure_is_mailed_and_logged_without_the_address(api: Api) -> None:
    place(make_product())
    Mail.objects.update(status="sent")

    assert erase(api=api).status == 200

    mail = Mail.objects.get(kind="address_erased")
    assert (mail.to, mail.status) == (EMAIL, "due")
    now = timezone.localtime()
    assert f"{now.day} {now:%B %Y}" in mail.text
    logged = AuditEntry.objects.get(action="address.erased")
    assert (logged.actor, logged.address) == ("guest", api.address)
    assert logged.subject.startswith("address:") and EMAIL not in str([logged.subject, logged.after])
    assert logged.after["mails"] == 1
    erase("other@example.com")
    assert AuditEntry.objects.exclude(subject=logged.subject).count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_code_erases_once(api: Api) -> None:
    place(make_product())
    api.post("/data/erase/code", {"email": EMAIL}, X_Order_Access=prove(EMAIL))
    code = code_to(EMAIL, "erase")

    answers = at_once(3, lambda _: erase(api=api, code=code).status)

    assert sorted(answers) == [200, 400, 400]
    assert Mail.objects.filter(kind="address_erased").count() == 1


def test_erasure_takes_all_but_the_books() -> None:
    product = make_product(stock=9)
    paid, unpaid, recent = (place(product) for _ in range(3))
    other = place(product, customerInfo=guest(1))
    pay(paid)
    let_order_pass(unpaid, timedelta(days=4))
    write()
    Mail.objects.update(status="sent")
    key = unpaid.key

    answer = erase().data

    assert {(one["kind"], one["erased"], one["kept"]) for one in answer["results"]} == {
        ("orders", 1, 2),
        ("contact", 1, 0),
        ("support", 1, 0),
        # Of an earlier shop.
        ("imports", 0, 0),
        ("pastOrders", 0, 0),
        # The news that the unpaid one was cancelled, and the code, still have to be sent.
        ("mails", 4, 2),
    }
    assert answer["hasAccount"] is False
    for order in (paid, unpaid, recent, other):
        order.refresh_from_db()
    assert (unpaid.email, unpaid.name, unpaid.phone) == (ERASED_EMAIL, "", "")
    assert set(unpaid.address.values()) == {""} and unpaid.key != key
    assert (paid.status, paid.email) == ("confirmed", EMAIL)
    # Late money may still arrive for it.
    assert (recent.status, recent.email) == ("cancelled", EMAIL)
    assert other.email == guest(1)["email"]
    assert not Ticket.objects.exists() and not Thread.objects.exists()
    assert not Mail.objects.filter(to=EMAIL, status="sent").exists()


def test_what_belongs_to_an_account_is_left_to_the_account() -> None:
    user = make_user(email=EMAIL)
    order = place(make_product())
    Order.objects.update(user=user)
    let_order_pass(order, timedelta(days=4))
    write(user=user)

    answer = erase().data

    assert answer["hasAccount"] is True
    order.refresh_from_db()
    assert (order.email, order.status) == (EMAIL, "pending")
    assert Ticket.objects.count() == 1


def test_each_night_what_is_old_is_forgotten() -> None:
    product = make_product(stock=9)
    paid, unpaid, fresh = (place(product) for _ in range(3))
    pay(paid)
    Order.objects.filter(pk__in=[unpaid.pk, fresh.pk]).update(status="cancelled")
    for order in (paid, unpaid):
        let_order_pass(order, LONG_AGO)
    write(status="closed", created_at=timezone.now() - LONG_AGO)
    write(status="open", created_at=timezone.now() - LONG_AGO)
    write(status="closed")
    Mail.objects.filter(reference=paid.topic).update(status="sent", created_at=F("created_at") - LONG_AGO)
    Mail.objects.filter(reference=fresh.topic).update(status="sent")

    forget_personal_data.call_local()

    emails = dict(Order.objects.values_list("pk", "email"))
    assert emails == {paid.pk: EMAIL, unpaid.pk: ERASED_EMAIL, fresh.pk: EMAIL}
    assert sorted(Ticket.objects.values_list("status", flat=True)) == ["closed", "open"]
    assert Thread.objects.count() == 2
    assert {mail.to for mail in Mail.objects.filter(reference=paid.topic)} == {""}
    assert {mail.to for mail in Mail.objects.filter(reference=fresh.topic)} == {EMAIL}


def test_order_whose_money_is_in_review_keeps_its_buyer() -> None:
    order = place(make_product())
    payment = Payment.objects.create(
        order=order, provider="phonepe", amount_paise=order.total_paise, in_review=True
    )
    actions.cancel_unpaid(order.order_id, cause="test")
    let_order_pass(order, LONG_AGO)

    forget_personal_data.call_local()
    order.refresh_from_db()
    assert order.email == EMAIL
    Payment.objects.filter(pk=payment.pk).update(in_review=False)
    forget_personal_data.call_local()

    order.refresh_from_db()
    assert order.is_erased


@pytest.mark.parametrize("language", ["en", "hi"])
def test_privacy_page_says_how_long(language: str) -> None:
    change_shop(retention={"mails_days": 401, "tickets_days": 402, "unpaid_orders_days": 403})

    shown = str(document("privacy", language))

    assert all(days in shown for days in ("401", "402", "403"))
    assert "/my-data" in shown
