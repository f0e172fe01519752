"""Schemas of earlier orders."""

from datetime import datetime
from typing import Self

from project.core.money import rupees
from project.core.schemas import ApiModel, Pagination
from project.orders.models import PastOrder


class PastOrderItem(ApiModel):
    """A line of an earlier order."""

    title: str
    quantity: int
    price: float


class PastOrderOut(ApiModel):
    """An order of the shop that was here before; `status` is in that shop's words."""

    number: str
    placed_at: datetime | None
    status: str
    total_amount: float
    items: list[PastOrderItem]

    @classmethod
    def of(cls, order: PastOrder) -> Self:
        """Describe the order."""
        items = [
            PastOrderItem(title=line["title"], quantity=line["quantity"], price=rupees(line["pricePaise"]))
            for line in order.lines
        ]
        return cls.from_row(order, total_amount=rupees(order.total_paise), items=items)


class PastOrders(ApiModel):
    """`data` of a page of earlier orders, the newest first."""

    orders: list[PastOrderOut]
    pagination: Pagination
