from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from project.catalog.actions import products, stock
from project.catalog.models import OptionKind
from project.events.models import Event
from project.events.topics import GUEST, Caller, State
from project.live_topics import find
from tests.factories import log_in, make_category, make_product, make_user
from tests.http import Api
from tests.live_lists import live_list

pytestmark = pytest.mark.django_db


def read(slug: str) -> State | None:
    topic = find(f"product:{slug}")
    assert topic is not None
    return topic.read(GUEST, f"product:{slug}")


def rest(slug: str) -> dict[str, Any]:
    product: dict[str, Any] = Client().get(f"/api/products/{slug}").json()["data"]["product"]
    return product


def test_topic_says_what_the_product_page_says() -> None:
    product = make_product(slug="five", stock=3, price_paise=49_950)
    stock.hold(product, quantity=1, reference="AKS-1")

    state = read("five")

    assert state is not None
    assert state.data == {
        "sellable": 2,
        "sellableIsMore": False,
        "maxQuantity": 2,
        "isAvailable": True,
        "heldUntil": None,
        "contention": None,
        "variants": [],
        "price": 499.5,
        "rating": {"average": 0, "count": 0},
        "isShown": True,
        "slug": "five",
        "version": state.version,
    }
    assert state.data.items() <= rest("five").items()


def test_reading_the_topic_takes_one_query_and_that_of_the_settings(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    make_product(slug="five", stock=3)

    with django_assert_num_queries(2) as queries:
        read("five")

    assert "description" not in queries[0]["sql"]


def test_nobody_outside_learns_of_more_than_ten_pieces() -> None:
    make_product(slug="many", stock=37)

    state = read("many")

    assert state is not None
    page, (card,) = rest("many"), Client().get("/api/products").json()["data"]["products"]
    for answer in (state.data, page, card):
        assert (answer["sellable"], answer["sellableIsMore"]) == (10, True)
        assert "37" not in str(answer.get("maxQuantity"))
    assert page["maxQuantity"] == 10


def test_last_piece_sold_reads_as_sold_out_with_a_newer_version() -> None:
    product = make_product(slug="five", stock=1)
    before = read("five")

    stock.hold(product, quantity=1, reference="AKS-1")

    after = read("five")
    assert before is not None
    assert after is not None
    assert after.version > before.version
    assert (after.data["sellable"], after.data["isAvailable"]) == (0, False)


def test_new_price_is_a_newer_version_and_an_event_for_the_page() -> None:
    fields = {"category": make_category(), "title_en": "Bead", "title_hi": "दाना", "price_paise": 50_000}
    options = [products.Option(OptionKind.SIZE, "regular"), products.Option(OptionKind.SIZE, "big", 10_000)]
    product = products.save_product("five", fields, options, actor="user:1")
    stock.set_on_hand(product, 4)

    products.save_product("five", fields | {"price_paise": 60_000}, options[:1], actor="user:1")

    state = read("five")
    assert state is not None
    assert (state.data["price"], state.data["sellable"], state.version) == (600, 4, 3)
    assert [size["name"] for size in rest("five")["customization"]["sizes"]] == ["regular"]
    event = Event.objects.latest("id")
    topics = [
        "product:five",
        f"waitlist:{product.public_id}",
        f"staff:products#{product.public_id}",
        "staff:dashboard",
    ]
    assert (event.name, event.topics, event.actor) == ("product.changed", topics, "user:1")


def test_a_product_that_is_hidden_says_only_that_it_is_gone() -> None:
    fields = {"category": make_category(), "title_en": "Bead", "title_hi": "दाना", "price_paise": 50_000}
    product = products.save_product("five", fields, [], actor="user:1")
    stock.set_on_hand(product, 4)
    before = read("five")

    products.save_product("five", fields | {"is_visible": False}, [], actor="user:1")

    after = read("five")
    assert before is not None
    assert after is not None
    assert after.version > before.version
    assert after.data == {
        "isShown": False,
        "isAvailable": False,
        "sellable": 0,
        "sellableIsMore": False,
        "maxQuantity": 0,
        "heldUntil": None,
        "contention": None,
        "variants": [],
        "version": after.version,
    }


def test_a_product_of_an_inactive_category_is_gone_too() -> None:
    make_product(slug="five", category=make_category(is_active=False))

    state = read("five")

    assert state is not None
    assert state.data["isShown"] is False


def test_an_unknown_product_has_no_state() -> None:
    assert read("unknown") is None


def test_everybody_may_watch_and_gets_the_same_bytes() -> None:
    topic = find("product:five")
    assert topic is not None
    admin = Caller(user_id=1, role="admin", language="hi")

    assert topic.may(GUEST, "product:five")
    assert topic.may(admin, "product:five")
    assert topic.audience(GUEST, "product:five") == topic.audience(admin, "product:five")


def test_deleted_product_is_gone_for_who_has_it_on_the_screen_and_unknown_to_others() -> None:
    product = make_product(slug="five")
    seen = read("five")
    assert products.remove_product(product.public_id, actor="test")

    gone = read("five")

    assert seen is not None and gone is not None
    assert gone.data["isShown"] is False
    assert gone.version > seen.version
    assert read("never") is None


def test_list_topics_say_what_the_staff_lists_say_and_leave_out_what_is_gone() -> None:
    category = make_category()
    product = make_product(category=category)
    catalogue = Api(token=log_in(make_user(role="catalogue")))

    for name, ids, listed in (
        ("staff:products", [product.public_id], catalogue.get("/admin/products").data["products"]),
        ("staff:categories", [category.public_id], catalogue.get("/admin/categories").data["categories"]),
    ):
        topic = live_list(name)
        (row,) = topic.read_rows([*ids, "gone"])
        assert row["id"] == ids[0]
        assert row["row"] in listed
        assert topic.read_statistics()
        assert topic.may(Caller(user_id=1, role="catalogue"), name)
        assert not topic.may(Caller(user_id=1, role="customer"), name)
        assert not topic.may(GUEST, name)
