"""A place in line is earned: nobody is kept waiting by shoppers that somebody made up."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.catalog.models import Product
from project.orders.models import Order
from project.waitlist import actions
from project.waitlist.models import WaitlistEntry
from tests.buying import begin, guest, hold, let_order_pass
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.proof_of_work import solved
from tests.waitlist.helpers import (
    Guest,
    elapse,
    join,
    leave,
    let_hold_lapse,
    look,
    place,
    time_until_offered,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def product() -> Product:
    return make_product(stock=1)


def customer(address: str = "") -> Api:
    return Api(token=log_in(make_user()), address=address)


def fill(product: Product, addresses: list[str], each: int) -> list[int]:
    """Let every address make up so many guests, and return the statuses of their joins."""
    return [
        join(Guest(1000 * (number + 1) + token, address=address), product).status
        for token in range(each)
        for number, address in enumerate(addresses)
    ]


ADDRESSES = [f"198.18.{number}.7" for number in range(8)]
ONE_SITE = [f"2001:db8:7:{number:x}::1" for number in range(8)]


def test_guest_behind_many_addresses_of_invented_shoppers_gets_an_offer_within_minutes(
    product: Product,
) -> None:
    order = hold(product)
    fill(product, ADDRESSES, 3)
    honest = Guest(1)
    join(honest, product)
    let_hold_lapse(order)

    assert time_until_offered(honest, product, DAY) <= timedelta(minutes=12)


def test_customer_behind_many_addresses_of_invented_shoppers_waits_for_one_offer(product: Product) -> None:
    order = hold(product)
    fill(product, ADDRESSES, 3)
    let_hold_lapse(order)
    honest = customer()
    join(honest, product)

    assert place(honest, product) == ("waiting", 1)
    assert time_until_offered(honest, product, DAY) <= timedelta(minutes=3)


def test_customer_behind_five_accounts_of_each_address_waits_for_one_offer_of_each(product: Product) -> None:
    order = hold(product)
    for number in range(40):
        join(customer(ADDRESSES[number % 8]), product)
    honest = customer()
    join(honest, product)
    let_hold_lapse(order)

    assert time_until_offered(honest, product, DAY) <= timedelta(minutes=12)


@pytest.mark.parametrize("addresses", [ONE_SITE, [f"203.0.113.{number}" for number in range(8)]])
def test_one_site_gets_few_places_and_one_offer_before_a_guest_from_elsewhere(
    product: Product, addresses: list[str]
) -> None:
    order = hold(product)

    statuses = fill(product, addresses, 3)

    assert statuses.count(200) == actions.GUESTS.value
    assert join(Guest(2, address=addresses[0]), product).refusal == (409, "WAITLIST_LIMIT")
    honest = Guest(1)
    join(honest, product)
    let_hold_lapse(order)
    assert time_until_offered(honest, product, DAY) <= timedelta(minutes=3)


def test_customers_of_one_college_wait_in_the_order_they_came(product: Product) -> None:
    hold(product)
    college = [customer("192.0.2.1") for _ in range(30)]
    fill(product, ["192.0.2.1"], 3)

    assert {join(student, product).status for student in college} == {200}
    assert [place(student, product) for student in (college[0], college[-1])] == [
        ("waiting", 1),
        ("waiting", 30),
    ]


def test_customer_comes_before_guests_who_came_first(product: Product) -> None:
    order = hold(product)
    guest_, honest = Guest(1), customer()
    join(guest_, product)
    join(honest, product)

    assert (place(honest, product), place(guest_, product)) == (("waiting", 1), ("waiting", 2))
    assert look(guest_, product)["place"]["canBeOvertaken"]
    assert not look(honest, product)["place"]["canBeOvertaken"]
    let_hold_lapse(order)
    assert (place(honest, product), place(guest_, product)) == (("offered", None), ("waiting", 1))


def test_guest_who_logs_in_moves_to_the_customers(product: Product) -> None:
    hold(product)
    browser, before = Guest(1), Guest(2)
    join(before, product)
    join(browser, product)
    assert look(browser, product)["place"]["isGuest"]

    user = make_user()
    browser.token = log_in(user)
    assert place(browser, product) == ("waiting", 2)
    join(browser, product)

    assert (place(browser, product), place(before, product)) == (("waiting", 1), ("waiting", 2))
    assert not look(browser, product)["place"]["isGuest"]
    entry = WaitlistEntry.objects.get(user=user)
    assert entry.token_digest == ""


def test_guest_whose_account_waits_already_keeps_both_places_apart(product: Product) -> None:
    hold(product)
    user = make_user()
    join(Api(token=log_in(user)), product)
    browser = Guest(1)
    join(browser, product)

    browser.token = log_in(user)
    join(browser, product)

    assert place(browser, product) == ("waiting", 1)
    assert WaitlistEntry.objects.open().filter(user=user).count() == 1


@pytest.mark.parametrize("end", ["missed", "left"])
def test_whoever_let_an_offer_pass_stands_behind_everybody_for_an_hour(product: Product, end: str) -> None:
    order = hold(product, customerInfo=guest(1))
    first, later = customer(), Guest(2)
    join(first, product)
    let_hold_lapse(order)
    if end == "left":
        leave(first, product)
    else:
        elapse(timedelta(minutes=4))
    order = hold(product, customerInfo=guest(2))
    join(first, product)
    join(later, product)

    assert (place(later, product), place(first, product)) == (("waiting", 1), ("waiting", 2))
    assert look(first, product)["place"]["canBeOvertaken"]

    leave(first, product)
    elapse(timedelta(minutes=65))
    join(first, product)
    assert place(first, product) == ("waiting", 1)


def test_another_token_of_a_network_that_missed_stands_behind_others(product: Product) -> None:
    order = hold(product, customerInfo=guest(1))
    join(Guest(1, address="192.0.2.1"), product)
    let_hold_lapse(order)
    elapse(timedelta(minutes=4))
    hold(product, customerInfo=guest(2))
    again, neighbour, other = (
        Guest(2, address="192.0.2.200"),
        customer("192.0.2.1"),
        Guest(3, address="192.0.3.1"),
    )
    for shopper in (again, neighbour, other):
        join(shopper, product)

    # The account proved more than its network's guests did, and does not answer for them.
    assert [place(shopper, product) for shopper in (neighbour, other, again)] == [
        ("waiting", 1),
        ("waiting", 2),
        ("waiting", 3),
    ]


def test_offers_grow_shorter_with_each_that_is_missed_but_not_for_customers(product: Product) -> None:
    order = hold(product)
    for number in range(6):
        join(Guest(number), product)
    let_hold_lapse(order)
    lengths = []
    for _ in range(6):
        entry = WaitlistEntry.objects.offered().get()
        assert entry.offered_until is not None
        lengths.append(round((entry.offered_until - timezone.now()).total_seconds()))
        elapse(timedelta(seconds=lengths[-1]))
    hold(product, customerInfo=guest(2))
    honest = customer()
    join(honest, product)
    let_order_pass(Order.objects.latest("pk"), timedelta(hours=1))
    elapse(timedelta())

    assert lengths == [180, 120, 90, 72, 60, 60]
    entry = WaitlistEntry.objects.offered().get()
    assert entry.offered_until is not None
    assert round((entry.offered_until - timezone.now()).total_seconds()) == 180


def test_several_pieces_go_to_different_networks_first() -> None:
    product = make_product(stock=2)
    order = begin(hold(product, 2))
    same, twin, other = Guest(1, address="192.0.2.1"), Guest(2, address="192.0.2.9"), Guest(3)
    for shopper in (same, twin, other):
        join(shopper, product)

    let_hold_lapse(order)

    assert [place(shopper, product) for shopper in (same, twin, other)] == [
        ("offered", None),
        ("waiting", 1),
        ("offered", None),
    ]


def test_networks_are_forgotten_an_hour_after_their_offers(product: Product) -> None:
    order = hold(product)
    join(Guest(1, address="192.0.2.1"), product)
    let_hold_lapse(order)
    elapse(timedelta(minutes=4))

    actions.forget_old_entries()
    assert WaitlistEntry.objects.get().network == "192.0.2.0/24"
    elapse(timedelta(hours=1))
    actions.forget_old_entries()
    assert WaitlistEntry.objects.get().network == ""


def test_guest_computes_a_proof_of_work_to_join_and_a_customer_none(limits: None, product: Product) -> None:
    hold(product)
    shopper = Guest(1)

    asked = join(shopper, product)
    assert asked.refusal == (428, "WORK_REQUIRED")
    assert not WaitlistEntry.objects.exists()
    work = {"X_Proof_Of_Work": solved(asked.body["data"]["challenge"])}
    assert shopper.post(f"/waitlist/{product.public_id}", **work).status == 200

    assert Guest(2).post(f"/waitlist/{product.public_id}", **work).refusal == (428, "WORK_REQUIRED")
    assert join(customer(), product).status == 200
