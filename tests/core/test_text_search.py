"""One search looks in several columns, in any case, the same on both engines."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from project.core.lists import MOST_COUNTED, MOST_FOUND, bounded_count, day_of_row, newest_keys
from project.core.text_search import has_trigram
from project.orders.models import Order
from project.orders.order_list import find_orders
from project.orders.staff_schemas import OrdersQuery
from project.payments.models import Payment
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

    wanted, now = OrdersQuery(search="asha").to_filter(), timezone.now()
    page = find_orders(wanted, page=MOST_FOUND // 20, limit=20, as_of=now)
    beyond = find_orders(wanted, page=MOST_FOUND // 20 + 1, limit=20, as_of=now)

    assert (len(page.rows), page.statistics.total, page.has_more) == (20, MOST_FOUND, True)
    assert (len(beyond.rows), beyond.has_more) == (0, True)
    assert bounded_count(Order.objects.all()) == (MOST_FOUND + 5, False)
    assert MOST_COUNTED > MOST_FOUND


@pytest.fixture
def long_list() -> list[Order]:
    """Sixty orders, the oldest first: every second of Meera, one in twelve of Kavya."""
    first = place(make_product())
    fields = {
        field.attname: getattr(first, field.attname)
        for field in Order._meta.concrete_fields
        if field.attname not in ("id", "order_id", "key", "created_at")
    }
    first.delete()
    names = [f"Meera {n} Rao" if n % 2 else f"Kavya-{n}" if n % 12 == 0 else "A & B" for n in range(60)]
    return Order.objects.bulk_create(
        Order(**fields | {"name": name}, created_at=timezone.now() - timedelta(minutes=60 - n))
        for n, name in enumerate(names)
    )


@pytest.mark.parametrize("text", ["meera", "kavya", "@example.com", "nobody", "rao", "a", "zq"])
@pytest.mark.parametrize("windows", [(4, 20), (20, 40), (4, 59), (4, 60), (100, 200)], ids=str)
@pytest.mark.parametrize("most", [3, 100])
def test_newest_keys_are_the_newest_of_all(
    long_list: list[Order], text: str, windows: tuple[int, int], most: int
) -> None:
    rows = Order.objects.all()
    matching = rows.search(text)
    everything = list(matching.order_by("-created_at", "-pk").values_list("pk", flat=True))

    found = newest_keys(rows, [matching], text, "created_at", most=most, windows=windows)

    assert found == (everything[:most], len(everything) > most)


def test_text_without_a_trigram_is_looked_for_in_the_newest_rows_alone(long_list: list[Order]) -> None:
    rows = Order.objects.all()

    found, maybe_more = newest_keys(rows, [rows.search("A & B")], "A & B", "created_at", windows=(4, 10))

    newest = {order.pk for order in long_list[-10:]}
    assert set(found) == newest & set(rows.filter(name="A & B").values_list("pk", flat=True))
    assert found and maybe_more
    assert [has_trigram(text) for text in ("a", "!", "zq", "A & B", "---", "99.5", "kav", "@ex-ample")] == [
        *(True, False, True),
        *(False, False, False),
        *(True, True),
    ]


def test_a_search_leaves_the_planner_as_it_was(long_list: list[Order]) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("a matter of Postgres's planner")
    settings = "SELECT name, setting FROM pg_settings WHERE context = 'user' ORDER BY name"
    with connection.cursor() as cursor:
        before = cursor.execute(settings).fetchall()
        rows = Order.objects.all()

        newest_keys(rows, [rows.search("kavya")], "kavya", "created_at", windows=(4, 20))

        assert cursor.execute(settings).fetchall() == before


def test_what_is_typed_whole_finds_its_orders_alone(people: dict[str, Order]) -> None:
    asha, rasha = people["Asha"], people["Rasha"]
    Order.objects.filter(pk=asha.pk).update(tracking_number="EM1", email="sha@example.org")
    Order.objects.filter(pk=rasha.pk).update(tracking_number="EM12", email="rasha@example.org")
    payment = Payment.objects.create(
        order=asha, provider="phonepe", amount_paise=asha.total_paise, bank_reference="54321"
    )

    for typed in ("em1", "SHA@example.org", payment.transaction_id.lower(), "54321", asha.order_id.lower()):
        assert found(typed) == {"Asha Rao"}, typed
    assert found("em") == found("sha@") == {"Asha Rao", "Rasha Rao"}


def test_rows_are_found_by_their_day() -> None:
    newer, older = date(2026, 11, 25), date(2026, 11, 20)
    days = [(newer, 3), (older, 2)]

    places = [day_of_row(days, offset) for offset in range(6)]

    assert places == [(newer, 0), (newer, 1), (newer, 2), (older, 0), (older, 1), (None, 0)]
