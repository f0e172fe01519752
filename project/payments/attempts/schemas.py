"""Request and response schemas of payments."""

from datetime import datetime
from typing import Self

from django.utils import timezone
from pydantic import Field

from project.core.phone_numbers import phone_digits
from project.core.schemas import ApiModel
from project.orders.models import Order
from project.orders.schemas import AmountIn
from project.payments.models import Payment
from project.payments.shared.api_names import PROVIDER_ORDER_ID


class PayIn(AmountIn):
    """Order to pay. Its amount and customer are the order's own; an `amount` sent is only compared."""

    order_id: str = Field(max_length=40)
    # What proves that one may pay the order without being logged in as its customer: the secret of its
    # private link (the `orderKey` of the answer that placed it), or the id of one of its payments. The proof
    # of its address, `X-Order-Access`, does so too.
    key: str = Field(default="", max_length=64)
    transaction_id: str = Field(default="", max_length=64)
    # Of a guest without any of these: both, with the right amount, prove who ordered.
    customer_email: str = Field(default="", max_length=254)
    customer_phone: str = Field(default="", max_length=20)

    def names_buyer_of(self, order: Order) -> bool:
        """Return whether the guest's address, phone number and total are all sent, and right."""
        buyer = (order.email, order.phone, order.total_paise)
        said = (self.customer_email.strip().lower(), phone_digits(self.customer_phone), self.agreed_paise())
        return order.user_id is None and not order.is_erased and said == buyer


class PayOut(ApiModel):
    """`data` of an attempt: where to send the shopper."""

    transaction_id: str
    payment_url: str
    provider_order_id: str = Field(serialization_alias=PROVIDER_ORDER_ID)
    expires_at: datetime | None
    # Until when the order's pieces are set aside for it.
    held_until: datetime | None

    @classmethod
    def of(cls, payment: Payment) -> Self:
        """Return the payment's page."""
        return cls(
            transaction_id=payment.transaction_id,
            payment_url=payment.pay_url,
            provider_order_id=payment.provider_order_id,
            expires_at=payment.expires_at,
            held_until=payment.order.promised_until,
        )


class VerifyIn(ApiModel):
    """Payment to ask about."""

    merchant_transaction_id: str = Field(max_length=64)


class OrderShort(ApiModel):
    """The order's total."""

    order_id: str
    total_amount: float


def seconds_since(moment: datetime | None) -> float:
    """Return how long ago that was; infinity for never."""
    return (timezone.now() - moment).total_seconds() if moment else float("inf")
