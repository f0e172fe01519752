"""To the paisa, whatever the cart: orders, invoices, refunds by piece and credit notes add up by line."""

from collections import Counter
from typing import Any

import pytest
from django.db.models import prefetch_related_objects
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from project.catalog.models import Product
from project.catalog.pricing import Selection
from project.core.money import portion
from project.core.shipping import Destination
from project.core.shop import shop
from project.invoices.contents import Contents, Row, of_order, of_refund
from project.orders.models import Order, OrderLine
from project.orders.pricing import Item, price_items
from project.payments.models import Payment, Refund
from project.payments.refunds.lines import RefundedLines, line_amounts
from tests.factories import make_product
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

RATES = (0, 300, 1200, 1800)
LINES = st.lists(
    st.tuples(st.integers(0, len(RATES) - 1), st.integers(100, 500_000), st.integers(1, 5)),
    min_size=1,
    max_size=4,
    # A product has one price.
    unique_by=lambda line: line[0],
)
CART = {
    "lines": LINES,
    "off": st.integers(0, 300_000),
    "inclusive": st.booleans(),
    "home": st.booleans(),
    "delivery": st.sampled_from([0, 4_900]),
    "draw": st.data(),
}
LIGHT = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def products() -> list[Product]:
    """One product for each rate, read as a quote reads them."""
    made = [make_product(tax_rate_basis_points=rate, stock=1_000).pk for rate in RATES]
    found = Product.objects.with_category().prefetch_related("options").in_bulk(made)
    return [found[pk] for pk in made]


def ordered(
    products: list[Product], lines: list[tuple[int, int, int]], *, off: int, inclusive: bool, state: str
) -> Order:
    """Price the cart and write the order as it is written when it is placed."""
    for number, price, _ in lines:
        products[number].price_paise = price
    items = [Item(products[number].public_id, quantity, Selection()) for number, _, quantity in lines]
    quote = price_items(
        items, {each.public_id: each for each in products}, lambda _: off, destination=Destination(state)
    )
    order = Order.objects.create(
        address={"state": state},
        subtotal_paise=quote.subtotal_paise,
        tax_paise=quote.tax_paise,
        shipping_paise=quote.shipping_paise,
        shipping_tax_paise=quote.shipping_tax_paise,
        discount_paise=quote.discount_paise,
        total_paise=quote.total_paise,
        prices_include_tax=inclusive,
        # What costs nothing is paid where it is placed.
        **({} if quote.total_paise else {"payment_status": "paid", "paid_at": timezone.now()}),
    )
    OrderLine.objects.bulk_create(
        OrderLine(
            order=order,
            product=line.product,
            customization={},
            quantity=line.quantity,
            unit_paise=line.unit_paise,
            additional_paise=0,
            total_paise=line.total_paise,
            discount_paise=line.discount_paise,
            tax_rate_basis_points=line.tax_rate_basis_points,
            tax_paise=line.tax_paise,
        )
        for line in quote.lines
    )
    prefetch_related_objects([order], "lines")
    return order


def half_of(amount: int, rate: int, *, inclusive: bool) -> int:
    """Return what half of the rate comes to, rounded by itself."""
    return portion(amount, rate, 2 * (10_000 + rate if inclusive else 10_000))


def check_invoice(order: Order, invoice: Contents, *, inclusive: bool, home: bool) -> None:
    lines = list(order.lines.all())
    assert invoice.total == order.total_paise
    assert [row.total for row in invoice.rows[: len(lines)]] == [line.paid_paise for line in lines]
    assert sum(line.paid_paise for line in lines) + order.delivery_paise == order.total_paise
    for row in invoice.rows:
        assert row.cgst == row.sgst and (not home or row.igst == 0) and (home or row.cgst == 0)
        value = row.total if inclusive else row.taxable
        if home:
            assert row.cgst == half_of(value, row.rate_basis_points, inclusive=inclusive)
        assert abs(row.rounding) <= (0 if inclusive or not home else 1)
    assert order.tax_paise == sum(row.tax + row.rounding for row in invoice.rows)


