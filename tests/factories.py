"""Plain rows for tests. Anything with a status gets there through actions."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from django.contrib.auth.hashers import make_password

from project.accounts.models import Role, User
from project.accounts.tokens import access_token, open_session, record_second_factor
from project.catalog.actions.products import Option
from project.catalog.actions.stock import set_on_hand
from project.catalog.models import Category, OptionKind, Picture, Product, ProductOption
from project.catalog.search import index

_numbers = count(1)

# The options of the sample shop's common bead, prices in paise.
BEAD_OPTIONS = (
    Option(OptionKind.ORIGIN, "Nepal"),
    Option(OptionKind.ORIGIN, "Indonesian", 20_000),
    Option(OptionKind.ORIGIN, "UK", 50_000, available=False),
    Option(OptionKind.XRAY, "certificate", 50_000),
    Option(OptionKind.PENDANT, "none"),
    Option(OptionKind.PENDANT, "silver", 30_000),
    Option(OptionKind.PENDANT, "gold", 150_000, available=False),
    Option(OptionKind.SIZE, "small", -20_000),
    Option(OptionKind.SIZE, "regular"),
    Option(OptionKind.SIZE, "big", 100_000),
)


def make_user(*, role: str = Role.CUSTOMER, email: str = "", **fields: Any) -> User:
    """Create a user of this role."""
    number = next(_numbers)
    return User.objects.create(
        email=email or f"{role}{number}@example.com",
        name=fields.pop("name", f"{role.title()} {number}"),
        role=role,
        # As the manager makes them: they log in by code.
        password=fields.pop("password", make_password(None)),
        **fields,
    )


def make_category(slug: str = "rudraksha", **fields: Any) -> Category:
    """Return the category of this slug, created if need be and brought to these fields."""
    defaults = {"name_en": slug.title(), "name_hi": f"{slug} हिन्दी"} | fields
    category, _ = Category.objects.update_or_create(slug=slug, defaults=defaults)
    return category


def make_picture(key: str = "", **fields: Any) -> Picture:
    """Return the picture of this key, its row alone: no file lies behind it."""
    defaults = {"digest": "0" * 12, "width": 1600, "height": 1600, "color": "#e8ddd0"} | fields
    picture, _ = Picture.objects.get_or_create(key=key or f"picture-{next(_numbers)}", defaults=defaults)
    return picture


def make_product(
    *, stock: int = 10, price_paise: int = 50_000, options: Sequence[Option] = (), **fields: Any
) -> Product:
    """Create a visible product with `stock` pieces on hand, counted through the stock's own action."""
    number = next(_numbers)
    product = Product.objects.create(
        **{
            "slug": f"bead-{number}",
            "title_en": f"Bead {number}",
            "title_hi": f"दाना {number}",
            "price_paise": price_paise,
        }
        | {"category": fields.pop("category", None) or make_category()}
        | fields
    )
    ProductOption.objects.bulk_create(
        ProductOption(
            product=product,
            kind=option.kind,
            name=option.name,
            price_paise=option.price_paise,
            available=option.available,
            sort_order=position,
        )
        for position, option in enumerate(options)
    )
    if stock:
        set_on_hand(product, stock, cause="test")
    return product


def make_searchable_product(**fields: Any) -> Product:
    """Create a product that the search finds, as after the action of staff."""
    product = make_product(**fields)
    index.refresh()
    return product


def log_in(user: User, *, second_factor: bool = True) -> str:
    """Return an access token as a login gives it; staff have just proven their second factor, unless told."""
    session = open_session(user).session
    if user.is_staff_member and second_factor:
        record_second_factor(session)
    return access_token(session)
