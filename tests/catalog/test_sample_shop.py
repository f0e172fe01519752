import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.db.models import Sum
from PIL import Image

from deploy.pictures.characters import BEADS, CRESCENT
from project.accounts.models import User
from project.catalog.actions import stock
from project.catalog.hsn_rates import UsualRates
from project.catalog.models import Category, Certificate, OptionKind, Product, ProductOption, StockMovement
from project.catalog.pictures.renderer import TURNTABLE_WIDTH
from project.catalog.pricing import Selection, unit_price
from project.catalog.schemas.products import ProductOut, Specifications
from project.events.models import Event
from project.sample_shop.catalogue import CATEGORIES, PICTURES, read_category

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]

DEVANAGARI = re.compile(r"[\u0900-\u097F]")
# A shop that sells beads promises no cures, in no language.
CURES = re.compile(r"\b(cures?|heals?|treats?|diseases?|illness|medicine for)\b|रोग|बीमारी|इलाज|उपचार", re.I)


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The sample shop, filled once: each test's own transaction undoes what it changes."""
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("sample_shop", verbosity=0)
        yield
        transaction.set_rollback(True)


@pytest.fixture
def shop(filled: None) -> list[Product]:
    return list(Product.objects.prefetch_related("options").select_related("category"))


def sample_products() -> list[dict[str, Any]]:
    return [product for name in CATEGORIES for product in read_category(name)["products"]]


def test_shop_has_enough_to_look_at(shop: list[Product]) -> None:
    assert len(shop) >= 60
    assert Category.objects.filter(is_active=True).count() == len(CATEGORIES) >= 8
    slugs = {product.slug for product in shop}
    assert {f"{faces}-mukhi-rudraksha" for faces in range(1, 15)} <= slugs
    for slug in CATEGORIES:
        assert Product.objects.visible().filter(category__slug=slug).count() >= 4
    for flag in ("is_featured", "is_trending"):
        assert Product.objects.visible().filter(**{flag: True}).count() >= 6
    assert Product.objects.visible().filter(is_new_arrival=True).count() >= 3


def test_no_product_differs_from_the_gst_rate_of_its_class(shop: list[Product]) -> None:
    assert not Product.objects.filter(UsualRates.read().unusual()).exists()


def test_every_text_exists_in_both_languages(shop: list[Product]) -> None:
    names = ("title", "short_description", "description", "long_description", "verse_translation")
    for product in shop:
        for name in names:
            english, hindi = getattr(product, f"{name}_en"), getattr(product, f"{name}_hi")
            assert english, (product.slug, name)
            assert not DEVANAGARI.search(english), (product.slug, name)
            assert DEVANAGARI.search(hindi), (product.slug, name)
        assert len(product.benefits_en) == len(product.benefits_hi) >= 3, product.slug
        assert len(product.care_en) == len(product.care_hi) >= 3, product.slug
        assert product.specifications_en.keys() == product.specifications_hi.keys(), product.slug
        assert product.specifications_en.keys() <= Specifications.model_fields.keys(), product.slug
        assert {"type", "origin", "size", "weight", "color"} <= product.specifications_en.keys(), product.slug
        assert DEVANAGARI.search(product.verse_sanskrit), product.slug
        assert product.hsn_code.isdigit() and len(product.hsn_code) == 8, product.slug
    for category in Category.objects.all():
        assert DEVANAGARI.search(category.name_hi), category
        assert DEVANAGARI.search(category.description_hi), category


def test_no_text_promises_a_cure() -> None:
    for name in CATEGORIES:
        for text in _texts(read_category(name)["products"]):
            assert not CURES.search(text), text


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for child in children for text in _texts(child)]


def turntables_in_use() -> set[str]:
    return {Path(product["turntable"]).stem for product in sample_products() if "turntable" in product}


def pictures_in_use() -> set[str]:
    keys = {key for product in sample_products() for key in product["pictures"]}
    keys |= {read_category(name)["category"]["image"] for name in CATEGORIES}
    keys |= turntables_in_use()
    certificates = [product["certificate"] for product in sample_products() if "certificate" in product]
    return keys | {certificate["xray"] for certificate in certificates if certificate["xray"]}


def test_there_is_every_picture_in_use_and_no_other() -> None:
    assert {path.stem for path in PICTURES.iterdir()} == pictures_in_use()


