"""Staff create, change, archive and restore products."""

from typing import Any

import pytest

from project.accounts.models import Role
from project.catalog.actions import stock
from project.catalog.models import Product
from project.catalog.pictures.renderer import TURNTABLE_WIDTH
from project.catalog.pricing import Selection
from project.events.models import AuditEntry, Event
from project.orders.pricing import Item, price_items
from tests.catalog.staff_helpers import keeper, product_body
from tests.factories import BEAD_OPTIONS, log_in, make_category, make_picture, make_product, make_user
from tests.http import Answer, Api
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


def created(api: Api, **changes: Any) -> dict[str, Any]:
    product: dict[str, Any] = api.post("/admin/products", product_body(**changes)).data["product"]
    return product


def change(api: Api, product: dict[str, Any], **changes: Any) -> Answer:
    """Send the product back as GET gave it, with some fields changed."""
    return api.other("PUT", f"/admin/products/{product['_id']}", product | changes)


def test_whole_product_comes_back_as_it_was_sent_and_stands_in_the_shop() -> None:
    api, _ = keeper()

    answer = api.post("/admin/products", product_body())

    assert answer.body["message"] == "Product created successfully"
    product = answer.data["product"]
    assert product["title"] == {"en": "Six Mukhi Rudraksha", "hi": "छह मुखी रुद्राक्ष"}
    assert (product["price"], product["originalPrice"], product["discountPercentage"]) == (500, 1000, 50)
    assert (product["stock"], product["sellable"]) == (7, 7)
    assert product["specifications"]["zodiacSigns"] == {"en": "Aries, Leo", "hi": ""}
    assert product["seo"]["keywords"] == ["bead", "courage"]
    assert product["shipping"] == {"weight": 40, "dimensions": "5 × 5 × 3 cm", "freeShipping": False}
    assert product["tags"] == ["mars", "bead"]
    assert (product["isOnSale"], product["isFeatured"], product["isTrending"]) == (True, True, False)
    in_shop = Api().get(f"/products/{product['slug']}").data["product"]
    assert in_shop["title"] == "Six Mukhi Rudraksha"
    assert in_shop["customization"]["sizes"][0] == {
        "name": "small",
        "price": -200,
        "available": True,
        "description": {"en": "", "hi": ""},
        "picture": "",
    }
    assert in_shop["sellable"] == 7


def test_an_option_names_the_picture_of_the_product_that_shows_it() -> None:
    api, _ = keeper()
    bare, set_in_silver = make_picture("bare"), make_picture("set-in-silver")
    pendants = [{"type": "none"}, {"type": "silver", "price": 300, "picture": set_in_silver.image}]
    body = product_body(images=[bare.image, set_in_silver.image], customization={"pendantOptions": pendants})

    product = api.post("/admin/products", body).data["product"]
    without_it = change(api, product, images=[bare.image])

    in_shop = Api().get(f"/products/{product['slug']}").data["product"]
    shown_by = [each["picture"] for each in in_shop["customization"]["pendantOptions"]]
    assert shown_by == ["", in_shop["pictures"][1]["url"]]
    assert "customization.pendantOptions.1.picture" in without_it.body["errors"]


def test_a_turntable_is_put_on_a_product_and_taken_off_again() -> None:
    api, _ = keeper()
    sprite = make_picture("turn", width=TURNTABLE_WIDTH, height=TURNTABLE_WIDTH)
    product = created(api, title="5 Mukhi Rudraksha")

    with_it = change(api, product, turntable=sprite.image).data["product"]
    untouched = change(api, {key: with_it[key] for key in with_it.keys() - {"turntable"}})
    in_shop = Api().get(f"/products/{product['slug']}").data["product"]
    without_it = change(api, with_it, turntable="").data["product"]

    assert untouched.body["message"] == "Nothing was changed"
    assert (in_shop["turntable"]["url"], in_shop["mukhi"]) == (sprite.url, 5)
    assert (with_it["turntablePicture"]["url"], without_it["turntablePicture"]) == (sprite.url, None)


def test_a_picture_of_another_size_is_no_turntable() -> None:
    api, _ = keeper()
    product = created(api)

    answer = change(api, product, turntable=make_picture("photo").image)

    assert answer.status == 422
    assert "2160" in answer.body["errors"]["turntable"]


def test_options_say_what_they_are_in_both_languages() -> None:
    api, _ = keeper()
    java = {"en": "Smaller beads from Java", "hi": "जावा के छोटे दाने"}
    ray = {"en": "An X-ray of your bead", "hi": ""}
    offered = {
        "origins": [{"name": "Nepal"}, {"name": "Indonesian", "price": 200, "description": java}],
        "xrayCertification": {"available": False, "description": ray},
    }

    product = api.post("/admin/products", product_body(customization=offered)).data["product"]

    in_shop = Api().get(f"/products/{product['slug']}").data["product"]["customization"]
    assert [each["description"] for each in in_shop["origins"]] == [{"en": "", "hi": ""}, java]
    assert in_shop["xrayCertification"]["description"] == ray
    assert product["customization"] == in_shop


