"""Find whom somebody means, by whatever they have at hand: ids, a bank's reference, a phone, a name."""

import re
from collections.abc import Iterable

from django.db.models import Q

from project.accounts.models import Role, User
from project.contact.models import Ticket, TicketStatus
from project.orders.models import Order
from project.payments.models import Payment, Refund

# More than anybody looks through; a longer text finds fewer.
FOUND = 20


def orders_like(text: str) -> list[Order]:
    """Return the orders that this may mean, the newest first; an exact id before all else."""
    text = text.strip()
    if not text:
        return []
    exact = _by_id(text)
    if exact:
        return exact
    return list(Order.objects.filter(_named(text)).order_by("-pk")[:FOUND])


def is_exact(text: str) -> bool:
    """Whether the text is the id or a reference of something, so that what is found is what was meant."""
    text = text.strip()
    return bool(text) and (
        bool(_by_id(text))
        or Ticket.objects.filter(number__iexact=text).exists()
        or User.objects.filter(public_id__iexact=text, role=Role.CUSTOMER, is_active=True).exists()
    )


def tickets_like(text: str) -> list[Ticket]:
    """Return the messages that this may mean, the newest first; an exact number before all else.

    What a machine wrote is found by its number alone: it may bear anybody's name.
    """
    text = text.strip()
    if not text:
        return []
    exact = list(Ticket.objects.filter(number__iexact=text))
    if exact:
        return exact
    wanted = _named(text) | Q(order_id__iexact=text)
    found = Ticket.objects.filter(wanted).exclude(status=TicketStatus.SUSPECTED)
    return list(found.order_by("-pk")[:FOUND])


def _named(text: str) -> Q:
    """Return the condition for rows with this name, e-mail address or phone number."""
    digits = re.sub(r"\D", "", text)
    wanted = Q(name__icontains=text) | Q(email__icontains=text)
    if len(digits) >= 4 and re.fullmatch(r"[\d\s+()-]+", text):
        # +91 98765 43210, 09876543210: the last ten are the number.
        wanted |= Q(phone__endswith=digits[-10:])
    return wanted


def _by_id(text: str) -> list[Order]:
    payments = Payment.objects.filter(
        Q(transaction_id__iexact=text) | Q(provider_order_id__iexact=text) | Q(bank_reference__iexact=text)
    ).values("order")
    refunds = Refund.objects.filter(
        Q(refund_id__iexact=text) | Q(provider_refund_id__iexact=text) | Q(bank_reference__iexact=text)
    ).values("payment__order")
    wanted = (
        Q(order_id__iexact=text)
        | Q(pk__in=payments)
        | Q(pk__in=refunds)
        | Q(tracking_number__iexact=text)
        | Q(returns__return_id__iexact=text)
        | Q(claims__claim_id__iexact=text)
        | Q(documents__number__iexact=text)
    )
    return list(Order.objects.filter(wanted).distinct().order_by("-pk")[:FOUND])


def people_like(text: str, *, besides: Iterable[Order]) -> list[User]:
    """Return the customers with an account that this may mean and that none of these orders shows."""
    text = text.strip()
    if not text:
        return []
    shown = {order.user_id for order in besides if order.user_id}
    digits = re.sub(r"\D", "", text)
    wanted = Q(public_id__iexact=text) | Q(name__icontains=text) | Q(email__icontains=text)
    if len(digits) >= 4:
        wanted |= Q(phone__endswith=digits[-10:])
    people = User.objects.filter(wanted, role=Role.CUSTOMER, is_active=True).exclude(pk__in=shown)
    return list(people.order_by("-pk")[:FOUND])
