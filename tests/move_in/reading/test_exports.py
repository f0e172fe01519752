"""Whole exports of other shops, 200 products each."""

import pytest

from project.move_in.reading.products import SourceProduct, read_products, recognised
from project.move_in.reading.table import read_table
from tests.move_in.exports import (
    PRODUCTS,
    Export,
    handle_of,
    pictures_of,
    price_of,
    shopify_export,
    title_of,
    woocommerce_export,
)

pytestmark = pytest.mark.any_stack

BASE = "https://pictures.example"


def read(body: bytes, mapping: dict[str, str] | None = None) -> list[SourceProduct]:
    table = read_table(body)
    return list(read_products(table, recognised(table.columns), mapping or {}))


def refused(products: list[SourceProduct]) -> dict[int, str]:
    """Return the column of the first problem of each product that has one."""
    problems = {each.line: [one for one in each.problems if not one.is_note] for each in products}
    return {line: found[0].column for line, found in problems.items() if found}


@pytest.mark.parametrize(
    "export", [shopify_export(BASE), woocommerce_export(BASE)], ids=lambda each: each.name
)
def test_the_marked_rows_and_no_others_are_refused(export: Export) -> None:
    products = read(export.body)

    assert refused(products) == export.refused
    assert len({each.line for each in products}) == len(products)
    assert {each.title for each in products} >= {title_of(number) for number in range(150, PRODUCTS)}


@pytest.mark.parametrize(
    "export", [shopify_export(BASE), woocommerce_export(BASE)], ids=lambda each: each.name
)
def test_a_workbook_says_the_same_as_the_csv_file(export: Export) -> None:
    assert read(export.as_workbook()) == read(export.body)


def test_the_same_file_twice_gives_the_same_keys() -> None:
    for make in (shopify_export, woocommerce_export):
        first, again = read(make(BASE).body), read(make(BASE).body)

        assert first == again
        good = [each.key for each in first if not each.problems]
        assert len(set(good)) == len(good) > 100
        assert all(
            len({one.key for one in each.variants}) == len(each.variants)
            for each in first
            if not each.problems
        )


def test_a_shopify_product_with_variants() -> None:
    product = next(each for each in read(shopify_export(BASE).body) if each.title == title_of(20))

    assert product.key == handle_of(20)
    assert product.old_path == f"/products/{handle_of(20)}"
    assert product.text == "A made-up bracelet, for tests.\n\n– Piece 20\n– Cut & set"
    assert (product.category, product.tags, product.hsn_code) == (
        "Bracelets",
        ["bracelet", "sample"],
        "71162000",
    )
    assert product.option_names == ["Size", "Metal"]
    assert [each.values for each in product.variants][:2] == [["6 mm", "Silver"], ["8 mm", "Silver"]]
    first, *_others, last = product.variants
    assert (first.price_paise, first.original_price_paise) == (price_of(20) * 100, (price_of(20) + 200) * 100)
    assert (first.stock, first.weight_grams, first.picture) == (20, 30, "")
    assert (last.sku, last.stock, last.picture) == ("SH-020-5", 0, pictures_of(20, BASE)[0])
    assert [address for address, _text in product.pictures] == pictures_of(20, BASE)
    assert {text for _address, text in product.pictures} == {title_of(20)}
    assert product.is_published


def test_a_shopify_product_without_options_has_one_variant() -> None:
    product = next(each for each in read(shopify_export(BASE).body) if each.title == title_of(29))

    assert product.option_names == []
    (variant,) = product.variants
    assert variant.values == []
    assert variant.barcode == "8900000000290"
    assert len(product.pictures) == 3
    assert not product.is_published


def test_a_woocommerce_product_with_variations() -> None:
    product = next(each for each in read(woocommerce_export(BASE).body) if each.title == title_of(20))

    assert product.key == "1020"
    assert product.category == "Jewellery > Bracelets"
    assert product.option_names == ["Size"]
    assert [each.values for each in product.variants] == [["6 mm"], ["8 mm"], ["10 mm"]]
    assert [each.key for each in product.variants] == ["2200", "2201", "2202"]
    assert [each.price_paise for each in product.variants] == [
        price_of(20, place) * 100 for place in range(3)
    ]
    assert [each.weight_grams for each in product.variants] == [20, 20, 20]
    assert product.text == (
        "A made-up bracelet.\n\nSample data, for tests.\n\nNot for sale & not real.\n\n"
        "Origin: Nepal, Himalaya"
    )
    assert (product.hsn_code, product.tax_class) == ("7116", "")


def test_a_woocommerce_product_on_sale() -> None:
    product = next(each for each in read(woocommerce_export(BASE).body) if each.title == title_of(21))

    (variant,) = product.variants
    assert (variant.price_paise, variant.original_price_paise) == (
        (price_of(21) - 50) * 100,
        price_of(21) * 100,
    )
    assert product.tax_class == "reduced-rate"
