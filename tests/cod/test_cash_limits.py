"""Orders to be paid to the courier leave a share of each product to buyers who pay online."""

import pytest
from pytest_django.fixtures import Settings

from project.cod import actions as cod
from project.orders.holds import ProofRequired
from tests.buying import begin, place
from tests.cod.cash_helpers import PRICE_PAISE, choose, confirmed, guest, offer_cash, path, sent
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import move

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def half(settings: Settings) -> None:
    """Cash on delivery is offered, and unproven buyers share half of the pieces."""
    offer_cash(refused_deliveries_allowed=0)
    settings.HOLD_SHARE_PERCENT = 50


def test_orders_paid_to_the_courier_hold_half_of_a_product_until_they_are_sent() -> None:
    product = make_product(price_paise=PRICE_PAISE, stock=5)
    orders = [confirmed(product, customerInfo=guest(number)) for number in range(3)]

    refused = choose(place(product, customerInfo=guest(4)))

    assert refused.refusal == (409, "HOLD_PROOF_REQUIRED")
    with pytest.raises(ProofRequired):
        begin(place(product, customerInfo=guest(5)))
    begin(place(product, customerInfo=guest(6)), proven=True)
    sent(orders[0])
    sent(orders[1])
    assert choose(place(product, customerInfo=guest(7))).status == 200


def test_account_pays_online_where_cash_on_delivery_has_its_share() -> None:
    product = make_product(price_paise=PRICE_PAISE, stock=3)
    for number in range(2):
        confirmed(product, customerInfo=guest(number))
    order = place(product, customerInfo=guest(4))
    order.user = make_user(email="asha@example.com")
    order.save(update_fields=["user"])
    api = Api(token=log_in(order.user), address="192.0.2.1")

    refused = api.post(path(order), {"amount": 549})

    assert refused.refusal == (409, "HOLD_LIMIT")
    assert "pay online" in refused.body["message"]
    begin(order, proven=True)


def test_refused_parcels_with_a_strangers_phone_number_do_not_count_against_its_owners_account() -> None:
    stranger = guest(1) | {"phone": "9123456780"}
    cod.refuse(sent(confirmed(customerInfo=stranger)).order_id, note="", actor="")
    order = place(make_product(price_paise=PRICE_PAISE), customerInfo=guest(2) | {"phone": "9123456780"})
    order.user = make_user(email=order.email)
    order.save(update_fields=["user"])

    answer = Api(token=log_in(order.user)).post(path(order), {"amount": 549})

    assert answer.status == 200
    assert move(order, "cancelled").status == 200
