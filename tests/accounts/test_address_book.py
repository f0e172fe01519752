"""The address book: a few places, one of them the default."""

import pytest

from project.accounts.models import Address
from tests.accounts.login_helpers import SAVED, signed_in
from tests.factories import log_in
from tests.http import Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def add(api: Api, street: str, **changes: object) -> list[dict[str, object]]:
    book: list[dict[str, object]] = api.post("/auth/addresses", SAVED | {"street": street} | changes).data[
        "addresses"
    ]
    return book


def streets(api: Api) -> list[str]:
    return [entry["street"] for entry in api.get("/auth/addresses").data["addresses"]]


def test_first_address_is_the_default_and_the_default_comes_first() -> None:
    _, api = signed_in()

    add(api, "First")
    add(api, "Second")
    book = add(api, "Third")

    assert [(entry["street"], entry["isDefault"]) for entry in book] == [
        ("First", True),
        ("Third", False),
        ("Second", False),
    ]


def test_new_default_takes_the_place_of_the_old_one() -> None:
    _, api = signed_in()
    add(api, "First")
    add(api, "Second", isDefault=True)

    assert streets(api) == ["Second", "First"]
    assert Address.objects.filter(is_default=True).count() == 1
    assert api.get("/auth/profile").data["user"]["address"]["street"] == "Second"


def test_entry_becomes_the_default_when_it_is_changed_to_be_it() -> None:
    _, api = signed_in()
    add(api, "First")
    second = add(api, "Second")[1]

    api.other("PUT", f"/auth/addresses/{second['_id']}", SAVED | {"street": "Second", "isDefault": True})

    assert streets(api) == ["Second", "First"]
    assert Address.objects.filter(is_default=True).count() == 1


def test_address_can_be_changed_and_stays_the_default_until_another_is() -> None:
    _, api = signed_in()
    entry = add(api, "First")[0]

    changed = SAVED | {"street": "7 Hill Road", "name": "मीरा", "phone": "+91 91234 56789"}
    book = api.other("PUT", f"/auth/addresses/{entry['_id']}", changed).data["addresses"]

    assert book == [
        changed | {"_id": entry["_id"], "phone": "9123456789", "isDefault": True},
    ]


def test_removing_the_default_makes_the_newest_other_one_it() -> None:
    _, api = signed_in()
    first = add(api, "First")[0]
    add(api, "Second")
    add(api, "Third")

    book = api.other("DELETE", f"/auth/addresses/{first['_id']}").data["addresses"]

    assert [(entry["street"], entry["isDefault"]) for entry in book] == [("Third", True), ("Second", False)]


def test_last_address_can_be_removed() -> None:
    _, api = signed_in()
    only = add(api, "First")[0]

    assert api.other("DELETE", f"/auth/addresses/{only['_id']}").data == {"addresses": []}
    assert api.get("/auth/profile").data["user"]["address"] == {}


def test_address_of_somebody_else_does_not_exist() -> None:
    _, api = signed_in()
    entry = add(api, "First")[0]
    _, stranger = signed_in()

    for address_id in (entry["_id"], "A000000000000"):
        path = f"/auth/addresses/{address_id}"
        assert stranger.other("PUT", path, SAVED).refusal == (404, "NOT_FOUND")
        assert stranger.other("DELETE", path).refusal == (404, "NOT_FOUND")
    assert streets(api) == ["First"]
    assert streets(stranger) == []


def test_eleventh_address_is_refused() -> None:
    _, api = signed_in()
    for number in range(10):
        add(api, f"Street {number}")

    assert api.post("/auth/addresses", SAVED).refusal == (409, "ADDRESS_BOOK_FULL")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("phone", ""),
        ("street", " "),
        ("city", ""),
        ("state", ""),
        ("pincode", ""),
        ("pincode", "011001"),
        ("pincode", "560001"),
        ("street", "x" * 121),
        ("country", "x" * 61),
    ],
)
def test_bad_field_is_named(field: str, value: str) -> None:
    _, api = signed_in()

    answer = api.post("/auth/addresses", SAVED | {field: value})

    assert answer.refusal == (422, "VALIDATION")
    assert set(answer.body["errors"]) == {field}


@pytest.mark.django_db(transaction=True)
def test_many_additions_at_once_keep_the_limit_and_one_default() -> None:
    user, _ = signed_in()
    apis = [Api(token=log_in(user)) for _ in range(12)]

    statuses = at_once(
        12,
        lambda n: apis[n].post("/auth/addresses", SAVED | {"street": f"{n}", "isDefault": True}).status,
    )

    assert sorted(statuses) == [200] * 10 + [409] * 2
    assert Address.objects.filter(user=user).count() == 10
    assert Address.objects.filter(user=user, is_default=True).count() == 1
