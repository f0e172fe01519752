"""Live messages of a waitlist that moves."""

import pytest

from project.accounts.models import Role, User
from project.catalog.models import Product
from project.events.models import Event
from project.events.topics import GUEST, Caller
from project.live_topics import find
from tests.buying import hold
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.waitlist.helpers import Guest, join, leave, let_hold_lapse, look, token_of, watch

pytestmark = pytest.mark.django_db


@pytest.fixture
def product() -> Product:
    return make_product(stock=1)


def of(user: User) -> Caller:
    return Caller(user_id=user.pk, role=user.role)


def audience(product: Product, caller: Caller) -> object:
    name = f"waitlist:{product.public_id}"
    topic = find(name)
    assert topic is not None
    return topic.audience(caller, name)


def test_topic_says_what_get_answers(product: Product) -> None:
    hold(product)
    user = make_user()
    customer, guest = Api(token=log_in(user)), Guest(1)
    join(customer, product)
    join(guest, product)

    assert watch(product, of(user)).data == look(customer, product)
    assert watch(product, Caller(key=token_of(1))).data == look(guest, product)
    assert watch(product, GUEST).data == look(Api(), product)


def test_nobody_but_the_shopper_sees_a_place(product: Product) -> None:
    hold(product)
    user = make_user()
    join(Api(token=log_in(user)), product)
    join(Guest(1), product)
    strangers = [
        GUEST,
        Caller(key=token_of(2)),
        Caller(key=""),
        Caller(key="x" * 500),
        of(make_user()),
        of(make_user(role=Role.ADMIN)),
    ]

    for stranger in strangers:
        assert watch(product, stranger).data["place"] is None
        assert audience(product, stranger) == "public"
    own = {audience(product, caller) for caller in (of(user), Caller(key=token_of(1)))}
    assert len(own | {"public"}) == 3


def test_every_move_of_the_line_is_news_with_a_newer_version(product: Product) -> None:
    name = f"waitlist:{product.public_id}"
    order = hold(product)
    first, second = Guest(1), Guest(2)
    seen = watch(product, GUEST).version

    for move in (
        lambda: join(first, product),
        lambda: join(second, product),
        lambda: let_hold_lapse(order),
        lambda: leave(first, product),
    ):
        before = Event.objects.latest("pk").pk
        move()
        newer = watch(product, GUEST).version
        assert newer > seen
        assert any(name in event.topics for event in Event.objects.filter(pk__gt=before))
        seen = newer


def test_joining_does_not_change_what_the_public_page_says(product: Product) -> None:
    hold(product)
    before = Event.objects.latest("pk").pk

    join(Guest(1), product)

    named = {topic for event in Event.objects.filter(pk__gt=before) for topic in event.topics}
    assert named == {f"waitlist:{product.public_id}"}
    page = Api().get(f"/products/{product.slug}").data["product"]
    assert (page["contention"]["paying"], page["contention"]["pieces"]) == (1, 1)


def test_events_name_nobody_who_waits(product: Product) -> None:
    order = hold(product)
    user = make_user()
    join(Api(token=log_in(user)), product)
    join(Guest(1), product)
    let_hold_lapse(order)

    for event in Event.objects.filter(name__startswith="waitlist."):
        assert (event.actor, event.payload) == ("", {})


def test_unknown_and_hidden_products_have_no_line() -> None:
    hidden = make_product(is_visible=False)

    assert Api().get(f"/waitlist/{hidden.public_id}").refusal == (404, "NOT_FOUND")
    assert Api().get("/waitlist/none").refusal == (404, "NOT_FOUND")
    topic = find("waitlist:none")
    assert topic is not None
    assert topic.read(GUEST, "waitlist:none") is None