@pytest.mark.parametrize(
    "benefits", [["Courage", "Focus"], "Courage\nFocus", {"en": ["Courage", "Focus"], "hi": []}]
)
def test_benefits_among_the_specifications_are_kept(benefits: Any) -> None:
    api, _ = keeper()
    body = product_body()
    body["specifications"] |= {"benefits": benefits}
    del body["benefits"]

    product = api.post("/admin/products", body).data["product"]

    assert product["benefits"] == {"en": ["Courage", "Focus"], "hi": []}
    assert "benefits" not in product["specifications"]


def test_product_that_is_sent_back_as_it_came_changes_nothing() -> None:
    api, _ = keeper()
    product = created(api)
    events, entries = Event.objects.count(), AuditEntry.objects.count()

    answer = change(api, product)

    assert answer.body["message"] == "Nothing was changed"
    assert answer.data["product"]["version"] == product["version"]
    assert (Event.objects.count(), AuditEntry.objects.count()) == (events, entries)


def test_change_is_logged_with_what_it_was_before_and_told_to_shop_and_staff() -> None:
    api, user = keeper()
    product = created(api)

    answer = change(api, product, price=650, originalPrice=None, discountPercentage=None)

    assert answer.body["message"] == "Product updated successfully"
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.action, entry.subject) == ("product.changed", f"product:{product['_id']}")
    assert entry.actor == f"user:{user.public_id}"
    assert entry.before == {"price": 500, "originalPrice": 1000}
    assert entry.after == {"price": 650, "originalPrice": None, "version": answer.data["product"]["version"]}
    event = Event.objects.latest("id")
    assert event.name == "product.changed"
    assert {f"product:{product['slug']}", f"staff:products#{product['_id']}"} <= set(event.topics)


def test_outdated_copy_is_refused_with_what_changed_and_by_whom() -> None:
    asha, _ = keeper(name="Asha")
    ravi, _ = keeper(name="Ravi")
    product = created(asha)
    change(asha, product, price=650, originalPrice=None, discountPercentage=None)

    answer = change(ravi, product, tags=["other"])

    assert answer.refusal == (409, "PRODUCT_CHANGED")
    data = answer.body["data"]
    assert [(each["fields"], each["by"]) for each in data["changes"]] == [
        (["originalPrice", "price"], "Asha")
    ]
    assert data["state"]["price"] == 650
    shown = ravi.get(f"/admin/products/{product['_id']}").data["product"]
    assert (product["editedBy"], shown["editedBy"]) == ("", "Asha")
    # On top of what it is now, it is taken.
    again = change(ravi, product | data["state"], tags=["other"], version=data["version"])
    assert (again.data["product"]["price"], again.data["product"]["tags"]) == (650, ["other"])


def test_sold_pieces_do_not_make_an_open_form_outdated() -> None:
    api, _ = keeper()
    product = created(api)
    stock.hold(Product.objects.get(public_id=product["_id"]), quantity=2, reference="AKS-1")

    answer = change(api, product, tags=["other"])

    assert answer.data["product"]["tags"] == ["other"]
    assert (answer.data["product"]["onHand"], answer.data["product"]["held"]) == (7, 2)


@pytest.mark.parametrize("field", ["title", "category", "price", "stock", "description"])
def test_required_field_is_named(field: str) -> None:
    api, _ = keeper()
    body = product_body()
    del body[field]

    answer = api.post("/admin/products", body)

    assert answer.status == 422
    assert field in answer.body["errors"]


