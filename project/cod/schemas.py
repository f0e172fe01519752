"""Request and response schemas of cash on delivery."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.utils.translation import gettext_noop
from pydantic import Field

from project.accounts.schemas.fields import Code
from project.cod.models import CashOnDelivery, CashStatus
from project.cod.rules import Refusal
from project.cod.transfers import UNSENT
from project.core.bank_fields import BankReference, UpiId
from project.core.money import paise
from project.core.schemas import ApiModel, Note, Rupees, StaffIn, WholePaise, refused_as
from project.orders.after_sales_schemas import CashOnDeliveryOut
from project.orders.models import Order
from project.payments.models import Refund, RefundStatus

CashAmount = Annotated[
    float, Field(ge=0, le=10_000_000), WholePaise, refused_as(gettext_noop("Invalid order amount"))
]


class CashOfferQuery(ApiModel):
    """The total of what would be ordered, without the fee, and where it would go."""

    amount: CashAmount
    pincode: str = Field("", max_length=10)


class CashOfferOut(ApiModel):
    """Availability of cash on delivery, for `fee` rupees on top; else the reason why not.

    `refusal` is null where it is offered; "off" where the shop has no cash on delivery at all.
    """

    fee: float
    refusal: Refusal | None
    # The reason as a sentence; "" where it is offered, or off.
    reason: str


class CashChosenIn(ApiModel):
    """The total with the fee that the customer saw: another one is refused with the right one."""

    amount: CashAmount

    def agreed_paise(self) -> int:
        """Return the amount in paise."""
        return paise(self.amount)


class CashCodeIn(ApiModel):
    """The code as it was typed."""

    code: Code


class CashConfirmIn(CashCodeIn):
    """The code, and the total that the customer saw; without it the order's own, with its discount code."""

    amount: CashAmount | None = None

    def agreed_paise(self) -> int | None:
        """Return the amount in paise."""
        return None if self.amount is None else paise(self.amount)


class CashChosenOut(ApiModel):
    """The order whose code is on the way; `sentTo` is a part of its address."""

    order_id: str
    total_amount: float
    fee: float
    sent_to: str


class CashConfirmedOut(ApiModel):
    """The order that the courier is paid for; `accessToken` is null when it was confirmed before."""

    order_id: str
    status: str
    to_collect: float
    access_token: str | None


class PayToIn(CashCodeIn):
    """The UPI id that money goes back to, and the code that was sent to the order's address for it."""

    pay_to: UpiId


class CashRefusedIn(StaffIn):
    """Message to the customer."""

    note: Note = ""


class BackLineIn(StaffIn):
    """Number of pieces of a line, by its position from 1, that go on sale again."""

    line: Annotated[int, Field(ge=1, le=100)]
    quantity: Annotated[int, Field(ge=0, le=1_000)]


class CashBackIn(StaffIn):
    """Pieces of a refused parcel that are as good as new."""

    lines: list[BackLineIn] = Field(max_length=100)


class TransferIn(StaffIn):
    """By what the bank finds the transfer that was made (UTR)."""

    bank_reference: BankReference


class CashRefundOut(ApiModel):
    """A refund of collected cash; `canSend`: it waits for its transfer."""

    refund_id: str
    status: RefundStatus
    amount: Rupees = Field(validation_alias="amount_paise")
    bank_reference: str
    can_send: bool


class AdminCashOut(ApiModel):
    """Cash on delivery as staff see it; `payTo` is shown to those who send money only."""

    status: CashStatus
    fee: Rupees = Field(validation_alias="charge_paise")
    to_collect: Rupees = Field(validation_alias="to_collect_paise")
    can_refuse: bool
    # A refused parcel that has not been counted back yet.
    can_count_back: bool
    # Parcels that this customer has refused, this one included.
    refused: int
    pay_to: str
    refunds: list[CashRefundOut]


class AdminCashData(ApiModel):
    """`data` of an order's cash on delivery; null: it is paid in another way."""

    cash: AdminCashOut | None


def of_order(order: Order) -> Mapping[str, Any]:
    """Return what an order's page shows of it."""
    cash = CashOnDelivery.objects.filter(order=order).first()
    if cash is None or cash.status == CashStatus.WITHDRAWN:
        return {}
    cash.order = order
    owed = Refund.objects.filter(payment=cash.payment_id, status__in=UNSENT)
    needs_pay_to = cash.payment_id is not None and owed.exists()
    return {"cash_on_delivery": CashOnDeliveryOut.from_row(cash, needs_pay_to=needs_pay_to)}


def cash_refund(refund: Refund) -> CashRefundOut:
    """Return a refund as the staff's card shows it."""
    return CashRefundOut.from_row(refund, can_send=refund.status == RefundStatus.UNDER_WAY)
