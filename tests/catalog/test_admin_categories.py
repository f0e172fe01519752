"""Staff create, change, hide and delete categories."""

from typing import Any

import pytest

from project.catalog.models import Category
from project.events.models import AuditEntry, Event
from tests.catalog.staff_helpers import keeper
from tests.factories import make_category, make_picture, make_product
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db

BODY: dict[str, Any] = {
    "name": {"en": "Sacred Threads", "hi": "पवित्र धागे"},
    "description": "Threads to wear",
    "icon": "🧵",
    "sortOrder": 4,
    "isFeatured": True,
    "metaTitle": {"en": "Threads", "hi": "धागे"},
}


def created(api: Api, **changes: Any) -> dict[str, Any]:
    category: dict[str, Any] = api.post("/admin/categories", BODY | changes).data["category"]
    return category


def change(api: Api, category: dict[str, Any], **changes: Any) -> Answer:
    return api.other("PUT", f"/admin/categories/{category['_id']}", category | changes)


def test_new_category_is_listed_at_once() -> None:
    api, _ = keeper()
    picture = make_picture("thread")

    answer = api.post("/admin/categories", BODY | {"image": picture.image})

    assert answer.body["message"] == "Category created successfully"
    category = answer.data["category"]
    assert (category["slug"], category["image"], category["icon"]) == ("sacred-threads", picture.image, "🧵")
    assert category["metaTitle"] == {"en": "Threads", "hi": "धागे"}
    shown = {each["slug"]: each for each in Api(language="hi").get("/categories").data["categories"]}
    assert shown["sacred-threads"]["name"] == "पवित्र धागे"


def test_hidden_category_takes_its_products_out_of_the_shop_and_tells_their_pages() -> None:
    api, _ = keeper()
    category = created(api)
    product = make_product(category=Category.objects.get(public_id=category["_id"]))

    answer = change(api, category, isActive=False)

    assert answer.body["message"] == "Category updated successfully"
    assert Api().get(f"/products/{product.slug}").status == 410
    assert f"product:{product.slug}" in Event.objects.latest("id").topics
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.action, entry.before, entry.after["isActive"]) == (
        "category.changed",
        {"isActive": True},
        False,
    )


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name.en"),
        ({"sortOrder": 1.5}, "sortOrder"),
        ({"sortOrder": "first"}, "sortOrder"),
        ({"sortOrder": -1}, "sortOrder"),
        ({"icon": "x" * 17}, "icon"),
        ({"parentCategory": "no-such"}, "parentCategory"),
        ({"image": "/media/products/none.000000000000-800.webp"}, "image"),
    ],
)
def test_field_that_cannot_be_taken_is_named(changes: dict[str, Any], field: str) -> None:
    api, _ = keeper()

    answer = api.post("/admin/categories", BODY | changes)

    assert answer.status == 422
    assert field in answer.body["errors"]


def test_category_cannot_stand_below_itself() -> None:
    api, _ = keeper()
    top = created(api)
    middle = created(api, name="Middle", parentCategory=top["_id"])
    low = created(api, name="Low", parentCategory=middle["_id"])

    for parent in (top, middle, low):
        answer = change(api, top, parentCategory=parent["_id"])
        assert answer.refusal == (409, "CATEGORY_LOOP")
        assert "parentCategory" in answer.body["errors"]


def test_outdated_copy_is_refused_with_what_changed_and_by_whom() -> None:
    asha, _ = keeper(name="Asha")
    ravi, _ = keeper(name="Ravi")
    category = created(asha)
    change(asha, category, sortOrder=9)

    answer = change(ravi, category, icon="🪢")

    assert answer.refusal == (409, "CATEGORY_CHANGED")
    (changed,) = answer.body["data"]["changes"]
    assert (changed["fields"], changed["by"]) == (["sortOrder"], "Asha")
    shown = ravi.get("/admin/categories").data["categories"]
    assert (category["editedBy"], [row["editedBy"] for row in shown if row["_id"] == category["_id"]]) == (
        "",
        ["Asha"],
    )


def test_category_with_products_is_kept_until_they_have_another_place() -> None:
    api, _ = keeper()
    category = created(api)
    child = created(api, name="Child", parentCategory=category["_id"])
    target = make_category("crystal")
    product = make_product(category=Category.objects.get(public_id=category["_id"]))
    # What is in the other place already does not move.
    make_product(category=target)
    path = f"/admin/categories/{category['_id']}"

    refused = api.other("DELETE", path)
    into_itself = api.other("DELETE", f"{path}?moveTo={category['_id']}")
    deleted = api.other("DELETE", f"{path}?moveTo={target.public_id}")

    assert refused.refusal == into_itself.refusal == (409, "CATEGORY_NOT_EMPTY")
    assert refused.body["data"] == {"products": 1, "subcategories": 1}
    assert (deleted.body["message"], deleted.data) == ("Category deleted successfully", {"moved": 1})
    product.refresh_from_db()
    assert product.category == target
    assert Category.objects.get(public_id=child["_id"]).parent is None
    # The old link leads to where the products went.
    assert Api().get("/categories/sacred-threads").data["category"]["slug"] == "crystal"


def test_empty_category_is_deleted() -> None:
    api, _ = keeper()
    category = created(api)

    assert api.other("DELETE", f"/admin/categories/{category['_id']}").data == {"moved": 0}

    assert not Category.objects.filter(public_id=category["_id"]).exists()


def test_new_category_without_a_place_goes_last_and_a_change_without_one_moves_nothing() -> None:
    api, _ = keeper()
    created(api, sortOrder=7)
    without_place = {name: value for name, value in BODY.items() if name != "sortOrder"}

    category = api.post("/admin/categories", without_place | {"name": "Later"}).data["category"]
    renamed = change(api, category, name="Renamed", sortOrder=None).data["category"]

    order = [each["_id"] for each in api.get("/admin/categories").data["categories"]]
    assert order[-1] == category["_id"]
    assert (
        renamed["sortOrder"]
        == category["sortOrder"]
        == max(Category.objects.values_list("sort_order", flat=True))
    )


def test_change_that_changes_nothing_is_no_change() -> None:
    api, _ = keeper()
    category = created(api)
    entries = AuditEntry.objects.count()

    answer = change(api, category)

    assert (answer.status, answer.data["category"]["version"]) == (200, category["version"])
    assert AuditEntry.objects.count() == entries


def test_two_categories_of_one_name_have_addresses_of_their_own() -> None:
    api, _ = keeper()

    first, second = created(api)["slug"], created(api)["slug"]

    assert first == "sacred-threads"
    assert second.startswith("sacred-threads-")