SIZES = "customization.sizes.0.price"


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"price": 0}, "price", "above ₹0"),
        ({"price": -5}, "price", "above ₹0"),
        ({"price": 10.005}, "price", "at most two decimals"),
        ({"price": "many"}, "price", "above ₹0"),
        ({"price": True}, "price", "above ₹0"),
        ({"originalPrice": 400}, "originalPrice", "must not be below"),
        ({"discountPercentage": 30}, "discountPercentage", "another discount"),
        ({"originalPrice": None}, "originalPrice", "needs the original price"),
        ({"discountPercentage": 101}, "discountPercentage", "whole number"),
        ({"discountPercentage": -1}, "discountPercentage", "whole number"),
        ({"category": "no-such"}, "category", "choose a category"),
        ({"stock": -1}, "stock", "whole number"),
        ({"stock": 1.5}, "stock", "whole number"),
        ({"hsnCode": "abc"}, "hsnCode", "not valid"),
        ({"tags": [f"tag {number}" for number in range(1_000)]}, "tags", ""),
        ({"images": ["/media/products/nothing.000000000000-800.webp"]}, "images.0", "do not have"),
        ({"images": ["https://elsewhere.example/a.jpg"]}, "images.0", "do not have"),
        ({"customization": {"sizes": [{"name": "small", "price": -500}]}}, SIZES, "cost nothing or less"),
        ({"customization": {"sizes": [{"name": "small", "price": -900}]}}, SIZES, "cost nothing or less"),
        ({"customization": {"sizes": [{"name": "small", "price": 10.5}]}}, SIZES, "whole rupees"),
        ({"customization": {"sizes": [{"name": "small", "price": "free"}]}}, SIZES, "whole rupees"),
        ({"customization": {"sizes": [{"name": "small", "price": ""}]}}, SIZES, "whole rupees"),
        ({"customization": {"sizes": [{"name": "regular", "price": 10}]}}, SIZES, "adds ₹0"),
        (
            {"customization": {"origins": [{"name": "UK", "price": -1}]}},
            "customization.origins.0.price",
            "Only a size",
        ),
        (
            {"customization": {"origins": [{"name": "UK"}, {"name": "UK"}]}},
            "customization.origins.1.name",
            "occurs twice",
        ),
        (
            {"customization": {"xrayCertification": {"available": True, "price": -1}}},
            "customization.xrayCertification.price",
            "Only a size",
        ),
    ],
)
def test_field_that_cannot_be_taken_says_why(changes: dict[str, Any], field: str, words: str) -> None:
    api, _ = keeper()

    answer = api.post("/admin/products", product_body(**changes))

    assert answer.status == 422
    assert words in answer.body["errors"][field]
    assert Product.objects.count() == 0


def test_refusals_are_in_hindi_for_who_reads_hindi() -> None:
    api, _ = keeper(language="hi")

    answer = api.post("/admin/products", product_body(price=0))

    assert answer.body["errors"]["price"].startswith("कृपया ₹0 से अधिक मूल्य")


def test_plain_texts_are_english_and_hindi_readers_get_them_too() -> None:
    api, _ = keeper()

    product = created(api, title="Plain Bead", description="Plain words")

    assert product["title"] == {"en": "Plain Bead", "hi": ""}
    assert Api(language="hi").get(f"/products/{product['slug']}").data["product"]["title"] == "Plain Bead"


def test_two_products_of_one_title_get_addresses_of_their_own() -> None:
    api, _ = keeper()

    first, second = created(api), created(api)

    assert first["slug"] == "six-mukhi-rudraksha"
    assert second["slug"].startswith("six-mukhi-rudraksha-")


def test_pictures_keep_their_order_and_the_main_one_leads() -> None:
    api, _ = keeper()
    urls = [make_picture(f"angle-{number}").image for number in range(3)]
    product = created(api, images=urls)

    changed = change(api, product, images=[urls[2], urls[0]], mainImage=urls[2]).data["product"]
    led = change(api, changed, images=[urls[2], urls[0]], mainImage=urls[0]).data["product"]

    assert product["images"] == urls
    assert changed["images"] == [urls[2], urls[0]]
    assert led["images"] == [urls[0], urls[2]]


def test_product_nobody_ordered_is_deleted() -> None:
    api, _ = keeper()
    product = created(api)

    answer = api.other("DELETE", f"/admin/products/{product['_id']}")

    assert answer.body["message"] == "Product deleted successfully"
    assert answer.data == {"archived": False}
    assert Product.objects.count() == 0
    entry = AuditEntry.objects.first()
    assert entry is not None and (entry.action, entry.before["stock"]) == ("product.deleted", 7)


def test_product_that_was_sold_is_archived_and_can_come_back() -> None:
    api, _ = keeper()
    product = created(api)
    stock.hold(Product.objects.get(public_id=product["_id"]), quantity=1, reference="AKS-1")

    answer = api.other("DELETE", f"/admin/products/{product['_id']}")

    assert answer.data == {"archived": True}
    assert Api().get(f"/products/{product['slug']}").status == 410
    assert [each["_id"] for each in listed(api)] == []
    assert [each["_id"] for each in listed(api, status="archived")] == [product["_id"]]
    offered = change(api, api.get(f"/admin/products/{product['_id']}").data["product"], isAvailable=True)
    assert offered.refusal == (409, "PRODUCT_ARCHIVED")
    restored = api.post(f"/admin/products/{product['_id']}/restore").data["product"]
    assert (restored["isArchived"], restored["isAvailable"]) == (False, False)
    assert change(api, restored, isAvailable=True).status == 200
    assert Api().get(f"/products/{product['slug']}").status == 200


