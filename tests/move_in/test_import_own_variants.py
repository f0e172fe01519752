"""Variants in the shop's own file: a line each, exported, changed in a spreadsheet and brought in again."""

from typing import Any

import pytest

from project.catalog.actions import stock
from project.catalog.models import Product, StockMovement
from project.events.models import AuditEntry
from tests.buying import place
from tests.catalog.staff_helpers import product_body
from tests.catalog.variant_helpers import BLUE, COLOUR, RED, row, two_colours, varied_body
from tests.factories import make_picture
from tests.http import Api
from tests.move_in.import_helpers import carry
from tests.move_in.own_file_helpers import Report, exported, send, table, written
from tests.orders.order_helpers import pay

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]

Line = dict[str, Any]


@pytest.fixture
def lines(api: Api) -> list[Line]:
    """Return the exported lines of a product with a red and a blue variant; they overrule later edits."""
    assert api.post("/admin/products", varied_body()).status == 200
    return [line | {"version": ""} for line in table(exported(api))]


def variants() -> list[tuple[str, str, int, int]]:
    """Return value, SKU, price and pieces of the variants on offer, in their order."""
    rows = Product.objects.filter(parent__isnull=False, archived_at__isnull=True).order_by("sort_order")
    return [(each.option_values[0]["en"], each.sku, each.price_paise, each.on_hand) for each in rows]


RED_ROW, BLUE_ROW = ("Red", "MALA-RED", 50_000, 3), ("Blue", "MALA-BLUE", 65_000, 3)


def told(report: Report) -> list[str]:
    return [sentence for _line, _column, sentence in report.notes]


def test_export_has_a_line_for_each_variant_below_its_product(lines: list[Line]) -> None:
    product, red, blue = lines

    assert (product["option1Name.en"], product["option1Name.hi"], product["variantSku"]) == (
        "Colour",
        "रंग",
        "",
    )
    assert {line["id"] for line in lines} == {product["id"]}
    assert (blue["option1Value.en"], blue["option1Value.hi"], blue["title.en"]) == ("Blue", "नीला", "")
    names = ("Sku", "Price", "Stock", "Barcode", "IsActive", "Weight", "Picture", "Remove")
    assert [blue[f"variant{name}"] for name in names] == [
        *("MALA-BLUE", "650", "3", "4006381333931", "yes", "", "", ""),
    ]
    assert red["variantId"] != blue["variantId"]


def test_exported_variants_change_nothing_when_they_come_back(api: Api, lines: list[Line]) -> None:
    entries = AuditEntry.objects.exclude(action__startswith="import.").count()

    report = send(api, exported(api))
    in_another_order = send(api, written(lines[::-1]))

    assert (report.unchanged, report.problems, report.notes) == (1, [], [])
    assert (in_another_order.unchanged, in_another_order.problems, in_another_order.notes) == (1, [], [])
    assert AuditEntry.objects.exclude(action__startswith="import.").count() == entries
    assert table(exported(api))[1:] == lines[1:]


def test_changed_and_new_variants_are_taken_and_the_same_file_changes_nothing_then(
    api: Api, lines: list[Line]
) -> None:
    product, red, blue = lines
    red |= {"variantPrice": "480.50", "variantWeight": "12", "option1Value.hi": "सुर्ख"}
    green = blue | {"variantId": "", "variantSku": "", "variantBarcode": "", "variantStock": "5"}
    green |= {"option1Value.en": "Green", "option1Value.hi": ""}
    text = written([product, green, red, blue])

    looked = send(api, text, only_look=True)
    assert (looked.changed, variants()) == (1, [RED_ROW, BLUE_ROW])
    report, again = send(api, text), send(api, text)

    assert "1 new, 1 changed, 1 unchanged, 0 removed. 0 have no line" in told(looked)[0]
    assert (report.changed, report.problems, again.unchanged) == (1, [], 1)
    assert variants() == [("Red", "MALA-RED", 48_050, 3), BLUE_ROW, ("Green", "", 65_000, 5)]
    assert Product.objects.get(sku="MALA-RED").title_hi.endswith("– सुर्ख")
    assert Product.objects.get(parent__isnull=True).price_paise == 48_050