@pytest.mark.parametrize("key", sorted(pictures_in_use()))
def test_every_picture_is_square_and_light(key: str) -> None:
    path = PICTURES / f"{key}.webp"
    is_turntable = key in turntables_in_use()

    assert path.stat().st_size <= (900_000 if is_turntable else 120_000)
    with Image.open(path) as picture:
        assert picture.format == "WEBP"
        assert picture.width == picture.height >= 700
        assert (picture.width == TURNTABLE_WIDTH) is is_turntable


def test_products_look_different_from_each_other() -> None:
    main = [product["pictures"][0] for product in sample_products()]

    assert len(main) == len(set(main))


def test_best_sellers_are_shown_from_three_sides(shop: list[Product]) -> None:
    several = {product.slug for product in shop if len(product.pictures) >= 3}

    assert len(several) >= 8
    assert {"5-mukhi-rudraksha", "rudraksha-mala-108", "rudraksha-bracelet"} <= several


def test_every_bead_is_shown_from_above_where_its_faces_can_be_counted() -> None:
    pictures = {product["slug"]: product["pictures"] for product in read_category("rudraksha")["products"]}

    for mukhi in BEADS:
        assert pictures[f"{mukhi}-mukhi-rudraksha"][1] == f"rudraksha-{mukhi}-mukhi-top"


def test_every_bead_with_an_xray_shows_it_last() -> None:
    for product in read_category("rudraksha")["products"]:
        assert product["pictures"][-1] == product["certificate"]["xray"], product["slug"]


def test_every_bead_is_drawn_as_large_as_its_product_says() -> None:
    sizes = {p["slug"]: p["specifications"]["en"]["size"] for p in read_category("rudraksha")["products"]}

    beads = {CRESCENT.mukhi: CRESCENT, **BEADS}

    assert len({bead.diameter_mm for bead in beads.values()}) == len(beads)
    for mukhi, bead in beads.items():
        smallest, largest = map(int, re.findall(r"\d+", sizes[f"{mukhi}-mukhi-rudraksha"]))
        assert smallest <= bead.diameter_mm <= largest, mukhi


def test_every_bracelet_is_shown_on_a_wrist_that_its_regular_size_fits() -> None:
    wrist = json.loads((settings.BASE_DIR / "deploy/pictures/poses.json").read_text())["bracelets_fit_cm"]

    for product in read_category("bracelet")["products"]:
        text = {name: about["en"] for name, _, _, about in product["options"]["sizes"]}["regular"]
        smallest, largest = map(int, re.findall(r"\d+", text)[:2])
        assert smallest <= wrist <= largest, product["slug"]


def test_beads_and_gems_have_certificates_that_are_marked_as_samples(shop: list[Product]) -> None:
    certificates = {c.product.slug: c for c in Certificate.objects.select_related("product")}

    for faces in range(1, 15):
        certificate = certificates[f"{faces}-mukhi-rudraksha"]
        assert (certificate.mukhi, certificate.xray is not None) == (faces, True)
    for product in shop:
        if product.category.slug == "gemstone":
            assert certificates[product.slug].mukhi is None
    assert {c.lab for c in certificates.values()} == {"Sample Gem Lab"}
    assert all(c.is_sample for c in certificates.values())


def test_products_of_a_shop_that_had_no_picture_rows_get_theirs_by_reset(shop: list[Product]) -> None:
    Product.objects.update(main_picture=None)

    call_command("sample_shop", reset=True, verbosity=0)

    assert not Product.objects.filter(main_picture=None).exists()


def test_every_product_can_be_priced_and_shown(shop: list[Product]) -> None:
    for product in shop:
        sizes: list[str] = [
            o.name for o in product.options.all() if o.kind == OptionKind.SIZE and o.available
        ]
        for size in sizes or ["regular"]:
            assert unit_price(product, Selection(size=size)).unit_paise > 0, product.slug
        ProductOut.of(product)


def test_stock_is_counted_with_a_cause_and_has_every_situation(shop: list[Product]) -> None:
    stock = sorted(product.sellable for product in shop)
    assert stock[0] == 0  # sold out
    assert 1 in stock  # the last piece
    assert any(1 < pieces <= 5 for pieces in stock)
    for product in shop:
        counted = StockMovement.objects.filter(product=product).aggregate(total=Sum("on_hand_delta"))
        assert (counted["total"] or 0) == product.on_hand, product.slug


