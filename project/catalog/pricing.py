"""Price of one piece; the only place that computes the price of options."""

from collections import Counter
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from project.catalog.errors import InvalidQuantity, OptionUnavailable, OutOfStock, VariantRequired
from project.catalog.models import (
    DEFAULT_ORIGIN,
    DEFAULT_PENDANT,
    DEFAULT_SIZE,
    XRAY_CERTIFICATE,
    OptionKind,
    Product,
)
from project.core.shop import shop


@dataclass(frozen=True)
class Selection:
    """Options that the shopper chose; those left out are the defaults, which the product's price includes.

    An empty origin or size says that the product leaves no choice there.
    """

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

    The answer's selection is the one to keep: it claims no origin or size that the product does not have.

    Raises OptionUnavailable for a choice the product does not offer, and for a combination whose price
    would fall to zero or below; VariantRequired for a product of which a variant is bought.
    """
    if product.has_variants:
        raise VariantRequired(str(product))
    options = {(option.kind, option.name): option for option in product.options.all()}
    kinds = {kind for kind, _ in options}
    selection = replace(
        selection,
        origin=_settled(selection.origin, DEFAULT_ORIGIN, OptionKind.ORIGIN in kinds),
        size=_settled(selection.size, DEFAULT_SIZE, OptionKind.SIZE in kinds),
    )

    chosen: list[tuple[OptionKind, str]] = []
    if selection.origin:
        chosen.append((OptionKind.ORIGIN, selection.origin))
    if selection.xray_certification:
        chosen.append((OptionKind.XRAY, XRAY_CERTIFICATE))
    if selection.pendant_type != DEFAULT_PENDANT:
        chosen.append((OptionKind.PENDANT, selection.pendant_type))
    if selection.size:
        chosen.append((OptionKind.SIZE, selection.size))

    additional = 0
    for choice in chosen:
        option = options.get(choice)
        if option is None or not option.available:
            raise OptionUnavailable(f"{product}: {choice} is not offered")
        additional += option.price_paise
    unit = product.price_paise + additional
    if unit <= 0:
        raise OptionUnavailable(f"{product}: {selection} would cost {unit} paise")
    return UnitPrice(unit_paise=unit, additional_paise=additional, selection=selection)


def picture_address(product: Product, selection: Selection) -> str:
    """Return the address of the picture that shows the chosen pendant, else size, else origin.

    The product's main picture where none does; '' without one.
    """
    options = {(option.kind, option.name): option for option in product.options.all() if option.picture_id}
    chosen = (
        (OptionKind.PENDANT, selection.pendant_type),
        (OptionKind.SIZE, selection.size),
        (OptionKind.ORIGIN, selection.origin),
    )
    picture = next((options[name].picture for name in chosen if name in options), None)
    return picture.image if picture else product.main_image


def lowest_unit_paise(product: Product) -> int:
    """Return what one piece costs with the cheapest origin and size that can be chosen, and nothing added."""
    lowest = product.price_paise
    for kind in (OptionKind.ORIGIN, OptionKind.SIZE):
        offered = [
            option.price_paise for option in product.options.all() if option.kind == kind and option.available
        ]
        lowest += min(offered, default=0)
    # A combination at no price is not offered, see `unit_price`.
    return lowest if lowest > 0 else product.price_paise


def has_choice(product: Product) -> bool:
    """Return whether there is anything to choose about the product."""
    offered = [option for option in product.options.all() if option.available]
    kinds = Counter(option.kind for option in offered if option.name != DEFAULT_PENDANT)
    return any(
        number > (1 if kind in (OptionKind.ORIGIN, OptionKind.SIZE) else 0) for kind, number in kinds.items()
    )


def _settled(name: str, default: str, is_choice: bool) -> str:
    """Return what was meant: nothing said is the default, and the default of no choice is nothing."""
    if is_choice:
        return name or default
    return "" if name == default else name


def check_quantity(product: Product, quantity: int) -> None:
    """Refuse a quantity that one order cannot hold or the stock does not have.

    `quantity` is the sum over all lines of the product.

    Raises InvalidQuantity below 1 and above what one order may have, OutOfStock above what can be sold now.
    """
    if not 1 <= quantity <= shop().ordering.max_quantity:
        raise InvalidQuantity(f"{product}: {quantity} pieces", text=most_of_one_product(quantity))
    if quantity > product.buyable:
        raise OutOfStock(f"{product}: {quantity} wanted, {product.buyable} left")


def most_of_one_product(quantity: int) -> str:
    """Return the sentence for a quantity above what one order may have; "" when it is not."""
    most = shop().ordering.max_quantity
    if quantity <= most:
        return ""
    text = _("One order can have up to {most} pieces of a product. Please write to us for more")
    return text.format(most=most)
