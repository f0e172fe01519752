"""Prices of an order: lines, tax per line, shipping, discount, total. All amounts in paise."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from project.catalog.errors import InvalidQuantity, OptionUnavailable, OutOfStock, ProductUnavailable
from project.catalog.models import Product
from project.catalog.pricing import Selection, check_quantity, picture_address, unit_price
from project.core.errors import DomainError, ErrorCode
from project.core.gst import split_tax
from project.core.money import SMALLEST_PAISE, portion
from project.core.shipping import NOWHERE, Destination, Zone, find_zone, zone_charge
from project.core.shop import shop
from project.core.shop_settings import Shipping, Tax
from project.orders.errors import NotServed, OutsideState
from project.orders.models import promised_delivery

MAX_LINES = 20


@dataclass(frozen=True)
class Item:
    """One requested item: product (public id), quantity and options."""

    product_id: str
    quantity: int
    selection: Selection


@dataclass(frozen=True)
class QuoteLine:
    """A priced item; `total_paise` is unit price × quantity, before the discount.

    `discount_paise` is its share of the order's discount. Tax is computed after the discount (section 15(3)
    of the CGST Act: a discount known at the time of sale is not part of the taxable value).
    """

    product: Product
    selection: Selection
    quantity: int
    unit_paise: int
    additional_paise: int
    total_paise: int
    tax_rate_basis_points: int
    tax_paise: int
    prices_include_tax: bool
    discount_paise: int = 0

    @property
    def net_paise(self) -> int:
        """The line's total without tax."""
        return self.total_paise - self.tax_paise if self.prices_include_tax else self.total_paise

    @property
    def image(self) -> str:
        """Address of the picture of what was chosen; '' without one."""
        return picture_address(self.product, self.selection)


@dataclass(frozen=True)
class Quote:
    """A priced list of items; total = subtotal + tax + shipping − discount.

    `tax_paise` is the tax of goods and delivery. Where prices include tax, `shipping_paise` includes its tax,
    so `total_paise` does not add that again. `problem` is why the requested discount code does not apply,
    `delivery_problem` why nothing can be delivered to the destination. While `shipping_is_estimate`, the
    address is not known and may change the charge.
    """

    lines: Sequence[QuoteLine]
    subtotal_paise: int
    tax_paise: int
    shipping_paise: int
    shipping_tax_paise: int
    discount_paise: int
    prices_include_tax: bool
    # The settings that it was computed from.
    rules: Tax
    problem: DomainError | None = None
    delivery_problem: DomainError | None = None
    shipping_is_estimate: bool = False

    @property
    def goods_paise(self) -> int:
        """The sum of the lines as they are priced, before the discount: with tax where prices include it."""
        return sum(line.total_paise for line in self.lines)

    @property
    def total_paise(self) -> int:
        """The amount that the shopper pays."""
        included = self.shipping_tax_paise if self.prices_include_tax else 0
        return self.subtotal_paise + self.tax_paise + self.shipping_paise - included - self.discount_paise

    @property
    def estimated_delivery(self) -> date:
        """The promised date of delivery, if it is paid today."""
        return promised_delivery()


def line_tax(total_paise: int, rate_basis_points: int, tax: Tax, *, state: str = "") -> int:
    """Return the tax of a line, included in the price or added to it, as the shop's settings say.

    Included tax is computed as on the invoice of a buyer in `state`: one amount of IGST, or within the
    seller's own state CGST and SGST, each rounded. Added tax is rounded once for every buyer, so that the
    price of goods does not depend on the address; the invoice shows the difference to CGST + SGST as
    rounding.
    """
    inclusive = tax.is_in_price
    interstate = not inclusive or state != tax.state
    return sum(split_tax(total_paise, rate_basis_points, inclusive=inclusive, interstate=interstate))


def delivery_rate(lines: Iterable[tuple[int, int]]) -> int:
    """Return the tax rate of the delivery: the rate of the line with the highest value.

    Goods and delivery are one composite supply, taxed like its principal supply (section 8 of the CGST Act).
    `lines` are the value and the rate of each line.
    """
    return max(lines, key=lambda line: line[0])[1]


def shipping_charge(goods_paise: int, grams: int, shipping: Shipping, zone: Zone | None) -> int:
    """Return the shipping charge of goods of this value and weight to a zone, or to everywhere else."""
    if zone is not None:
        return zone_charge(zone, goods_paise=goods_paise, grams=grams)
    return shipping.flat_paise if goods_paise <= shipping.free_above_paise else 0


def no_discount(goods_paise: int) -> int:
    """Return 0: the discount of an order without a code."""
    return 0


