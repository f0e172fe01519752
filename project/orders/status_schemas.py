"""Schemas of the status changes that staff make, one order at a time or many, and of their undo."""

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from project.core.schemas import ApiModel, Note, StaffIn, empty_is_none
from project.orders.models import OrderStatus
from project.orders.order_status import Seen, Shipment

MAX_BULK = 50
Carrier = Annotated[str, Field(max_length=40), AfterValidator(str.strip)]
TrackingNumber = Annotated[
    str, Field(max_length=40, pattern=r"^[A-Za-z0-9 /_-]*$"), AfterValidator(str.strip)
]


class ShipmentIn(ApiModel):
    """A parcel; what is not known of it is left out or empty."""

    carrier: Carrier = ""
    tracking_number: TrackingNumber = ""
    estimated_delivery: Annotated[date | None, BeforeValidator(empty_is_none)] = None

    def to_shipment(self) -> Shipment:
        """Return it as the action takes it."""
        return Shipment(self.carrier, self.tracking_number, self.estimated_delivery)


class SeenIn(ShipmentIn, StaffIn):
    """State of the order on the caller's screen when they decided."""

    status: OrderStatus
    to_send: int | None = None

    def to_seen(self) -> Seen:
        """Return it as the action takes it."""
        return Seen(self.status, self.to_shipment(), self.to_send)


class OrderMoveIn(ShipmentIn):
    """The new status of an order; `notes` are read by its customer.

    With `seen` the move is refused when somebody else has changed the order since. `unpaidReason` is logged:
    goods whose money is all back, or on its way back, move on only with it, and refunded pieces are sent.
    """

    status: OrderStatus
    notes: Note = ""
    seen: SeenIn | None = None
    unpaid_reason: Note = ""
    # Confirms the dispatch of pieces that still have no certificate.
    without_certificates: bool = False


class BulkOrderIn(StaffIn):
    """One of the orders to move, with its parcel's number where that is needed."""

    order_id: str = Field(max_length=20)
    carrier: Carrier = ""
    tracking_number: TrackingNumber = ""
    seen: SeenIn | None = None


class BulkMoveIn(StaffIn):
    """Many orders that go to one status."""

    status: OrderStatus
    notes: Note = ""
    orders: list[BulkOrderIn] = Field(min_length=1, max_length=MAX_BULK)
    # Confirms the dispatch of pieces that still have no certificate.
    without_certificates: bool = False
    # Confirmed orders reach packaging in one change, over processing.
    through_processing: bool = False


class UndoMoveIn(StaffIn):
    """One of the orders whose status change is undone; `version` is the `undo` of the change's answer."""

    order_id: str = Field(max_length=20)
    version: int


class UndoMovesIn(StaffIn):
    """The orders whose status change is undone."""

    orders: list[UndoMoveIn] = Field(min_length=1, max_length=MAX_BULK)


class BulkResult(ApiModel):
    """The result for one order; `message` says why its status did not change, or which pieces stayed.

    `undo` is the version to undo the change by, null when it cannot be undone.
    """

    order_id: str
    ok: bool
    status: str
    code: str
    message: str
    undo: int | None


class BulkMoved(ApiModel):
    """`data` of a bulk move: a row for each order, in the order they were sent."""

    results: list[BulkResult]
    moved: int
