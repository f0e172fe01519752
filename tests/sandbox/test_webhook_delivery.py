from __future__ import annotations

import json

import pytest

from project.payments.providers.phonepe.adapter import PhonePe
from project.sandbox import config
from tests.sandbox.conftest import Merchant
from tests.sandbox_process import SandboxProcess
from tests.waiting import eventually
from tests.webhook_receiver import Received, WebhookReceiver


def believed(message: Received, **credentials: str) -> bool:
    """Tell whether a shop with these credentials, by default all, takes the message for the provider's."""
    everything = {
        "webhook_username": config.WEBHOOK_USERNAME,
        "webhook_password": config.WEBHOOK_PASSWORD,
        "webhook_secret": config.WEBHOOK_SECRET,
    }
    shop = PhonePe(
        pg_url="",
        oauth_url="",
        client_id="",
        client_secret="",
        **(credentials or everything),
    )
    try:
        return bool(shop.verify_webhook(message.headers, message.body))
    finally:
        shop.close()


def test_a_paid_order_is_told_at_once_and_signed(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    sandbox.pay(merchant.page())

    [message] = shop.wait_for(1)

    assert message.event == "checkout.order.completed"
    assert message.payload["merchantOrderId"] == "TXN1"
    assert (message.payload["state"], message.payload["amount"]) == ("COMPLETED", 123_450)
    assert believed(message)
    assert believed(message, webhook_secret=config.WEBHOOK_SECRET)
    assert believed(
        message, webhook_username=config.WEBHOOK_USERNAME, webhook_password=config.WEBHOOK_PASSWORD
    )


@pytest.mark.parametrize("header", ["x-phonepe-checksum-signature", "phonepe-checksum-signature"])
def test_a_message_signed_by_hmac_alone_is_believed(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver, header: str
) -> None:
    sandbox.control("/settings", webhook_signing="hmac", webhook_header=header)
    sandbox.pay(merchant.page())

    [message] = shop.wait_for(1)

    assert "authorization" not in message.headers
    assert believed(message)


@pytest.mark.parametrize("fault", ["webhook_forged", "webhook_unsigned"])
def test_a_forged_or_unsigned_message_is_not_believed(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver, fault: str
) -> None:
    sandbox.fault(fault, on="webhook")
    sandbox.pay(merchant.page())

    [message] = shop.wait_for(1)

    assert not believed(message)


def test_every_change_of_an_order_and_its_refund_is_told_in_order(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    sandbox.control("/settings", refund_seconds=None)
    page = merchant.page()
    sandbox.pay(page, "failure", reason="Z9")
    shop.wait_for(1)
    sandbox.pay(page)
    shop.wait_for(2)
    merchant.refund("RF1", 100)
    sandbox.control("/refunds/RF1/settle", outcome="confirmed")
    shop.wait_for(3)
    sandbox.control("/refunds/RF1/settle", outcome="failure")

    messages = shop.wait_for(4)

    assert [message.event for message in messages] == [
        "checkout.transaction.attempt.failed",
        "checkout.order.completed",
        "pg.refund.accepted",
        "pg.refund.failed",
    ]
    assert messages[0].payload["state"] == "PENDING"
    assert messages[3].payload["errorCode"] == "REFUND_BREACHED"


def test_an_order_that_expires_is_told_without_anybody_asking(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    merchant.page()
    sandbox.control("/clock", advance=601)

    [message] = shop.wait_for(1)

    assert message.event == "checkout.order.failed"
    assert message.payload["detailedErrorCode"] == "ORDER_EXPIRED"


def test_a_shop_that_answers_badly_is_told_again(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    sandbox.control("/settings", webhook_retry_seconds=[0.1, 0.1, 0.1])
    shop.statuses = [500, 503, 200]
    sandbox.pay(merchant.page())

    messages = shop.wait_for(3)

    assert len({message.body for message in messages}) == 1


def test_a_shop_that_never_answers_well_is_given_up_after_three_more_tries(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    sandbox.control("/settings", webhook_retry_seconds=[0.05, 0.05, 0.05])
    shop.statuses = [500]
    sandbox.pay(merchant.page())
    shop.wait_for(4)

    # The next order's message proves that the courier went on and left the first one alone.
    sandbox.fault("webhook_delay", on="webhook", value=700)
    sandbox.pay(merchant.page(merchantOrderId="TXN2"))
    messages = shop.wait_until(lambda got: any(m.payload["merchantOrderId"] == "TXN2" for m in got))

    assert [message.payload["merchantOrderId"] for message in messages].count("TXN1") == 4
    assert [row["state"] for row in sandbox.messages("TXN1")] == ["given up"]


def test_a_message_may_come_many_times_at_once(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    sandbox.fault("webhook_duplicate", on="checkout.order.completed", value=20)
    sandbox.pay(merchant.page())

    messages = shop.wait_for(20)

    assert len({message.body for message in messages}) == 1


def test_a_message_may_be_overtaken(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    sandbox.fault("webhook_delay", on="checkout.transaction.attempt.failed", value=60_000)
    page = merchant.page()
    sandbox.pay(page, "failure", reason="Z9")
    sandbox.pay(page)
    # Until its answer is noted the clock would make it due again.
    eventually(lambda: "delivered" in [row["state"] for row in sandbox.messages("TXN1")])
    sandbox.control("/clock", advance=61)

    messages = shop.wait_for(2)

    assert [message.event for message in messages] == [
        "checkout.order.completed",
        "checkout.transaction.attempt.failed",
    ]


def test_a_message_may_be_lost(merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver) -> None:
    sandbox.fault("webhook_missing", on="webhook", order="TXN1")
    sandbox.pay(merchant.page())
    sandbox.pay(merchant.page(merchantOrderId="TXN2"))

    messages = shop.wait_for(1)

    assert [message.payload["merchantOrderId"] for message in messages] == ["TXN2"]
    assert sandbox.messages("TXN1") == []


def test_a_message_may_lie_about_the_amount(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    sandbox.fault("alter", on="webhook", value={"amount": 1})
    sandbox.pay(merchant.page())

    [message] = shop.wait_for(1)

    assert message.payload["amount"] == 1
    assert believed(message)
    assert merchant.status()["amount"] == 123_450


def test_only_the_subscribed_events_are_told(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    sandbox.control("/settings", webhook_events=["checkout.order.completed"])
    page = merchant.page()
    sandbox.pay(page, "failure", reason="Z9")
    sandbox.pay(page)

    assert [message.event for message in shop.wait_for(1)] == ["checkout.order.completed"]
    assert [row["event"] for row in sandbox.messages("TXN1")] == ["checkout.order.completed"]


def test_messages_are_sent_again_on_request(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    sandbox.pay(merchant.page())
    [first] = shop.wait_for(1)
    sandbox.control("/orders/TXN1/resend")

    again = shop.wait_for(2)[1]

    assert json.loads(again.body) == json.loads(first.body)


def test_a_slow_shop_holds_up_nobody_else(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    shop.delay = 2.0
    for number in range(4):
        sandbox.pay(merchant.page(merchantOrderId=f"TXN{number}"))

    messages = shop.wait_for(4)

    assert messages[-1].at - messages[0].at < 2.0


@pytest.mark.parametrize(
    ("address", "result"),
    [
        ("http://127.0.0.1:9/hook", "ConnectError"),
        ("http://127.0.0.1:port/hook", "InvalidURL"),
        ("ftp://shop.example/hook", "UnsupportedProtocol"),
        ("", "no address"),
    ],
)
def test_message_to_an_address_that_is_none_is_given_up_with_its_reason(
    merchant: Merchant, sandbox: SandboxProcess, address: str, result: str
) -> None:
    sandbox.control("/settings", webhook_url=address, webhook_retry_seconds=[])

    sandbox.pay(merchant.page())

    eventually(lambda: [row["state"] for row in sandbox.messages("TXN1")] == ["given up"])
    assert [row["result"] for row in sandbox.messages("TXN1")] == [result]


def test_message_that_is_under_way_when_the_books_are_emptied_leaves_no_trace(
    merchant: Merchant, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    shop.delay = 0.5
    sandbox.pay(merchant.page())
    shop.wait_for(1)

    sandbox.control("/reset")

    shop.delay = 0
    again = Merchant(sandbox)
    sandbox.pay(again.page(merchantOrderId="TXN2"))
    again.close()
    shop.wait_until(lambda got: any(m.payload["merchantOrderId"] == "TXN2" for m in got))
    eventually(lambda: [row["state"] for row in sandbox.messages("TXN2")] == ["delivered"])
    assert sandbox.messages("TXN1") == []
