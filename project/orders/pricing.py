"""What an order costs: lines, tax per line, shipping, total. Everything in paise."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.conf import settings

from project.catalog.errors import InvalidQuantity, OptionUnavailable, OutOfStock, ProductUnavailable
from project.catalog.models import Product
from project.catalog.pricing import Selection, check_quantity, unit_price
from project.core.errors import DomainError, ErrorCode
from project.core.gst import split_tax
from project.core.money import SMALLEST_PAISE, portion

MAX_LINES = 20


@dataclass(frozen=True)
class Item:
    """What a shopper asks for: a product by its public id, in a choice of options."""

    product_id: str
    quantity: int
    selection: Selection


@dataclass(frozen=True)
class QuoteLine:
    """One item, priced; `total_paise` is unit × quantity as shown to the shopper.

    `discount_paise` is its share of the discount, and the tax is on what is left (section 15(3) of the CGST
    Act: a discount known at the sale is no part of the value).
    """

    product: Product
    selection: Selection
    quantity: int
    unit_paise: int
    additional_paise: int
    total_paise: int
    tax_rate_basis_points: int
    tax_paise: int
    discount_paise: int = 0

    @property
    def net_paise(self) -> int:
        """The line without its tax."""
        return self.total_paise - self.tax_paise if settings.PRICES_INCLUDE_TAX else self.total_paise


@dataclass(frozen=True)
class Quote:
    """A priced list of items; total = subtotal + tax + shipping − discount.

    `tax_paise` is the tax of goods and delivery. Where prices include tax so does `shipping_paise`, whose tax
    is then not added again. `problem` says why the code that was asked for takes nothing off.
    """

    lines: Sequence[QuoteLine]
    subtotal_paise: int
    tax_paise: int
    shipping_paise: int
    shipping_tax_paise: int
    discount_paise: int
    problem: DomainError | None = None

    @property
    def total_paise(self) -> int:
        """What the shopper pays."""
        included = self.shipping_tax_paise if settings.PRICES_INCLUDE_TAX else 0
        return self.subtotal_paise + self.tax_paise + self.shipping_paise - included - self.discount_paise


def line_tax(total_paise: int, rate_basis_points: int, *, state: str = "") -> int:
    """Return the tax of a line: inside the price or on top, as the shop's setting says.

    Inside the price it is what the invoice for a buyer in `state` will say, two halves in the seller's own.
    On top it is rounded once, whoever buys: a price does not depend on the address, and the invoice shows
    what its halves come to as rounding.
    """
    inclusive = settings.PRICES_INCLUDE_TAX
    interstate = not inclusive or state != settings.SHOP_STATE
    return sum(split_tax(total_paise, rate_basis_points, inclusive=inclusive, interstate=interstate))


def delivery_rate(lines: Iterable[tuple[int, int]]) -> int:
    """Return the rate of the delivery's tax: it is part of the goods' supply (section 8 of the CGST Act).

    So it is taxed as the line that is worth most; `lines` are the value and the rate of each.
    """
    return max(lines, key=lambda line: line[0])[1]


def shipping(goods_paise: int) -> int:
    """Return the one shipping charge for goods of this value."""
    if settings.SHIPPING_FLAT_PAISE and goods_paise < settings.SHIPPING_FREE_ABOVE_PAISE:
        return int(settings.SHIPPING_FLAT_PAISE)
    return 0


def _all_ship_free(items: Sequence[Item], products: Mapping[str, Product]) -> bool:
    """Whether every product of the order is marked to ship free; one that is not makes the parcel cost."""
    return all(products[item.product_id].free_shipping for item in items)


def no_discount(goods_paise: int) -> int:
    """Take nothing off."""
    return 0


def price_items(
    items: Sequence[Item],
    products: Mapping[str, Product],
    discount: Callable[[int], int] = no_discount,
    *,
    state: str = "",
) -> Quote:
    """Price the items with these products (by public id), whose stock and options are as they are now.

    `state` is the buyer's, as far as it is known; the total does not depend on it.

    `discount` is asked what goods of a value get off, and may refuse. A discount never costs: it neither
    changes the shipping nor takes the goods below what the provider takes.

    Raises ProductUnavailable, OptionUnavailable, InvalidQuantity or OutOfStock, naming each line at fault
    as `items.{n}`. Lines of one product are summed before they meet the stock.
    """
    if not 1 <= len(items) <= MAX_LINES:
        raise InvalidQuantity(f"{len(items)} lines")
    wanted: Counter[str] = Counter()
    for item in items:
        wanted[item.product_id] += max(item.quantity, 0)
    lines: list[QuoteLine] = []
    faults: dict[str, DomainError] = {}
    for position, item in enumerate(items):
        try:
            lines.append(_price(item, products.get(item.product_id), wanted[item.product_id]))
        except (ProductUnavailable, OptionUnavailable, InvalidQuantity, OutOfStock) as fault:
            faults[f"items.{position}"] = fault
    if faults:
        worst = next(iter(faults.values()))
        errors: dict[str, ErrorCode] = {field: fault.code for field, fault in faults.items()}
        raise type(worst)(str(worst), errors=errors)
    goods = sum(line.total_paise for line in lines)
    if goods < SMALLEST_PAISE:
        raise InvalidQuantity(f"{goods} paise is less than the provider takes")
    off = max(0, min(discount(goods), goods - SMALLEST_PAISE))
    lines = _share_out(lines, off, goods, state)
    delivery = 0 if _all_ship_free(items, products) else shipping(goods)
    rate = delivery_rate((line.total_paise, line.tax_rate_basis_points) for line in lines)
    delivery_tax = line_tax(delivery, rate, state=state)
    return Quote(
        lines=lines,
        subtotal_paise=sum(line.net_paise for line in lines),
        tax_paise=sum(line.tax_paise for line in lines) + delivery_tax,
        shipping_paise=delivery,
        shipping_tax_paise=delivery_tax,
        discount_paise=off,
    )


def _share_out(lines: Sequence[QuoteLine], off: int, goods: int, state: str) -> list[QuoteLine]:
    """Give every line its share of the discount, to the paisa, and tax it on the rest."""
    shared: list[QuoteLine] = []
    value = given = 0
    for line in lines:
        value += line.total_paise
        share = portion(off, value, goods) - given
        given += share
        tax = line_tax(line.total_paise - share, line.tax_rate_basis_points, state=state)
        shared.append(replace(line, discount_paise=share, tax_paise=tax))
    return shared


def _price(item: Item, product: Product | None, wanted: int) -> QuoteLine:
    if product is None or not product.is_shown:
        raise ProductUnavailable(item.product_id)
    if item.quantity < 1:
        raise InvalidQuantity(f"{product}: {item.quantity}")
    check_quantity(product, wanted)
    price = unit_price(product, item.selection)
    total = price.unit_paise * item.quantity
    return QuoteLine(
        product=product,
        selection=price.selection,
        quantity=item.quantity,
        unit_paise=price.unit_paise,
        additional_paise=price.additional_paise,
        total_paise=total,
        tax_rate_basis_points=product.tax_rate_basis_points,
        tax_paise=line_tax(total, product.tax_rate_basis_points),
    )
