"""Schemas of returns, claims and cash on delivery within an order; their apps fill them in."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasPath, Field

from project.core.schemas import ApiModel, RelatedRows, Rupees


class LineQuantity(ApiModel):
    """Number of pieces of a line that go back, or may still be claimed."""

    line: int = Field(validation_alias="position")
    quantity: int


class PhotoOut(ApiModel):
    """A picture sent with a return or a claim."""

    url: str
    thumbnail: str
    width: int
    height: int


class ReturnOut(ApiModel):
    """A request to send goods back."""

    return_id: str
    kind: str
    reason: str
    text: str
    status: str
    note: str
    requested_at: datetime
    status_at: datetime
    items: Annotated[list[LineQuantity], Field(validation_alias="lines"), RelatedRows]
    photos: Annotated[list[PhotoOut], RelatedRows]
    can_withdraw: bool


class ReturnableItemOut(LineQuantity):
    """Pieces of a line that may still go back; a customised piece is only ever replaced."""

    custom: bool = Field(validation_alias=AliasPath("line", "is_custom"))


class CanReturnOut(ApiModel):
    """Until when the customer may ask, and for what."""

    until: datetime
    items: list[ReturnableItemOut]


class ClaimOut(ApiModel):
    """A claim that a piece is proven fake; money is in rupees, null until it is approved.

    `refund` goes back the way it was paid, `transfer` to the UPI id `payTo`; together with what was given
    back before they are `due`.
    """

    claim_id: str
    line: int
    quantity: int
    text: str
    status: str
    note: str
    # So many times what was paid for the pieces.
    factor: int
    opened_at: datetime
    status_at: datetime
    photos: Annotated[list[PhotoOut], RelatedRows]
    due: float | None
    refund: float | None
    transfer: float | None
    pay_to: str
    bank_reference: str
    can_withdraw: bool


class CanClaimOut(ApiModel):
    """For what the customer may claim, and how many times its price."""

    factor: int
    items: list[LineQuantity]


class CashOnDeliveryOut(ApiModel):
    """Collection of the order's total by the courier; money is in rupees.

    `fee` is part of the delivery charge. `toCollect` is what is yet to be paid to the courier. What goes back
    is sent to the UPI id `payTo`; `needsPayTo`: a refund waits for it.
    """

    status: str
    fee: Rupees = Field(validation_alias="charge_paise")
    to_collect: Rupees = Field(validation_alias="to_collect_paise")
    pay_to: str
    needs_pay_to: bool