def test_new_variant_takes_the_values_that_a_renamed_one_gives_up(api: Api, lines: list[Line]) -> None:
    product, red, blue = lines
    new = red | {"variantId": "", "variantSku": "", "variantStock": "0"}
    red |= {"option1Value.en": "Crimson", "option1Value.hi": ""}
    text = written([product, new, red, blue])

    report, again = send(api, text), send(api, text)

    assert (report.changed, report.problems, again.unchanged) == (1, [], 1)
    assert variants() == [("Crimson", *RED_ROW[1:]), BLUE_ROW, ("Red", "", 50_000, 0)]
    assert Product.objects.get(public_id=red["variantId"]).option_values[0]["en"] == "Crimson"
    pay(place(Product.objects.get(public_id=red["variantId"])))
    carry(api, report.import_id, "take_back")
    assert variants() == [RED_ROW, BLUE_ROW]


def test_variants_without_a_line_stay_and_columns_may_be_left_out(api: Api, lines: list[Line]) -> None:
    kept = ("slug", "option1Value.en", "variantPrice")
    product, red, _blue = ({name: line[name] for name in kept} for line in lines)

    report = send(api, written([product, red | {"variantPrice": "480"}]))

    assert (report.changed, report.problems) == (1, [])
    assert "1 have no line and stay" in told(report)[0]
    assert variants() == [("Red", "MALA-RED", 48_000, 3), BLUE_ROW]


def test_variant_is_removed_by_a_line_that_says_so(api: Api, lines: list[Line]) -> None:
    product, red, blue = lines
    text = written([product, red | {"variantRemove": "yes"}, blue])

    looked = send(api, text, only_look=True)
    report, again = send(api, text), send(api, text)

    assert [(line, column) for line, column, _sentence in looked.notes] == [(3, "variantRemove"), (2, "")]
    assert (report.changed, again.unchanged, again.problems) == (1, 1, [])
    assert variants() == [BLUE_ROW]


def test_removed_variant_that_was_ordered_stays_off_sale(api: Api, lines: list[Line]) -> None:
    product, red, blue = lines
    pay(place(Product.objects.get(sku="MALA-RED")))

    report = send(api, written([product, red | {"variantRemove": "yes"}, blue]))

    assert (report.changed, variants()) == (1, [BLUE_ROW])
    assert Product.objects.get(public_id=red["variantId"]).archived_at is not None


def test_product_without_variants_left_is_bought_itself(api: Api, lines: list[Line]) -> None:
    product, *others = lines
    nameless = product | {"option1Name.en": "", "option1Name.hi": ""}

    send(api, written([nameless, *(line | {"variantRemove": "yes"} for line in others)]))

    found = Product.objects.get()
    assert (found.has_variants, found.on_hand) == (False, 0)


def test_new_product_comes_with_its_variants(api: Api) -> None:
    text = (
        "title.en,description.en,category,option1Name.en,option2Name.en,option1Value.en,option2Value.en,"
        "variantPrice,variantStock,variantSku\n"
        "Mala,Words,rudraksha,Colour,Size,,,,,\n"
        ",,,,,Red,S,90,2,M-RS\n"
        ",,,,,Red,M,80,,M-RM\n"
        "Ring,Words,rudraksha,,,,,,,\n"
    )

    report, again = send(api, text), send(api, text)

    assert (report.new, report.places, again.unchanged) == (1, [(5, "price"), (5, "stock")], 1)
    mala = Product.objects.get(title_en="Mala")
    assert (mala.price_paise, [name["en"] for name in mala.option_names or []]) == (8_000, ["Colour", "Size"])
    assert variants() == [("Red", "M-RS", 9_000, 2), ("Red", "M-RM", 8_000, 0)]


