"""Nothing a provider could send breaks reading it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from project.payments.providers.base import Provider, ProviderUnreadable
from tests.providers.conftest import Kind, MakeClient

ODD_KEYS = st.sampled_from(
    [
        *("event", "payload", "orderId", "refundId", "merchantOrderId", "state", "amount", "paymentDetails"),
        *("payment_link", "payments", "payment", "refund", "entity", "status", "notes", "receipt"),
        *("reference_id", "id", "amount_paid", "expire_by", "created_at", "method", "acquirer_data"),
    ]
)
ODD_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=300)
    | st.sampled_from(["paid", "captured", "COMPLETED"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ODD_KEYS, inner, max_size=4),
    max_leaves=12,
)
odd_objects = given(value=st.dictionaries(ODD_KEYS, ODD_VALUES, max_size=6))
patiently = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def reader(make_client: MakeClient) -> Any:
    return make_client("http://127.0.0.1:9")


@patiently
@odd_objects
def test_no_message_however_odd_breaks_reading(reader: Provider, value: dict[str, Any]) -> None:
    facts = reader.parse_webhook(json.dumps(value).encode())

    assert 0 < len(facts.dedupe_key) <= 200
    json.dumps(facts.raw, ensure_ascii=False, allow_nan=False).encode()


@patiently
@odd_objects
def test_no_status_answer_however_odd_breaks_reading(reader: Provider, value: dict[str, Any]) -> None:
    order, refund = reader.read_order(value), reader.read_refund(value)

    for amount in (order.amount_paise, refund.amount_paise):
        assert amount is None or type(amount) is int
    assert order.outcome != "success" or order.raw


@pytest.mark.parametrize("state", ["", "EXPIRED", "SOMETHING_NEW", "settling"])
def test_word_nobody_documented_is_unknown(kind: Kind, reader: Provider, state: str) -> None:
    order = reader.read_order({"state": state, "payment_link": {"status": f"{state}?"}})
    refund = reader.read_refund({"state": state, "refund": {"status": state}})

    assert (order.outcome, refund.outcome) == ("unknown", "unknown")


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
        b'{"a":' + b"9" * 5000,
    ],
)
def test_message_that_is_no_object_is_unreadable(reader: Provider, body: bytes) -> None:
    with pytest.raises(ProviderUnreadable):
        reader.parse_webhook(body)
