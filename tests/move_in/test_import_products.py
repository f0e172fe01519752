"""Products of another shop become drafts, once, and are published as a whole."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.catalog.models import Category, Product
from project.move_in import actions
from project.move_in.models import Import, Imported
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.move_in.import_helpers import (
    bring_in,
    carry,
    line,
    preview,
    row_of,
    rows,
    run_due,
    shopify,
    shown,
    upload,
)

pytestmark = pytest.mark.django_db

SIZES = [
    line("jade-mala", Option1_Name="Size", Option1_Value="S", Variant_SKU="JM-S", Variant_Price="900.00"),
    line(
        "jade-mala", Title="", Option1_Name="", Option1_Value="M", Variant_SKU="JM-M", Variant_Price="700.00"
    ),
]


def test_a_preview_changes_nothing(staff: Api) -> None:
    import_id = preview(staff, shopify(line("onyx-mala"), *SIZES))

    assert shown(staff, import_id)["status"] == "ready"
    assert shown(staff, import_id)["counts"]["new"] == 2
    assert Product.objects.count() == 0


def test_products_become_drafts_with_variants_at_their_old_address(staff: Api) -> None:
    import_id = bring_in(staff, shopify(line("onyx-mala", Variant_SKU="OM-1", Variant_Grams="80"), *SIZES))

    assert shown(staff, import_id)["status"] == "done"
    onyx, jade = Product.objects.get(slug="onyx-mala"), Product.objects.get(slug="jade-mala")
    assert (onyx.price_paise, onyx.on_hand, onyx.sku, onyx.is_visible) == (49_900, 5, "OM-1", False)
    assert onyx.description_en == "Sample text"
    variants = jade.variants.order_by("sort_order")
    assert [(each.sku, each.price_paise, each.on_hand) for each in variants] == [
        ("JM-S", 90_000, 5),
        ("JM-M", 70_000, 5),
    ]
    assert jade.price_paise == 70_000


def test_the_same_file_again_changes_nothing_even_after_edits(staff: Api) -> None:
    body = shopify(line("onyx-mala"), *SIZES)
    bring_in(staff, body)
    Product.objects.filter(slug="onyx-mala").update(title_en="Renamed")

    again = preview(staff, body)

    assert shown(staff, again)["counts"]["unchanged"] == 2
    carry(staff, again, "run")
    assert Product.objects.get(slug="onyx-mala").title_en == "Renamed"
    assert Product.objects.filter(parent=None).count() == 2


def test_a_changed_line_changes_its_product_and_leaves_stock_and_hindi_alone(staff: Api) -> None:
    bring_in(staff, shopify(line("onyx-mala"), *SIZES))
    onyx = Product.objects.get(slug="onyx-mala")
    Product.objects.filter(pk=onyx.pk).update(title_hi="गोमेद माला")
    dearer = line("onyx-mala", Title="Onyx", Variant_Price="550.00", Variant_Inventory_Qty="90")

    again = preview(staff, shopify(dearer, *SIZES))

    assert [row["fate"] for row in rows(staff, again)] == ["changed", "unchanged"]
    carry(staff, again, "run")
    onyx.refresh_from_db()
    assert (onyx.title_en, onyx.title_hi, onyx.price_paise) == ("Onyx", "गोमेद माला", 55_000)
    assert (onyx.on_hand, onyx.is_visible) == (5, False)


def test_bad_rows_are_refused_at_their_line_and_column_and_others_go_on(staff: Api) -> None:
    make_product(sku="TAKEN-1")
    taken = line("agate-mala", Variant_SKU="taken-1")
    bad = line("opal-mala", Variant_Price="free")

    import_id = bring_in(staff, shopify(taken, bad, line("onyx-mala")))

    refused = rows(staff, import_id, fate="refused")
    assert [(row["problems"][0]["line"], row["problems"][0]["column"]) for row in refused] == [
        (2, "SKU"),
        (3, "Variant Price"),
    ]
    assert Product.objects.filter(slug__endswith="mala").count() == 1


def test_sku_that_two_products_of_a_file_share_is_named_in_the_preview(staff: Api) -> None:
    odd = [line(f"jade-mala-{place}", Variant_SKU="no code!") for place in range(2)]
    shared = [line("onyx-mala", Variant_SKU="ONE"), line("opal-mala", Variant_SKU=" one ")]

    import_id = preview(staff, shopify(*shared, *odd))

    found = rows(staff, import_id)
    assert [row["fate"] for row in found] == ["new", "refused", "new", "new"]
    assert found[1]["problems"] == [{"line": 3, "column": "SKU", "sentence": "Line 2 has this SKU, too"}]


def test_unknown_categories_are_made_hidden_and_shown_with_their_first_product(staff: Api) -> None:
    import_id = bring_in(staff, shopify(line("onyx-cube", Type="Cubes"), line("jade-cube", Type="Cubes")))
    assert not Category.objects.get(name_en="Cubes").is_active

    carry(staff, import_id, "publish")

    cubes = Category.objects.get(name_en="Cubes")
    assert cubes.is_active
    assert shown(staff, import_id)["status"] == "published"
    assert Product.objects.filter(is_visible=True, category=cubes).count() == 2


def test_hidden_products_of_the_other_shop_stay_hidden(staff: Api) -> None:
    import_id = bring_in(staff, shopify(line("onyx-mala", Status="draft"), line("opal-mala")))

    carry(staff, import_id, "publish")

    assert not Product.objects.get(slug="onyx-mala").is_visible
    assert Product.objects.get(slug="opal-mala").is_visible


def test_choices_of_category_and_tax_are_taken_and_remembered(staff: Api) -> None:
    body = shopify(line("onyx-cube", Type="Cubes"))
    import_id = preview(staff, body)
    questions = staff.get(f"/admin/imports/{import_id}").data["questions"]
    tax_class = next(each["theirs"] for each in questions if each["field"] == "tax_class")
    assert {"field": "category", "theirs": "Cubes", "rows": 1} in questions
    choices = {"categories": {"Cubes": "malas"}, "taxes": {tax_class: {"rate": 3, "hsn": "7116"}}}

    answer = staff.other("PUT", f"/admin/imports/{import_id}/choices", choices)
    run_due()
    carry(staff, import_id, "run")

    assert answer.data["choices"]["categories"] == {"Cubes": "malas"}
    onyx = Product.objects.get(slug="onyx-cube")
    assert (onyx.category.slug, onyx.tax_rate_basis_points, onyx.hsn_code) == ("malas", 300, "7116")
    assert shown(staff, preview(staff, body))["counts"]["unchanged"] == 1


def test_product_without_category_needs_a_choice(staff: Api) -> None:
    import_id = preview(staff, shopify(line("onyx-mala", Type="")))
    assert rows(staff, import_id)[0]["problems"][0]["sentence"] == "Please choose a category"

    staff.other("PUT", f"/admin/imports/{import_id}/choices", {"categories": {"": "malas"}, "taxes": {}})
    run_due()

    assert rows(staff, import_id)[0]["fate"] == "new"


def test_only_staff_of_the_catalogue_may_import(staff: Api) -> None:
    import_id = preview(staff, shopify(line("onyx-mala")))
    for role in ("customer", "support", "finance"):
        other = Api(token=log_in(make_user(role=role)))
        assert upload(other, shopify(line("opal-mala"))).status == 403
        assert other.get("/admin/imports").status == 403
        assert other.get(f"/admin/imports/{import_id}").status == 403
        assert other.get(f"/admin/imports/{import_id}/rows").status == 403
        assert other.other("PUT", f"/admin/imports/{import_id}/choices", {}).status == 403
        assert other.post(f"/admin/imports/{import_id}/verb", {"verb": "run"}).status == 403


def test_old_imports_are_deleted_and_their_products_are_still_recognised(staff: Api) -> None:
    body = shopify(line("onyx-mala"))
    bring_in(staff, body)
    Import.objects.update(created_at=timezone.now() - actions.KEPT - timedelta(days=1))

    assert actions.forget_old_imports()
    assert not actions.forget_old_imports()

    assert Import.objects.count() == 0 and Imported.objects.count() == 1
    assert shown(staff, preview(staff, body))["counts"]["unchanged"] == 1


def test_product_that_was_deleted_meanwhile_is_new_again(staff: Api) -> None:
    body = shopify(line("onyx-mala"))
    first = bring_in(staff, body)
    staff.other("DELETE", f"/admin/products/{row_of(first, 'onyx-mala').result}")

    again = bring_in(staff, body)

    assert rows(staff, again)[0]["fate"] == "new"
    assert Product.objects.filter(slug="onyx-mala").exists()
