"""Pictures of another shop: from public addresses, kept once, never a reason to refuse a product."""

import re

import pytest
from pytest_django.fixtures import Settings

from project.catalog.models import Picture, Product
from project.core.photos import MAX_BYTES
from tests.http import Api
from tests.move_in.import_helpers import (
    OtherShop,
    bring_in,
    carry,
    jpeg,
    line,
    preview,
    rows,
    shopify,
    shown,
)

pytestmark = pytest.mark.django_db


def notes_of(api: Api, import_id: str) -> str:
    return " ".join(note["sentence"] for row in rows(api, import_id) for note in row["notes"])


def test_pictures_come_in_order_with_those_of_variants(staff: Api, other_shop: OtherShop) -> None:
    for name, color in (("a", "red"), ("b", "green"), ("c", "blue")):
        other_shop.answers[f"/{name}.jpg"] = (200, {}, jpeg(color))
    at = other_shop.origin
    body = shopify(
        line(
            "jade-mala", Option1_Name="Size", Option1_Value="S", Image_Src=f"{at}/a.jpg", Image_Position="1"
        ),
        line("jade-mala", Title="", Option1_Name="", Option1_Value="M", Variant_Image=f"{at}/c.jpg"),
        {"Handle": "jade-mala", "Image Src": f"{at}/b.jpg", "Image Position": "2"},
    )

    bring_in(staff, body)

    jade = Product.objects.with_category().get(slug="jade-mala")
    assert len(jade.pictures) == 3
    assert [variant.main_picture in jade.pictures for variant in jade.variants.all()] == [True, True]
    medium = jade.variants.get(option_values__0__en="M")
    assert medium.main_picture == jade.pictures[2] != jade.main_picture


def test_picture_is_fetched_once_also_by_a_changed_file(staff: Api, other_shop: OtherShop) -> None:
    address = f"{other_shop.origin}/a.jpg"
    bring_in(staff, shopify(line("onyx-mala", Image_Src=address)))

    bring_in(staff, shopify(line("onyx-mala", Image_Src=address, Variant_Price="600.00")))

    assert other_shop.asked == ["/a.jpg"]
    assert len(Product.objects.with_category().get(slug="onyx-mala").pictures) == 1


HOSTILE = {
    "loopback": "http://127.0.0.1:1/a.jpg",
    "name of this machine": "http://localhost/a.jpg",
    "private network": "https://10.0.0.8/a.jpg",
    "link-local, as of a cloud's metadata": "http://169.254.169.254/latest/meta-data/",
    "IPv6 loopback": "http://[::1]/a.jpg",
    "IPv4 inside IPv6": "http://[::ffff:10.0.0.1]/a.jpg",
    "file": "file:///etc/passwd",
    "ftp": "ftp://example.com/a.jpg",
    "user and password": "https://a:b@example.com/a.jpg",
    "no address": "a.jpg",
}


@pytest.mark.parametrize("address", HOSTILE.values(), ids=HOSTILE)
def test_addresses_inside_the_shops_network_are_not_asked(
    staff: Api, settings: Settings, address: str
) -> None:
    settings.OUTBOUND_PRIVATE_HOSTS = []

    import_id = bring_in(staff, shopify(line("onyx-mala", Image_Src=address)))

    assert Product.objects.filter(slug="onyx-mala").exists()
    assert Picture.objects.count() == 0
    assert re.search("public address|https://", notes_of(staff, import_id))


@pytest.mark.parametrize(
    "to", ["http://localhost:1/", "http://[::1]/", "file:///etc/passwd", "/again", "http://10.0.0.1/a.jpg"]
)
def test_redirects_are_checked_like_the_address(staff: Api, other_shop: OtherShop, to: str) -> None:
    other_shop.redirects("/again", to)

    import_id = bring_in(staff, shopify(line("onyx-mala", Image_Src=f"{other_shop.origin}/again")))

    assert Picture.objects.count() == 0
    assert "/again: " in notes_of(staff, import_id)
    assert shown(staff, import_id)["counts"]["incomplete"] == 1


def test_three_redirects_are_followed(staff: Api, other_shop: OtherShop) -> None:
    for number in range(3):
        other_shop.redirects(f"/{number}", f"{other_shop.origin}/{number + 1}")

    bring_in(staff, shopify(line("onyx-mala", Image_Src=f"{other_shop.origin}/0")))

    assert Picture.objects.count() == 1


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"content-type": "image/jpeg"}, b"<html><script>alert(1)</script></html>"),
        (200, {"content-type": "image/jpeg"}, b"\xff" * (MAX_BYTES + 1)),
        (404, {}, b""),
        (200, {}, b""),
    ],
    ids=["html", "huge", "missing", "empty"],
)
def test_what_is_no_picture_is_a_note_and_can_be_tried_again(
    staff: Api, other_shop: OtherShop, answer: tuple[int, dict[str, str], bytes]
) -> None:
    other_shop.answers["/a.jpg"] = answer
    body = shopify(line("onyx-mala", Image_Src=f"{other_shop.origin}/a.jpg"))
    import_id = bring_in(staff, body)
    assert shown(staff, import_id)["counts"]["incomplete"] == 1
    assert "/a.jpg: " in notes_of(staff, import_id)
    del other_shop.answers["/a.jpg"]

    again = carry(staff, import_id, "run")

    assert (again["counts"]["new"], again["counts"]["incomplete"], again["counts"]["done"]) == (1, 0, 1)
    assert notes_of(staff, import_id) == ""
    assert len(Product.objects.with_category().get(slug="onyx-mala").pictures) == 1
    assert shown(staff, preview(staff, body))["counts"]["unchanged"] == 1


def test_pictures_are_not_tried_again_on_a_product_that_was_edited(staff: Api, other_shop: OtherShop) -> None:
    other_shop.answers["/a.jpg"] = (404, {}, b"")
    import_id = bring_in(staff, shopify(line("onyx-mala", Image_Src=f"{other_shop.origin}/a.jpg")))
    onyx = Product.objects.get(slug="onyx-mala")
    staff.post(f"/admin/products/{onyx.public_id}/archive")
    staff.post(f"/admin/products/{onyx.public_id}/restore")
    del other_shop.answers["/a.jpg"]

    carry(staff, import_id, "run")

    assert Picture.objects.count() == 1
    assert Product.objects.get(pk=onyx.pk).main_picture is None
    assert "by hand" in notes_of(staff, import_id)
