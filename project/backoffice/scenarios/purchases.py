"""Common start of the scenarios: a product, and a guest's order of it."""

from itertools import count

from project.catalog.actions import products
from project.catalog.models import Category, Product
from project.catalog.pricing import Selection
from project.orders.models import Customer, Order
from project.orders.order_create import create_order
from project.orders.pricing import Item

PRICE_PAISE = 50_000

_numbers = count(1)


def make_product(*, stock: int, actor: str) -> Product:
    """Make a product of 500 rupees."""
    category, _ = Category.objects.get_or_create(
        slug="scenarios", defaults={"name_en": "Scenarios", "name_hi": "परिदृश्य"}
    )
    number = next(_numbers)
    fields = {
        "title_en": f"Scenario {number}",
        "title_hi": f"परिदृश्य {number}",
        "price_paise": PRICE_PAISE,
        "category": category,
    }
    draft = products.Draft(fields, options=(), pictures=None)
    return products.create_product(draft, stock=stock, slug=f"scenario-{number}", actor=actor)


def place_order(product: Product, *, buyer: int, quantity: int = 1, code: str = "") -> Order:
    """Order pieces as the guest of this number: what unpaid orders of one may hold is limited."""
    return create_order(
        items=[Item(product_id=product.public_id, quantity=quantity, selection=Selection())],
        customer=Customer(
            name="Asha Rao",
            email=f"buyer-{buyer}@akshamala.example",
            phone=f"9{buyer:09}",
            address={
                "street": "12 MG Road",
                "city": "Pune",
                "state": "Maharashtra",
                "pincode": "411001",
                "country": "India",
            },
        ),
        user_id=None,
        language="en",
        agreed_paise=None,
        code=code,
    )
