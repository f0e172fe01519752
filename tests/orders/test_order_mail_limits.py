"""Limits of order mails: an address typed by a stranger gets few mails, without text of theirs."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from project.content.mail_samples import SAMPLES
from project.core.mail_templates import quoted, render_mail
from project.core.models import Mail
from project.orders.actions import cancel_unpaid
from tests.buying import (
    GUEST,
    check,
    guest,
    guest_body,
    item,
    let_pass,
    new_key,
    pay,
    place,
    proof,
    start,
    total_of,
)
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db
BAIT = "Win gold at www.evil.example now"


def subjects_and_openings(mail: Mail) -> Iterator[str]:
    """Return what is read first: the subject and all before the sum of the goods."""
    yield mail.subject
    yield mail.text.partition("₹")[0]


def test_one_address_gets_three_mails_a_day_about_unpaid_orders(api: Api) -> None:
    product = make_product(stock=50)

    orders = [place(product, api=api) for _ in range(5)]
    for order in orders:
        cancel_unpaid(order.order_id, cause="test")

    assert Mail.objects.filter(to=GUEST["email"]).count() == 3
    place(product, customerInfo=GUEST | {"email": "other@example.com"})
    assert Mail.objects.filter(to="other@example.com").count() == 1


def test_the_address_of_an_account_is_no_strangers() -> None:
    api = Api(token=log_in(make_user(email="asha@example.com")))
    address = guest(0)["address"] | {"name": "Asha", "phone": GUEST["phone"]}
    bead = item(make_product(stock=50))
    body = {"items": [bead], "shippingAddress": address, "amount": total_of(bead)}

    for _ in range(5):
        assert api.post("/orders/", body).status == 200

    assert Mail.objects.filter(kind="order_received").count() == 5


def test_guest_who_proved_the_address_is_mailed_whatever_strangers_ordered_in_their_name(api: Api) -> None:
    product = make_product(stock=50)
    orders = [place(product, customerInfo=GUEST | {"phone": f"987654321{n}"}) for n in range(5)]
    body = guest_body(item(product))

    answer = api.post("/orders/create-guest-order", body, key=new_key(), **proof(orders[0])).data

    assert Mail.objects.filter(reference=f"order:{answer['orderId']}").count() == 1


def test_mails_of_a_paid_order_take_none_from_the_next_order(provider: SandboxProcess, api: Api) -> None:
    product = make_product(stock=50)
    for _ in range(4):
        pay(place(product, api=api), provider)

    order = place(product, api=api)
    cancel_unpaid(order.order_id, cause="test")

    kinds = Mail.objects.filter(reference=order.topic).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["order_received", "order_cancelled"]
    assert Mail.objects.filter(kind="order_received").count() == 5


def test_unpaid_orders_before_and_between_paid_ones_still_count(provider: SandboxProcess, api: Api) -> None:
    product = make_product(stock=50)
    unpaid = [place(product, api=api) for _ in range(2)]
    pay(place(product, api=api), provider)
    unpaid += [place(product, api=api) for _ in range(3)]

    topics = [order.topic for order in unpaid]
    assert Mail.objects.filter(reference__in=topics).count() == 3


def test_cancellation_that_sends_money_back_is_never_dropped(provider: SandboxProcess, api: Api) -> None:
    product = make_product(stock=1)
    late = place(product, api=api)
    payment = start(late)
    let_pass(payment, timedelta(hours=1))
    sweep()
    pay(place(product, customerInfo=guest(1)), provider)
    for _ in range(3):
        place(make_product(), api=api)

    provider.settle(payment.transaction_id, "success")
    check(payment)

    late.refresh_from_db()
    assert late.status == "cancelled"
    assert Mail.objects.filter(reference=late.topic, kind="order_cancelled").exists()


@pytest.mark.django_db(transaction=True)
def test_limit_of_mails_holds_for_orders_at_once() -> None:
    product = make_product(stock=50)

    at_once(8, lambda number: place(product))

    assert Mail.objects.filter(kind="order_received").count() == 3


def test_a_typed_name_is_quoted_below_the_goods_and_makes_no_link() -> None:
    place(make_product(), customerInfo=GUEST | {"firstName": BAIT, "lastName": "http://evil.example/x"})

    mail = Mail.objects.get(kind="order_received")

    for words in subjects_and_openings(mail):
        assert "evil" not in words and "gold" not in words
    assert "Win gold at" in mail.text
    for written in (mail.text, mail.html):
        assert "www.evil" not in written and "evil.example" not in written


@pytest.mark.parametrize("kind", sorted(SAMPLES))
@pytest.mark.parametrize("language", ["en", "hi"])
def test_no_subject_has_a_name_and_no_mail_makes_a_link_of_one(kind: str, language: str) -> None:
    for sample in SAMPLES[kind]:
        name = f"Eve\r\nBcc: a@evil.example {BAIT} " + "x" * 200
        mail = render_mail(kind, language, sample | {"name": name})

        assert "Eve" not in mail.subject and "\n" not in mail.subject
        for written in (mail.text, mail.html):
            assert "evil.example" not in written and "www.evil" not in written
            assert "x" * 60 not in written


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Asha Rao", "Asha Rao"),
        ("Dr. A. P. J. Kalam", "Dr. A. P. J. Kalam"),
        ("O'Neil-Śarmā", "O'Neil-Śarmā"),
        ("https://evil.example/a@b", "https   evil example a b"),
        ("a\nb ¦ c", "a b | c"),
    ],
)
def test_names_stay_names(typed: str, shown: str) -> None:
    assert quoted(typed).split() == shown.split()
