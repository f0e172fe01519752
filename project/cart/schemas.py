"""Request and response schemas of carts and wishlists."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any, Self

from pydantic import AliasPath, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from project.cart.cart_state import CartState, LineProblem, LineState
from project.cart.models import MAX_LINES_AFTER_MERGE, MAX_WISHES, Wishlist
from project.cart.notices import CartNotice, notices
from project.catalog.models import Product
from project.catalog.pricing import has_choice
from project.catalog.schemas.pictures import Picture
from project.catalog.schemas.products import ProductCard
from project.core.schemas import ApiModel, Rupees
from project.orders.schemas import Customization, QuoteOut

LineId = Annotated[str, Field(max_length=64)]


# -- The cart ------------------------------------------------------------------------------------


class CartProduct(ApiModel):
    """The product of a line, enough to show it and to link to it; its topic tells of newer versions."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    slug: str
    title: str
    main_image: str
    picture: Picture | None = Field(validation_alias="main_picture")
    sellable: int = Field(validation_alias="public_stock")
    sellable_is_more: bool = Field(validation_alias="has_more_stock")
    is_available: bool
    # Whether its options can be chosen anew.
    has_choice: bool
    version: int

    @classmethod
    def of(cls, product: Product) -> Self:
        is_available = product.is_available and product.is_shown
        return cls.from_row(product, is_available=is_available, has_choice=has_choice(product))


class CartLineOut(ApiModel):
    """One line in its current state; `maxQuantity` is the most that could be chosen."""

    id: str = Field(validation_alias=AliasPath("line", "public_id"), serialization_alias="_id")
    product: CartProduct
    customization: Customization = Field(validation_alias=AliasPath("line", "selection"))
    quantity: int
    max_quantity: int = Field(validation_alias="most")
    unit_price: Rupees = Field(validation_alias="unit_paise")
    total_price: Rupees = Field(validation_alias="total_paise")
    problem: LineProblem | None
    notices: list[CartNotice]

    @classmethod
    def of(cls, state: LineState) -> Self:
        """Return the line as the wire carries it, in the caller's language."""
        product = CartProduct.of(state.line.product)
        return cls.from_row(state, product=product, notices=list(notices(state)))


class CartOut(ApiModel):
    """The cart in its current state.

    `count` is the pieces that can be bought, `quote` what they cost. With `hasChanges` something waits to be
    accepted before the cart can be ordered.
    """

    lines: list[CartLineOut]
    count: int
    quote: QuoteOut | None
    has_changes: bool
    can_check_out: bool
    version: int

    @classmethod
    def of(cls, state: CartState) -> Self:
        quote = state.quote
        return cls(
            lines=[CartLineOut.of(line) for line in state.lines],
            count=sum(line.quantity for line in state.lines if line.problem is None),
            quote=QuoteOut.model_validate(quote) if quote else None,
            has_changes=state.has_changes,
            can_check_out=quote is not None and not state.has_changes,
            version=state.version,
        )


class CartData(ApiModel):
    """`data` of every call about the cart.

    `cartToken` opens a guest's cart (header X-Cart-Token); null when there is nothing to keep: no cart
    yet, or it belongs to the account now.
    """

    cart: CartOut
    cart_token: str | None


class LineChangeIn(ApiModel):
    """Changes of a line; fields that are left out stay."""

    quantity: int | None = Field(default=None, strict=True)
    customization: Customization | None = None


class SeenLineIn(ApiModel):
    """A line as the shopper saw it when accepting."""

    line_id: LineId
    unit_price: Decimal = Field(ge=0, le=10_000_000, decimal_places=2)
    quantity: int = Field(strict=True)


class AcceptIn(ApiModel):
    """The changes that were on the screen."""

    lines: list[SeenLineIn] = Field(max_length=MAX_LINES_AFTER_MERGE)


class OrderedIn(ApiModel):
    """The order that the cart has become."""

    order_id: str = Field(max_length=64)


# -- The wishlist --------------------------------------------------------------------------------


class WishlistLive(ApiModel):
    """Products on the wishlist: the data of topic `wishlist:{userId}`. Hidden ones are left out."""

    product_ids: list[str]
    count: int
    version: int

    @classmethod
    def of(cls, wishlist: Wishlist | None) -> Self:
        ids = [product.public_id for product in wished(wishlist)]
        return cls(product_ids=ids, count=len(ids), version=wishlist.version if wishlist else 0)


class WishlistData(WishlistLive):
    """The wishlist, newest wish first; `hidden` counts products on it that are not sold at present."""

    wishlist: list[ProductCard]
    hidden: int

    @classmethod
    def of_guest(cls, product_ids: Sequence[str]) -> Self:
        """Return what a guest's browser has kept, in its order."""
        kept = Product.objects.filter(public_id__in=product_ids)
        shown = {product.public_id: product for product in kept.visible().with_category()}
        cards = [ProductCard.of(shown[key]) for key in dict.fromkeys(product_ids) if key in shown]
        return cls._of_cards(cards, version=0, wished=kept.count())

    @classmethod
    def of(cls, wishlist: Wishlist | None) -> Self:
        cards = ProductCard.list(wished(wishlist))
        version, count = (wishlist.version, wishlist.wishes.count()) if wishlist else (0, 0)
        return cls._of_cards(cards, version=version, wished=count)

    @classmethod
    def _of_cards(cls, cards: list[ProductCard], *, version: int, wished: int) -> Self:
        ids, count = [card.id for card in cards], len(cards)
        return cls(product_ids=ids, count=count, version=version, wishlist=cards, hidden=wished - count)


class GuestWishesQuery(ApiModel):
    """The products that a guest's browser has kept."""

    product_ids: list[Annotated[str, Field(max_length=64)]] = Field(default=[], max_length=MAX_WISHES)


class WishIn(ApiModel):
    """One product, or those a guest had wished for before logging in."""

    product_id: str | None = Field(default=None, max_length=64)
    product_ids: list[Annotated[str, Field(max_length=64)]] = Field(default=[], max_length=MAX_WISHES)

    @field_validator("product_id")
    @classmethod
    def _names_a_product(cls, value: str | None) -> str:
        if not value:
            raise PydanticCustomError("required", "required")
        return value

    @model_validator(mode="before")
    @classmethod
    def _names_something(cls, value: Any) -> Any:
        # Without either it is the one product that is missing; an empty list is a guest without wishes.
        if isinstance(value, dict) and not value.keys() & {"productId", "productIds", "product_ids"}:
            return {**value, "productId": ""}
        return value


def wished(wishlist: Wishlist | None) -> list[Product]:
    """Return the products of a wishlist that the shop shows, newest wish first."""
    if wishlist is None:
        return []
    wishes = wishlist.wishes.filter(product__in=Product.objects.visible()).order_by("-pk")
    # Two queries: a join would have to repeat what `with_category` fetches along.
    order = list(wishes.values_list("product_id", flat=True))
    products = {product.pk: product for product in Product.objects.with_category().filter(pk__in=order)}
    return [products[pk] for pk in order if pk in products]
