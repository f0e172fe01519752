"""However many products a page shows, it takes the same number of queries."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_category, make_product

pytestmark = pytest.mark.django_db


def test_a_page_asks_the_database_as_often_for_many_products_as_for_few(client: Client) -> None:
    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path).status_code == 200
        return len(asked)

    first = make_product(slug="first", is_featured=True)
    make_product(is_featured=True, is_trending=True, is_new_arrival=True)
    paths = ("/", "/products", "/category/rudraksha", "/products/first")
    few = [queries(path) for path in paths]
    for number in range(10):
        make_product(
            is_featured=True,
            is_trending=True,
            is_new_arrival=True,
            category=make_category(f"kind-{number}") if number < 3 else first.category,
        )

    assert [queries(path) for path in paths] == few
    assert max(few) <= 25
