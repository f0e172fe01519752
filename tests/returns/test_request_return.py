"""A customer asks to send goods back: in time, no more than they have, and nothing made to their choice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.fixtures import Settings

from project.core.models import Mail
from project.orders.models import Order, OrderStatus
from project.returns.models import Return, ReturnReason
from tests.buying import guest_body, item, new_key, place
from tests.factories import BEAD_OPTIONS, log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import bring, delivered, staff
from tests.returns.return_helpers import ask, asked, move, shown, withdraw
from tests.reviews.review_helpers import photo
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """A media folder of the test's own."""
    settings.MEDIA_ROOT = tmp_path
    yield tmp_path / "returns"


def test_request_is_shown_on_the_order_and_mailed() -> None:
    order = delivered(quantity=3)
    version = shown(order)["version"]

    data = ask(order, items=["1:2"]).data["order"]

    request = data["returns"][0]
    assert (request["kind"], request["reason"], request["status"]) == ("return", "defective", "requested")
    assert (request["text"], request["items"]) == ("The thread was torn.", [{"line": 1, "quantity": 2}])
    assert data["canReturn"]["items"] == [{"line": 1, "quantity": 1, "custom": False}]
    assert (data["status"], data["version"]) == ("delivered", version + 1)
    assert data["history"][-1]["kind"] == "return_requested"
    assert Mail.objects.filter(reference=order.topic, kind="return_requested").count() == 1


def test_photos_are_made_anew_and_served(media: Path) -> None:
    order = delivered()

    data = ask(order, photos=[photo(size=(60, 40)), photo("PNG", name="b.png")]).data["order"]

    pictures = data["returns"][0]["photos"]
    assert [(picture["width"], picture["height"]) for picture in pictures] == [(60, 40), (60, 40)]
    assert len(list(media.iterdir())) == 4
    for address in (pictures[0]["url"], pictures[0]["thumbnail"]):
        response = Client().get(address)
        assert (response.status_code, response["Content-Type"]) == (200, "image/webp")
        assert (response["Cache-Control"], response["X-Robots-Tag"]) == ("private, max-age=3600", "noindex")
        response.close()


def test_five_photos_or_a_file_that_is_none_are_refused_and_leave_nothing(media: Path) -> None:
    order = delivered()

    many = ask(order, photos=[photo() for _ in range(5)])
    broken = ask(order, photos=[photo(), SimpleUploadedFile("x.jpg", b"<html>", "image/jpeg")])

    assert many.refusal == (422, "TOO_MANY_PHOTOS")
    assert (broken.refusal, list(broken.body["errors"])) == ((422, "PHOTO_INVALID"), ["photos.1"])
    assert not Return.objects.exists()
    assert not media.exists() or list(media.iterdir()) == []


@pytest.mark.parametrize("status", [status for status in OrderStatus.values if status != "delivered"])
def test_only_what_was_delivered_goes_back(status: str) -> None:
    order = bring(place(make_product()), status)

    assert ask(order).refusal == (409, "NOT_RETURNABLE")
    assert shown(order)["canReturn"] is None


def test_last_day_counts_and_the_day_after_does_not() -> None:
    last, late = delivered(days_ago=7), delivered(days_ago=8)

    assert ask(last).status == 200
    refused = ask(late)

    assert refused.refusal == (409, "NOT_RETURNABLE")
    assert refused.body["message"] == "The time in which this order could be sent back is over"
    assert shown(late)["canReturn"] is None


@pytest.mark.parametrize("items", [["1:3"], ["2:1"], ["1:1", "1:2"], ["99:1"]])
def test_more_than_was_bought_does_not_go_back(items: list[str]) -> None:
    assert ask(delivered(quantity=2), items=items).refusal == (409, "NOT_RETURNABLE")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("items", []),
        ("items", ["1:0"]),
        ("items", ["0:1"]),
        ("items", ["one"]),
        ("items", ["1:1; DROP"]),
        ("items", ["1:1"] * 21),
        ("kind", "gift"),
        ("reason", "changed_my_mind"),
        ("text", "x" * 1001),
    ],
)
def test_bad_input_names_its_field(field: str, value: Any) -> None:
    answer = ask(delivered(), **{field: value})

    assert answer.refusal == (422, "VALIDATION")
    assert {name.partition(".")[0] for name in answer.body["errors"]} == {field}


