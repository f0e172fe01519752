"""Somebody with a cart, by the calls their browser makes."""

from typing import Any

from project.accounts.models import User
from project.catalog.models import Product
from tests.buying import item
from tests.factories import log_in
from tests.http import Answer, Api


class Shopper:
    """A browser that keeps its cart's token and may log in."""

    def __init__(self, user: User | None = None, *, language: str = "en") -> None:
        self.api = Api(token=log_in(user) if user else "", language=language)
        self.cart_token: str | None = None

    def log_in(self, user: User) -> None:
        """Log in; the next call shows both tokens."""
        self.api.token = log_in(user)

    def cart(self) -> dict[str, Any]:
        """Look at the cart."""
        return self._keep(self.api.get("/cart", None, **self._headers()))

    def add(self, product: Product, quantity: Any = 1, **options: Any) -> dict[str, Any]:
        """Put something into the cart."""
        return self._keep(self.try_to_add(product, quantity, **options))

    def try_to_add(self, product: Product, quantity: Any = 1, **options: Any) -> Answer:
        """Put something into the cart and return the whole answer."""
        return self.api.post("/cart/lines", item(product, quantity, **options), **self._headers())

    def change(self, line: dict[str, Any], **change: Any) -> dict[str, Any]:
        """Change a line."""
        return self._keep(self.try_to_change(line, **change))

    def try_to_change(self, line: dict[str, Any], **change: Any) -> Answer:
        """Change a line and return the whole answer."""
        return self.api.other("PATCH", f"/cart/lines/{line['_id']}", change, **self._headers())

    def remove(self, line: dict[str, Any]) -> dict[str, Any]:
        """Take a line out."""
        return self._keep(self.try_to_remove(line))

    def try_to_remove(self, line: dict[str, Any]) -> Answer:
        """Take a line out and return the whole answer."""
        return self.api.other("DELETE", f"/cart/lines/{line['_id']}", **self._headers())

    def accept(self, seen: dict[str, Any]) -> dict[str, Any]:
        """Agree to a cart as it was seen."""
        lines = [
            {"lineId": line["_id"], "unitPrice": line["unitPrice"], "quantity": line["quantity"]}
            for line in seen["lines"]
        ]
        return self._keep(self.api.post("/cart/notices/accept", {"lines": lines}, **self._headers()))

    def tell_ordered(self, order_id: str, key: str = "") -> Answer:
        """Say that the cart has become this order."""
        return self.api.post(
            "/cart/lines/ordered", {"orderId": order_id}, **self._headers(), **{"X-Order-Key": key}
        )

    def _headers(self) -> dict[str, str]:
        return {"X-Cart-Token": self.cart_token} if self.cart_token else {}

    def _keep(self, answer: Answer) -> dict[str, Any]:
        self.cart_token = answer.data["cartToken"]
        cart: dict[str, Any] = answer.data["cart"]
        return cart


def lines(cart: dict[str, Any]) -> list[tuple[str, int, float]]:
    """Return title, quantity and unit price of each line."""
    return [(line["product"]["title"], line["quantity"], line["unitPrice"]) for line in cart["lines"]]


def notes(cart: dict[str, Any]) -> list[str]:
    """Return what the cart tells, line by line."""
    return [notice["message"] for line in cart["lines"] for notice in line["notices"]]