def test_plain_product_gets_variants(api: Api) -> None:
    plain: Line = {"originalPrice": None, "discountPercentage": None, "customization": {}}
    api.post("/admin/products", product_body(**plain))
    (product,) = table(exported(api))
    red = {"id": product["id"], "option1Value.en": "Red", "variantPrice": "90", "variantStock": "2"}
    file = [product | {"option1Name.en": "Colour"}, dict.fromkeys(product, "") | red]

    report = send(api, written(file))
    assert (report.changed, report.problems) == (1, [])
    assert variants() == [("Red", "", 9_000, 2)]
    carry(api, report.import_id, "take_back")

    found = Product.objects.get()
    assert (found.has_variants, found.on_hand, found.price_paise) == (False, 7, 50_000)


def test_whole_import_of_variants_is_taken_back(api: Api, lines: list[Line]) -> None:
    product, red, blue = lines
    green = red | {"variantId": "", "variantSku": "GREEN", "option1Value.en": "Green"}
    changed = [red | {"variantPrice": "1", "variantIsActive": "no"}, blue | {"variantRemove": "yes"}, green]
    report = send(api, written([product | {"option1Name.en": "Shade"}, *changed]))
    assert variants() == [("Green", "GREEN", 50_000, 3)]

    carry(api, report.import_id, "take_back")

    after = [line | {"version": "", "variantId": ""} for line in table(exported(api))]
    assert after == [line | {"variantId": ""} for line in lines]


def test_file_of_before_variants_had_lines_leaves_them(api: Api, lines: list[Line]) -> None:
    old = {name: cell for name, cell in lines[0].items() if not name.startswith(("variant", "option"))}

    same = send(api, written([old]))
    report = send(api, written([old | {"title.en": "Mala", "price": "900"}]))

    assert (same.unchanged, report.changed, report.problems) == (1, 1, [])
    assert told(report) == ["The price is that of the cheapest variant"]
    assert variants() == [RED_ROW, BLUE_ROW]


def test_pieces_of_present_variants_stay_as_counted(api: Api, lines: list[Line]) -> None:
    product, red, blue = lines
    stock.hold(Product.objects.get(sku="MALA-RED"), quantity=2, reference="AKS-1")

    report = send(api, written([product, red | {"variantStock": "1"}, blue | {"variantStock": "-4"}]))

    assert (report.unchanged, report.problems) == (1, [])
    assert [(line, column) for line, column, _sentence in report.notes] == [
        (3, "variantStock"),
        (4, "variantStock"),
    ]
    assert variants() == [RED_ROW, BLUE_ROW]
    assert not StockMovement.objects.filter(kind="count", product__sku="MALA-RED", quantity=1).exists()


def test_variant_shows_a_picture_of_its_product(api: Api) -> None:
    front, back = make_picture("front"), make_picture("back")
    api.post("/admin/products", varied_body(images=[front.image, back.image]))
    product, red, blue = (line | {"version": ""} for line in table(exported(api)))
    text = written([product, red | {"variantPicture": back.image.replace("-800", "-400")}, blue])

    report, again = send(api, text), send(api, text)

    assert (report.changed, report.problems, again.unchanged) == (1, [], 1)
    assert table(exported(api))[1]["variantPicture"] == back.image
    main = send(api, written([product, red | {"variantPicture": front.image}, blue]))
    assert (main.changed, table(exported(api))[1]["variantPicture"]) == (1, "")


