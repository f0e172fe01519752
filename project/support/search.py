"""Support search: orders, customers and messages by id, bank reference, phone number, e-mail or name."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from project.accounts.models import Role, User
from project.contact.models import Ticket, TicketStatus
from project.orders.models import Order
from project.payments.models import Payment, Refund

# More than anybody looks through; a longer text finds fewer.
FOUND = 20


@dataclass(frozen=True)
class Matches:
    """The matches of a search text, newest first by kind; an exact id matches alone."""

    orders: list[Order]
    # Customers with an account that none of the orders shows.
    people: list[User]
    tickets: list[Ticket]
    # Whether the text is the id or a reference of something here, so that what is found is what was meant.
    exact: bool


def find(text: str) -> Matches:
    """Return the orders, customers and messages that match the text.

    What a machine wrote is found by its number alone: it may bear anybody's name.
    """
    text = text.strip()
    if not text:
        return Matches([], [], [], exact=False)
    exact_orders = _orders_by_id(text)
    orders = exact_orders or list(Order.objects.filter(_named(text)).order_by("-pk")[:FOUND])
    people = _people_like(text, besides=orders)
    exact_tickets = list(Ticket.objects.filter(number__iexact=text))
    return Matches(
        orders=orders,
        people=people,
        tickets=exact_tickets or _tickets_like(text),
        exact=bool(exact_orders or exact_tickets)
        or any(person.public_id.lower() == text.lower() for person in people),
    )


def _tickets_like(text: str) -> list[Ticket]:
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


def _orders_by_id(text: str) -> list[Order]:
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


def _people_like(text: str, *, besides: Iterable[Order]) -> list[User]:
    shown = {order.user_id for order in besides if order.user_id}
    digits = re.sub(r"\D", "", text)
    wanted = Q(public_id__iexact=text) | Q(name__icontains=text) | Q(email__icontains=text)
    if len(digits) >= 4:
        wanted |= Q(phone__endswith=digits[-10:])
    people = User.objects.filter(wanted, role=Role.CUSTOMER, is_active=True).exclude(pk__in=shown)
    return list(people.order_by("-pk")[:FOUND])