def test_piece_made_to_choice_is_replaced_but_not_taken_back() -> None:
    product = make_product(options=BEAD_OPTIONS)
    body = guest_body(item(product), item(product, pendantType="silver"))
    order_id = Api().post("/orders/create-guest-order", body, key=new_key()).data["orderId"]
    order = bring(Order.objects.get(order_id=order_id), "delivered")

    for reason in ReturnReason.values:
        refused = ask(order, items=["1:1", "2:1"], reason=reason)
        assert refused.refusal == (409, "NOT_RETURNABLE")
        assert "If it is defective or incorrect, please ask for a replacement" in refused.body["message"]
    assert [row["custom"] for row in shown(order)["canReturn"]["items"]] == [False, True]
    assert ask(order, items=["2:1"], kind="replacement").status == 200


def test_strangers_and_holders_of_the_link_find_no_order() -> None:
    order = delivered()
    path = f"/orders/{order.order_id}/returns"
    fields = {"kind": "return", "reason": "defective", "items": ["1:1"]}

    assert Api().form(path, fields).refusal == (404, "NOT_FOUND")
    assert Api().form(path, fields, X_Order_Key=order.key).refusal == (404, "NOT_FOUND")
    assert Api(token=log_in(make_user())).form(path, fields).refusal == (404, "NOT_FOUND")


def test_withdrawn_or_rejected_pieces_may_be_asked_for_again() -> None:
    order = delivered()
    first = asked(order)
    assert ask(order).refusal == (409, "NOT_RETURNABLE")

    assert withdraw(order, first).data["order"]["returns"][0]["status"] == "withdrawn"
    second = asked(order)
    move(second, "rejected")

    assert ask(order).status == 200


def test_request_of_another_order_is_not_withdrawn_here() -> None:
    mine, theirs = delivered(), delivered()
    request = asked(theirs)

    assert withdraw(mine, request).refusal == (404, "NOT_FOUND")
    request.refresh_from_db()
    assert request.status == "requested"


def test_request_cannot_be_withdrawn_once_the_courier_comes() -> None:
    order = delivered()
    request = asked(order)
    worker = staff()
    move(request, "approved", api=worker)
    assert shown(order)["returns"][0]["canWithdraw"] is True
    move(request, "pickup", api=worker)

    assert withdraw(order, request).refusal == (409, "INVALID_TRANSITION")
    assert shown(order)["returns"][0]["canWithdraw"] is False


@pytest.mark.django_db(transaction=True)
def test_last_piece_is_asked_for_once_by_many_at_once(media: Path) -> None:
    order = delivered()

    statuses = at_once(5, lambda _: ask(order, photos=[photo()]).status)

    assert sorted(statuses) == [200, 409, 409, 409, 409]
    assert Return.objects.count() == 1
    assert len(list(media.iterdir())) == 2


@pytest.mark.django_db(transaction=True)
def test_same_request_that_arrives_many_times_at_once_asks_once(media: Path) -> None:
    order = delivered()

    statuses = at_once(4, lambda _: ask(order, photos=[photo()], Idempotency_Key="one").status)

    assert statuses == [200] * 4
    assert Return.objects.count() == 1
    assert len(list(media.iterdir())) == 2  # no files of those that came too late


def test_same_request_that_arrives_twice_asks_once() -> None:
    order = delivered(quantity=2)

    first = ask(order, Idempotency_Key="one")
    again = ask(order, Idempotency_Key="one")
    other = ask(order, Idempotency_Key="one", text="Something else")

    assert (first.status, again.status) == (200, 200)
    assert other.refusal == (409, "IDEMPOTENCY_MISMATCH")
    assert Return.objects.filter(order=order).count() == 1
