"""A mail at each step of an order: to its own address, in its language, once, about nobody else."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.content.mail_samples import SAMPLES
from project.core.models import Mail
from project.orders import actions as orders
from project.payments.models import Payment
from tests.buying import GUEST, check, let_pass, pay, place, start
from tests.factories import make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import move, staff
from tests.sandbox_process import SandboxProcess
from tests.texts.texts import screen_texts
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def kinds(topic: str) -> list[str]:
    """Return the kinds of the mails about an order, in the order they were written."""
    return list(Mail.objects.filter(reference=topic).order_by("pk").values_list("kind", flat=True))


def fail(payment: Payment, provider: SandboxProcess) -> None:
    """Let the provider say that the attempt failed."""
    provider.settle(payment.transaction_id, "failure")
    alter = {"state": "FAILED", "errorCode": "BANK_TECHNICAL_ISSUE", "detailedErrorCode": "U28"}
    provider.fault("alter", on="status", value=alter, times=1)
    check(payment)


def let_two_minutes_pass() -> None:
    Mail.objects.filter(status="due").update(next_try_at=timezone.now() - timedelta(seconds=1))


def test_way_of_an_order_is_told_step_by_step(provider: SandboxProcess) -> None:
    order = place(make_product(), api=Api(language="hi"))
    pay(order, provider)
    sweep()
    worker = staff()
    for status in ("processing", "packaging"):
        move(order, status, api=worker)
    shipment = {"carrier": "Blue Dart", "trackingNumber": "77412345675"}
    move(order, "dispatched", api=worker, **shipment)
    move(order, "out_for_delivery", api=worker)
    move(order, "delivered", api=worker)

    assert kinds(order.topic) == [
        "order_received",
        "payment_received",
        "invoice",
        "order_dispatched",
        "order_delivered",
    ]
    for mail in Mail.objects.filter(reference=order.topic):
        assert (mail.to, mail.language) == (order.email, "hi")
        assert order.link() in mail.text and order.order_id in mail.text
    dispatched = Mail.objects.get(kind="order_dispatched")
    assert "Blue Dart" in dispatched.text and "77412345675" in dispatched.text


def test_each_mail_about_an_order_has_a_name_in_its_history(provider: SandboxProcess) -> None:
    # Answers of support are about orders, too, but have no link.
    about = {kind for kind, samples in SAMPLES.items() if "order_link" in samples[0]} | {"support_answer"}
    prefix = "adminOrders:mails."
    assert {key.removeprefix(prefix) for key in screen_texts("en") if key.startswith(prefix)} == about

    order = place(make_product())
    pay(order, provider)
    sweep()

    history = staff().get(f"/admin/orders/{order.order_id}").data["history"]
    sent = [event["data"]["mail"] for event in history if event["name"] == "order.mail_sent"]
    assert sorted(sent) == ["order_received", "payment_received"]


def test_failed_payment_is_told_after_two_minutes_with_the_link_that_pays_again(
    provider: SandboxProcess,
) -> None:
    order = place(make_product())
    payment = start(order)
    fail(payment, provider)
    sweep()
    mail = Mail.objects.get(kind="payment_failed")
    assert mail.status == "due"

    let_two_minutes_pass()
    sweep()

    mail.refresh_from_db()
    assert mail.status == "sent"
    assert order.link() in mail.text and payment.transaction_id in mail.text
    assert "comes back to you automatically" in mail.text
    assert "No money was taken" not in mail.text


def test_cancelled_payment_says_that_no_money_was_taken(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "cancel")
    check(payment)

    assert "No money was taken" in Mail.objects.get(kind="payment_failed").text


def test_failed_payment_that_is_tried_again_at_once_is_not_told(provider: SandboxProcess) -> None:
    order = place(make_product())
    payment = start(order)
    fail(payment, provider)
    assert Mail.objects.filter(kind="payment_failed").exists()

    pay(order, provider)
    let_two_minutes_pass()
    sweep()

    assert "payment_failed" not in kinds(order.topic)
    assert "payment_received" in kinds(order.topic)


def test_each_failed_attempt_is_told_once(provider: SandboxProcess) -> None:
    order = place(make_product())
    for _ in range(2):
        payment = start(order)
        fail(payment, provider)
        let_two_minutes_pass()
        sweep()
        let_pass(payment, timedelta(minutes=3))

    assert kinds(order.topic).count("payment_failed") == 2


def test_cancelled_order_is_told_and_says_that_money_comes_back(provider: SandboxProcess) -> None:
    order = place(make_product())
    pay(order, provider)

    orders.cancel(order.order_id, actor="customer")

    mail = Mail.objects.get(kind="order_cancelled")
    assert (
        "1 × " in mail.text
        and "As you asked" in mail.text
        and "goes back to your original payment method" in mail.text
    )


def test_mails_of_one_order_name_nobody_else(provider: SandboxProcess) -> None:
    hers = place(make_product(title_en="Bead of hers"))
    other = GUEST | {
        "firstName": "Vikram",
        "lastName": "Deshpande",
        "email": "vikram@example.com",
        "phone": "9811122233",
    }
    his = place(make_product(title_en="Bead of his"), customerInfo=other)
    member = make_user(role="admin", name="Leela Staff", email="leela@akshamala.example")
    for order in (hers, his):
        pay(order, provider)
        sweep()
        worker = staff()
        move(order, "processing", api=worker)

    for order, strangers in (
        (hers, ("Vikram", "vikram@", his.order_id, his.key, "Bead of his", "98111")),
        (his, ("Asha", "asha@", hers.order_id, hers.key, "Bead of hers", "98765")),
    ):
        mails = Mail.objects.filter(to=order.email)
        assert mails.count() == 3
        for mail in mails:
            whole = mail.subject + mail.text + mail.html
            assert order.order_id in whole
            for secret in (*strangers, member.email, "Leela"):
                assert secret not in whole
            # The private link opens the order; the phone number, which it does not show, is in no mail.
            assert order.phone not in whole
