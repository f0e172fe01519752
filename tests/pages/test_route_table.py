"""The table of routes knows every page, and the server answers each as the table says."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from project.storefront import manifest
from tests.factories import make_category, make_product
from tests.routes import BEAD, Route, table

pytestmark = pytest.mark.any_stack

ROUTES = table("bead")


@pytest.mark.django_db
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_server_answers_as_the_table_says(client: Client, settings: Settings, route: Route) -> None:
    settings.DEBUG = True  # with the pages for developers
    make_product(slug=BEAD, public_id="bead", category=make_category("rudraksha"))

    # By id one is led to the product's own address.
    answer = client.get(route.path, follow=True)

    assert answer.status_code == route.status


def test_table_knows_every_page(client: Client, settings: Settings) -> None:
    settings.DEBUG = True

    opened = {manifest.match(route.path).page.path for route in ROUTES}

    assert {page.path for page in manifest.pages()} == opened
