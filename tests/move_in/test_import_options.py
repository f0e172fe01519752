"""Options of the other shop's products, mapped to variants, to simple choices of the shop, or to nothing."""

from collections.abc import Sequence
from typing import Any

import pytest

from project.catalog.models import Product
from tests.http import Answer, Api
from tests.move_in.import_helpers import carry, line, preview, rows, run_due, shopify, shown

pytestmark = pytest.mark.django_db

NO_STOCK = {"Variant_Inventory_Tracker": "", "Variant_Inventory_Qty": ""}


def lines(name: str, values: Sequence[str], **cells: str) -> list[dict[str, str]]:
    """Return Shopify's lines of a product with one option; the first one alone has a stock."""
    first = line("jade-mala", Option1_Name=name, Option1_Value=values[0], **cells)
    others = {"Title": "", "Option1_Name": ""} | NO_STOCK | cells
    return [first, *(line("jade-mala", Option1_Value=value, **others) for value in values[1:])]


def two_options(first: tuple[str, Sequence[str]], second: tuple[str, Sequence[str]]) -> list[dict[str, str]]:
    """Return the lines of a product with two options, in each combination."""
    made = [
        line(
            "jade-mala",
            Option1_Name=first[0],
            Option1_Value=one,
            Option2_Name=second[0],
            Option2_Value=two,
            **NO_STOCK,
        )
        for one in first[1]
        for two in second[1]
    ]
    return [made[0], *(each | {"Title": ""} for each in made[1:])]


def choose(api: Api, import_id: str, options: dict[str, Any]) -> Answer:
    """Map the options, and have the rows checked again."""
    answer = api.other("PUT", f"/admin/imports/{import_id}/choices", {"options": options})
    run_due()
    return answer


def bring_in(api: Api, found: list[dict[str, str]], options: dict[str, Any]) -> Product:
    """Import the lines of one product with these options."""
    import_id = preview(api, shopify(*found))
    assert choose(api, import_id, options).status == 200
    assert rows(api, import_id)[0]["problems"] == []
    assert carry(api, import_id, "run")["counts"]["refused"] == 0
    return Product.objects.get(slug="jade-mala")


def refusals(api: Api, found: list[dict[str, str]], options: dict[str, Any]) -> list[str]:
    """Return why the product of these lines is refused in the preview."""
    import_id = preview(api, shopify(*found))
    choose(api, import_id, options)
    (row,) = rows(api, import_id, fate="refused")
    return [each["sentence"] for each in row["problems"]]


def test_preview_lists_the_options_of_the_file_with_their_values(staff: Api) -> None:
    import_id = preview(staff, shopify(*lines("Größe", ["S", "M"]), line("onyx-mala")))

    options = staff.get(f"/admin/imports/{import_id}").data["options"]

    assert options == [{"name": "Größe", "rows": 1, "values": ["S", "M"]}]


def test_names_and_values_are_shown_in_both_languages(staff: Api) -> None:
    size = {
        "name": {"en": "Size", "hi": "आकार"},
        "values": {"S": {"en": "Small", "hi": "छोटा"}, "M": {"hi": "मध्यम"}},
    }

    jade = bring_in(staff, lines("Größe", ["S", "M"]), {"Größe": size})

    assert jade.option_names == [{"en": "Size", "hi": "आकार"}]
    assert [each.option_values for each in jade.variants.order_by("sort_order")] == [
        [{"en": "Small", "hi": "छोटा"}],
        [{"en": "M", "hi": "मध्यम"}],
    ]


def test_names_that_are_not_mapped_keep_the_hindi_that_staff_wrote(staff: Api) -> None:
    jade = bring_in(staff, lines("Size", ["S", "M"]), {})
    Product.objects.filter(pk=jade.pk).update(option_names=[{"en": "Size", "hi": "आकार"}])

    bring_in(staff, lines("Size", ["S", "M"], Variant_Price="600.00"), {})

    jade.refresh_from_db()
    assert (jade.option_names, jade.price_paise) == ([{"en": "Size", "hi": "आकार"}], 60_000)


@pytest.mark.parametrize(
    ("becomes", "kind"), [("origin", "origin"), ("size", "size"), ("pendant", "pendant")]
)
def test_an_option_becomes_a_simple_choice_at_no_extra_price(staff: Api, becomes: str, kind: str) -> None:
    option = {"becomes": becomes, "values": {"B": {"en": "Big"}}}

    jade = bring_in(staff, lines("Choice", ["A", "B"]), {"Choice": option})

    assert [(each.kind, each.name, each.price_paise) for each in jade.options.all()] == [
        (kind, "A", 0),
        (kind, "Big", 0),
    ]
    assert (jade.has_variants, jade.on_hand, jade.price_paise) == (False, 5, 49_900)


