"""Rules of Razorpay alone."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from project.payments.providers.base import (
    PaymentExists,
    Provider,
    ProviderUnavailable,
    StatementUnreadable,
)
from project.payments.providers.razorpay.answers import read_order, read_webhook
from project.payments.providers.razorpay.statement import COLUMNS, INDIA, fetch_statement, read_statement
from tests.guidance.external_double import Asked, ExternalServiceDouble, Speaker
from tests.providers.conftest import RAZORPAY, Kind, MakeClient, Pay
from tests.sandbox_process import SandboxProcess

BODY = b'{"event": "payment.captured"}'
SECRET = "a-webhook-secret"
SIGNATURE = hmac.new(SECRET.encode(), BODY, hashlib.sha256).hexdigest()


def today() -> date:
    return datetime.now(UTC).astimezone(INDIA).date()


@pytest.fixture
def kind() -> Kind:
    return RAZORPAY


# Links


def test_link_lives_longer_than_the_least_that_is_allowed(client: Provider) -> None:
    created = client.create_payment(
        merchant_order_id="TXN1", amount_paise=100, expire_after=900, redirect_url="https://shop.example/"
    )

    assert created.expires_at - datetime.now(UTC) > timedelta(minutes=15)


def test_used_id_of_another_amount_is_not_taken_for_ours(client: Provider, pay: Pay) -> None:
    pay("TXN1")

    with pytest.raises(PaymentExists, match="already exists as plink_"):
        client.create_payment(
            merchant_order_id="TXN1", amount_paise=100, expire_after=900, redirect_url="https://shop.example/"
        )


KEPT = {"id": "pay_1", "status": "captured", "captured": True, "amount": 500}
AUTO_REFUNDED = {"id": "pay_2", "status": "refunded", "captured": False, "amount": 500}


def link(status: str, *payments: dict[str, Any], **fields: Any) -> dict[str, Any]:
    entity = {"id": "plink_1", "status": status, "amount": 500, "currency": "INR", "amount_paid": 0} | fields
    return {"payment_link": entity, "payments": list(payments)}


@pytest.mark.parametrize(
    ("told", "outcome", "amount"),
    [
        (link("paid", amount_paid=500), "success", 500),
        (link("paid"), "success", 0),
        (link("created"), "pending", 500),
        (link("created", {"status": "failed"}), "pending", 500),
        (link("expired"), "expired", 500),
        (link("expired", {"status": "failed"}), "expired", 500),
        # The bank may still confirm it.
        (link("expired", {"status": "created"}), "pending", 500),
        (link("cancelled", {"status": "authorized"}), "pending", 500),
        # Captured money counts whatever the link says, with what was captured.
        (link("expired", {"status": "captured", "amount": 500}), "success", 500),
        (link("created", {"status": "captured", "amount": 300}), "success", 300),
        (link("cancelled", {"status": "captured"}), "success", None),
        (link("expired", *[{"status": "captured", "amount": 500}] * 2), "success", 1000),
        (link("expired", {"status": "refunded", "amount": 500}), "success", 500),
        # What goes back by itself was never captured: a second payment of the link, one confirmed too late.
        (
            link(
                "paid",
                {"status": "captured", "captured": True, "amount": 500},
                AUTO_REFUNDED,
                amount_paid=500,
            ),
            "success",
            500,
        ),
        (
            link("expired", KEPT, AUTO_REFUNDED),
            "success",
            500,
        ),
        (link("expired", AUTO_REFUNDED), "expired", 500),
        (link("created", AUTO_REFUNDED), "pending", 500),
        # A word nobody knows is never success.
        (link("SETTLING", {"status": "captured", "amount": 500}), "unknown", 500),
        (link(""), "unknown", 500),
    ],
)
def test_state_of_a_link_and_its_payments_have_one_outcome(
    told: dict[str, Any], outcome: str, amount: int | None
) -> None:
    answer = read_order(told)

    assert (answer.outcome, answer.amount_paise) == (outcome, amount)


def test_payment_that_a_bank_confirms_after_the_expiry_is_found(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    pay("TXN1")
    sandbox.control("/clock", advance=1000)
    assert client.order_status("TXN1").outcome == "expired"  # type: ignore[union-attr]

    sandbox.settle("TXN1", "success", late=True)
    answer = client.order_status("TXN1")

    assert answer is not None
    assert (answer.state, answer.outcome, answer.amount_paise) == ("expired", "success", 123_450)


def test_message_of_a_second_payment_that_went_back_names_no_refund_of_ours() -> None:
    refund = {"id": "rfnd_9", "payment_id": "pay_2", "amount": 500, "status": "processed"}
    payment = AUTO_REFUNDED | {"notes": {"merchant_order_id": "TXN1"}}
    entities = {"refund": refund, "payment": payment}
    body = {"event": "refund.processed", "payload": {n: {"entity": e} for n, e in entities.items()}}

    facts = read_webhook(json.dumps(body).encode())

    assert (facts.merchant_order_id, facts.claims) == ("TXN1", "pending")
    assert (facts.merchant_refund_id, facts.provider_refund_id) == ("", "")


# Refunds


def test_refund_of_the_dashboard_goes_by_razorpays_id(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    sandbox.pay(pay("TXN1").redirect_url)
    sandbox.control("/scenarios/refund_before_payment_event/steps/3", orders=["TXN1"])
    [row] = sandbox.control("/state", "GET")["refunds"]

    answer = client.refund_status(row["refund_id"], merchant_order_id="TXN1")

    assert answer is not None
    assert row["refund_id"].startswith("rfnd_")
    assert (answer.merchant_refund_id, answer.amount_paise) == (row["refund_id"], 123_450)


def test_refund_is_found_on_the_second_page(client: Provider, pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.pay(pay("TXN1").redirect_url)
    for number in range(101):
        sandbox.control(
            "/refunds", merchantRefundId=f"RF{number}", originalMerchantOrderId="TXN1", amount=100
        )

    oldest = client.refund_status("RF0", merchant_order_id="TXN1")

    assert oldest is not None and oldest.merchant_refund_id == "RF0"


def test_refund_of_another_order_is_not_found(client: Provider, pay: Pay, sandbox: SandboxProcess) -> None:
    for name in ("TXN1", "TXN2"):
        sandbox.pay(pay(name).redirect_url)
    client.create_refund(merchant_refund_id="RF1", merchant_order_id="TXN1", amount_paise=100)

    assert client.refund_status("RF1", merchant_order_id="TXN2") is None


def test_refund_that_another_process_is_making_is_no_refusal(make_client: MakeClient) -> None:
    conflict = {"error": {"code": "BAD_REQUEST_ERROR", "description": "is still in progress"}}
    captured = {"payment_id": "pay_1", "status": "captured"}
    paid = {"id": "plink_1", "reference_id": "TXN1", "payments": [captured]}
    keys = set()

    def answer(speaker: Speaker, asked: Asked) -> None:
        if asked.method == "POST":
            keys.add(asked.headers["x-refund-idempotency"])
            speaker.say(conflict, status=409)
        else:
            links = asked.path.endswith("payment_links")
            speaker.say({"payment_links": [paid]} if links else {"items": []})

    double = ExternalServiceDouble(answer)
    client = make_client(double.url)
    try:
        # Nobody knows yet whether it is made.
        with pytest.raises(ProviderUnavailable, match="409"):
            client.create_refund(merchant_refund_id="RF1", merchant_order_id="TXN1", amount_paise=100)
    finally:
        double.stop()

    assert keys == {"refund-id-RF1"}
    assert [asked.method for asked in double.asked].count("POST") == 2


# Messages


def message(event: str, created_at: int = 1, **entities: dict[str, Any]) -> bytes:
    payload = {name: {"entity": entity} for name, entity in entities.items()}
    return json.dumps({"event": event, "payload": payload, "created_at": created_at}).encode()


@pytest.mark.parametrize(
    ("headers", "secret", "proof"),
    [
        ({"X-Razorpay-Signature": SIGNATURE}, SECRET, "hmac"),
        ({"x-razorpay-signature": SIGNATURE}, SECRET, "hmac"),
        ({"x-razorpay-signature": SIGNATURE.upper()}, SECRET, ""),
        ({"x-razorpay-signature": f" {SIGNATURE}"}, SECRET, ""),
        ({"x-razorpay-signature": base64.b64encode(bytes.fromhex(SIGNATURE)).decode()}, SECRET, ""),
        ({"x-razorpay-signature": SIGNATURE}, "", ""),
        ({"x-razorpay-signature": hmac.new(b"", BODY, hashlib.sha256).hexdigest()}, "", ""),
        ({"x-razorpay-signature": SIGNATURE}, "another", ""),
        ({"x-razorpay-signature": ""}, SECRET, ""),
        ({"x-razorpay-signature": "ü" * 64}, SECRET, ""),
        ({"authorization": SIGNATURE}, SECRET, ""),
        ({}, SECRET, ""),
    ],
)
def test_only_a_signature_over_the_body_proves_a_message(
    make_client: MakeClient, headers: dict[str, str], secret: str, proof: str
) -> None:
    client = make_client(webhook_secret=secret)

    assert client.verify_webhook(headers, BODY) == proof
    assert not client.verify_webhook(headers, BODY + b" ")


OURS = {"reference_id": "TXN1"}
NOTED = {"notes": {"merchant_order_id": "TXN1"}}


@pytest.mark.parametrize(
    ("body", "order", "claims"),
    [
        (
            message("payment_link.paid", payment_link={"reference_id": "TXN1", "status": "paid"}),
            "TXN1",
            "success",
        ),
        (
            message("payment_link.expired", payment_link={"reference_id": "TXN1", "status": "expired"}),
            "TXN1",
            "expired",
        ),
        (
            message(
                "payment.captured", payment={"status": "captured", "notes": {"merchant_order_id": "TXN1"}}
            ),
            "TXN1",
            "success",
        ),
        # One failed attempt says nothing about the link.
        (message("payment.failed", payment=NOTED | {"status": "failed"}), "TXN1", "pending"),
        (message("order.paid", order={"receipt": "TXN1", "status": "paid"}), "TXN1", "success"),
        # Without notes they are an empty list.
        (message("payment.captured", payment={"status": "captured", "notes": []}), "", "success"),
        (message("payment.downtime.started"), "", "unknown"),
    ],
)
def test_message_names_its_order_and_claims_no_more_than_it_knows(
    body: bytes, order: str, claims: str
) -> None:
    facts = read_webhook(body)

    assert (facts.merchant_order_id, facts.claims, facts.is_refund) == (order, claims, False)


def test_refund_message_names_refund_and_order() -> None:
    refund = {"id": "rfnd_1", "receipt": "RFD1", "status": "processed", "amount": 100}
    payment = {"id": "pay_1", "status": "captured", "notes": {"merchant_order_id": "TXN1"}}

    facts = read_webhook(message("refund.processed", refund=refund, payment=payment))

    assert (facts.merchant_refund_id, facts.provider_refund_id) == ("RFD1", "rfnd_1")
    assert (facts.merchant_order_id, facts.claims, facts.amount_paise) == ("TXN1", "success", 100)


@pytest.mark.parametrize("receipt", [None, "", "Receipt No. 31", "../x", 7])
def test_refund_without_an_id_of_ours_goes_by_razorpays(receipt: object) -> None:
    facts = read_webhook(message("refund.processed", refund={"id": "rfnd_1", "receipt": receipt}))

    assert facts.merchant_refund_id == "rfnd_1"


def test_copies_share_a_key_and_other_news_do_not() -> None:
    paid = {"id": "plink_1", "status": "paid"}
    failed = {"id": "pay_1", "status": "failed"}
    news = [
        message("payment_link.paid", payment_link=paid),
        message("payment_link.paid", payment_link={"id": "plink_2", "status": "paid"}),
        message("payment.failed", payment=failed),
        message("payment.failed", payment=failed | {"id": "pay_2"}),
        message("payment.dispute.created", payment=failed, dispute={"id": "disp_1"}),
        message("refund.speed_changed", refund={"id": "rfnd_1"}),
        message("refund.speed_changed", created_at=2, refund={"id": "rfnd_1"}),
    ]
    keys = [read_webhook(each).dedupe_key for each in news]

    assert len(set(keys)) == len(news)
    copy = message("payment_link.paid", payment_link=paid | {"updated_at": 7})
    assert read_webhook(copy).dedupe_key == keys[0]


# Settlement


def recon(*lines: dict[str, str]) -> bytes:
    rows = [",".join(line.get(name, "").join('""') for name in COLUMNS) for line in lines]
    return "\r\n".join([",".join(COLUMNS), *rows, ""]).encode()


PAID = {
    "transaction_entity": "payment",
    "entity_id": "pay_1",
    "amount": "500.00",
    "currency": "INR",
    "fee (exclusive tax)": "10.00",
    "tax": "1.80",
    "debit": "0.00",
    "credit": "488.20",
    "payment_method": "card",
    "entity_created_at": "2026-11-20 10:00:00",
    "order_receipt": "TXN1",
    "settled_at": "22/11/2026 09:00:00",
    "settlement_utr": "UTR1",
}
RETURNED = PAID | {
    "transaction_entity": "refund",
    "entity_id": "rfnd_1",
    "amount": "100.00",
    "debit": "100.00",
    "credit": "0",
    "refund_notes": '{""merchant_refund_id"": ""RFD1""}',
}
TRANSFERRED = PAID | {"transaction_entity": "transfer", "debit": "502.96", "credit": "0"}
DISPUTED = PAID | {
    "transaction_entity": "adjustment",
    "entity_id": "adj_1",
    "debit": "500.00",
    "credit": "0",
    "dispute_id": "disp_1",
}


@pytest.mark.parametrize(
    ("line", "kind", "reference", "amount", "fee"),
    [
        (PAID, "payment", "TXN1", 50_000, 1_180),
        # Fees that are paid from credits bought before.
        (PAID | {"credit": "500.00"}, "payment", "TXN1", 50_000, 0),
        (
            PAID | {"order_receipt": "", "payment_notes": '{""merchant_order_id"": ""TXN1""}'},
            "payment",
            "TXN1",
            50_000,
            1_180,
        ),
        (PAID | {"order_receipt": "", "payment_notes": "]oops["}, "payment", "", 50_000, 1_180),
        (RETURNED, "refund", "RFD1", -10_000, 0),
        (RETURNED | {"debit": "105.90"}, "refund", "RFD1", -10_000, 590),
        (DISPUTED, "reversal", "TXN1", -50_000, 0),
        (DISPUTED | {"debit": "0", "credit": "500.00"}, "reversal", "TXN1", 50_000, 0),
        (DISPUTED | {"dispute_id": ""}, "other", "TXN1", -50_000, 0),
        # What a dispute costs beside its amount, however much is written about it.
        (DISPUTED | {"entity_description": "Chargeback fee " + "x" * 600}, "reversal", "TXN1", 0, 50_000),
        (DISPUTED | {"dispute_id": "", "entity_description": "TDS u/s 194-O"}, "tax", "TXN1", -50_000, 0),
        (
            PAID | {"transaction_entity": "transfer", "debit": "502.96", "credit": "0"},
            "other",
            "TXN1",
            -50_000,
            296,
        ),
    ],
)
def test_line_of_the_report_settles_credit_less_debit(
    line: dict[str, str], kind: str, reference: str, amount: int, fee: int
) -> None:
    [entry] = read_statement(recon(line))

    assert (entry.kind, entry.merchant_reference) == (kind, reference)
    assert (entry.amount_paise, entry.fee_paise) == (amount, fee)
    assert (entry.transacted_on, entry.settled_on) == (date(2026, 11, 20), date(2026, 11, 22))


@pytest.mark.parametrize(
    ("body", "problem", "column"),
    [
        (recon(PAID | {"credit": "500.01"}), "line", "credit"),
        (recon(PAID | {"credit": "-1"}), "line", "credit"),
        (recon(PAID | {"amount": "one"}), "line", "amount"),
        (recon(PAID | {"amount": "1e9"}), "line", "amount"),
        (recon(PAID | {"credit": "", "debit": "0"}), "line", "credit"),
        (recon(PAID | {"currency": "USD"}), "currency", "currency"),
        (recon(PAID | {"settled_at": "soon"}), "line", "settled_at"),
        (recon(PAID | {"transaction_entity": ""}), "line", "transaction_entity"),
        (recon(), "empty", ""),
        (b"PaymentType,Amount\r\nPAYMENT,1\r\n", "columns", "transaction_entity"),
        (b"\xff", "encoding", ""),
    ],
)
def test_report_that_cannot_be_read_is_refused_whole(body: bytes, problem: str, column: str) -> None:
    with pytest.raises(StatementUnreadable) as caught:
        read_statement(body)

    assert (caught.value.problem, caught.value.column.split(",")[0]) == (problem, column)


def test_report_of_a_day_is_fetched_as_the_dashboard_writes_it(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    sandbox.control("/settings", refund_seconds=0)
    sandbox.pay(pay("TXN1").redirect_url, method="card")
    client.create_refund(merchant_refund_id="RF1", merchant_order_id="TXN1", amount_paise=100)
    sandbox.control("/orders/TXN1/reverse", amount=500)

    body = client.fetch_statement(today())

    assert body is not None
    entries = client.read_statement(body)
    told = [(each.kind, each.merchant_reference, each.amount_paise, each.fee_paise) for each in entries]
    assert told == [
        ("payment", "TXN1", 123_450, 2_469 + 444),
        ("refund", "RF1", -100, 0),
        ("reversal", "TXN1", -500, 0),
    ]
    assert client.fetch_statement(today() - timedelta(days=9)) is None


def test_long_report_is_fetched_page_by_page() -> None:
    times = {"created_at": 1_800_000_000, "settled_at": 1_800_000_000}
    item = {"type": "payment", "amount": 100, "debit": 0, "credit": 100} | times
    pages = {"0": 500, "500": 500, "1000": 1}

    body = fetch_statement(lambda asked: {"items": [item] * pages[asked["skip"]]}, today())

    assert body is not None
    assert len(read_statement(body)) == 1001


@pytest.mark.parametrize(
    "answer",
    [{}, {"items": None}, {"items": [{}]}, {"items": [{"amount": 1.5}]}, {"items": [{"amount": "100"}]}],
)
def test_report_that_makes_no_sense_is_not_there(answer: dict[str, Any]) -> None:
    with pytest.raises(ProviderUnavailable, match="no settlement report"):
        fetch_statement(lambda asked: answer, today())


@pytest.mark.parametrize("fault", ["error_html", "too_many", "drop", "garbage", "unauthorized"])
def test_report_that_cannot_be_fetched_is_not_there(
    client: Provider, sandbox: SandboxProcess, fault: str
) -> None:
    sandbox.fault(fault, on="settlements", times=None)

    with pytest.raises(ProviderUnavailable, match="no settlement report"):
        client.fetch_statement(today())
