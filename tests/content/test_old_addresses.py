"""Old addresses: staff add, change and delete them; none leads outside or in a circle."""

import pytest
from pytest_django.fixtures import Settings

from project.content.models import OldAddress
from project.content.old_addresses.actions import MOST_ADDRESSES, save_addresses
from project.core.errors import Conflict
from project.events.models import AuditEntry
from tests.factories import log_in, make_user
from tests.http import Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db

PATH = "/admin/old-addresses"


@pytest.fixture
def api() -> Api:
    return Api(token=log_in(make_user(role="catalogue")))


def save(api: Api, path: str, target: str) -> int:
    return api.other("PUT", PATH, {"path": path, "target": target}).status


def stored() -> dict[str, str]:
    return dict(OldAddress.objects.values_list("path", "target"))


def test_addresses_are_saved_changed_found_and_deleted(api: Api) -> None:
    assert save(api, "/collections/a", "/category/malas") == 200
    assert save(api, "/pages/b", "/about") == 200
    assert save(api, "/collections/a", "/category/beads?sort=price") == 200

    assert api.get(f"{PATH}?search=BEADS").data["addresses"] == [
        {"path": "/collections/a", "target": "/category/beads?sort=price", "lastUsedOn": None}
    ]
    assert api.get(PATH).data["pagination"]["total"] == 2
    assert api.other("DELETE", f"{PATH}?path=/pages/b").status == 200
    assert api.other("DELETE", f"{PATH}?path=/pages/b").status == 404
    assert stored() == {"/collections/a": "/category/beads?sort=price"}
    log = AuditEntry.objects.order_by("pk").values_list("action", "subject", "before", "after")
    assert list(log)[2:] == [
        (
            "old_address.saved",
            "address:/collections/a",
            {"target": "/category/malas"},
            {"target": "/category/beads?sort=price"},
        ),
        ("old_address.deleted", "address:/pages/b", {"target": "/about"}, {}),
    ]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/", "/products"),
        ("/?p=12", "/products"),
        ("", "/products"),
        ("/api/orders", "/products"),
        ("relative", "/products"),
        ("/a/../b", "/products"),
        ("/a%00b", "/products"),
        ("/" + "a" * 500, "/products"),
        ("/a", ""),
        ("/a", "https://evil.example/"),
        ("/a", "https://evil.example"),
        ("/a", "//evil.example"),
        ("/a", "/\\evil.example"),
        ("/a", "/%5Cevil.example"),
        ("/a", "javascript:alert(1)"),
        ("/a", "/b\r\nSet-Cookie: a=b"),
        ("/a", "/b?c=%0d\r\nd"),
        ("/a", "/b/%2e%2e/c"),
        ("/a", "/api/media"),
        ("/a", "http://[/"),
        ("/a", "/a"),
        ("/a", "/A/?b=c"),
    ],
)
def test_impossible_addresses_are_refused(api: Api, path: str, target: str) -> None:
    assert save(api, path, target) == 422
    assert stored() == {}


def test_full_addresses_of_the_old_shop_and_of_this_one_count_by_their_path(
    api: Api, settings: Settings
) -> None:
    settings.SITE_URL = "https://shop.example"

    assert (
        save(api, "https://old.example/P/Bead.HTML?variant=7#top", "https://shop.example/products/b") == 200
    )
    assert save(api, "http://old.example/%E0%A4%AE/", "https://shop.example") == 200
    assert save(api, "/a", "https://shop.example.evil/") == 422

    assert stored() == {"/p/bead": "/products/b", "/म": "/"}


def test_chains_are_shortened_and_circles_refused(api: Api) -> None:
    assert save(api, "/a", "/b") == 200
    assert save(api, "/b", "/c?sort=price") == 200
    assert save(api, "/d", "/a") == 200
    assert stored() == {"/a": "/c?sort=price", "/b": "/c?sort=price", "/d": "/c?sort=price"}

    assert save(api, "/c", "/d") == 422
    assert save(api, "/c", "/e") == 200

    assert stored() == dict.fromkeys(["/a", "/b", "/c", "/d"], "/e")


def test_many_at_once_are_saved_without_those_in_a_circle_and_twice_changes_nothing() -> None:
    wanted = {f"/old/{number}": f"/old/{number + 1}" for number in range(300)} | {"/x": "/y", "/y": "/x"}

    assert save_addresses(wanted, actor="user:1") == {"/y"}
    assert save_addresses(wanted, actor="user:1") == {"/y"}

    assert stored() == {f"/old/{number}": "/old/300" for number in range(300)} | {"/x": "/y"}
    assert AuditEntry.objects.filter(action="old_address.saved").count() == 1
    with pytest.raises(Conflict):
        save_addresses({f"/n/{number}": "/" for number in range(MOST_ADDRESSES)}, actor="user:1")
    assert len(stored()) == 301


@pytest.mark.parametrize("role", ["support", "orders", "finance", "customer"])
def test_only_who_edits_the_catalogue_sees_and_changes_them(role: str) -> None:
    stranger = Api(token=log_in(make_user(role=role)))

    assert save(stranger, "/a", "/b") == 403
    assert stranger.get(PATH).status == stranger.other("DELETE", f"{PATH}?path=/a").status == 403
    assert Api().get(PATH).status == 401


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_stacks
def test_two_people_at_once_make_no_circle() -> None:
    pairs = [("/a", "/b"), ("/b", "/a")]

    circular = at_once(2, lambda number: save_addresses(dict([pairs[number]]), actor="user:1"))

    assert sorted(map(len, circular)) == [0, 1]
    assert len(stored()) == 1
