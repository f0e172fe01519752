"""Files that crawlers request first."""

import xml.etree.ElementTree as ET
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.catalog.actions.products import save_product
from project.catalog.models import Product
from tests.factories import make_category, make_product
from tests.shop_settings import change_shop

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]
NS = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


@pytest.fixture
def client(settings: Settings) -> Client:
    settings.SITE_URL = "https://shop.example"
    return Client()


def read(client: Client) -> dict[str, ET.Element]:
    response = client.get("/sitemap.xml")
    assert response["Content-Type"].startswith("application/xml")
    root = ET.fromstring(response.content)
    return {str(url.findtext("s:loc", namespaces=NS)): url for url in root.findall("s:url", NS)}


def test_every_page_worth_finding_is_listed_in_both_languages(client: Client) -> None:
    make_product(slug="five-mukhi")
    make_product(slug="hidden", is_visible=False)
    make_product(slug="elsewhere", category=make_category("closed", is_active=False))

    addresses = read(client)

    for path in ("/", "/rudraksha", "/products", "/category/rudraksha", "/products/five-mukhi"):
        assert f"https://shop.example{path}" in addresses
        assert f"https://shop.example{path}?lang=hi" in addresses
    assert not [
        found for found in addresses if "hidden" in found or "elsewhere" in found or "closed" in found
    ]


def test_each_language_names_the_others(client: Client) -> None:
    make_product(slug="five-mukhi")

    hindi = read(client)["https://shop.example/products/five-mukhi?lang=hi"]

    assert {(link.attrib["hreflang"], link.attrib["href"]) for link in hindi.findall("x:link", NS)} == {
        ("en", "https://shop.example/products/five-mukhi"),
        ("hi", "https://shop.example/products/five-mukhi?lang=hi"),
        ("x-default", "https://shop.example/products/five-mukhi"),
    }


def test_a_page_is_as_new_as_what_was_last_written_on_it(client: Client) -> None:
    long_ago = timezone.now() - timedelta(days=90)
    make_product(slug="old")
    make_product(slug="rewritten")
    Product.objects.update(created_at=long_ago)
    fields = {"title_en": "New", "title_hi": "नया", "price_paise": 100_00, "category": make_category()}
    save_product("rewritten", fields, [])

    addresses = read(client)

    def changed(path: str) -> str | None:
        return addresses[f"https://shop.example{path}"].findtext("s:lastmod", namespaces=NS)

    today = timezone.now().date().isoformat()
    assert changed("/products/old") == long_ago.date().isoformat()
    assert changed("/products/rewritten") == today
    assert changed("/products") == today


def test_robots_are_told_where_the_list_is(client: Client) -> None:
    text = client.get("/robots.txt").content.decode()

    assert "Sitemap: https://shop.example/sitemap.xml" in text.splitlines()
    assert "Disallow: /" not in text.splitlines()


def test_finders_of_faults_are_told_whom_to_write_to(client: Client) -> None:
    change_shop(contact={"email": "care@shop.example"})

    response = client.get("/.well-known/security.txt")

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    fields = [line.split(": ", 1) for line in response.content.decode().splitlines()]
    contacts = [value for name, value in fields if name == "Contact"]
    assert contacts == ["mailto:care@shop.example", "https://shop.example/contact"]
    assert ["Canonical", "https://shop.example/.well-known/security.txt"] in fields
    assert ["Preferred-Languages", "en, hi"] in fields
    (expires,) = [datetime.fromisoformat(value) for name, value in fields if name == "Expires"]
    assert timedelta(days=30) < expires - timezone.now() < timedelta(days=365)


def test_shop_without_an_address_names_its_contact_form_alone(client: Client) -> None:
    change_shop(contact={"email": ""})

    text = client.get("/.well-known/security.txt").content.decode()

    assert text.startswith("Contact: https://shop.example/contact\n") and "mailto:" not in text


def test_answers_of_the_api_are_not_listed(client: Client) -> None:
    assert client.get("/api/shop")["X-Robots-Tag"] == "noindex"
