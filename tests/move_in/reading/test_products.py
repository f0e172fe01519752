"""Products of single lines: each format's headings, and what is wrong at which line and column."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone, translation
from hypothesis import given, settings
from hypothesis import strategies as st

from project.move_in.reading.products import FIELDS, Format, SourceProduct, read_products, recognised
from project.move_in.reading.table import Table, read_table
from project.move_in.reading.variant_lines import SHOPIFY
from project.move_in.reading.woocommerce import WOOCOMMERCE
from tests.move_in.exports import SHOPIFY_COLUMNS, WOOCOMMERCE_COLUMNS

pytestmark = pytest.mark.any_stack

NEW_SHOPIFY = {
    "Handle": "URL handle",
    "Body (HTML)": "Description",
    "Product Category": "Product category",
    "Published": "Published on online store",
    "Option1 Name": "Option1 name",
    "Option1 Value": "Option1 value",
    "Variant SKU": "SKU",
    "Variant Barcode": "Barcode",
    "Variant Grams": "Weight value (grams)",
    "Variant Inventory Qty": "Inventory quantity",
    "Variant Price": "Price",
    "Variant Compare At Price": "Compare-at price",
    "Variant Taxable": "Charge tax",
    "Image Src": "Product image URL",
    "Image Position": "Image position",
    "Image Alt Text": "Image alt text",
    "Variant Image": "Variant image URL",
    "SEO Title": "SEO title",
    "SEO Description": "SEO description",
    "Gift Card": "Gift card",
}
MALA = {"Handle": "mala", "Title": "Mala", "Variant Price": "1200.00", "Variant Inventory Qty": "3"}
HSN = next(column for column in SHOPIFY_COLUMNS if column.startswith("HSN"))
RING = {"ID": "7", "Type": "simple", "Name": "Ring", "Regular price": "500", "Stock": "2"}


def table_of(columns: Sequence[str], rows: Sequence[dict[str, str]]) -> Table:
    cells = ((number, [row.get(column, "") for column in columns]) for number, row in enumerate(rows, 2))
    return Table(columns, cells)


def shopify(*rows: dict[str, str]) -> list[SourceProduct]:
    return list(read_products(table_of(SHOPIFY_COLUMNS, rows), "shopify", {}))


def woocommerce(*rows: dict[str, str]) -> list[SourceProduct]:
    return list(read_products(table_of(WOOCOMMERCE_COLUMNS, rows), "woocommerce", {}))


def problems(product: SourceProduct) -> list[tuple[int, str]]:
    return [(each.line, each.column) for each in product.problems if not each.is_note]


def notes(product: SourceProduct) -> list[tuple[int, str]]:
    return [(each.line, each.column) for each in product.problems if each.is_note]


@pytest.mark.parametrize(
    ("columns", "format"),
    [
        (SHOPIFY_COLUMNS, "shopify"),
        ([NEW_SHOPIFY.get(column, column) for column in SHOPIFY_COLUMNS], "shopify"),
        (["Title", "URL handle", "Description"], "shopify"),
        (WOOCOMMERCE_COLUMNS, "woocommerce"),
        (["ID", "Typ", "Artikelnummer", "Name", "Regulärer Preis"], "woocommerce"),
        (["Name", "Price", "SKU"], ""),
        (["order_id", "email"], ""),
        ([], ""),
    ],
)
def test_formats_are_recognised_by_their_headings(columns: Sequence[str], format: Format) -> None:
    assert recognised(columns) == format


def test_newer_headings_of_shopify_say_the_same() -> None:
    row = MALA | {
        "Body (HTML)": "<p>Text</p>",
        "Published": "false",
        "Option1 Name": "Size",
        "Option1 Value": "S",
        "Variant SKU": "M-1",
        "Variant Barcode": "'0089",
        "Variant Grams": "20",
        "Variant Compare At Price": "1500.00",
        "Variant Taxable": "FALSE",
        "Image Src": "https://x.example/a.jpg",
        "Image Alt Text": "A mala",
        "Variant Image": "https://x.example/b.jpg",
        "SEO Title": "Malas",
    }
    renamed = {NEW_SHOPIFY.get(column, column): cell for column, cell in row.items()}
    columns = [NEW_SHOPIFY.get(column, column) for column in SHOPIFY_COLUMNS]

    (old,) = shopify(row)
    (new,) = read_products(table_of(columns, [renamed]), "shopify", {})

    assert old == new
    assert (old.tax_class, old.is_published, old.meta_title) == ("none", False, "Malas")
    assert old.variants[0].barcode == "0089"


def test_lines_of_one_handle_that_stand_apart_are_refused() -> None:
    first, other, again = shopify(MALA, MALA | {"Handle": "ring"}, MALA | {"Handle": "MALA"})

    assert problems(first) == problems(other) == []
    assert problems(again) == [(4, "Handle")]
    assert again.problems[0].sentence.startswith("Line 2 ")


def test_variants_with_equal_values_are_refused() -> None:
    sizes = [MALA | {"Option1 Name": "Size", "Option1 Value": "S"}, MALA | {"Option1 Value": "s"}]

    (product,) = shopify(*sizes, {"Handle": "mala", "Variant SKU": "X", "Variant Price": "1"})

    assert problems(product) == [(4, "Option1 Value"), (3, "Option1 Value")]


def test_an_option_without_a_name_is_refused() -> None:
    (product,) = shopify(MALA | {"Option1 Value": "S"})

    assert problems(product) == [(2, "Option1 Name")]


@pytest.mark.parametrize("price", ["", "0.00", "-5", "free", "1.200", "12 USD"])
def test_a_price_that_is_none_is_refused(price: str) -> None:
    (product,) = shopify(MALA | {"Variant Price": price})

    assert problems(product) == [(2, "Variant Price")]
    assert product.variants[0].price_paise == 0


def test_faults_that_do_no_harm_are_notes() -> None:
    (product,) = shopify(
        MALA | {"Variant Inventory Qty": "-4", "Variant Grams": "heavy", HSN: "7"},
    )

    assert problems(product) == []
    assert notes(product) == [(2, "Variant Inventory Qty"), (2, "Variant Grams"), (2, HSN)]
    assert (product.variants[0].stock, product.variants[0].weight_grams, product.hsn_code) == (0, None, "")


@pytest.mark.parametrize(
    ("written", "tracker", "stock", "has_note"),
    [
        ("5", "shopify", 5, False),
        ("5.0", "shopify", 5, False),
        ("1,200", "", 1200, False),
        ("0", "shopify", 0, False),
        ("0", "", 0, True),
        ("", "shopify", 0, True),
        ("-2", "shopify", 0, True),
        ("1.5", "shopify", 0, True),
        ("many", "shopify", 0, True),
    ],
)
def test_a_stock_that_the_file_does_not_have_is_a_note(
    written: str, tracker: str, stock: int, has_note: bool
) -> None:
    counted = MALA | {"Variant Inventory Qty": written, "Variant Inventory Tracker": tracker}

    (product,) = shopify(counted)

    assert product.variants[0].stock == stock
    assert bool(notes(product)) == has_note
    assert problems(product) == []


def test_missing_stocks_of_variants_are_noted_once() -> None:
    sizes = [{"Option1 Value": size, "Variant Inventory Qty": ""} for size in "SML"]

    (product,) = shopify(*(MALA | size | {"Option1 Name": "Size"} for size in sizes))

    assert notes(product) == [(2, "Variant Inventory Qty")]


def test_an_original_price_counts_when_it_is_higher() -> None:
    for written, paise in (("1500", 150000), ("1200", None), ("0.00", None), ("old", None), ("", None)):
        (product,) = shopify(MALA | {"Variant Compare At Price": written})

        assert product.variants[0].original_price_paise == paise


def test_a_line_with_more_cells_than_the_heading_is_refused() -> None:
    table = Table(["Handle", "Title", "Variant Price"], iter([(2, ["mala", "Mala", "1", "200"])]))

    (product,) = read_products(table, "shopify", {})

    assert len(problems(product)) == 1


def test_pictures_are_in_the_order_of_their_positions() -> None:
    lines = [MALA, *({"Handle": "mala"} for _ in range(3))]
    for line, name, position in zip(lines, "cabd", ("3", "1", "2", "9" * 5000), strict=True):
        line |= {"Image Src": f"https://x.example/{name}", "Image Position": position}

    (product,) = shopify(*lines)

    assert [address[-1] for address, _text in product.pictures] == ["a", "b", "c", "d"]
    assert len(product.variants) == 1


def test_a_title_without_a_handle_makes_the_key() -> None:
    first, second = shopify({"Title": "Moon Ring", "Variant Price": "5"}, {"Variant Price": "5"})

    assert (first.key, first.old_path) == ("moon-ring", "")
    assert second.key == "line 3"
    assert problems(second) == [(3, "Title")]


def test_a_sale_price_counts_on_the_days_of_the_sale() -> None:
    today = timezone.localdate()
    yesterday, tomorrow = str(today - timedelta(days=1)), str(today + timedelta(days=1))
    for starts, ends, price in (
        ("", "", 40000),
        (yesterday, f"{today} 23:59:59", 40000),
        (tomorrow, "", 50000),
        ("", yesterday, 50000),
    ):
        sale = {"Sale price": "400", "Date sale price starts": starts, "Date sale price ends": ends}

        (product,) = woocommerce(RING | sale)

        assert product.variants[0].price_paise == price


def test_an_attribute_that_no_variation_chooses_is_no_option() -> None:
    parent = {
        "ID": "7",
        "Type": "variable",
        "Name": "Ring",
        "Attribute 1 name": "Size",
        "Attribute 1 value(s)": "S, M",
        "Attribute 1 visible": "1",
        "Attribute 2 name": "Metal",
        "Attribute 2 value(s)": "Gold, Silver",
    }
    variation = RING | {"Type": "variation", "Parent": "id:7", "Attribute 1 name": "Size"}
    metals = [
        variation | {"ID": str(place), "Attribute 2 name": "Metal", "Attribute 2 value(s)": metal}
        for place, metal in ((8, "Gold"), (9, "Silver"), (10, ""))
    ]

    (product,) = woocommerce(parent, *metals)

    assert product.option_names == ["Metal"]
    assert [each.values for each in product.variants] == [["Gold"], ["Silver"], [""]]
    assert problems(product) == [(5, "Attribute 2 value(s)")]
    assert product.text == "Size: S, M"


def test_more_than_three_options_are_refused() -> None:
    columns = [
        *WOOCOMMERCE_COLUMNS,
        *(f"Attribute {at} {part}" for at in (3, 4) for part in ("name", "value(s)")),
    ]
    chosen = {
        f"Attribute {at} {part}": f"{part[0]}{at}" for at in range(1, 5) for part in ("name", "value(s)")
    }
    parent = RING | {"Type": "variable"} | chosen
    variation = RING | {"ID": "8", "Type": "variation", "Parent": "id:7"} | chosen

    (product,) = read_products(table_of(columns, [parent, variation]), "woocommerce", {})

    assert problems(product) == [(2, "Attribute 4 name")]
    assert product.option_names == ["n1", "n2", "n3"]


def test_variations_may_stand_before_their_parent() -> None:
    variation = RING | {"ID": "8", "Type": "variation", "Parent": "R-1", "Attribute 1 name": "Size"}

    (product,) = woocommerce(
        variation | {"Attribute 1 value(s)": "S"},
        RING | {"SKU": "R-1", "Type": "variable", "Weight (kg)": "0.1"},
    )

    assert (product.line, product.key, product.variants[0].line) == (3, "7", 2)
    assert product.variants[0].weight_grams == 100


@pytest.mark.parametrize(
    ("row", "column"),
    [
        (RING | {"Type": "grouped"}, "Type"),
        (RING | {"Type": "external"}, "Type"),
        (RING | {"Type": "variation", "Parent": "id:1"}, "Parent"),
        (RING | {"Name": ""}, "Name"),
        (RING | {"Regular price": ""}, "Regular price"),
        (RING | {"Regular price": "1.200"}, "Regular price"),
        (RING | {"Sale price": "cheap"}, "Sale price"),
    ],
)
def test_products_of_woocommerce_that_cannot_be_sold_are_refused(row: dict[str, str], column: str) -> None:
    (product,) = woocommerce(row)

    assert problems(product) == [(2, column)]


def test_a_file_with_decimal_commas_is_read_so() -> None:
    first, second = woocommerce(
        RING | {"Regular price": "12,50"}, RING | {"ID": "8", "Regular price": "1.200"}
    )

    assert [each.variants[0].price_paise for each in (first, second)] == [1250, 120000]


def test_letters_of_a_guessed_encoding_are_to_be_checked() -> None:
    heading = ",".join(["Handle", "Title", "Variant Price", "Variant Inventory Qty"])
    text = f"{heading}\na,Café,5,1\nb,Ring,5,1\n"

    for encoding, places in (("windows-1252", [(2, "Title")]), ("utf-8", [])):
        first, second = read_products(read_table(text.encode(encoding)), "shopify", {})

        assert first.title == "Café"
        assert notes(first) == places
        assert notes(second) == []


def test_columns_may_be_mapped_by_hand() -> None:
    columns = ["Gruppe", "Artikel", "Größe", "Preis", "Menge", "Bilder", "Gewicht (kg)"]
    rows = [
        dict(zip(columns, cells, strict=True))
        for cells in (
            ("g1", "Mala", "S", "100", "1", "https://x.example/a https://x.example/b", "0.2"),
            ("g1", "Mala", "M", "110", "2", "", ""),
            ("g2", "Ring", "", "90", "3", "", "0.1"),
        )
    ]
    fields = ("key", "title", "option1", "price", "stock", "pictures", "weight")

    mala, ring = read_products(table_of(columns, rows), "", dict(zip(fields, columns, strict=True)))

    assert (mala.key, mala.option_names) == ("g1", ["Größe"])
    assert [(each.values, each.price_paise, each.stock) for each in mala.variants] == [
        (["S"], 10000, 1),
        (["M"], 11000, 2),
    ]
    assert [address for address, _text in mala.pictures] == ["https://x.example/a", "https://x.example/b"]
    assert mala.variants[0].weight_grams == 200
    assert (ring.option_names, len(ring.variants), problems(ring)) == ([], 1, [])


def test_each_field_can_be_mapped_and_each_has_a_label() -> None:
    sentences = [(str(label), translated(name)) for name, label in FIELDS.items()]

    assert all(english and hindi for english, hindi in sentences)
    assert {"title", "price", "sku"} <= FIELDS.keys()


def translated(name: str) -> str:
    with translation.override("hi"):
        return str(FIELDS[name])


def test_problems_are_in_the_readers_language() -> None:
    with translation.override("hi"):
        (product,) = shopify(MALA | {"Variant Price": ""})

    assert product.problems[0].sentence == "मूल्य नहीं है"


CELLS = st.one_of(
    st.just(""), st.sampled_from(["1", "-1", "x", "id:1", "variation", "https://a", "S", "1,5"]), st.text()
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([("shopify", SHOPIFY), ("woocommerce", WOOCOMMERCE), ("", dict.fromkeys(FIELDS))]),
    st.lists(st.lists(CELLS, min_size=1, max_size=40), max_size=6),
    st.data(),
)
def test_no_cells_fail_and_each_product_has_a_variant(
    chosen: tuple[Format, dict[str, Sequence[str]]], rows: list[list[str]], data: st.DataObject
) -> None:
    format, layout = chosen
    names = [name if headings is None else headings[0] for name, headings in layout.items()]
    names += ["Attribute 1 name", "Attribute 1 value(s)", "Attribute 2 name", "Weight (kg)", "HSN"]
    columns = data.draw(st.permutations(names))
    cells = [row + [""] * (len(columns) - len(row)) for row in rows]

    products = list(
        read_products(
            Table(columns, iter(enumerate(cells, 2))),
            format,
            dict(zip(FIELDS, FIELDS, strict=True)),
        )
    )

    assert all(product.variants for product in products)
    assert all(
        len(one.values) == len(product.option_names) for product in products for one in product.variants
    )
    assert len({product.line for product in products}) == len(products)
