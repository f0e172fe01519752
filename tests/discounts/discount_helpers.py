"""Discount codes as staff make them, and orders that have them."""

from typing import Any

from project.accounts.models import Role
from project.catalog.models import Product
from project.discounts.schemas import DiscountChangeIn
from project.orders.models import Order
from tests.buying import begin, guest, item, new_key, total_of
from tests.factories import log_in, make_user
from tests.http import Answer, Api

CODE = "DIWALI"


def admin() -> Api:
    """Log in somebody who sees the revenue as well."""
    return Api(token=log_in(make_user(role=Role.ADMIN)))


def make_code(api: Api, **changes: Any) -> dict[str, Any]:
    """Make a code through the API; 10 % unless told otherwise."""
    body = {"code": CODE, "percent": 10} | changes
    made: dict[str, Any] = api.post("/admin/discounts", body).data["discount"]
    return made


def change(api: Api, code: dict[str, Any], **changes: Any) -> Answer:
    """Save the code's form."""
    names = {field.alias for field in DiscountChangeIn.model_fields.values()}
    body = code | {"minimum": code["minimum"] or None} | changes
    body = {name: value for name, value in body.items() if name in names}
    return api.other("PUT", f"/admin/discounts/{code['code']}", body)


def read(api: Api, code: str = CODE) -> dict[str, Any]:
    """Read one code."""
    found: dict[str, Any] = api.get(f"/admin/discounts/{code}").data["discount"]
    return found


def place_with_code(product: Product, number: int, code: str = CODE) -> Answer:
    """Let a guest of this number order one piece with the code, at the price of now."""
    body = {
        "items": [item(product)],
        "customerInfo": guest(number),
        "discountCode": code,
        "amount": total_of(item(product), code=code),
    }
    return Api().post("/orders/create-guest-order", body, key=new_key())


def hold_with_code(product: Product, number: int, code: str = CODE) -> Order:
    """Let a guest order and begin to pay: from then on it is a use of the code."""
    answer = place_with_code(product, number, code)
    return begin(Order.objects.get(order_id=answer.data["orderId"]))
