"""Carts that guests left behind are swept; nobody else's are."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.cart.actions import GUEST_CART_LIFETIME
from project.cart.models import Cart
from tests.cart.shopper import Shopper, lines
from tests.factories import make_product, make_user
from worker.tasks import forget_old_carts

pytestmark = pytest.mark.django_db


def grow_old(by: timedelta) -> None:
    Cart.objects.update(used_at=timezone.now() - by)


def test_a_guests_cart_goes_after_sixty_days_without_use() -> None:
    shopper = Shopper()
    shopper.add(make_product())
    grow_old(GUEST_CART_LIFETIME + timedelta(hours=1))

    forget_old_carts()

    assert shopper.cart()["lines"] == []
    assert not Cart.objects.exists()


def test_looking_at_it_keeps_a_cart() -> None:
    shopper = Shopper()
    shopper.add(make_product(title_en="Five Mukhi"))
    grow_old(GUEST_CART_LIFETIME - timedelta(hours=1))
    shopper.cart()

    forget_old_carts()

    assert timezone.now() - Cart.objects.get().used_at < timedelta(minutes=1)
    assert lines(shopper.cart()) == [("Five Mukhi", 1, 500)]


def test_a_customers_cart_never_goes() -> None:
    shopper = Shopper(make_user())
    shopper.add(make_product())
    grow_old(timedelta(days=1000))

    forget_old_carts()

    assert shopper.cart()["count"] == 1