def test_options_differ_from_product_to_product(shop: list[Product]) -> None:
    assert ProductOption.objects.filter(available=False).exists()
    five = Product.objects.get(slug="5-mukhi-rudraksha")
    offered = {(o.kind, o.name): o.price_paise for o in five.options.all() if o.available}
    assert offered == {
        ("origin", "Nepal"): 0,
        ("origin", "Indonesian"): 20_000,
        ("xray", "certificate"): 50_000,
        ("pendant", "none"): 0,
        ("pendant", "silver"): 30_000,
        ("pendant", "gold"): 150_000,
        ("size", "small"): -20_000,
        ("size", "regular"): 0,
        ("size", "medium"): 50_000,
        ("size", "big"): 100_000,
        ("size", "ultra"): 200_000,
        ("size", "rare"): 400_000,
    }
    assert not Product.objects.get(slug="amethyst-point").options.filter(kind=OptionKind.ORIGIN).exists()


def test_every_size_says_what_it_measures_and_every_surcharge_what_it_is_for(shop: list[Product]) -> None:
    for product in shop:
        for option in product.options.exclude(kind=OptionKind.XRAY):
            assert option.description_en, (product.slug, option.name)
            assert DEVANAGARI.search(option.description_hi), (product.slug, option.name)
            if option.kind == OptionKind.SIZE:
                assert re.search(r"\d (mm|cm)\b.* · .*\d (g|carat)$", option.description_en), option
                # The same figures in both languages.
                assert re.findall(r"[\d.]+", option.description_en) == re.findall(
                    r"\d+(?:\.\d+)?", option.description_hi
                ), option


def test_sample_accounts_have_their_roles_and_no_password(shop: list[Product]) -> None:
    accounts = {user.email: user for user in User.objects.all()}

    assert {email: user.role for email, user in accounts.items()} == {
        "admin@akshamala.example": "admin",
        "support@akshamala.example": "support",
        "orders@akshamala.example": "orders",
        "catalogue@akshamala.example": "catalogue",
        "finance@akshamala.example": "finance",
        "customer@akshamala.example": "customer",
    }
    assert all(user.is_sample and not user.has_usable_password() for user in accounts.values())


def test_second_run_changes_nothing_not_even_what_the_shop_changed(shop: list[Product]) -> None:
    five = Product.objects.get(slug="5-mukhi-rudraksha")
    Product.objects.filter(pk=five.pk).update(title_en="Our best bead", price_paise=99_900)
    stock.hold(five, quantity=2, reference="AKS-1")
    before = list(Product.objects.order_by("pk").values()), Event.objects.count(), User.objects.count()

    call_command("sample_shop", verbosity=0)

    assert before == (
        list(Product.objects.order_by("pk").values()),
        Event.objects.count(),
        User.objects.count(),
    )


def test_reset_restores_the_products_and_leaves_orders_their_pieces(shop: list[Product]) -> None:
    last = Product.objects.get(slug="13-mukhi-rudraksha")
    assert last.sellable == 1
    stock.set_on_hand(last, 3)
    stock.hold(last, quantity=2, reference="AKS-1")
    Product.objects.filter(pk=last.pk).update(title_en="Renamed", is_trending=False)
    public_id, version = last.public_id, last.version

    call_command("sample_shop", reset=True, verbosity=0)

    last.refresh_from_db()
    assert (last.title_en, last.is_trending) == ("13 Mukhi Rudraksha", True)
    assert (last.on_hand, last.held, last.sellable) == (2, 2, 0)
    assert last.public_id == public_id
    assert last.version > version
    assert Product.objects.count() == len(shop)
    assert ProductOption.objects.filter(product=last).count() == last.options.count() > 0


def test_names_of_beads_lead_to_their_products(shop: list[Product], client: Any) -> None:
    for faces in range(1, 15):
        response = client.get("/api/products", {"search": f"{faces} Mukhi Rudraksha", "category": "rudraksh"})

        found = [product["slug"] for product in response.json()["data"]["products"]]
        assert found[0] == f"{faces}-mukhi-rudraksha"
