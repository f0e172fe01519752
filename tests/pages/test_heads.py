"""Metadata of each page for search engines and link previews."""

import json

import pytest
from django.test import Client

from project.catalog.models import CategoryAlias, ProductAlias
from project.reviews.models import Review, ReviewStatus
from tests.factories import make_category, make_product
from tests.pages.conftest import Open

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]

HOSTILE = "</script><script>alert('रुद्र')</script>\"&'"


def test_a_product_page_says_what_it_sells(open_page: Open) -> None:
    category = make_category("rudraksha", name_en="Rudraksha")
    make_product(
        slug="five-mukhi",
        title_en="Five Mukhi",
        short_description_en="A bead for every day.",
        description_en="Five faces.",
        price_paise=125_050,
        category=category,
    )

    status, page = open_page("/products/five-mukhi")

    assert status == 200
    assert page.title == "Five Mukhi · Akshamala"
    assert page.meta("description") == "A bead for every day. ₹1,250.50 at Akshamala."
    assert page.all("link", rel="canonical") == [
        {"rel": "canonical", "href": "https://shop.example/products/five-mukhi"}
    ]
    assert {found["hreflang"]: found["href"] for found in page.all("link", rel="alternate")} == {
        "en": "https://shop.example/products/five-mukhi",
        "hi": "https://shop.example/products/five-mukhi?lang=hi",
        "x-default": "https://shop.example/products/five-mukhi",
    }
    assert page.meta("og:title") == "Five Mukhi"
    assert page.meta("og:type") == "product"
    assert page.meta("og:image") == "https://shop.example/pictures/share.webp"
    assert page.meta("robots") is None


def test_a_product_has_the_head_its_form_gives_it(open_page: Open) -> None:
    make_product(
        slug="five-mukhi",
        title_en="Five Mukhi",
        title_hi="पाँच मुखी",
        short_description_en="A bead for every day.",
        meta_title_en="Original 5 Mukhi Rudraksha",
        meta_description_en="Certified\n beads from Nepal.",
        keywords=["rudraksha", "5 mukhi"],
    )

    english, hindi = (open_page(f"/products/five-mukhi?lang={language}")[1] for language in ("en", "hi"))

    assert english.title == "Original 5 Mukhi Rudraksha · Akshamala"
    assert english.meta("og:title") == "Original 5 Mukhi Rudraksha"
    assert english.meta("description") == "Certified beads from Nepal."
    assert english.meta("keywords") == "rudraksha, 5 mukhi"
    # What the page is called and sells stays what it is; an English head does not stand over a Hindi page.
    assert english.structured("Product")["name"] == "Five Mukhi"
    assert hindi.title == "पाँच मुखी · अक्षमाला"
    assert "A bead for every day." in (hindi.meta("description") or "")


def test_whatever_a_form_says_of_the_head_stays_text_and_within_its_bounds(open_page: Open) -> None:
    make_product(
        slug="odd",
        title_en="Odd",
        meta_title_en=HOSTILE,
        meta_description_en=f"{HOSTILE} " + "bead " * 50,
        keywords=[HOSTILE[:40], *(f"word {number:03} " + "x" * 31 for number in range(30))],
    )

    page = open_page("/products/odd")[1]

    assert page.title == f"{HOSTILE} · Akshamala"
    description, keywords = page.meta("description"), page.meta("keywords")
    assert description is not None and len(description) <= 160 and description.endswith("bead…")
    assert keywords is not None and len(keywords) <= 250
    assert keywords.startswith(f"{HOSTILE[:40]}, word 000 ") and keywords.endswith("x")
    assert "alert(" not in "".join(
        content for attributes, content in page.scripts if "type" not in attributes
    )


def test_without_keywords_the_head_has_none(open_page: Open) -> None:
    make_product(slug="plain")

    assert open_page("/products/plain")[1].meta("keywords") is None


def test_a_product_is_described_with_its_offer(open_page: Open) -> None:
    make_product(slug="five-mukhi", title_en="Five Mukhi", price_paise=125_050, stock=0)

    product = open_page("/products/five-mukhi")[1].structured("Product")

    assert product["offers"]["price"] == "1250.50"
    assert product["offers"]["priceCurrency"] == "INR"
    assert product["offers"]["availability"] == "https://schema.org/OutOfStock"
    assert "aggregateRating" not in product


def test_the_way_to_a_product_is_described(open_page: Open) -> None:
    make_product(slug="five-mukhi", title_en="Five Mukhi")

    trail = open_page("/products/five-mukhi")[1].structured("BreadcrumbList")["itemListElement"]

    assert [(step["position"], step["name"], step["item"]) for step in trail] == [
        (1, "Home", "https://shop.example/"),
        (2, "Products", "https://shop.example/products"),
        (3, "Five Mukhi", "https://shop.example/products/five-mukhi"),
    ]


def test_the_front_page_describes_the_shop_and_its_search(open_page: Open) -> None:
    page = open_page("/")[1]

    assert page.structured("Organization")["url"] == "https://shop.example/"
    search = page.structured("WebSite")["potentialAction"]["target"]["urlTemplate"]
    assert search == "https://shop.example/products?search={search_term_string}"


def test_the_hindi_address_is_hindi_throughout(open_page: Open) -> None:
    make_product(slug="five-mukhi", title_en="Five Mukhi", title_hi="पाँच मुखी")

    page = open_page("/products/five-mukhi?lang=hi")[1]

    assert page.all("html") == [{"lang": "hi"}]
    assert page.title == "पाँच मुखी · अक्षमाला"
    assert page.all("link", rel="canonical")[0]["href"] == "https://shop.example/products/five-mukhi?lang=hi"
    assert page.meta("og:locale") == "hi_IN"
    assert "/products?lang=hi" in page.links


