"""Lines and cells of the shop's own file, as spreadsheets save them."""

import io
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from project.catalog.csv.files import COLUMNS, Wanted, understand
from project.catalog.csv.variants import LINE_COLUMNS, VariantLine
from project.catalog.models import Product
from project.core.invisible_characters import without_invisible
from tests.catalog.staff_helpers import product_body
from tests.factories import make_product
from tests.http import Api
from tests.move_in.import_helpers import preview, shown
from tests.move_in.own_file_helpers import exported, send, table, written

pytestmark = pytest.mark.django_db

HEADING = "slug,title.en,description.en,category,price,stock\n"


def workbook(lines: list[list[Any]]) -> bytes:
    book = Workbook()
    for cells in lines:
        book.active.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_example_shows_every_column_and_is_imported_out_of_sight(api: Api) -> None:
    text = exported(api, name="products-example.csv")

    lines = table(text)
    assert list(lines[0]) == list(COLUMNS)
    # Of what is there already, and a third option.
    empty = {"id", "version", "variantId", "variantBarcode", "variantPicture", "variantRemove"}
    empty |= {f"option3{kind}.{language}" for kind in ("Name", "Value") for language in ("en", "hi")}
    assert {name for name in COLUMNS if not any(line[name] for line in lines)} == empty
    report, again = send(api, text), send(api, text)
    assert (report.new, report.problems, again.unchanged) == (2, [], 2)
    assert not Product.objects.filter(is_visible=True).exists()


def test_workbook_is_read_like_the_file(api: Api, line: dict[str, Any]) -> None:
    cells = {"price": 650.5, "stock": 7, "taxRate": 18, "version": int(line["version"])}

    same = send(api, workbook([list(line), [*(line | {"stock": 7}).values()]]))
    report = send(api, workbook([list(line), [*(line | cells).values()]]))

    assert (same.unchanged, report.changed, report.problems) == (1, 1, [])
    assert Product.objects.get().price_paise == 65_050


def test_emptied_price_of_before_ends_the_offer_and_other_emptied_cells_leave_what_there_is(
    api: Api, line: dict[str, Any]
) -> None:
    report = send(api, written([line | {"originalPrice": "", "taxRate": ""}]))

    product = Product.objects.get()
    assert (report.changed, report.problems) == (1, [])
    assert (product.original_price_paise, product.tax_rate_basis_points) == (None, 1_800)


def test_what_nobody_sees_is_not_imported(api: Api) -> None:
    send(api, "title.en,description.en,category,price,stock\n\u202eBe\u200bad\x07,Words,rudraksha,9\x079,4\n")

    product = Product.objects.get()
    assert (product.title_en, product.price_paise) == ("Bead", 9_900)


def test_cell_that_a_spreadsheet_would_run_is_made_harmless_and_comes_back_whole(api: Api) -> None:
    api.post("/admin/products", product_body(title="=HYPERLINK(1)", tags=["+1", "@x"]))

    text = exported(api)

    (line,) = table(text)
    assert (line["title.en"], line["tags"]) == ("'=HYPERLINK(1)", "'+1, @x")
    assert send(api, text).unchanged == 1


def test_good_lines_are_taken_and_bad_ones_are_named(api: Api) -> None:
    make_product(sku="TAKEN-1")
    text = (
        "title.en,description.en,category,price,stock,sizes,isFeatured,id,sku\n"
        "Good,Words,rudraksha,99,4,,,,\n"
        ",Words,rudraksha,99,4,,,,\n"
        "Free,Words,rudraksha,99,4,small:-99,,,\n"
        "Odd,Words,rudraksha,99,4,small,,,\n"
        "Odd 2,Words,nowhere,ninety,4,,perhaps,,\n"
        "Odd 3,Words,nowhere,99,4,,,,\n"
        "Odd 4,Words,rudraksha,99,4,small:10:perhaps,,,\n"
        "Odd 5,Words,rudraksha,99,4,,,0123456789abcdef,\n"
        '"Two\nlines",Words,rudraksha,99,4,,,,\n'
        "Odd 6,Words,rudraksha,99,4,,,,taken-1\n"
        "Last,Words,rudraksha,99,4,,,,,,too many\n"
    )

    report = send(api, text)

    assert (report.new, report.refused) == (1, 10)
    assert set(report.places) == {
        (3, "title.en"),
        (4, "customization.sizes.0.price"),
        (5, "sizes"),
        (6, "isFeatured"),
        (6, "price"),
        (7, "category"),
        (8, "sizes"),
        (9, "id"),
        (10, "title.en"),
        (11, "sku"),
        (12, ""),
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    ("delimiter", "first"), [(";", ""), ("\t", ""), (",", "sep=,\r\n"), (";", '"sep=;"\r\n')]
)
def test_file_that_a_spreadsheet_saved_is_read(api: Api, encoding: str, delimiter: str, first: str) -> None:
    heading = ["title.en", "title.hi", "description.en", "category", "price", "stock", "", " ", ""]
    cells = ["Bead", "मनका", "Words", "rudraksha", '"1,500.50"', "4", "", "", ""]
    short = ["Short", *cells[1:4]]
    lines = (heading, cells, [""] * 9, short)
    text = first + "\r\n".join(delimiter.join(each) for each in lines) + "\r\n"

    report = send(api, text.encode(encoding))

    product = Product.objects.get()
    assert (report.new, report.refused) == (1, 1)
    assert {line for line, _column in report.places} == {4}
    assert (product.title_en, product.title_hi, product.price_paise) == ("Bead", "मनका", 150_050)


def test_guessed_letters_are_named(api: Api) -> None:
    text = HEADING + "bead,B\xe9ad,Words,rudraksha,99,4\n"

    report = send(api, text.encode("windows-1252"), only_look=True)

    assert (report.new, [(line, "UTF-8" in sentence) for line, _, sentence in report.notes]) == (
        1,
        [(2, True)],
    )


@pytest.mark.parametrize("price", ["650,50", "1e9", "1_000", "१२", "+5", "Infinity"])
def test_what_is_no_plain_number_is_no_price(api: Api, price: str) -> None:
    report = send(api, f"title.en;description.en;category;price;stock\nBead;Words;rudraksha;{price};4\n")

    assert report.places == [(2, "price")]


# As tables are read: without invisible characters.
CELLS = st.sampled_from(
    ["", "1", "-1", "9" * 5000, "yes", "a:1", "a:1:off|b", "\\", ":", "a: b"]
) | st.text().map(without_invisible)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    cells=st.dictionaries(st.sampled_from(COLUMNS), CELLS, min_size=1),
    variants=st.lists(st.dictionaries(st.sampled_from(LINE_COLUMNS), CELLS, min_size=1), max_size=3),
)
def test_no_cells_fail(line: dict[str, Any], cells: dict[str, str], variants: list[dict[str, str]]) -> None:
    lines = [VariantLine(number, each) for number, each in enumerate(variants, 3)]
    for by in ({"id": line["id"]}, {"slug": line["slug"]}, {}):
        assert isinstance(understand(cells | by, lines), list | Wanted)


def test_unknown_and_repeated_columns_refuse_the_file(api: Api) -> None:
    report = send(api, "title.en,colour,title.en\nBead,red,Bead\n")

    assert (report.refused, report.places) == (1, [(1, "colour"), (1, "title.en")])


@pytest.mark.parametrize("heading", ["id,colour", "price,stock", "slug,Title"])
def test_other_headings_are_not_taken_for_ours(api: Api, heading: str) -> None:
    assert shown(api, preview(api, f"{heading}\n1,2\n".encode()))["status"] == "unmapped"