def test_a_choice_of_yes_and_no_becomes_the_certificate(staff: Api) -> None:
    jade = bring_in(staff, lines("X-ray", ["No", "Yes"]), {"X-ray": {"becomes": "xray"}})

    assert [(each.kind, each.available) for each in jade.options.all()] == [("xray", True)]
    other = lines("X-ray", ["Lab A", "Lab B"])
    assert refusals(staff, other, {"X-ray": {"becomes": "xray"}}) == [
        "The x-ray certificate is a choice between no and yes"
    ]


def test_two_options_become_two_simple_choices(staff: Api) -> None:
    found = two_options(("Size", ["S", "M"]), ("From", ["Nepal", "Java"]))

    jade = bring_in(staff, found, {"Size": {"becomes": "size"}, "From": {"becomes": "origin"}})

    assert sorted((each.kind, each.name) for each in jade.options.all()) == [
        ("origin", "Java"),
        ("origin", "Nepal"),
        ("size", "M"),
        ("size", "S"),
    ]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"Variant Price": "700.00"}, "different prices"),
        ({"Variant SKU": "JM-M"}, "SKUs or barcodes"),
        ({"Variant Inventory Tracker": "shopify", "Variant Inventory Qty": "3"}, "stocks of their own"),
        ({"Variant Grams": "90"}, "different weights"),
    ],
)
def test_what_a_simple_choice_cannot_have_refuses_the_product(
    staff: Api, changed: dict[str, str], reason: str
) -> None:
    first, second = lines("Size", ["S", "M"])

    (sentence,) = refusals(staff, [first, second | changed], {"Size": {"becomes": "size"}})

    assert reason in sentence and sentence.endswith("so they need to be variants")


def test_combinations_that_are_not_sold_cannot_be_simple_choices(staff: Api) -> None:
    found = two_options(("Size", ["S", "M"]), ("From", ["Nepal", "Java"]))[:3]

    (sentence,) = refusals(staff, found, {"Size": {"becomes": "size"}, "From": {"becomes": "origin"}})

    assert sentence.startswith("Not every combination")


def test_simple_choices_do_not_stand_beside_variants_or_twice(staff: Api) -> None:
    found = two_options(("Size", ["S", "M"]), ("From", ["Nepal", "Java"]))

    (beside,) = refusals(staff, found, {"Size": {"becomes": "size"}})
    (twice,) = refusals(staff, found, {"Size": {"becomes": "size"}, "From": {"becomes": "size"}})

    assert beside.startswith("A product with variants has no other choices")
    assert twice.startswith("Two options of this product")


def test_an_option_of_one_value_is_left_out_and_one_of_several_is_not(staff: Api) -> None:
    found = two_options(("Size", ["S", "M"]), ("Material", ["Jade"]))

    jade = bring_in(staff, found, {"Material": {"becomes": "none"}})

    assert jade.option_names == [{"en": "Size", "hi": ""}]
    (sentence,) = refusals(staff, found, {"Size": {"becomes": "none"}})
    assert sentence == "This product has several values of it, so it cannot be left out"


def test_the_same_file_with_the_same_mapping_changes_nothing(staff: Api) -> None:
    found = lines("Size", ["S", "M"])
    bring_in(staff, found, {"Size": {"becomes": "size"}})

    again = preview(staff, shopify(*found))

    # The choices of the last import of this shop's files are taken.
    assert staff.get(f"/admin/imports/{again}").data["choices"]["options"]["Size"]["becomes"] == "size"
    assert shown(staff, again)["counts"]["unchanged"] == 1


def test_another_mapping_changes_the_product_and_can_be_taken_back(staff: Api) -> None:
    found = lines("Size", ["S", "M"])
    jade = bring_in(staff, found, {})
    import_id = preview(staff, shopify(*found))
    choose(staff, import_id, {"Size": {"becomes": "size"}})

    carry(staff, import_id, "run")

    jade.refresh_from_db()
    assert not jade.has_variants
    assert [each.name for each in jade.options.all()] == ["S", "M"]
    assert rows(staff, import_id)[0]["notes"][-1]["sentence"].startswith("Its variants are removed")
    carry(staff, import_id, "take_back")
    jade.refresh_from_db()
    assert (jade.has_variants, jade.options.count()) == (True, 0)


@pytest.mark.parametrize(
    "option", [{"becomes": "colour"}, {"name": {"en": "x" * 41}}, {"surplus": 1}, {"values": {"S": "Small"}}]
)
def test_choices_that_do_not_exist_are_refused(staff: Api, option: dict[str, Any]) -> None:
    import_id = preview(staff, shopify(*lines("Size", ["S", "M"])))

    assert choose(staff, import_id, {"Size": option}).status == 422
