"""Order tracking without an account: by an e-mail address and the code sent to it."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from pydantic import Field

from project.accounts import codes
from project.accounts.models import CodePurpose, User
from project.accounts.schemas.fields import Code, Email
from project.core.errors import DomainError, NotFound
from project.core.schemas import ApiModel
from project.orders.models import Order

# Orders answered at most; there are no pages.
MAX_ORDERS = 50


class NoOrders(NotFound):
    """There are no orders with this e-mail address."""

    def __init__(self) -> None:
        super().__init__(text=_("No orders found for this email address"))


class OrderKeyIn(ApiModel):
    """The secret of an order's link."""

    key: str = Field(max_length=200)


class EmailIn(ApiModel):
    """The address whose orders, or other data, it is about."""

    email: Email


class UnlockIn(OrderKeyIn):
    """The secret of an order's link, and the code that was sent to the order's address."""

    code: Code


class EmailCodeIn(EmailIn):
    """An address, and the code that was sent to it."""

    code: Code


class AccessOut(ApiModel):
    """Key that opens the orders of an address; kept by the browser, sent as `X-Order-Access`."""

    access_token: str


def orders_of(email: str) -> Sequence[Order]:
    """Return the orders with this e-mail address, newest first, at most MAX_ORDERS."""
    return _newest(Order.objects.filter(email=email))


def guest_orders_of(user: User) -> Sequence[Order]:
    """Return the guest orders with the account's e-mail address, newest first.

    They are the account owner's: every account's address was verified by a code.
    """
    return _newest(Order.objects.filter(email=user.email, user=None))


def _newest(orders: QuerySet[Order]) -> Sequence[Order]:
    return list(orders.order_by("-pk").prefetch_related("lines__product")[:MAX_ORDERS])


@codes.commits_refusals
def unlock(*, email: str, code: str) -> None | DomainError:
    """Verify and use up the code sent to this address. Raises CodeExpired, CodeWrong, CodeTooMany."""
    return codes.spend(purpose=CodePurpose.ORDERS, email=email, code=code)
