import pytest

from project.catalog.models import Category, CategoryAlias
from tests.catalog.catalogue_requests import get, refused, slugs
from tests.factories import make_category, make_picture, make_product

pytestmark = pytest.mark.django_db


def test_three_categories_exist_from_the_start() -> None:
    found = [category["slug"] for category in get("/api/categories")["categories"]]

    assert found == ["rudraksha", "crystal", "healing_stone"]


def test_category_is_counted_by_what_the_shop_shows() -> None:
    crystal = make_category(
        "crystal",
        name_en="Crystals",
        description_en="All quartz.",
        picture=make_picture("amethyst-point"),
    )
    make_product(category=crystal)
    make_product(category=crystal)
    make_product(category=crystal, is_visible=False)

    category = get("/api/categories/crystal")["category"]

    assert category["productCount"] == 2
    assert (category["name"], category["description"]) == ("Crystals", "All quartz.")
    assert category["image"] == "/media/products/amethyst-point.000000000000-800.webp"
    assert category["picture"]["url"] == "/media/products/amethyst-point.000000000000"
    listed = {row["slug"]: row["productCount"] for row in get("/api/categories")["categories"]}
    assert listed == {"rudraksha": 0, "crystal": 2, "healing_stone": 0}


def test_rudraksh_is_another_word_for_rudraksha() -> None:
    make_product(slug="five", category=make_category("rudraksha"))
    make_product(category=make_category("crystal"))

    category = get("/api/categories/rudraksh")["category"]

    assert (category["slug"], category["productCount"]) == ("rudraksha", 1)
    assert slugs(get("/api/products", category="rudraksh")) == ["five"]


def test_several_aliases_do_not_multiply_products() -> None:
    category = make_category("rudraksha")
    for alias in ("rudraksa", "rudrax"):
        CategoryAlias.objects.create(slug=alias, category=category)
    make_product(slug="five", category=category)

    data = get("/api/products", category="rudraksh,rudraksa,rudrax,rudraksha")

    assert slugs(data) == ["five"]
    assert data["pagination"]["total"] == 1
    assert get("/api/categories/rudrax")["category"]["productCount"] == 1


def test_inactive_categories_are_gone_and_unknown_ones_missing() -> None:
    make_category("secret", is_active=False)

    assert refused("/api/categories/secret") == (410, "NOT_FOUND")
    assert refused("/api/categories/unknown") == (404, "NOT_FOUND")
    assert refused("/api/products", category="secret") == (404, "NOT_FOUND")
    assert refused("/api/products", category="unknown") == (404, "NOT_FOUND")


def test_category_cannot_be_its_own_parent() -> None:
    category = make_category("crystal")

    with pytest.raises(Exception, match="category_not_its_own_parent"):
        Category.objects.filter(pk=category.pk).update(parent=category)
