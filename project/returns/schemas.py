"""Request and response schemas of returns."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from pydantic import AfterValidator, AliasPath, Field, model_validator
from pydantic_core import PydanticCustomError

from project.core.schemas import ApiModel, Note, PageNumber, Pagination, StaffIn
from project.orders.after_sales_schemas import (
    CanReturnOut,
    ReturnOut,
)
from project.orders.models import Order
from project.orders.pricing import MAX_LINES
from project.returns.models import (
    MAX_TEXT,
    WAITING,
    Return,
    ReturnKind,
    ReturnReason,
    ReturnStatus,
)
from project.returns.rules import returnable, window_end

_ITEM = re.compile(r"([1-9][0-9]?):([1-9][0-9]{0,3})")

# A line of the order and how many of its pieces.
Item = Annotated[str, Field(pattern=f"^{_ITEM.pattern}$")]


def _pieces(items: Sequence[str]) -> Mapping[int, int]:
    found: Counter[int] = Counter()
    for item in items:
        position, _, quantity = item.partition(":")
        found[int(position)] += int(quantity)
    return found


class ReturnIn(ApiModel):
    """A request, as the fields of a form with its photos; each of `items` is "line:pieces"."""

    kind: ReturnKind
    reason: ReturnReason
    text: Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(str.strip)] = ""
    items: list[Item] = Field(min_length=1, max_length=MAX_LINES)

    def pieces(self) -> Mapping[int, int]:
        """Return how many pieces go back, by the line's position."""
        return _pieces(self.items)


class ReturnMoveIn(StaffIn):
    """New status of a request; rejecting one needs a reason.

    `restock` is for goods that are back: which of them can be sold again, each "line:pieces". Where only some
    pieces of a line are, `certificates` names theirs, which are free again.
    """

    status: ReturnStatus
    note: Note = ""
    restock: list[Item] = Field(default=[], max_length=MAX_LINES)
    certificates: list[Annotated[str, Field(max_length=40)]] = Field(default=[], max_length=100)
    # Why pieces go out though the order's money is all back; only for the audit log.
    unpaid_reason: Note = ""

    def sellable(self) -> Mapping[int, int]:
        """Return how many pieces go back on sale, by the line's position."""
        return _pieces(self.restock)

    @model_validator(mode="after")
    def _rejection_needs_reason(self) -> "ReturnMoveIn":
        if self.status == ReturnStatus.WITHDRAWN:
            raise PydanticCustomError("invalid", "only its customer withdraws a request")
        if self.status == ReturnStatus.REJECTED and not self.note:
            raise PydanticCustomError("required", "a rejection says why")
        return self


class ReturnQuery(ApiModel):
    """Filter of the requests shown to staff."""

    status: ReturnStatus | None = None
    page: PageNumber = 1
    limit: int = Field(default=20, ge=1, le=50)


class ReturnRow(ReturnOut):
    """A request with its order, for staff."""

    order_id: str = Field(validation_alias=AliasPath("order", "order_id"))
    customer: str = Field(validation_alias=AliasPath("order", "name"))
    order_at: datetime = Field(validation_alias=AliasPath("order", "created_at"))
    # Where staff may move it.
    next_statuses: list[ReturnStatus] = Field(validation_alias="next_by_hand")


class ReturnData(ApiModel):
    """`data` of one request."""

    request: ReturnRow


class ReturnPage(ApiModel):
    """Requests for staff, the oldest first."""

    returns: list[ReturnRow]
    pagination: Pagination


def of_order(order: Order) -> Mapping[str, Any]:
    """Return what an order's page says about sending goods back."""
    left = returnable(order)
    end = window_end(order)
    can_return = None
    if left and end is not None:
        can_return = CanReturnOut.model_validate({"until": end, "items": left})
    requests = order.returns.prefetch_related("lines", "photos", "order__lines")
    return {"can_return": can_return, "returns": [ReturnOut.model_validate(each) for each in requests]}


def waiting_of_order() -> Combinable:
    """Return how many requests of an order wait for the shop, as a column of the order."""
    return counted_of_order(Return.objects.filter(status__in=WAITING))


def counted_of_order(rows: QuerySet[Any]) -> Combinable:
    """Return how many of the rows are an order's, as a column of the order."""
    mine = rows.filter(order=OuterRef("pk")).order_by().values("order")
    return Coalesce(Subquery(mine.annotate(count=Count("pk")).values("count")), 0)