def test_the_choice_in_the_cookie_is_followed_and_the_browser_is_not(open_page: Open) -> None:
    chosen = open_page("/products", cookie="language=hi")[1]
    sold_with = open_page("/products", accept_language="hi-IN,hi")[1]

    assert (chosen.all("html"), sold_with.all("html")) == ([{"lang": "hi"}], [{"lang": "en"}])


@pytest.mark.parametrize("language", ["en", "hi"])
def test_whatever_a_product_is_called_stays_text(open_page: Open, language: str) -> None:
    make_product(
        slug="odd", title_en=HOSTILE, title_hi=HOSTILE, short_description_en=HOSTILE, description_en=HOSTILE
    )

    page = open_page(f"/products/odd?lang={language}")[1]

    assert "alert(" not in "".join(
        content for attributes, content in page.scripts if "type" not in attributes
    )
    assert {attributes.get("type") for attributes, _ in page.scripts} <= {
        None,
        "module",
        "application/json",
        "application/ld+json",
    }
    assert page.structured("Product")["name"] == HOSTILE
    assert json.dumps(HOSTILE, ensure_ascii=False)[1:-1] in page.state.replace("\\u003c", "<")
    assert page.meta("og:title") == HOSTILE


def test_a_long_description_ends_at_a_word(open_page: Open) -> None:
    make_category("rudraksha", description_en="bead " * 60)

    description = open_page("/category/rudraksha")[1].meta("description")

    assert description is not None
    assert len(description) <= 160 and description.endswith("bead…")


@pytest.mark.parametrize(
    "path",
    [
        "/login",
        "/cart",
        "/wishlist",
        "/admin",
        "/admin/transactions",
        "/payment/status",
        "/payment-success",
        "/order-confirmation/TXN1",
        "/confirmation/TXN1",
        "/products?search=mala",
        "/nothing",
    ],
)
def test_pages_of_one_person_or_moment_are_not_listed(open_page: Open, path: str) -> None:
    page = open_page(path)[1]

    assert page.meta("robots") == "noindex"
    assert page.all("link", rel="canonical") == []


def test_a_filtered_list_points_to_the_whole_one_and_a_further_page_to_itself(open_page: Open) -> None:
    for _ in range(13):
        make_product()

    def canonical(path: str) -> str:
        return open_page(path)[1].all("link", rel="canonical")[0]["href"]

    assert canonical("/products?sortBy=price-low&minPrice=100") == "https://shop.example/products"
    assert canonical("/products?page=2") == "https://shop.example/products?page=2"
    assert canonical("/category/rudraksha?page=2") == "https://shop.example/category/rudraksha?page=2"
    assert open_page("/products?page=2&lang=hi")[1].all("link", rel="canonical")[0]["href"] == (
        "https://shop.example/products?page=2&lang=hi"
    )


def test_a_sample_rating_is_nothing_to_show_to_search_engines(open_page: Open) -> None:
    product = make_product(slug="rated")
    product.rating_average, product.rating_count = 4.5, 2
    product.save(update_fields=["rating_average", "rating_count"])
    real = open_page("/products/rated")[1].structured("Product")["aggregateRating"]
    Review.objects.create(product=product, is_sample=True, rating=5, status=ReviewStatus.PUBLISHED)

    sample = open_page("/products/rated")[1].structured("Product")

    assert real == {"@type": "AggregateRating", "ratingValue": 4.5, "reviewCount": 2}
    assert "aggregateRating" not in sample


def test_old_addresses_lead_to_the_present_one_for_good(open_page: Open) -> None:
    product = make_product(slug="five-mukhi")
    ProductAlias.objects.create(slug="panch-mukhi", product=product)
    CategoryAlias.objects.create(slug="beads", category=product.category)

    def leads_to(path: str) -> tuple[int, str]:
        response = Client().get(path)
        return response.status_code, response.headers.get("Location", "")

    assert leads_to("/products/panch-mukhi?utm=1") == (301, "/products/five-mukhi?utm=1")
    assert leads_to(f"/product/{product.public_id}") == (301, "/products/five-mukhi")
    assert leads_to("/category/beads?page=2") == (301, "/category/rudraksha?page=2")
    assert leads_to("/products/") == (301, "/products")


def test_what_was_sold_once_is_gone_and_what_never_was_is_not_found(open_page: Open) -> None:
    hidden = make_product(slug="hidden", is_visible=False)
    closed = make_category("closed", is_active=False)
    make_product(slug="below", category=make_category("below-closed", parent=closed))

    statuses = {
        path: open_page(path)[0]
        for path in (
            "/products/hidden",
            f"/product/{hidden.public_id}",
            "/category/closed",
            "/category/below-closed",
            "/products/below",
            "/products/never",
            "/products/featured",
            "/product/never",
            "/category/never",
            "/never",
            "/products/a/b",
        )
    }

    assert statuses == {
        "/products/hidden": 410,
        f"/product/{hidden.public_id}": 410,
        "/category/closed": 410,
        "/category/below-closed": 410,
        "/products/below": 410,
        "/products/never": 404,
        "/products/featured": 404,
        "/product/never": 404,
        "/category/never": 404,
        "/never": 404,
        "/products/a/b": 404,
    }


def test_list_says_how_many_faces_are_on_sale(open_page: Open) -> None:
    for title in ("3 Mukhi", "12 Mukhi"):
        make_product(title_en=title)

    english, hindi = (open_page(f"/products?lang={language}")[1] for language in ("en", "hi"))

    assert "rudraksha from 3 to 12 faces" in (english.meta("description") or "")
    assert "3 से 12 मुखी रुद्राक्ष" in (hindi.meta("description") or "")
