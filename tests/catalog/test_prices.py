import pytest
from django.db import IntegrityError

from project.catalog.actions.products import Option, save_product
from project.catalog.errors import InvalidQuantity, OptionUnavailable, OutOfStock
from project.catalog.models import OptionKind, Product
from project.catalog.pricing import Selection, check_quantity, has_choice, unit_price
from tests.factories import BEAD_OPTIONS, make_category, make_product

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("selection", "unit_paise"),
    [
        (Selection(), 50_000),
        (Selection(origin="Indonesian"), 70_000),
        (Selection(xray_certification=True), 100_000),
        (Selection(pendant_type="silver"), 80_000),
        (Selection(size="big"), 150_000),
        (Selection(size="small"), 30_000),
        (
            Selection(origin="Indonesian", xray_certification=True, pendant_type="silver", size="small"),
            130_000,
        ),
    ],
)
def test_unit_price_is_the_base_and_every_chosen_option(selection: Selection, unit_paise: int) -> None:
    product = make_product(price_paise=50_000, options=BEAD_OPTIONS)

    price = unit_price(product, selection)

    assert price.unit_paise == unit_paise
    assert price.additional_paise == unit_paise - 50_000
    assert price.selection == selection


@pytest.mark.parametrize(
    "selection",
    [
        Selection(origin="UK"),
        Selection(origin="Atlantis"),
        Selection(pendant_type="gold"),
        Selection(pendant_type="copper"),
        Selection(size="rare"),
    ],
)
def test_unknown_and_unavailable_options_are_refused(selection: Selection) -> None:
    product = make_product(options=BEAD_OPTIONS)

    with pytest.raises(OptionUnavailable):
        unit_price(product, selection)


def test_xray_certificate_is_refused_where_it_is_not_offered() -> None:
    product = make_product(options=[Option(OptionKind.XRAY, "certificate", 50_000, available=False)])

    with pytest.raises(OptionUnavailable):
        unit_price(product, Selection(xray_certification=True))


def test_default_origin_is_refused_where_only_others_are_offered() -> None:
    product = make_product(options=[Option(OptionKind.ORIGIN, "Indonesian", 20_000)])

    for origin in ("Nepal", ""):
        with pytest.raises(OptionUnavailable):
            unit_price(product, Selection(origin=origin))


def test_product_without_options_claims_no_origin_and_no_size() -> None:
    amethyst = make_product(price_paise=125_000)

    price = unit_price(amethyst, Selection())

    assert price.unit_paise == 125_000
    assert price.selection == Selection(origin="", size="")
    assert unit_price(amethyst, price.selection) == price


def test_unit_price_never_falls_to_zero() -> None:
    product = make_product(price_paise=20_000, options=BEAD_OPTIONS)

    with pytest.raises(OptionUnavailable):
        unit_price(product, Selection(size="small"))


def test_product_whose_smallest_size_is_free_cannot_be_saved() -> None:
    fields = {"category": make_category(), "title_en": "Bead", "title_hi": "दाना", "price_paise": 20_000}

    with pytest.raises(OptionUnavailable):
        save_product("free", fields, [Option(OptionKind.SIZE, "small", -20_000)])

    assert not Product.objects.filter(slug="free").exists()


@pytest.mark.both_stacks
def test_database_refuses_a_product_without_a_price() -> None:
    with pytest.raises(IntegrityError):
        make_product(price_paise=0)


@pytest.mark.both_stacks
@pytest.mark.parametrize(
    "option",
    [
        Option(OptionKind.ORIGIN, "Indonesian", -1),
        Option(OptionKind.PENDANT, "silver", -1),
        Option(OptionKind.XRAY, "certificate", -1),
        Option(OptionKind.ORIGIN, "Nepal", 100),
        Option(OptionKind.SIZE, "regular", 100),
    ],
)
def test_database_refuses_option_prices_the_rule_does_not_know(option: Option) -> None:
    with pytest.raises(IntegrityError):
        make_product(options=[option])


@pytest.mark.parametrize(
    ("original", "percentage"), [(None, 0), (50_000, 0), (40_000, 0), (62_500, 20), (50_100, 0), (75_000, 33)]
)
def test_discount_is_computed_from_the_two_prices(original: int | None, percentage: int) -> None:
    product = make_product(price_paise=50_000, original_price_paise=original)

    assert product.discount_percentage == percentage


@pytest.mark.parametrize("quantity", [0, -1, 100])
def test_quantities_no_order_can_hold_are_refused(quantity: int) -> None:
    with pytest.raises(InvalidQuantity):
        check_quantity(make_product(stock=200), quantity)


def test_quantity_is_bound_by_what_can_be_sold() -> None:
    product = make_product(stock=3)

    check_quantity(product, 3)
    with pytest.raises(OutOfStock):
        check_quantity(product, 4)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], False),
        ([Option(OptionKind.ORIGIN, "Nepal"), Option(OptionKind.SIZE, "regular")], False),
        ([Option(OptionKind.PENDANT, "none")], False),
        ([Option(OptionKind.SIZE, "regular"), Option(OptionKind.SIZE, "big", available=False)], False),
        ([Option(OptionKind.SIZE, "regular"), Option(OptionKind.SIZE, "big")], True),
        ([Option(OptionKind.ORIGIN, "Nepal"), Option(OptionKind.ORIGIN, "Indonesian")], True),
        ([Option(OptionKind.PENDANT, "silver", 30_000)], True),
        ([Option(OptionKind.XRAY, "certificate", 50_000)], True),
    ],
)
def test_there_is_a_choice_where_more_than_one_thing_is_offered(
    options: list[Option], expected: bool
) -> None:
    assert has_choice(make_product(options=options)) is expected
