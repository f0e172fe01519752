"""Discount codes: what one takes off, for whom, and why not.

A use is an order that has the code (`OrderQuerySet.with_code`), so nothing is counted up or given back by
hand: an order that is cancelled or whose hold runs out stops being one. Whoever takes a use holds the code's
row, locked after the products, so the last use goes to one buyer. `discounts/README.md` says which
confirmations take one.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from project.core.errors import Conflict, ErrorCode
from project.core.identifiers import typed_id
from project.core.money import format_rupees, portion, rupees
from project.orders.history import record
from project.orders.models import DiscountCode, Order, OrderLine, OrderStatus


class DiscountRefused(Conflict):
    """The code cannot be used for this order."""


class DiscountUnknown(DiscountRefused):
    """There is no such code, or it has been switched off."""

    code = ErrorCode.DISCOUNT_UNKNOWN


class DiscountUsedUp(DiscountRefused):
    """It was used as often as it may be."""

    code = ErrorCode.DISCOUNT_USED_UP


class DiscountAlreadyUsed(DiscountRefused):
    """This customer has used it as often as one customer may."""

    code = ErrorCode.DISCOUNT_ALREADY_USED


@dataclass(frozen=True)
class Buyer:
    """Identity of a customer for a code: the same account, e-mail address or phone number is one person."""

    user_id: int | None
    email: str
    phone: str

    def orders(self) -> Q:
        """Return the filter for the person's orders; blank fields match nobody."""
        typed = Q(pk__in=())
        if self.email:
            typed |= Q(email=self.email)
        if self.phone:
            typed |= Q(phone=self.phone)
        if self.user_id is None:
            return typed
        # A stranger may have typed this customer's address, and pays nothing.
        return Q(user_id=self.user_id) | (typed & ~Q(status=OrderStatus.PENDING, proven_at=None))


def normal_code(typed: str) -> str:
    """Return the normal form of a code: that of an id, without spaces."""
    return "".join(typed_id(typed).split())


def find_code(typed: str, *, lock: bool = False) -> DiscountCode:
    """Return the code; locked, when an order is about to use it.

    Raises DiscountUnknown.
    """
    codes = DiscountCode.objects.select_for_update() if lock else DiscountCode.objects.all()
    code = codes.filter(code=normal_code(typed), is_active=True).first()
    if code is None:
        raise DiscountUnknown(typed)
    return code


def discount(code: DiscountCode, buyer: Buyer | None) -> Callable[[int], int]:
    """Return the function from goods value to discount in paise; it raises DiscountRefused.

    Without a buyer (a guest who has not said who they are) the limit per customer is not judged yet.
    """

    def taken_off(goods_paise: int) -> int:
        _check_time(code)
        if goods_paise < code.minimum_paise:
            least = format_rupees(code.minimum_paise)
            raise DiscountRefused(
                f"{code}: {goods_paise} paise",
                text=_("This code is for orders of {least} or more").format(least=least),
                code=ErrorCode.DISCOUNT_MINIMUM,
            )
        check_uses(code, buyer)
        if code.amount_paise is not None:
            return code.amount_paise
        part = portion(goods_paise, code.percent or 0, 100)
        return part if code.most_paise is None else min(part, code.most_paise)

    return taken_off


def check_uses(code: DiscountCode, buyer: Buyer | None) -> None:
    """Refuse a code that has no use left, for everybody or for this buyer.

    Raises DiscountUsedUp or DiscountAlreadyUsed.
    """
    uses = Order.objects.with_code(code)
    if buyer is not None and code.limit_per_customer is not None:
        own = list(uses.filter(buyer.orders()).order_by("held_until")[: code.limit_per_customer])
        if len(own) >= code.limit_per_customer:
            raise _already_used(code, own)
    if code.limit is not None and uses.count() >= code.limit:
        raise DiscountUsedUp(str(code))


def take_use(order: Order) -> None:
    """Check that the locked order, whose stock hold begins, may use its code; the hold counts as a use.

    The price is guaranteed for the time of the hold, whatever becomes of the code. An order keeps the price
    it was placed at, whatever the code takes off now, but no hold begins with a code that is switched off or
    over. The caller has locked the order's products.

    Raises DiscountUnknown, DISCOUNT_NOT_YET, DISCOUNT_EXPIRED, DiscountUsedUp or DiscountAlreadyUsed.
    """
    if order.discount_code_id is None:
        return
    code = DiscountCode.objects.select_for_update().get(pk=order.discount_code_id)
    if not code.is_active:
        raise DiscountUnknown(
            f"{order}: {code} is off",
            text=_("The discount code of this order is no longer valid. You can order without the code"),
        )
    _check_time(code)
    check_uses(code, Buyer(order.user_id, order.email, order.phone))


def total_without_code(order: Order) -> int:
    """Return what the order costs if its code takes nothing off."""
    added = 0 if order.prices_include_tax else sum(more for _, more in _more_tax(order))
    return order.total_paise + order.discount_paise + added


def remove_code(order: Order) -> None:
    """Take the code off the locked order, whose buyer has agreed to the total without it.

    Only in the transaction that confirms the order: a payment that is open was asked for at the old price.
    """
    total = total_without_code(order)
    name = str(order.discount_code)
    for line, more in _more_tax(order):
        line.discount_paise = 0
        line.tax_paise += more
        line.save(update_fields=["discount_paise", "tax_paise"])
        order.tax_paise += more
        order.subtotal_paise -= more if order.prices_include_tax else 0
    record(order, "order.discount_removed", cause="shopper", payload={"code": name, "amount": rupees(total)})
    order.store(
        subtotal_paise=order.subtotal_paise,
        tax_paise=order.tax_paise,
        discount_paise=0,
        discount_code=None,
        total_paise=total,
    )


def _more_tax(order: Order) -> list[tuple[OrderLine, int]]:
    """Return the order's lines, each with the tax that is on its share of the discount."""
    inclusive = order.prices_include_tax

    def tax(line: OrderLine) -> int:
        return order.tax_of(line.total_paise, line.tax_rate_basis_points, inclusive=inclusive)

    return [(line, tax(line) - line.tax_paise) for line in order.lines.all()]


def _check_time(code: DiscountCode) -> None:
    now = timezone.now()
    if code.starts_at is not None and now < code.starts_at:
        day = f"{timezone.localtime(code.starts_at):%d.%m.%Y}"
        raise DiscountRefused(
            str(code),
            text=_("This code is valid from {day}").format(day=day),
            code=ErrorCode.DISCOUNT_NOT_YET,
        )
    if code.ends_at is not None and now >= code.ends_at:
        raise DiscountRefused(str(code), code=ErrorCode.DISCOUNT_EXPIRED)


def _already_used(code: DiscountCode, own: list[Order]) -> DiscountAlreadyUsed:
    unpaid = next((order for order in own if order.status == OrderStatus.PENDING), None)
    if unpaid is None:
        return DiscountAlreadyUsed(str(code))
    return DiscountAlreadyUsed(
        f"{code}: {unpaid}",
        text=_(
            "An order of yours that is not paid yet holds this code. Pay for that order, or try again later"
        ),
    )
