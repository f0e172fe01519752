"""Two tabs, a double click, two devices: everything at once, on real connections."""

import pytest

from project.cart.actions import Holder, add_line, merge_and_load_cart
from project.cart.models import Cart, CartLine
from project.catalog.pricing import Selection
from tests.cart.shopper import Shopper
from tests.factories import make_product, make_user
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_tabs_that_log_in_at_once_merge_the_guests_cart_once() -> None:
    user = make_user()
    guest = Shopper()
    guest.add(make_product(stock=50), 2)
    token = guest.cart_token or ""

    carts = at_once(6, lambda _: merge_and_load_cart(Holder(user.pk, token)))

    assert {cart.user_id for cart in carts if cart} == {user.pk}
    assert Cart.objects.count() == 1
    assert CartLine.objects.get().quantity == 2


def test_adding_in_one_tab_while_another_logs_in_loses_nothing() -> None:
    user = make_user()
    product = make_product(stock=50)
    guest = Shopper()
    guest.add(product)
    token = guest.cart_token or ""

    def act(number: int) -> str:
        if number % 2:
            merge_and_load_cart(Holder(user.pk, token))
            return ""
        holder = Holder(None, token)
        return add_line(holder, product_id=product.public_id, quantity=1, selection=Selection()).token

    tokens = {token for token in at_once(6, act) if token}

    # Whoever came after the merge got a cart of their own; each goes into the account when it is shown.
    for left in tokens:
        merge_and_load_cart(Holder(user.pk, left))
    assert sum(CartLine.objects.filter(cart__user=user).values_list("quantity", flat=True)) == 4


def test_the_same_product_added_many_times_at_once_is_one_line_with_the_sum() -> None:
    user = make_user()
    product = make_product(stock=50)

    at_once(
        8,
        lambda _: add_line(Holder(user.pk), product_id=product.public_id, quantity=1, selection=Selection()),
    )

    assert Cart.objects.count() == 1
    assert CartLine.objects.get().quantity == 8


def test_taps_at_once_never_put_more_into_the_cart_than_is_left() -> None:
    user = make_user()
    product = make_product(stock=5)
    Shopper(user).add(product)

    answers = at_once(8, lambda _: Shopper(user).try_to_add(product))

    assert sorted(answer.status for answer in answers) == [200] * 4 + [409] * 4
    assert CartLine.objects.get().quantity == 5
