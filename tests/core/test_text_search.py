"""One search looks in several columns, in any case, the same on both engines."""

from datetime import date

import pytest

from project.core.lists import MOST_COUNTED, MOST_FOUND, bounded_count, day_of_row
from project.orders.models import Order
from project.orders.order_list import find_orders
from project.orders.staff_schemas import OrdersQuery
from tests.buying import GUEST, place
from tests.factories import make_product

pytestmark = pytest.mark.django_db


def found(text: str) -> set[str]:
    return set(Order.objects.search(text).values_list("name", flat=True))


@pytest.fixture
def people() -> dict[str, Order]:
    product = make_product(stock=50)
    named = {}
    for first, email in (
        ("Asha", "asha@example.com"),
        ("Rasha", "r.asha@example.org"),
        ("अंजलि", "an@example.com"),
    ):
        named[first] = place(product, customerInfo=GUEST | {"firstName": first, "email": email})
    return named


def test_text_is_found_inside_any_column_in_any_case(people: dict[str, Order]) -> None:
    assert found("ASHA") == {"Asha Rao", "Rasha Rao"}
    assert found("example.ORG") == {"Rasha Rao"}
    assert found("अंजलि") == {"अंजलि Rao"}
    assert found("54321") == {"Asha Rao", "Rasha Rao", "अंजलि Rao"}
    order = people["Asha"]
    assert found(order.order_id.lower()) == found(order.order_id[4:]) == {"Asha Rao"}


def test_one_or_two_characters_are_looked_for_at_the_beginning(people: dict[str, Order]) -> None:
    assert found("as") == {"Asha Rao"}
    assert found("R") == {"Rasha Rao"}
    assert found("sh") == set()


@pytest.mark.parametrize("text", ["%", "_", "a%a", "\\", "'; drop table", "asha@example.comR", "Rao asha"])
def test_text_is_taken_as_it_is(people: dict[str, Order], text: str) -> None:
    assert found(text) == set()


def test_a_search_finds_no_more_than_the_newest() -> None:
    order = place(make_product())
    fields = {
        field.attname: getattr(order, field.attname)
        for field in Order._meta.concrete_fields
        if field.attname not in ("id", "order_id", "key")
    }
    Order.objects.bulk_create(Order(**fields) for _ in range(MOST_FOUND + 4))

    page = find_orders(OrdersQuery(search="asha").to_filter(), page=MOST_FOUND // 20, limit=20)
    beyond = find_orders(OrdersQuery(search="asha").to_filter(), page=MOST_FOUND // 20 + 1, limit=20)

    assert (len(page.rows), page.statistics.total, page.has_more) == (20, MOST_FOUND, True)
    assert (len(beyond.rows), beyond.has_more) == (0, True)
    assert bounded_count(Order.objects.all()) == (MOST_FOUND + 5, False)
    assert MOST_COUNTED > MOST_FOUND


def test_rows_are_found_by_their_day() -> None:
    newer, older = date(2026, 11, 25), date(2026, 11, 20)
    days = [(newer, 3), (older, 2)]

    places = [day_of_row(days, offset) for offset in range(6)]

    assert places == [(newer, 0), (newer, 1), (newer, 2), (older, 0), (older, 1), (None, 0)]