FAULTS: list[tuple[str, Line, list[tuple[int, str]]]] = [
    ("no option", {"variantId": "", "option1Value.en": "", "option1Value.hi": ""}, [(3, "option1Value.en")]),
    ("Hindi alone", {"option1Value.en": ""}, [(3, "option1Value.en")]),
    ("unnamed option", {"option2Value.en": "M"}, [(2, "option2Name.en")]),
    ("same SKU", {"variantSku": "mala-blue"}, [(4, "variantSku")]),
    ("SKU of another product", {"variantSku": "other-1"}, [(3, "variantSku")]),
    ("same options", {"option1Value.en": "BLUE"}, [(4, "option1Value.en")]),
    ("other id", {"variantId": "0123456789abcdef", "option1Value.en": "Pink"}, [(3, "variantId")]),
    (
        "negative stock",
        {"variantId": "", "option1Value.en": "Pink", "variantStock": "-1"},
        [(3, "variantStock")],
    ),
    (
        "half a piece",
        {"variantId": "", "option1Value.en": "Pink", "variantStock": "1.5"},
        [(3, "variantStock")],
    ),
    ("rupee sign", {"variantPrice": "₹500"}, [(3, "variantPrice")]),
    ("no price", {"variantPrice": ""}, [(3, "variantPrice")]),
    ("formula", {"variantSku": "=1+1"}, [(3, "variantSku")]),
    ("barcode", {"variantBarcode": "123"}, [(3, "variantBarcode")]),
    ("weight", {"variantWeight": "12 g"}, [(3, "variantWeight")]),
    ("picture", {"variantPicture": "/media/products/none.jpg"}, [(3, "variantPicture")]),
    ("neither yes nor no", {"variantIsActive": "maybe"}, [(3, "variantIsActive")]),
    ("cell of the product", {"title.en": "Red mala"}, [(3, "title.en")]),
    ("other product", {"id": "0123456789abcdef"}, [(3, "id")]),
]


@pytest.mark.parametrize(("cells", "places"), [each[1:] for each in FAULTS], ids=[each[0] for each in FAULTS])
def test_faulty_cell_of_a_variant_is_named(
    api: Api, lines: list[Line], cells: Line, places: list[tuple[int, str]]
) -> None:
    api.post("/admin/products", product_body(sku="OTHER-1", slug="other"))
    product, red, blue = lines

    looked = send(api, written([product, red | cells, blue]), only_look=True)
    report = send(api, written([product, red | cells, blue]))

    assert (looked.places, report.refused) == (places, 1)
    assert variants() == [RED_ROW, BLUE_ROW]


def test_second_line_about_a_variant_is_refused(api: Api, lines: list[Line]) -> None:
    product, red, blue = lines

    report = send(api, written([product, red, blue, red | {"variantSku": "", "variantPrice": "1"}]))

    assert report.places == [(5, "option1Value.en")]
    assert "Line 3 is about the same one" in report.problems[0][2]


def test_sku_of_a_product_and_its_variant_is_refused(api: Api, lines: list[Line]) -> None:
    product, red, blue = lines

    report = send(api, written([product | {"sku": "MALA-RED"}, red, blue]), only_look=True)

    assert report.places == [(3, "variantSku")]
    assert "Line 2 has this SKU, too" in report.problems[0][2]


def test_what_only_products_without_variants_have_is_refused(api: Api) -> None:
    api.post("/admin/products", product_body())
    (product,) = (line | {"sizes": ""} for line in table(exported(api)))
    stock.hold(Product.objects.get(), quantity=1, reference="AKS-1")
    red = {"id": product["id"], "option1Value.en": "Red", "variantPrice": "90"}

    report = send(
        api,
        written([product | {"option1Name.en": "Colour"}, dict.fromkeys(product, "") | red]),
        only_look=True,
    )

    assert report.places == [(2, "originalPrice"), (2, "origins"), (2, "stock")]


def test_value_that_a_spreadsheet_would_run_is_made_harmless_and_comes_back_whole(api: Api) -> None:
    names = {"optionNames": [COLOUR], "rows": [row({"en": "=1+1", "hi": "@"}), row(RED), row(BLUE)]}
    api.post("/admin/products", varied_body(names))

    text = exported(api)

    assert (table(text)[1]["option1Value.en"], table(text)[1]["option1Value.hi"]) == ("'=1+1", "'@")
    assert send(api, text).unchanged == 1


def test_two_products_share_no_line(api: Api, lines: list[Line]) -> None:
    three = two_colours()
    three["rows"] = [each | {"sku": ""} for each in three["rows"]]
    api.post("/admin/products", varied_body(three, slug="second", title={"en": "Second", "hi": ""}))
    both = sorted(table(exported(api)), key=lambda line: line["title.en"])

    report = send(api, written(both))

    assert (report.unchanged, report.problems, report.notes) == (2, [], [])