def check_note(row: Row, part: Row, amount: int) -> None:
    """Check that a credit note's part of a row is taxed as the row was, within a paisa a tax."""
    assert part.total == amount
    assert part.cgst == part.sgst
    if row.total:
        for name in ("cgst", "igst"):
            exact = getattr(row, name) * amount / row.total
            assert abs(getattr(part, name) - exact) <= 1


def walk(products: list[Product], cart: dict[str, Any]) -> None:
    change_shop(
        tax={"prices_include_tax": cart["inclusive"]},
        shipping={"flat_paise": cart["delivery"], "free_above_paise": 10**9},
    )
    check_cart(products, cart)


def check_cart(products: list[Product], cart: dict[str, Any]) -> None:
    inclusive, home, draw = cart["inclusive"], cart["home"], cart["draw"]
    order = ordered(
        products,
        cart["lines"],
        off=cart["off"],
        inclusive=inclusive,
        state=shop().tax.state if home else "Kerala",
    )
    invoice = of_order(order)
    check_invoice(order, invoice, inclusive=inclusive, home=home)

    left = {number: line.quantity for number, line in enumerate(order.lines.all(), start=1)}
    back = RefundedLines(Counter(), Counter())
    notes: list[Contents] = []
    while left:
        number = draw.draw(st.sampled_from(sorted(left)))
        quantity = draw.draw(st.integers(1, left[number]))
        [part] = line_amounts(order, {number: quantity}, back)
        amount = part["amountPaise"]
        refund = Refund(payment=Payment(order=order), amount_paise=amount, lines=[part])
        note = of_refund(refund, invoice, number="", issued_on="", earlier=notes)
        assert [row.total for row in note.rows if row.total] == ([amount] if amount else [])
        check_note(invoice.rows[number - 1], note.rows[number - 1], amount)
        notes.append(note)
        back.pieces[number] += quantity
        back.paise[number] += amount
        left[number] -= quantity
        if not left[number]:
            del left[number]

    for number, line in enumerate(order.lines.all(), start=1):
        assert back.paise[number] == line.paid_paise
        for name in ("taxable", "cgst", "sgst", "igst", "rounding"):
            assert sum(getattr(note.rows[number - 1], name) for note in notes) == getattr(
                invoice.rows[number - 1], name
            )


@given(**CART)
@LIGHT
def test_every_cart_adds_up_line_by_line(products: list[Product], **cart: Any) -> None:
    walk(products, cart)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@given(**CART)
@settings(LIGHT, max_examples=4_000)
def test_thousands_of_carts_add_up_line_by_line(products: list[Product], **cart: Any) -> None:
    walk(products, cart)


def test_returned_piece_is_paid_what_was_paid_for_it(products: list[Product]) -> None:
    change_shop(tax={"prices_include_tax": False})
    order = ordered(products, [(3, 8_550, 1), (1, 9_000, 1)], off=902, inclusive=False, state="Kerala")

    amounts = [line_amounts(order, {number: 1})[0]["amountPaise"] for number in (1, 2)]

    first, second = order.lines.all()
    # By the price alone each would get a share of the other's tax.
    assert amounts == [
        first.total_paise - first.discount_paise + first.tax_paise,
        second.total_paise - second.discount_paise + second.tax_paise,
    ]
    assert sum(amounts) == order.total_paise


def test_delivery_that_goes_back_with_the_pieces_touches_no_other_line(products: list[Product]) -> None:
    change_shop(shipping={"flat_paise": 4_900, "free_above_paise": 10**9})
    order = ordered(products, [(3, 10_000, 1), (1, 20_000, 1)], off=0, inclusive=True, state=shop().tax.state)
    lines = line_amounts(order, {1: 1})

    refund = Refund(payment=Payment(order=order), amount_paise=14_900, lines=lines)
    note = of_refund(refund, of_order(order), number="", issued_on="", earlier=[])

    assert [row.total for row in note.rows] == [10_000, 0, 4_900]
