"""A sale drops the public answers that show the product's stock, and no others."""

import random

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from project.catalog.actions import stock
from project.catalog.models import Product
from tests.catalog.test_certificates import certify
from tests.factories import make_category, make_product

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESSES = (
    "/api/shop",
    "/api/banner",
    "/api/categories",
    "/api/categories/beads",
    "/api/documents/terms",
    "/api/products/home",
    "/api/rudraksha",
    "/api/products?limit=3",
    "/api/products?limit=3&inStock=true",
    "/api/products?search=bead",
    "/api/products/suggest?q=be",
    "/api/products/featured",
    "/api/products/trending",
    "/api/products/new-arrivals",
    "/api/products/bead-a",
    "/api/products/bead-b",
    "/api/products/bead-b/related?limit=2",
    "/api/products/bead-d/related",
    "/api/products/bead-a/reviews",
    "/api/certificates/AK-1",
    "/api/astrology/signs",
    "/api/astrology/signs/aries",
)


@pytest.fixture
def products(client: Client) -> list[Product]:
    """Five beads, of which the public sees each piece that is sold, and all answers as they are now."""
    beads, others = make_category(slug="beads"), make_category(slug="others")
    made = [
        make_product(slug="bead-a", title_en="5 Mukhi Rudraksha bead", category=beads, stock=3),
        make_product(slug="bead-b", title_en="5 Mukhi Rudraksha bead", category=beads, stock=2),
        make_product(slug="bead-c", category=others, stock=4, is_featured=True),
        make_product(slug="bead-d", category=others, stock=1, is_trending=True),
        make_product(slug="bead-e", category=beads, stock=12, is_new_arrival=True),
    ]
    certify(made[1], number="AK-1")
    for address in ADDRESSES:
        assert client.get(address).status_code == 200, address
    return made


def test_whatever_is_sold_or_given_back_every_public_answer_is_as_if_it_were_computed_now(
    client: Client, products: list[Product]
) -> None:
    dice = random.Random(7)
    holds: list[tuple[Product, str]] = []

    for number in range(15):
        if holds and dice.random() < 0.4:
            product, reference = holds.pop(dice.randrange(len(holds)))
            stock.release(product, reference=reference)
        else:
            product = dice.choice([each for each in products if each.sellable])
            stock.hold(product, quantity=1, reference=f"AKS-{number}")
            holds.append((product, f"AKS-{number}"))
        for address in ADDRESSES:
            answer = client.get(address).content
            # In an open transaction nothing is taken from the cache.
            with transaction.atomic():
                assert answer == client.get(address).content, (number, product.slug, address)


@pytest.mark.parametrize(
    ("address", "sold"),
    [
        ("/api/products/bead-b", "bead-a"),
        ("/api/products/bead-d/related?limit=1", "bead-a"),
        ("/api/products/trending", "bead-c"),
        ("/api/products/home", "bead-a"),
        ("/api/products?category=others", "bead-a"),
        ("/api/categories", "bead-a"),
        ("/api/documents/terms", "bead-a"),
    ],
)
def test_answer_that_does_not_show_the_product_that_is_sold_is_not_computed_again(
    client: Client,
    products: list[Product],
    django_assert_num_queries: DjangoAssertNumQueries,
    address: str,
    sold: str,
) -> None:
    client.get(address)
    stock.hold(Product.objects.get(slug=sold), quantity=1, reference="AKS-1")

    with django_assert_num_queries(0):
        assert client.get(address).status_code == 200
