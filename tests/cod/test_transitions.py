"""Cash on delivery moves along one table."""

from itertools import product as pairs

import pytest
from django.db import IntegrityError, transaction

from project.cod.models import CashOnDelivery, CashStatus
from project.core.errors import InvalidTransition
from tests.buying import place
from tests.cod.cash_helpers import delivered, offer_cash
from tests.factories import make_product

pytestmark = pytest.mark.django_db

ALLOWED = {
    ("chosen", "withdrawn"),
    ("chosen", "confirmed"),
    ("chosen", "cancelled"),
    ("withdrawn", "chosen"),
    ("confirmed", "collected"),
    ("confirmed", "refused"),
    ("confirmed", "cancelled"),
}


def test_every_pair_of_statuses() -> None:
    offer_cash()
    cash = CashOnDelivery.objects.get(order=delivered())
    CashOnDelivery.objects.update(fee_paise=0, fee_tax_paise=0)

    for old, new in pairs(CashStatus.values, repeat=2):
        CashOnDelivery.objects.update(status=old)
        cash.refresh_from_db()
        if (old, new) in ALLOWED or old == new:
            assert cash.transition_to(new) is (old != new)
        else:
            with pytest.raises(InvalidTransition):
                cash.transition_to(new)
        assert CashOnDelivery.objects.get().status == (new if (old, new) in ALLOWED else old)
    assert set(CashOnDelivery.TRANSITIONS) == set(CashStatus.values)


@pytest.mark.both_stacks
@pytest.mark.parametrize(
    "wrong",
    [
        {"status": "confirmed"},
        {"status": "elsewhere"},
        {"status": "withdrawn", "fee_paise": 1},
        {"fee_paise": 1, "fee_tax_paise": 2},
    ],
)
def test_database_refuses_what_cannot_be(wrong: dict[str, object]) -> None:
    order = place(make_product())

    with pytest.raises(IntegrityError), transaction.atomic():
        CashOnDelivery.objects.create(order=order, **wrong)
