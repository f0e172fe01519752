"""A payment's status moves along one table; only the provider's proof leads out of a failure."""

from itertools import product as pairs

import pytest
from django.db import IntegrityError, transaction

from project.core.errors import InvalidTransition
from project.orders.models import Order
from project.payments.models import Payment, PaymentStatus
from tests.buying import place
from tests.factories import make_product

# The specification's own table, written out once more on purpose.
ALLOWED = {
    ("PENDING", "SUCCESS"),
    ("PENDING", "FAILED"),
    ("PENDING", "CANCELLED"),
    ("PENDING", "EXPIRED"),
    ("FAILED", "SUCCESS"),
    ("CANCELLED", "SUCCESS"),
    ("EXPIRED", "SUCCESS"),
    ("SUCCESS", "REFUNDED"),
}


@pytest.fixture
def order(db: None) -> Order:
    return place(make_product(price_paise=50_000))


@pytest.fixture
def payment(order: Order) -> Payment:
    return Payment.objects.create(order=order, provider="phonepe", amount_paise=50_000)


@pytest.mark.parametrize(("old", "new"), list(pairs(PaymentStatus.values, repeat=2)))
def test_every_pair_of_statuses(payment: Payment, old: str, new: str) -> None:
    Payment.objects.filter(pk=payment.pk).update(status=old)
    payment.refresh_from_db()

    if (old, new) in ALLOWED:
        assert payment.transition_to(new) is True
    elif old == new:
        assert payment.transition_to(new) is False
    else:
        with pytest.raises(InvalidTransition):
            payment.transition_to(new)

    expected = new if (old, new) in ALLOWED else old
    stored = Payment.objects.get(pk=payment.pk)
    assert stored.status == payment.status == expected
    assert stored.version == payment.version == (2 if (old, new) in ALLOWED else 1)


def test_table_names_every_status() -> None:
    assert set(Payment.TRANSITIONS) == set(PaymentStatus.values)


@pytest.mark.both_stacks
def test_database_allows_one_open_attempt_and_one_that_fulfils(order: Order, payment: Payment) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.create(order=order, provider="phonepe", amount_paise=50_000)
    paid = {
        "provider": "phonepe",
        "amount_paise": 50_000,
        "is_open": False,
        "status": "SUCCESS",
        "fulfils": True,
    }
    Payment.objects.create(order=order, **paid)
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.create(order=order, **paid)


@pytest.mark.both_stacks
@pytest.mark.parametrize(
    "impossible",
    [
        {"status": "LOST"},
        {"amount_paise": 99},
        {"refunded_paise": 1},
        {"refund_pending_paise": 1},
        {"captured_paise": 50_000, "refunded_paise": 30_000, "refund_pending_paise": 20_001},
        {"fulfils": True},
        {"status": "FAILED", "fulfils": True},
    ],
)
def test_database_refuses_impossible_payments(payment: Payment, impossible: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.filter(pk=payment.pk).update(**impossible)


@pytest.mark.both_stacks
def test_payment_without_a_provider_is_refused(order: Order) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.create(order=order, amount_paise=50_000)
