"""Unpaid orders that the courier collects are limited by buyer, network, pincode and product."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from project.catalog.models import Product
from project.cod import actions as cod
from project.cod.models import CashOnDelivery
from project.orders import actions as orders
from project.orders.holds import ProofRequired
from project.orders.models import Order
from tests.buying import begin, place
from tests.cod.cash_helpers import (
    FEE_PAISE,
    PRICE_PAISE,
    TOTAL_PAISE,
    choose,
    code_of,
    confirm,
    confirmed,
    delivered,
    guest,
    offer_cash,
    path,
    sent,
)
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.orders.order_helpers import move, staff
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db

IPV4 = [f"203.0.113.{number}" for number in range(1, 14)]
IPV6 = [f"2001:db8:7:{number:x}::1" for number in range(1, 14)]
# 25 networks, of which no two are in one /24.
NETWORKS = [f"198.51.{number}.9" for number in range(25)]


@pytest.fixture(autouse=True)
def half() -> None:
    """Cash on delivery is offered, and unproven buyers share half of the pieces."""
    offer_cash(refused_deliveries_allowed=0, stock_share_percent=50)
    change_shop(limits={"stock_share_percent": 50})


@pytest.fixture
def product() -> Product:
    """A bead of which there are more than any test here sells."""
    return make_product(price_paise=PRICE_PAISE, stock=1_000)


def buy(product: Product, number: int, network: str, quantity: int = 1, **changes: Any) -> Answer:
    """Order from this network address and type the code; return the refusal, or the last answer."""
    order = place(product, quantity, customerInfo=guest(number) | changes)
    chosen = choose_from(order, network)
    return type_code(order, network) if chosen.status == 200 else chosen


def choose_from(order: Order, address: str) -> Answer:
    """Choose cash on delivery from this address."""
    return choose(order, api=Api(address=address), amount=(order.total_paise + FEE_PAISE) / 100)


def type_code(order: Order, address: str) -> Answer:
    """Type the code that was sent last, from this address."""
    return confirm(order, code_of(order), api=Api(address=address))


def at(pincode: str) -> dict[str, Any]:
    """Return the change of a buyer who lives at another pincode."""
    return {"address": guest(1)["address"] | {"pincode": pincode}}


@pytest.mark.parametrize("addresses", [IPV4, IPV6], ids=["IPv4 /24", "IPv6 /48"])
def test_made_up_mailboxes_of_one_network_confirm_as_many_orders_as_a_network_may(
    product: Product, addresses: list[str]
) -> None:
    offer_cash(unpaid_orders_per_network=2)

    answers = [buy(product, number, address) for number, address in enumerate(addresses[:4])]

    assert [answer.status for answer in answers] == [200, 200, 409, 409]
    assert answers[2].refusal == (409, "CASH_REFUSED")
    assert answers[2].body["message"] == (
        "Cash on delivery is not available for this order at the moment. "
        "Please pay online, or try again later"
    )
    # One who pays online is free, as is another network.
    begin(place(product, customerInfo=guest(20)), network=addresses[5])
    assert buy(product, 21, "192.0.2.1").status == 200
    first_of_network = Order.objects.filter(cash_on_delivery_at__isnull=False).earliest("created_at")
    orders.cancel(first_of_network.order_id, actor="")
    assert buy(product, 22, addresses[6]).status == 200


def test_one_network_takes_a_quarter_of_a_product_and_all_together_half() -> None:
    product = make_product(price_paise=PRICE_PAISE, stock=20)

    one = [buy(product, number, address, 2).status for number, address in enumerate(IPV4[:4])]
    all_together = [buy(product, 30 + n, address, 2).status for n, address in enumerate(NETWORKS[:5])]

    assert one == [200, 200, 409, 409]
    assert all_together == [200, 200, 200, 409, 409]
    product.refresh_from_db()
    assert product.allocated == 10


def test_orders_chosen_before_are_judged_again_by_the_code(product: Product) -> None:
    offer_cash(unpaid_orders_per_network=1)
    chosen = [place(product, customerInfo=guest(number)) for number in range(3)]
    for order, address in zip(chosen, IPV4, strict=False):
        assert choose_from(order, address).status == 200

    answers = [type_code(order, address).status for order, address in zip(chosen, IPV4, strict=False)]

    assert answers == [200, 409, 409]


def test_network_is_forgotten_once_nothing_is_owed(product: Product) -> None:
    assert buy(product, 1, IPV4[0]).status == buy(product, 2, IPV6[0]).status == 200
    networks = CashOnDelivery.objects.values_list("network", flat=True).order_by("pk")
    assert list(networks) == ["203.0.113.0/24", "2001:db8:7::/48"]
    first, second = Order.objects.order_by("pk")

    delivered(first)
    cod.refuse(sent(second).order_id, note="", actor="")

    assert list(networks.all()) == ["", ""]


def test_unpaid_value_of_a_buyer_is_limited_and_a_first_order_is_not(product: Product) -> None:
    offer_cash(unpaid_paise_per_buyer=2 * TOTAL_PAISE)
    confirmed(product, customerInfo=guest(1))
    same_phone = guest(2) | {"phone": guest(1)["phone"]}
    confirmed(product, customerInfo=same_phone)

    for person in (guest(1), same_phone):
        assert choose(place(product, customerInfo=person)).refusal == (409, "CASH_REFUSED")

    assert buy(product, 3, IPV4[0], 10).status == 200
    assert buy(product, 3, IPV4[0]).refusal == (409, "CASH_REFUSED")


def test_one_network_leaves_a_pincode_to_others_and_all_together_have_a_value_a_day(product: Product) -> None:
    offer_cash(unpaid_paise_per_pincode=4 * TOTAL_PAISE)

    # However much it is, one network counts as a quarter.
    assert {buy(product, number, address).status for number, address in enumerate(IPV4[:3])} == {200}
    others = [buy(product, 20 + n, address) for n, address in enumerate(NETWORKS[:4])]

    assert [answer.status for answer in others] == [200, 200, 200, 409]
    assert others[3].refusal == (409, "CASH_REFUSED")
    assert buy(product, 40, NETWORKS[6], **at("411002")).status == 200
    Order.objects.update(cash_on_delivery_at=F("cash_on_delivery_at") - timedelta(days=1))
    assert buy(product, 41, NETWORKS[7]).status == 200


def test_who_has_taken_and_paid_for_a_parcel_is_neither_counted_nor_refused_with_strangers(
    product: Product,
) -> None:
    delivered(confirmed(product, customerInfo=guest(1)))
    offer_cash(unpaid_orders_per_network=1, unpaid_paise_per_pincode=TOTAL_PAISE)

    assert buy(product, 1, IPV4[0]).status == 200
    assert buy(product, 2, IPV4[1]).status == 200
    assert buy(product, 3, IPV4[2]).status == 409
    assert buy(product, 1, IPV4[3]).status == 200


def test_orders_paid_to_the_courier_count_as_holds_of_their_network() -> None:
    offer_cash()
    product = make_product(price_paise=PRICE_PAISE, stock=8)
    assert buy(product, 1, IPV4[0], 2).status == buy(product, 2, IPV4[1], 2).status == 200

    with pytest.raises(ProofRequired):
        begin(place(product, customerInfo=guest(3)), network=IPV4[2])

    begin(place(product, customerInfo=guest(4)), network=IPV4[2], proven=True)


def risks_of(order: Order) -> dict[str, int]:
    """Return what staff are told of the order, in its dialog and in the list alike."""
    shown = staff().get(f"/admin/orders/{order.order_id}").data["order"]
    rows = staff().get("/admin-orders/orders", {"search": order.order_id}).data["orders"]
    assert [row["cashRisks"] for row in rows] == [shown["cashRisks"]]
    return {risk["kind"]: risk["count"] for risk in shown["cashRisks"]}


def test_staff_are_told_what_speaks_against_sending_a_parcel(product: Product) -> None:
    offer_cash(maximum_paise=60_000)
    one, two, third = (place(product, customerInfo=guest(number)) for number in (1, 2, 3))
    for order in (one, two):
        assert (choose_from(order, IPV4[0]).status, type_code(order, IPV4[0]).status) == (200, 200)
    cod.refuse(sent(one).order_id, note="", actor="")
    assert choose_from(third, NETWORKS[0]).status == type_code(third, NETWORKS[0]).status == 200
    # The same address, with other capitals and commas.
    street = guest(1)["address"]["street"]
    Order.objects.filter(pk=third.pk).update(address=third.address | {"street": f" {street.upper()}, "})

    assert risks_of(one) == {}
    new = {"newEmail": 1, "firstParcel": 1, "nearMaximum": 1, "samePincode": 1}
    assert risks_of(two) == new | {"refused": 1}
    assert risks_of(third) == new | {"refused": 1}
    sent(third)
    assert risks_of(third) == {}
    delivered(two)
    again = place(product, customerInfo=guest(2) | {"phone": guest(3)["phone"]})
    assert choose_from(again, NETWORKS[0]).status == type_code(again, NETWORKS[0]).status == 200
    near = {"samePhone": 1, "sameNetwork": 1, "samePincode": 1, "nearMaximum": 1}
    assert risks_of(again) == near | {"refused": 1}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("shared", ["network", "phone", "pincode"])
def test_two_codes_at_once_at_the_limit_confirm_one_order(shared: str) -> None:
    rules: dict[str, dict[str, Any]] = {
        "network": {"unpaid_orders_per_network": 1},
        "phone": {"unpaid_orders_per_buyer": 1},
        "pincode": {"unpaid_paise_per_pincode": TOTAL_PAISE},
    }
    product = make_product(price_paise=PRICE_PAISE, stock=50)
    offer_cash()
    same = {"phone": guest(1)["phone"]} if shared == "phone" else {}
    chosen = [place(product, customerInfo=guest(number) | same) for number in (1, 2)]
    addresses = IPV4 if shared == "network" else NETWORKS
    for order, address in zip(chosen, addresses, strict=False):
        assert choose_from(order, address).status == 200
    offer_cash(**rules[shared])

    statuses = at_once(2, lambda number: type_code(chosen[number], addresses[number]).status)

    assert sorted(statuses) == [200, 409]


def test_orders_paid_to_the_courier_hold_half_of_a_product_until_they_are_sent() -> None:
    product = make_product(price_paise=PRICE_PAISE, stock=5)
    assert {buy(product, number, address).status for number, address in enumerate(NETWORKS[:3])} == {200}

    refused = choose(place(product, customerInfo=guest(4)))

    assert refused.refusal == (409, "HOLD_PROOF_REQUIRED")
    with pytest.raises(ProofRequired):
        begin(place(product, customerInfo=guest(5)))
    begin(place(product, customerInfo=guest(6)), proven=True)
    for order in Order.objects.filter(cash_on_delivery_at__isnull=False)[:2]:
        sent(order)
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
    assert "pay online, or try again later" in refused.body["message"]
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
