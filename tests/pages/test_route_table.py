"""The table of routes knows every page, and the server answers each as the table says."""

import pytest
from django.test import Client

from project.storefront.urls import urlpatterns
from tests.factories import make_category, make_product
from tests.routes import BEAD, Route, table

ROUTES = table("bead")
FILES = ("sitemap.xml", "robots.txt")


@pytest.mark.django_db
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_server_answers_as_the_table_says(client: Client, route: Route) -> None:
    make_product(slug=BEAD, public_id="bead", category=make_category("rudraksha"))

    # By id one is led to the product's own address.
    answer = client.get(route.path, follow=True)

    assert answer.status_code == route.status


def test_table_knows_every_page() -> None:
    paths = [route.path.removeprefix("/") for route in ROUTES]

    unknown = [
        str(pattern.pattern)
        for pattern in urlpatterns
        if not any(pattern.resolve(path) for path in (*paths, *FILES))
    ]

    assert unknown == []
