"""What one piece costs: the only place where options become money."""

from dataclasses import dataclass

from project.catalog.models import (
    DEFAULT_ORIGIN,
    DEFAULT_PENDANT,
    DEFAULT_SIZE,
    XRAY_CERTIFICATE,
    OptionKind,
    Product,
)
from project.core.errors import InvalidQuantity, OptionUnavailable, OutOfStock

MAX_QUANTITY = 99  # of one product in one order


@dataclass(frozen=True)
class Selection:
    """What the shopper chose; what was left out is the default, which the product's price includes."""

    origin: str = DEFAULT_ORIGIN
    xray_certification: bool = False
    pendant_type: str = DEFAULT_PENDANT
    size: str = DEFAULT_SIZE


@dataclass(frozen=True)
class UnitPrice:
    """The price of one piece in paise, and how much of it the options are (negative: a smaller size)."""

    unit_paise: int
    additional_paise: int
    selection: Selection


def unit_price(product: Product, selection: Selection) -> UnitPrice:
    """Return what one piece costs with these options; whether tax is in it is the shop's setting.

    Raises OptionUnavailable for a choice the product does not offer, and for a combination whose price
    would fall to zero or below.
    """
    options = {(option.kind, option.name): option for option in product.options.all()}
    kinds = {kind for kind, _ in options}

    def extra(kind: OptionKind, name: str, *, default: str | None) -> int:
        # Without a pendant, and where there is nothing to choose, the product is as it is.
        if name == default and (kind == OptionKind.PENDANT or kind not in kinds):
            return 0
        option = options.get((kind, name))
        if option is None or not option.available:
            raise OptionUnavailable(f"{product}: no {kind} {name!r}")
        return option.price_paise

    additional = (
        extra(OptionKind.ORIGIN, selection.origin, default=DEFAULT_ORIGIN)
        + extra(OptionKind.PENDANT, selection.pendant_type, default=DEFAULT_PENDANT)
        + extra(OptionKind.SIZE, selection.size, default=DEFAULT_SIZE)
    )
    if selection.xray_certification:
        additional += extra(OptionKind.XRAY, XRAY_CERTIFICATE, default=None)
    unit = product.price_paise + additional
    if unit <= 0:
        raise OptionUnavailable(f"{product}: {selection} would cost {unit} paise")
    return UnitPrice(unit_paise=unit, additional_paise=additional, selection=selection)


def check_quantity(product: Product, quantity: int) -> None:
    """Refuse a quantity that one order cannot hold or the stock does not have.

    `quantity` is the sum over all lines of the product.

    Raises InvalidQuantity below 1 and above MAX_QUANTITY, OutOfStock above what can be sold now.
    """
    if not 1 <= quantity <= MAX_QUANTITY:
        raise InvalidQuantity(f"{product}: {quantity} pieces")
    if quantity > product.sellable:
        raise OutOfStock(f"{product}: {quantity} wanted, {product.sellable} left")
