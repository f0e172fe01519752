"""Files of redirects become old addresses, and are taken back."""

import pytest

from project.content.models import OldAddress
from project.content.old_addresses.actions import save_address
from tests.http import Api
from tests.move_in.import_helpers import carry, preview, rows

pytestmark = pytest.mark.django_db

SHOPIFY = b"""Redirect from,Redirect to
/collections/all,/products
https://old.example/Pages/About/,/about
/evil,https://evil.example/
,/products
/collections/all,/verify
"""


def stored() -> dict[str, str]:
    return dict(OldAddress.objects.values_list("path", "target"))


def bring_in(api: Api, body: bytes) -> str:
    import_id = preview(api, body, kind="addresses")
    carry(api, import_id, "run")
    return import_id


def test_redirects_of_shopify_are_brought_in_and_bad_lines_named(staff: Api) -> None:
    import_id = bring_in(staff, SHOPIFY)

    assert stored() == {"/collections/all": "/products", "/pages/about": "/about"}
    refused = rows(staff, import_id, fate="refused")
    assert [(row["line"], row["problems"][0]["column"]) for row in refused] == [
        (4, "Leads to"),
        (5, "Old address"),
        (6, ""),
    ]


@pytest.mark.parametrize("heading", ["source,target", "From,To", "Old,New"])
def test_other_tables_of_two_columns_are_recognised(staff: Api, heading: str) -> None:
    bring_in(staff, f"{heading}\n/a,/products\n".encode())

    assert stored() == {"/a": "/products"}


def test_twice_changes_nothing_and_another_file_changes_targets(staff: Api) -> None:
    bring_in(staff, SHOPIFY)
    save_address("/pages/about", "/terms", actor="user:1")

    again = rows(staff, bring_in(staff, SHOPIFY))
    assert [row["fate"] for row in again[:2]] == ["unchanged", "unchanged"]
    assert stored()["/pages/about"] == "/terms"

    bring_in(staff, b"from,to\n/collections/all,/verify\n")
    assert stored()["/collections/all"] == "/verify"


def test_taking_back_deletes_restores_and_leaves_what_was_edited(staff: Api) -> None:
    save_address("/b", "/terms", actor="user:1")
    import_id = bring_in(staff, b"from,to\n/a,/products\n/b,/products\n/c,/products\n/d,/b\n")
    assert stored() == dict.fromkeys(["/a", "/b", "/c", "/d"], "/products")
    save_address("/c", "/verify", actor="user:1")

    carry(staff, import_id, "take_back")

    assert stored() == {"/b": "/terms", "/c": "/verify"}
    assert [row["step"] for row in rows(staff, import_id)] == [
        "taken_back",
        "taken_back",
        "left",
        "taken_back",
    ]


def test_circle_in_a_file_is_refused_at_its_line(staff: Api) -> None:
    import_id = bring_in(staff, b"from,to\n/a,/b\n/b,/a\n")

    assert stored() == {"/a": "/b"}
    (row,) = rows(staff, import_id, fate="refused")
    assert (row["line"], row["key"]) == (3, "/b")
