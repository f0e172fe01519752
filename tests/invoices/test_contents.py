"""Contents of an invoice: taxes by state, and the sum that was paid."""

import pytest

from project.invoices.contents import of_order
from project.orders.models import DiscountCode
from tests.buying import item
from tests.factories import BEAD_OPTIONS, make_product
from tests.invoices.document_helpers import bought, living_in
from tests.shop_settings import change_shop

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


def test_within_the_sellers_state_the_tax_is_cgst_and_sgst_in_equal_halves() -> None:
    order = bought(make_product(price_paise=118_000, hsn_code="71162000"))

    contents = of_order(order)

    [row] = contents.rows
    assert (contents.interstate, contents.place_code, contents.state_half) == (False, "27", "SGST")
    assert (row.taxable, row.cgst, row.sgst, row.igst) == (100_000, 9_000, 9_000, 0)
    assert (row.hsn, row.rate_basis_points, contents.total) == ("71162000", 1800, 118_000)


def test_in_another_state_the_tax_is_igst() -> None:
    order = bought(make_product(price_paise=118_000), customer=living_in("Tamil Nadu", "600001"))

    contents = of_order(order)

    [row] = contents.rows
    assert (contents.interstate, contents.place_of_supply, contents.place_code) == (True, "Tamil Nadu", "33")
    assert (row.taxable, row.cgst, row.sgst, row.igst) == (100_000, 0, 0, 18_000)


def test_seller_in_a_union_territory_pays_utgst() -> None:
    change_shop(tax={"state": "Chandigarh"})

    contents = of_order(bought(make_product(), customer=living_in("Chandigarh", "160017")))

    assert (contents.interstate, contents.state_half) == (False, "UTGST")


@pytest.mark.parametrize("price", [100, 101, 999, 35_000, 56_003, 123_457, 99_999_99])
@pytest.mark.parametrize("rate", [0, 25, 300, 500, 1200, 1800, 2800])
@pytest.mark.parametrize("inclusive", [True, False])
def test_halves_are_equal_and_the_sum_is_what_was_paid(price: int, rate: int, inclusive: bool) -> None:
    change_shop(tax={"prices_include_tax": inclusive})
    order = bought(item(make_product(price_paise=price, tax_rate_basis_points=rate), 3))

    contents = of_order(order)

    [row] = contents.rows
    assert row.cgst == row.sgst
    assert contents.total == order.total_paise
    assert abs(order.tax_paise - row.tax) <= (0 if inclusive else 1)
    assert row.rounding == order.tax_paise - row.tax
    if not inclusive:
        assert row.taxable == order.subtotal_paise


def test_each_half_is_rounded_by_itself() -> None:
    order = bought(make_product(price_paise=69_000))

    [row] = of_order(order).rows

    # 690 × 9 ÷ 118 = 52.627 each; half of the whole rate's 105.25 would be 52.62.
    assert (row.cgst, row.sgst, row.taxable, row.total) == (5_263, 5_263, 58_474, 69_000)
    assert order.tax_paise == 10_526


@pytest.mark.parametrize(("inclusive", "tax", "total"), [(True, 900, 55_900), (False, 1_062, 65_962)])
def test_deliverys_tax_belongs_to_the_orders(inclusive: bool, tax: int, total: int) -> None:
    change_shop(tax={"prices_include_tax": inclusive})
    change_shop(shipping={"flat_paise": 5_900, "free_above_paise": 10_000_000})
    order = bought(make_product(price_paise=50_000))

    contents = of_order(order)

    goods = contents.rows[0].tax
    assert (order.shipping_tax_paise, order.tax_paise) == (tax, goods + tax)
    assert (order.shipping_paise, contents.rows[-1].tax) == (5_900, tax)
    assert contents.total == order.total_paise == total
    if not inclusive:
        assert order.total_paise == 50_000 + goods + 5_900 + tax


def test_delivery_is_a_row_taxed_as_the_goods_that_are_worth_most() -> None:
    change_shop(shipping={"flat_paise": 11_800, "free_above_paise": 10_000_000})
    order = bought(
        make_product(price_paise=20_000, tax_rate_basis_points=0),
        make_product(price_paise=30_000, tax_rate_basis_points=1800),
    )

    contents = of_order(order)

    delivery = contents.rows[-1]
    assert (delivery.delivery, delivery.hsn, delivery.rate_basis_points) == (True, "9968", 1800)
    assert (delivery.taxable, delivery.tax, delivery.total) == (10_000, 1_800, 11_800)
    assert contents.total == order.total_paise == 61_800


def test_discount_lowers_each_lines_value_and_is_shown() -> None:
    DiscountCode.objects.create(code="DIWALI10", percent=10)
    order = bought(
        make_product(price_paise=100_000), item(make_product(price_paise=33_333), 2), discountCode="DIWALI10"
    )
    assert order.discount_paise > 0

    contents = of_order(order)

    assert contents.sum("discount") == order.discount_paise
    assert contents.total == order.total_paise == 166_666 - order.discount_paise


@pytest.mark.parametrize(
    ("rates", "gstin", "title"),
    [
        ([1800], "27AABCA1234F1Z5", "tax_invoice"),
        ([0], "27AABCA1234F1Z5", "bill_of_supply"),
        ([0, 1800], "27AABCA1234F1Z5", "invoice_and_bill"),
        ([1800], "", "invoice"),
    ],
)
def test_title_is_what_the_law_calls_it(rates: list[int], gstin: str, title: str) -> None:
    change_shop(tax={"gstin": gstin})

    contents = of_order(bought(*[make_product(tax_rate_basis_points=rate) for rate in rates]))

    assert contents.title == title


def test_options_are_said_in_the_buyers_words() -> None:
    product = make_product(options=BEAD_OPTIONS)
    choice = {"origin": "Nepal", "size": "big", "pendantType": "silver", "xrayCertification": True}

    [row] = of_order(bought(item(product, **choice), language="hi")).rows

    assert row.options == "नेपाल · आकार: बड़ा · चाँदी पेंडेंट · एक्स-रे प्रमाणपत्र"