def listed(api: Api, **query: Any) -> list[dict[str, Any]]:
    products: list[dict[str, Any]] = api.get("/admin/products", query).data["products"]
    return products


def test_list_shows_what_is_in_the_house_held_and_left_to_sell() -> None:
    api, _ = keeper()
    product = make_product(stock=9, description_en="x" * 60)
    stock.hold(product, quantity=2, reference="AKS-1")
    stock.hold(product, quantity=3, reference="AKS-2")
    stock.allocate_held(product, reference="AKS-2")

    row = listed(api)[0]

    assert (row["stock"], row["onHand"], row["allocated"], row["held"], row["sellable"]) == (9, 9, 3, 2, 4)
    assert row["excerpt"]["en"] == "x" * 49 + "…"
    assert row["category"]["name"]["en"] == "Rudraksha"


def test_search_lists_titles_that_begin_with_it_before_others() -> None:
    api, _ = keeper()
    for faces in (5, 15):
        make_product(title_en=f"{faces} Mukhi Rudraksha", title_hi=f"{faces} मुखी रुद्राक्ष")

    for text in ("5 mukhi", "5 मुखी"):
        titles = [product["title"]["en"] for product in listed(api, search=text)]
        assert titles == ["5 Mukhi Rudraksha", "15 Mukhi Rudraksha"]


def test_list_is_searched_filtered_sorted_and_cut_into_pages() -> None:
    api, _ = keeper()
    cheap = make_product(title_en="Blue Bead", price_paise=100_00, stock=2)
    dear = make_product(
        slug="red-stone",
        title_en="Red Stone",
        title_hi="लाल पत्थर",
        price_paise=900_00,
        category=make_category("crystal"),
    )
    hidden = make_product(title_en="Old Bead", is_visible=False, price_paise=500_00)

    def ids(**query: Any) -> list[str]:
        return [row["_id"] for row in listed(api, **query)]

    assert ids(sortBy="price-low") == [cheap.public_id, hidden.public_id, dear.public_id]
    assert ids(sortBy="price-high", limit=1, page=2) == [hidden.public_id]
    assert ids(sortBy="stock-low")[0] == cheap.public_id
    assert ids(search="bead", sortBy="title") == [cheap.public_id, hidden.public_id]
    assert ids(search="पत्थर") == [dear.public_id]
    assert ids(search=dear.public_id) == [dear.public_id]
    assert ids(category="crystal") == [dear.public_id]
    assert ids(status="unavailable") == [hidden.public_id]
    assert sorted(ids(status="available")) == sorted([cheap.public_id, dear.public_id])
    assert ids(status="low") == [cheap.public_id]
    page = api.get("/admin/products", {"limit": 2}).data
    as_of = page["pagination"]["asOf"]
    assert page["pagination"] == {"page": 1, "limit": 2, "total": 3, "totalPages": 2, "asOf": as_of}
    assert page["counts"] == {
        "all": 3,
        "available": 2,
        "unavailable": 1,
        "low": 1,
        "unusualRate": 0,
        "archived": 0,
    }


@pytest.mark.parametrize("query", [{"sortBy": "worst"}, {"page": 0}, {"limit": 1000}, {"status": "?"}])
def test_nonsense_filters_are_refused(query: dict[str, Any]) -> None:
    api, _ = keeper()

    assert api.get("/admin/products", query).status == 422


def test_product_with_options_of_the_sample_shop_can_be_saved_as_it_is() -> None:
    api, _ = keeper()
    product = make_product(options=BEAD_OPTIONS, description_en="Words")

    body = api.get(f"/admin/products/{product.public_id}").data["product"]

    assert change(api, body).body["message"] == "Nothing was changed"


def test_product_marked_so_ships_free_unless_another_one_is_in_the_parcel() -> None:
    change_shop(shipping={"flat_paise": 5_000, "free_above_paise": 10_000_000})
    free, paid = make_product(free_shipping=True), make_product()
    products = {free.public_id: free, paid.public_id: paid}

    def shipping_of(*ids: str) -> int:
        return price_items([Item(each, 1, Selection()) for each in ids], products).shipping_paise

    assert shipping_of(free.public_id) == 0
    assert shipping_of(free.public_id, paid.public_id) == shipping_of(paid.public_id) == 5_000


def test_nobody_else_touches_the_catalogue() -> None:
    support = Api(token=log_in(make_user(role=Role.SUPPORT)))

    assert support.get("/admin/products").refusal == (403, "FORBIDDEN")
    assert support.post("/admin/products", {}).refusal == (403, "FORBIDDEN")
    assert Api().post("/admin/products", {}).refusal == (401, "UNAUTHENTICATED")
