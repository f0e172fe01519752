"""Addresses of the shop that was here before lead to the pages of today."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from project.catalog.models import ProductAlias
from project.content.models import OldAddress
from project.content.old_addresses.actions import save_address
from tests.factories import make_product

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def client(small_client: Client) -> Client:
    return small_client


@pytest.mark.parametrize(
    "asked",
    [
        "/collections/all-malas",
        "/collections/all-malas/",
        "/Collections/All-Malas",
        "/collections/all%2Dmalas",
        "/collections/all-malas.html",
    ],
)
def test_old_address_leads_to_its_page_for_good_however_it_is_written(client: Client, asked: str) -> None:
    save_address("/collections/all-malas", "/category/malas", actor="user:1")

    response = client.get(asked)

    assert (response.status_code, response["Location"]) == (301, "/category/malas")


@pytest.mark.parametrize(
    ("target", "location"),
    [
        ("/products", "/products?utm_source=mail&lang=hi"),
        ("/products?search=mala", "/products?search=mala"),
        ("/category/मनका", "/category/%E0%A4%AE%E0%A4%A8%E0%A4%95%E0%A4%BE?utm_source=mail&lang=hi"),
    ],
)
def test_query_goes_along_unless_the_target_has_its_own(client: Client, target: str, location: str) -> None:
    save_address("/shop", target, actor="user:1")

    assert client.get("/shop?utm_source=mail&lang=hi")["Location"] == location


def test_page_of_the_shop_wins_over_an_old_address(client: Client) -> None:
    make_product(slug="bead")
    ProductAlias.objects.create(slug="renamed", product=make_product(slug="new-name"))
    for path in ("/products/bead", "/products/renamed", "/cart", "/products"):
        save_address(path, "/about", actor="user:1")

    assert client.get("/products/bead").status_code == 200
    assert client.get("/products/renamed")["Location"] == "/products/new-name"
    assert client.get("/cart").status_code == client.get("/products").status_code == 200


def test_address_holds_at_once_and_no_longer_once_deleted(client: Client) -> None:
    make_product(slug="hidden", is_visible=False)
    paths = ["/nothing", "/products/none", "/products/none.html", "/products/hidden", "/category/none"]
    assert [client.get(path).status_code for path in paths] == [404, 404, 404, 410, 404]

    for path in paths:
        save_address(path.removesuffix(".html"), "/products", actor="user:1")
    assert {client.get(path).status_code for path in paths} == {301}

    OldAddress.objects.all().delete()
    assert [client.get(path).status_code for path in paths] == [404, 404, 404, 410, 404]


def test_missing_page_costs_one_statement_and_a_real_one_none(client: Client) -> None:
    def statements(path: str) -> int:
        client.get(path)
        with CaptureQueriesContext(connection) as asked:
            client.get(path)
        return sum("content_oldaddress" in query["sql"] for query in asked.captured_queries)

    save_address("/used", "/products", actor="user:1")

    assert [statements(path) for path in ("/nothing", "/used", "/products", "/cart")] == [1, 1, 0, 0]
    assert OldAddress.objects.get().last_used_on == timezone.localdate()


def test_picture_of_the_old_shop_is_missing_without_a_question_to_the_database(client: Client) -> None:
    save_address("/cdn/bead.jpg", "/products", actor="user:1")

    with CaptureQueriesContext(connection) as asked:
        response = client.get("/cdn/bead.jpg", headers={"Accept": "image/avif,image/*"})

    assert (response.status_code, len(asked)) == (404, 0)
