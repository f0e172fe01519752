from typing import Any

import pytest

from project.accounts.models import User
from project.cart.models import MAX_WISHES, Wish
from project.catalog.models import Product
from project.events.models import Event
from project.events.topics import GUEST, Caller, State
from project.live_topics import find
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def customer(user: User) -> Api:
    return Api(token=log_in(user))


def wish(api: Api, *products: Product) -> dict[str, Any]:
    for product in products:
        data = api.post("/auth/wishlist", {"productId": product.public_id}).data
    return data


def titles(data: dict[str, Any]) -> list[str]:
    return [card["title"] for card in data["wishlist"]]


def read(caller: User, owner: User) -> State | None:
    name = f"wishlist:{owner.public_id}"
    topic = find(name)
    assert topic is not None
    return topic.read(Caller(user_id=caller.pk, role=caller.role), name)


def test_wishes_are_kept_with_the_newest_on_top(customer: Api) -> None:
    assert customer.get("/auth/wishlist").data == {
        "wishlist": [],
        "productIds": [],
        "count": 0,
        "version": 0,
        "hidden": 0,
    }

    wish(customer, make_product(title_en="Five Mukhi"), make_product(title_en="Amethyst"))

    data = customer.get("/auth/wishlist").data
    assert titles(data) == ["Amethyst", "Five Mukhi"]
    assert data["productIds"] == [card["_id"] for card in data["wishlist"]]
    assert (data["count"], data["version"]) == (2, 3)


def test_wishing_twice_and_removing_twice_change_nothing_the_second_time(customer: Api) -> None:
    product = make_product()

    first, again = wish(customer, product), wish(customer, product)
    gone = customer.other("DELETE", f"/auth/wishlist/{product.public_id}").data
    gone_again = customer.other("DELETE", f"/auth/wishlist/{product.public_id}").data

    assert (first["count"], first["version"]) == (again["count"], again["version"])
    assert (gone["count"], gone["version"]) == (gone_again["count"], gone_again["version"]) == (0, 3)


def test_a_guests_wishes_are_merged_and_those_that_exist_no_more_are_left_out(customer: Api) -> None:
    old, new, hidden = make_product(), make_product(title_en="New"), make_product(is_visible=False)
    wish(customer, old)

    ids = [old.public_id, hidden.public_id, "0123456789abcdef", new.public_id]
    data = customer.post("/auth/wishlist", {"productIds": ids}).data

    assert titles(data) == ["New", old.title_en]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_guest_has_no_wishlist_here(method: str) -> None:
    assert Api().other(method, "/auth/wishlist").refusal == (401, "UNAUTHENTICATED")
    assert Api(token="forged").other(method, "/auth/wishlist").refusal == (401, "TOKEN_REFUSED")


def test_a_guest_sees_the_products_their_browser_kept_in_its_order() -> None:
    first, second, hidden = make_product(), make_product(), make_product(is_visible=False)
    ids = [second.public_id, first.public_id, second.public_id, hidden.public_id, "deleted"]

    shown = Api().get("/wishlist", {"productIds": ids}).data
    nothing = Api().get("/wishlist").data

    assert [card["_id"] for card in shown["wishlist"]] == [second.public_id, first.public_id]
    assert (shown["count"], shown["hidden"]) == (2, 1)
    assert (nothing["wishlist"], nothing["hidden"]) == ([], 0)


def test_more_wishes_than_a_list_holds_are_refused_to_a_guest() -> None:
    assert Api().get("/wishlist", {"productIds": ["x"] * 101}).refusal == (422, "VALIDATION")


def test_a_product_that_is_deleted_or_hidden_cannot_be_wished_for(customer: Api) -> None:
    hidden = make_product(is_visible=False)

    for name in (hidden.public_id, "deleted", "x" * 64, "../../etc"):
        answer = customer.post("/auth/wishlist", {"productId": name})
        assert answer.refusal == (409, "PRODUCT_UNAVAILABLE")
    assert (
        Api(token=customer.token, language="hi")
        .post("/auth/wishlist", {"productId": hidden.public_id})
        .body["message"]
        == "यह उत्पाद उपलब्ध नहीं है"
    )


@pytest.mark.parametrize(
    "body",
    [{"productId": 7}, {"productId": "x" * 65}, {"productIds": ["a"] * 101}, {"productIds": "all"}, []],
)
def test_nonsense_is_refused(customer: Api, body: Any) -> None:
    assert customer.post("/auth/wishlist", body).refusal == (422, "VALIDATION")


def test_a_wish_that_is_hidden_later_is_counted_and_can_be_removed(customer: Api) -> None:
    product = make_product()
    wish(customer, product)
    Product.objects.update(is_visible=False)

    data = customer.get("/auth/wishlist").data

    assert (data["wishlist"], data["count"], data["hidden"]) == ([], 0, 1)
    assert customer.other("DELETE", f"/auth/wishlist/{product.public_id}").data["hidden"] == 0


def test_a_product_that_is_deleted_leaves_the_wishlist(customer: Api) -> None:
    product = make_product(stock=0)
    wish(customer, product)

    product.delete()

    assert customer.get("/auth/wishlist").data["wishlist"] == []
    assert customer.other("DELETE", f"/auth/wishlist/{product.public_id}").status == 200


def test_the_wish_after_the_last_is_refused(customer: Api) -> None:
    ids = [make_product(stock=0).public_id for _ in range(MAX_WISHES)]
    assert customer.post("/auth/wishlist", {"productIds": ids}).data["count"] == MAX_WISHES

    answer = customer.post("/auth/wishlist", {"productId": make_product().public_id})

    assert answer.refusal == (409, "WISHLIST_FULL")


def test_another_customers_wishlist_stays_theirs(customer: Api) -> None:
    product = make_product()
    wish(customer, product)
    stranger = Api(token=log_in(make_user()))

    stranger.other("DELETE", f"/auth/wishlist/{product.public_id}")

    assert stranger.get("/auth/wishlist").data["wishlist"] == []
    assert customer.get("/auth/wishlist").data["count"] == 1


def test_the_topic_says_what_the_wishlist_says_and_tells_of_each_change(user: User, customer: Api) -> None:
    data = wish(customer, make_product(), make_product())

    state = read(user, user)

    assert state is not None
    assert state.data.items() <= data.items()
    assert state.version == data["version"]
    event = Event.objects.latest("id")
    assert (event.name, event.topics) == ("wishlist.changed", [f"wishlist:{user.public_id}"])


def test_only_its_owner_may_watch_a_wishlist(user: User) -> None:
    name = f"wishlist:{user.public_id}"
    topic = find(name)
    assert topic is not None
    admin = make_user(role="admin")

    assert topic.may(Caller(user_id=user.pk, role="customer"), name)
    assert not topic.may(Caller(user_id=admin.pk, role="admin"), name)
    assert not topic.may(Caller(user_id=make_user().pk, role="customer"), name)
    assert not topic.may(GUEST, name)


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_wish_at_once_keep_every_wish_once() -> None:
    user = make_user()
    token = log_in(user)
    products = [make_product() for _ in range(3)]

    answers = at_once(6, lambda n: wish(Api(token=token), products[n % 3]))

    assert Wish.objects.filter(wishlist__user=user).count() == 3
    assert max(answer["version"] for answer in answers) == 4
