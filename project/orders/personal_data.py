"""A person's data in orders: exported for their download; paid orders are kept when it is erased."""

from typing import Any

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from project.accounts import codes, personal_data
from project.accounts.models import CodePurpose, User
from project.core.errors import DomainError
from project.core.language import current_language, format_moment
from project.core.mail import forget_mails, queue_mail
from project.core.models import Mail
from project.events import audit
from project.orders import retention
from project.orders.actions import cancel_unpaid
from project.orders.models import Order, OrderStatus, PastOrder
from project.orders.order_schemas import order_out
from project.orders.past_orders.schemas import PastOrderOut


def export(user: User) -> list[dict[str, Any]]:
    """Return the person's orders with all that hangs on them, the newest first.

    Without their private links: a file that lies about must open nothing.
    """
    return _exported_orders(Order.objects.filter(user=user), user.language)


def export_address(email: str) -> list[dict[str, Any]]:
    """Return the orders of an address, whether or not they belong to an account."""
    return _exported_orders(Order.objects.filter(email=email), current_language())


def erase_address(email: str) -> personal_data.Erased:
    """Take the person out of the guest's orders that were never paid; an open one is cancelled.

    The others are kept for accounting. One that a late payment can still reach follows with the daily job.
    """
    guest = Order.objects.filter(email=email, user=None)
    for order_id in list(guest.filter(status=OrderStatus.PENDING).values_list("order_id", flat=True)):
        cancel_unpaid(order_id, cause="erasure")
    erased = retention.erase_buyers(guest, actor="guest")
    return personal_data.Erased(erased=erased, kept=guest.count())


@codes.commits_refusals
def erase_by_code(email: str, *, code: str) -> dict[str, personal_data.Erased] | DomainError:
    """Erase what every app may erase of an address, and its mails, by the code that was sent there for that.

    The address is told, and the log has it without the address. Raises CodeExpired, CodeWrong, CodeTooMany.
    """
    if refusal := codes.spend(purpose=CodePurpose.ERASE, email=email, code=code):
        return refusal
    done = personal_data.erase_address(email)
    mails = Mail.objects.filter(to=email)
    done["mails"] = personal_data.Erased(erased=forget_mails(mails), kept=mails.count())
    entry = audit.record(
        "address.erased",
        # Found again only by who knows the address.
        subject=f"address:{salted_hmac('akshamala.erased-address', email).hexdigest()[:16]}",
        actor="guest",
        after={kind: one.erased for kind, one in done.items()},
    )
    language = current_language()
    queue_mail(
        kind="address_erased",
        dedupe_key=f"address-erased:{entry.pk}",
        to=email,
        language=language,
        context={"at": format_moment(entry.at, language)},
    )
    return done


def _exported_orders(orders: QuerySet[Order], language: str) -> list[dict[str, Any]]:
    return [
        order_out(order, language=language).model_copy(update={"link": None}).json_object()
        for order in orders.order_by("-pk")
    ]


def erase(user: User) -> None:
    """Remove nothing: orders are accounting records, which the law requires a shop to keep."""


personal_data.register(
    "orders",
    export=export,
    erase=erase,
    export_address=export_address,
    erase_address=erase_address,
)


def _past(orders: QuerySet[PastOrder]) -> list[dict[str, Any]]:
    return [PastOrderOut.of(order).json_object() for order in orders]


def _erase_past(email: str) -> personal_data.Erased:
    return personal_data.Erased(erased=PastOrder.objects.filter(email=email, user=None).delete()[0])


def _erase_past_of(user: User) -> None:
    PastOrder.objects.of(user).delete()


# The books that the law asks for are those of the shop that made them.
personal_data.register(
    "pastOrders",
    export=lambda user: _past(PastOrder.objects.of(user)),
    erase=_erase_past_of,
    export_address=lambda email: _past(PastOrder.objects.filter(email=email, user=None)),
    erase_address=_erase_past,
)
