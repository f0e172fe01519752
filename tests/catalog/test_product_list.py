from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.catalog.catalogue_requests import get, slugs
from tests.catalog.staff_helpers import keeper
from tests.factories import make_category, make_product

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]


def test_categories_are_filtered_by_slug_and_by_id_several_at_once() -> None:
    crystal, mala = make_category("crystal"), make_category("mala")
    make_product(slug="c", category=crystal)
    make_product(slug="m", category=mala)
    make_product(slug="r", category=make_category("rudraksha"))

    assert slugs(get("/api/products", category="crystal")) == ["c"]
    assert slugs(get("/api/products", category=crystal.public_id)) == ["c"]
    assert sorted(slugs(get("/api/products", category=f"{crystal.public_id}, mala"))) == ["c", "m"]


def test_price_bounds_include_their_ends() -> None:
    for price in (99_999, 100_000, 500_000, 500_001):
        make_product(slug=f"p{price}", price_paise=price)

    data = get("/api/products", minPrice="1000", maxPrice="5000", sortBy="price-low")

    assert slugs(data) == ["p100000", "p500000"]
    assert slugs(get("/api/products", minPrice="5000.01")) == ["p500001"]


def test_featured_filter_shows_featured_products_alone() -> None:
    make_product(slug="plain")
    make_product(slug="featured", is_featured=True)

    assert slugs(get("/api/products", isFeatured="true")) == ["featured"]


@pytest.mark.parametrize(
    ("sort_by", "expected"),
    [
        (None, ["b", "c", "a"]),
        ("newest", ["b", "c", "a"]),
        ("price-low", ["c", "b", "a"]),
        ("price-high", ["b", "a", "c"]),
        ("name", ["b", "a", "c"]),
        ("rating", ["c", "b", "a"]),
    ],
)
def test_list_is_sorted_and_ties_are_newest_first(sort_by: str | None, expected: list[str]) -> None:
    now = timezone.now()
    for slug, title, price_paise, rating, days_old in (
        ("a", "Beta", 20_000, "4.00", 3),
        ("b", "alpha", 20_000, "4.00", 1),
        ("c", "gamma", 10_000, "4.50", 2),
    ):
        make_product(
            slug=slug,
            title_en=title,
            price_paise=price_paise,
            rating_average=rating,
            rating_count=2,
            created_at=now - timedelta(days=days_old),
        )

    query = {"sortBy": sort_by} if sort_by else {}

    assert slugs(get("/api/products", **query)) == expected


def test_beads_are_sorted_by_their_faces_and_the_others_come_last() -> None:
    for title in ("15 Mukhi Rudraksha", "Gauri Shankar Rudraksha", "2 Mukhi Rudraksha", "1 Mukhi Rudraksha"):
        make_product(slug=title.split()[0].lower(), title_en=title, title_hi="मनका")

    by_faces = ["1", "2", "15", "gauri"]
    assert slugs(get("/api/products", sortBy="faces")) == by_faces
    assert slugs(get("/api/products", category="rudraksha")) == by_faces
    newest = ["1", "2", "gauri", "15"]
    assert slugs(get("/api/products", category="rudraksha", sortBy="newest")) == newest
    assert slugs(get("/api/products")) == newest


def test_pages_follow_each_other_without_gap_or_overlap() -> None:
    same_moment = timezone.now()
    for _ in range(7):
        make_product(created_at=same_moment)

    pages = [get("/api/products", limit=3, page=page) for page in (1, 2, 3, 4)]

    seen = [slug for page in pages for slug in slugs(page)]
    assert len(seen) == len(set(seen)) == 7
    assert [len(page["products"]) for page in pages] == [3, 3, 1, 0]
    as_of = pages[0]["pagination"]["asOf"]
    assert pages[0]["pagination"] == {"page": 1, "limit": 3, "total": 7, "totalPages": 3, "asOf": as_of}


def test_page_size_is_twelve_and_capped() -> None:
    for _ in range(13):
        make_product(stock=0)

    assert len(get("/api/products")["products"]) == 12
    assert get("/api/products", limit="100000")["pagination"]["limit"] == 48


def test_empty_shop_answers_empty_lists() -> None:
    data = get("/api/products")

    assert data["products"] == []
    as_of = data["pagination"]["asOf"]
    assert data["pagination"] == {"page": 1, "limit": 12, "total": 0, "totalPages": 1, "asOf": as_of}
    assert {category["count"] for category in data["facets"]["categories"]} == {0}
    assert (data["facets"]["featured"], data["facets"]["available"], data["didYouMean"]) == (0, 0, None)


@pytest.mark.parametrize(
    "query",
    [
        {"page": "0"},
        {"page": "-1"},
        {"page": "two"},
        {"page": "99999999999999999999"},
        {"limit": "0"},
        {"limit": "many"},
        {"minPrice": "cheap"},
        {"minPrice": "-1"},
        {"maxPrice": "NaN"},
        {"maxPrice": "Infinity"},
        {"maxPrice": "1e30"},
        {"maxPrice": "10.005"},
        {"sortBy": "cheapest"},
        {"isFeatured": "perhaps"},
        {"search": "x" * 101},
        {"search": "a\x00b"},
        {"category": "a\x00b"},
    ],
    ids=str,
)
def test_bad_query_values_are_refused_and_named(query: dict[str, str]) -> None:
    response = Client().get("/api/products", query)

    assert response.status_code == 422
    body = response.json()
    assert body["code"] == "VALIDATION"
    assert body["errors"].keys() == query.keys()


@pytest.mark.parametrize("language", ["en", "hi"])
def test_names_are_sorted_as_people_sort_them_on_every_page(language: str) -> None:
    names = [
        "1 Mukhi",
        "2 mukhi",
        "10 Mukhi",
        "14 Mukhi",
        "108 Bead Mala",
        "Agate 9",
        "agate 11",
        "रुद्राक्ष २",
        "रुद्राक्ष १०",
    ]
    for number in (4, 0, 8, 2, 6, 1, 7, 3, 5):
        make_product(slug=f"p{number}", title_en=names[number], title_hi=names[number])

    pages = [
        get("/api/products", language=language, sortBy="name", limit="4", page=str(page))
        for page in (1, 2, 3)
    ]

    assert [slug for page in pages for slug in slugs(page)] == [f"p{number}" for number in range(9)]


def test_product_given_another_name_finds_its_place_in_the_order() -> None:
    for name in ("2 Mukhi", "10 Mukhi"):
        make_product(slug=f"p{name[:2].strip()}", title_en=name, description_en="A bead")
    api, _ = keeper()
    product = api.get("/admin/products", {"sortBy": "title"}).data["products"][0]
    assert product["title"]["en"] == "2 Mukhi"

    form = api.get(f"/admin/products/{product['_id']}").data["product"]
    form["title"]["en"] = "11 Mukhi"
    assert api.other("PUT", f"/admin/products/{product['_id']}", form).status == 200

    assert slugs(get("/api/products", sortBy="name")) == ["p10", "p2"]
    rows = api.get("/admin/products", {"sortBy": "title"}).data["products"]
    assert [row["title"]["en"] for row in rows] == ["10 Mukhi", "11 Mukhi"]


def test_whole_list_says_how_many_faces_the_rudraksha_on_sale_have() -> None:
    assert get("/api/products")["mukhi"] is None
    for title, stock in (("3 Mukhi", 1), ("12 Mukhi", 1), ("21 Mukhi", 0)):
        make_product(title_en=title, stock=stock)

    assert get("/api/products", sortBy="name")["mukhi"] == {"fewest": 3, "most": 12}
    assert get("/api/products", search="mukhi")["mukhi"] is None
