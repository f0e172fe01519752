"""Proving and reading PhonePe's messages; nothing here needs a network."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

import pytest

from project.payments.providers.base import ProviderUnreadable
from project.payments.providers.phonepe.adapter import PhonePe

USERNAME, PASSWORD, SECRET = "hook_user", "Passw0rd1", "a-webhook-secret"
BODY = b'{"event":"checkout.order.completed","payload":{"orderId":"OMO1","state":"COMPLETED"}}'
SHA = hashlib.sha256(f"{USERNAME}:{PASSWORD}".encode()).hexdigest()
DIGEST = hmac.new(SECRET.encode(), BODY, hashlib.sha256).digest()


def client(**credentials: Any) -> PhonePe:
    return PhonePe(
        pg_url="https://provider.example",
        oauth_url="https://provider.example",
        client_id="id",
        client_secret="secret",
        **credentials,
    )


@pytest.fixture
def phonepe() -> Iterator[PhonePe]:
    made = client(webhook_username=USERNAME, webhook_password=PASSWORD, webhook_secret=SECRET)
    yield made
    made.close()


@pytest.mark.parametrize("header", ["x-phonepe-checksum-signature", "Phonepe-Checksum-Signature"])
def test_an_hmac_is_good_under_both_names(phonepe: PhonePe, header: str) -> None:
    assert phonepe.verify_webhook({header: DIGEST.hex()}, BODY) == "hmac"


@pytest.mark.parametrize(
    "signature",
    [
        DIGEST.hex().upper(),
        DIGEST.hex().title(),
        base64.b64encode(DIGEST).decode(),
        base64.urlsafe_b64encode(DIGEST).decode(),
        f"sha256={DIGEST.hex()}",
        f" {DIGEST.hex()}",
        f"{DIGEST.hex()}\u00a0",
        DIGEST.decode("latin-1"),
    ],
)
def test_an_hmac_in_another_spelling_proves_nothing(phonepe: PhonePe, signature: str) -> None:
    assert not phonepe.verify_webhook({"x-phonepe-checksum-signature": signature}, BODY)


def test_a_sha_header_is_good(phonepe: PhonePe) -> None:
    assert phonepe.verify_webhook({"Authorization": SHA}, BODY)


def test_an_hmac_does_not_fit_another_body(phonepe: PhonePe) -> None:
    assert not phonepe.verify_webhook({"x-phonepe-checksum-signature": DIGEST.hex()}, BODY + b" ")


def test_a_right_sha_header_does_not_save_a_wrong_hmac(phonepe: PhonePe) -> None:
    headers = {"Authorization": SHA, "x-phonepe-checksum-signature": "0" * 64}

    assert not phonepe.verify_webhook(headers, BODY)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": f"Bearer {SHA}"},
        {"Authorization": SHA[:-1]},
        {"Authorization": SHA.upper()},
        {"Authorization": base64.b64encode(bytes.fromhex(SHA)).decode()},
        {"Authorization": hashlib.sha256(b":").hexdigest()},
        {"x-phonepe-checksum-signature": ""},
        {"x-phonepe-checksum-signature": "ü" * 64},
        {"x-phonepe-checksum-signature": SHA},
    ],
)
def test_everything_else_proves_nothing(phonepe: PhonePe, headers: dict[str, str]) -> None:
    assert not phonepe.verify_webhook(headers, BODY)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": hashlib.sha256(b":").hexdigest()},
        {"x-phonepe-checksum-signature": hmac.new(b"", BODY, hashlib.sha256).hexdigest()},
    ],
)
def test_a_shop_without_webhook_credentials_believes_nobody(headers: dict[str, str]) -> None:
    bare = client()

    assert not bare.verify_webhook(headers, BODY)

    bare.close()


def message(event: str, **payload: Any) -> bytes:
    return json.dumps({"event": event, "payload": payload}).encode()


def test_an_order_message_is_read(phonepe: PhonePe) -> None:
    facts = phonepe.parse_webhook(
        message(
            "checkout.order.completed",
            merchantOrderId="TXN1",
            orderId="OMO1",
            state="COMPLETED",
            amount=123_450,
        )
    )

    assert (facts.event, facts.merchant_order_id, facts.provider_order_id) == (
        "checkout.order.completed",
        "TXN1",
        "OMO1",
    )
    assert (facts.state, facts.amount_paise, facts.is_refund) == ("COMPLETED", 123_450, False)


def test_copies_share_a_key_and_different_news_do_not(phonepe: PhonePe) -> None:
    key = phonepe.parse_webhook(
        message("checkout.order.completed", orderId="OMO1", state="COMPLETED")
    ).dedupe_key

    others = {
        phonepe.parse_webhook(message("checkout.order.failed", orderId="OMO1", state="FAILED")).dedupe_key,
        phonepe.parse_webhook(
            message("checkout.order.completed", orderId="OMO2", state="COMPLETED")
        ).dedupe_key,
        phonepe.parse_webhook(message("pg.refund.completed", refundId="OMR1", state="COMPLETED")).dedupe_key,
    }

    copy = phonepe.parse_webhook(
        message("checkout.order.completed", orderId="OMO1", state="COMPLETED", added="later")
    )
    assert copy.dedupe_key == key
    assert len(others | {key}) == 4


def test_two_failed_attempts_of_one_order_are_two_messages(phonepe: PhonePe) -> None:
    keys = {
        phonepe.parse_webhook(
            message(
                "checkout.transaction.attempt.failed",
                orderId="OMO1",
                state="PENDING",
                paymentDetails=[{"transactionId": transaction}],
            )
        ).dedupe_key
        for transaction in ("OM1", "OM2")
    }

    assert len(keys) == 2


def test_a_refund_message_without_envelope_is_read(phonepe: PhonePe) -> None:
    body = json.dumps({"refundId": "OMR1", "originalMerchantOrderId": "TXN1", "state": "COMPLETED"}).encode()

    facts = phonepe.parse_webhook(body)

    assert facts.is_refund
    assert (facts.provider_refund_id, facts.merchant_order_id, facts.event) == ("OMR1", "TXN1", "")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"text"',
        b"1",
        b"<html>",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' + b"9" * 5000 + b"}",
    ],
)
def test_a_body_that_is_no_object_is_unreadable(phonepe: PhonePe, body: bytes) -> None:
    with pytest.raises(ProviderUnreadable):
        phonepe.parse_webhook(body)


def test_what_no_database_can_store_is_replaced(phonepe: PhonePe) -> None:
    facts = phonepe.parse_webhook(b'{"event":"a\\u0000b","payload":{"state":"\\ud800","amount":NaN}}')

    assert "\x00" not in json.dumps(facts.raw, ensure_ascii=False)
    facts.raw["payload"]["state"].encode()
    assert facts.raw["payload"]["amount"] is None