def price_items(
    items: Sequence[Item],
    products: Mapping[str, Product],
    discount: Callable[[int], int] = no_discount,
    *,
    destination: Destination = NOWHERE,
) -> Quote:
    """Price the items against the current stock and options of `products` (by public id).

    `destination` is the delivery's state and pincode, as far as they are known. It decides the parts of the
    tax, and in a shop with zones the shipping charge and so the total. Without it the charge is that of
    addresses without a zone.

    `discount` returns the discount for goods of a value, or raises when the code does not apply. The shipping
    charge is computed before the discount. What is left to pay is nothing, or at least the provider's
    smallest amount: a discount that leaves less takes off that much less.
    The shop's settings are read once: all of the quote is of one version.

    Raises ProductUnavailable, OptionUnavailable, InvalidQuantity or OutOfStock, whose `errors` name each line
    at fault as `items.{n}`. The quantities of one product's lines are summed for the check of its stock.
    """
    if not 1 <= len(items) <= MAX_LINES:
        raise InvalidQuantity(f"{len(items)} lines")
    now = shop()
    wanted: Counter[str] = Counter()
    for item in items:
        wanted[item.product_id] += max(item.quantity, 0)
    lines: list[QuoteLine] = []
    faults: dict[str, DomainError] = {}
    for position, item in enumerate(items):
        try:
            lines.append(_price(item, products.get(item.product_id), wanted[item.product_id], now.tax))
        except (ProductUnavailable, OptionUnavailable, InvalidQuantity, OutOfStock) as fault:
            faults[f"items.{position}"] = fault
    if faults:
        worst = next(iter(faults.values()))
        errors: dict[str, ErrorCode] = {field: fault.code for field, fault in faults.items()}
        raise type(worst)(str(worst), errors=errors)
    goods = sum(line.total_paise for line in lines)
    if goods < SMALLEST_PAISE:
        raise InvalidQuantity(f"{goods} paise is less than the provider takes")
    # One product without free shipping charges the whole parcel, of which those with it weigh nothing.
    charged = [line for line in lines if not line.product.free_shipping]
    zone = find_zone(now.shipping.zones, destination)
    weights = [(line.product.shipping_weight_grams, line.quantity) for line in charged]
    grams = sum((now.shipping.default_grams if each is None else each) * count for each, count in weights)
    delivery = shipping_charge(goods, grams, now.shipping, zone) if charged else 0
    off = max(0, min(discount(goods), goods))
    if 0 < (goods - off or delivery) < SMALLEST_PAISE:
        off = goods - SMALLEST_PAISE
    state = destination.state
    lines = _share_out(lines, off, goods, now.tax, state)
    rate = delivery_rate((line.total_paise, line.tax_rate_basis_points) for line in lines)
    delivery_tax = line_tax(delivery, rate, now.tax, state=state)
    return Quote(
        lines=lines,
        subtotal_paise=sum(line.net_paise for line in lines),
        tax_paise=sum(line.tax_paise for line in lines) + delivery_tax,
        shipping_paise=delivery,
        shipping_tax_paise=delivery_tax,
        discount_paise=off,
        prices_include_tax=now.tax.is_in_price,
        rules=now.tax,
        delivery_problem=_delivery_problem(now.tax, zone, destination),
        shipping_is_estimate=bool(charged) and not (now.shipping.has_one_rate or destination.is_known),
    )


def _delivery_problem(rules: Tax, zone: Zone | None, destination: Destination) -> DomainError | None:
    if destination.state and rules.only_state not in ("", destination.state):
        return OutsideState(rules.only_state)
    return NotServed(zone) if zone and not zone["is_served"] else None


def _share_out(lines: Sequence[QuoteLine], off: int, goods: int, rules: Tax, state: str) -> list[QuoteLine]:
    """Allocate the discount to the lines by value, to the paisa, and compute each line's tax after it."""
    shared: list[QuoteLine] = []
    value = given = 0
    for line in lines:
        value += line.total_paise
        share = portion(off, value, goods) - given
        given += share
        tax = line_tax(line.total_paise - share, line.tax_rate_basis_points, rules, state=state)
        shared.append(replace(line, discount_paise=share, tax_paise=tax))
    return shared


def _price(item: Item, product: Product | None, wanted: int, rules: Tax) -> QuoteLine:
    if product is None or not product.is_shown:
        raise ProductUnavailable(item.product_id)
    if item.quantity < 1:
        raise InvalidQuantity(f"{product}: {item.quantity}")
    check_quantity(product, wanted)
    price = unit_price(product, item.selection)
    total = price.unit_paise * item.quantity
    rate = product.tax_rate_basis_points if rules.is_charged else 0
    return QuoteLine(
        product=product,
        selection=price.selection,
        quantity=item.quantity,
        unit_paise=price.unit_paise,
        additional_paise=price.additional_paise,
        total_paise=total,
        tax_rate_basis_points=rate,
        tax_paise=line_tax(total, rate, rules),
        prices_include_tax=rules.is_in_price,
    )
