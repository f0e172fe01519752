"""An import is taken back as a whole: what it made goes, what it changed is as before, edits stay."""

import pytest

from project.catalog.models import Category, Product
from project.move_in.models import Imported
from tests.buying import place
from tests.http import Api
from tests.move_in.import_helpers import bring_in, carry, line, preview, row_of, rows, shopify, shown

pytestmark = pytest.mark.django_db

TWO = shopify(line("onyx-mala"), line("opal-cube", Type="Cubes"))


def state(api: Api, slug: str) -> dict[str, object]:
    """Return the product as its form has it, without versions."""
    public_id = Product.objects.get(slug=slug).public_id
    product: dict[str, object] = api.get(f"/admin/products/{public_id}").data["product"]
    return {
        name: value
        for name, value in product.items()
        if name not in ("version", "editedAt", "editedBy", "updatedAt", "lastEdited")
    }


def test_what_was_made_is_deleted_with_its_category(staff: Api) -> None:
    import_id = bring_in(staff, TWO)

    taken = carry(staff, import_id, "take_back")

    assert taken["status"] == "taken_back"
    assert Product.objects.count() == 0
    assert not Category.objects.filter(name_en="Cubes").exists()
    assert Imported.objects.count() == 0


def test_it_can_be_brought_in_again_with_equal_rows(staff: Api) -> None:
    first = bring_in(staff, TWO)
    carry(staff, first, "take_back")

    again = bring_in(staff, TWO)

    assert [row["fate"] for row in rows(staff, again)] == ["new", "new"]
    assert set(Product.objects.values_list("slug", flat=True)) == {"onyx-mala", "opal-cube"}


@pytest.mark.usefixtures("provider")
def test_product_with_an_order_is_archived(staff: Api) -> None:
    import_id = bring_in(staff, TWO)
    carry(staff, import_id, "publish")
    place(Product.objects.get(slug="onyx-mala"))

    carry(staff, import_id, "take_back")

    (left,) = Product.objects.all()
    assert left.slug == "onyx-mala" and left.archived_at is not None
    assert "Archived" in rows(staff, import_id)[0]["notes"][-1]["sentence"]


SIZES = [
    line("jade-mala", Option1_Name="Size", Option1_Value="S", Variant_SKU="JM-S", Variant_Price="900.00"),
    line(
        "jade-mala", Title="", Option1_Name="", Option1_Value="M", Variant_SKU="JM-M", Variant_Price="700.00"
    ),
]


def test_changed_products_are_as_before_with_variants_and_stock(staff: Api) -> None:
    bring_in(staff, shopify(line("onyx-mala", Variant_SKU="OM"), *SIZES))
    before = {slug: state(staff, slug) for slug in ("onyx-mala", "jade-mala")}
    with_sizes = [
        line("onyx-mala", Option1_Name="Size", Option1_Value="L", Variant_Price="5.00"),
        line("onyx-mala", Title="", Option1_Name="", Option1_Value="XL"),
    ]
    second = bring_in(staff, shopify(*with_sizes, SIZES[0] | {"Title": "Only small", "Tags": "x"}))
    assert Product.objects.get(slug="onyx-mala").variants.count() == 2
    assert Product.objects.get(slug="jade-mala").variants.count() == 1

    carry(staff, second, "take_back")

    onyx, jade = Product.objects.get(slug="onyx-mala"), Product.objects.get(slug="jade-mala")
    assert (onyx.on_hand, onyx.sku, onyx.variants.count()) == (5, "OM", 0)
    assert [(each.sku, each.on_hand) for each in jade.variants.order_by("sort_order")] == [
        ("JM-S", 5),
        ("JM-M", 5),
    ]
    for slug in ("onyx-mala", "jade-mala"):
        now = state(staff, slug)
        assert {name: now[name] for name in ("title", "tags", "price", "seo", "isAvailable")} == {
            name: before[slug][name] for name in ("title", "tags", "price", "seo", "isAvailable")
        }


def test_after_taking_back_a_change_the_first_file_is_unchanged_again(staff: Api) -> None:
    first = shopify(line("onyx-mala"))
    bring_in(staff, first)
    second = bring_in(staff, shopify(line("onyx-mala", Variant_Price="600.00")))

    carry(staff, second, "take_back")

    assert Product.objects.get(slug="onyx-mala").price_paise == 49_900
    assert shown(staff, preview(staff, first))["counts"]["unchanged"] == 1


def test_what_was_edited_since_is_named_and_left(staff: Api) -> None:
    bring_in(staff, shopify(line("onyx-mala"), line("opal-mala")))
    second = bring_in(
        staff,
        shopify(line("onyx-mala", Variant_Price="600.00"), line("opal-mala", Variant_Price="600.00")),
    )
    onyx = row_of(second, "onyx-mala").result
    staff.post(f"/admin/products/{onyx}/archive")
    staff.post(f"/admin/products/{onyx}/restore")

    taken = carry(staff, second, "take_back")

    assert (taken["counts"]["left"], taken["counts"]["takenBack"]) == (1, 1)
    assert "Edited since" in rows(staff, second)[0]["notes"][-1]["sentence"]
    prices = dict(Product.objects.values_list("slug", "price_paise"))
    assert prices == {"onyx-mala": 60_000, "opal-mala": 49_900}


def test_category_that_others_use_by_now_stays(staff: Api) -> None:
    import_id = bring_in(staff, TWO)
    cubes = Category.objects.get(name_en="Cubes")
    other = Product.objects.get(slug="opal-cube")
    Product.objects.create(category=cubes, slug="own", title_en="Own", title_hi="", price_paise=100)

    carry(staff, import_id, "take_back")

    assert not Product.objects.filter(pk=other.pk).exists()
    assert Category.objects.filter(pk=cubes.pk).exists()
