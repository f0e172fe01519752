"""Support search: orders, customers and messages by id, bank reference, phone number, e-mail or name."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from project.accounts.account_administration import search_users
from project.accounts.models import Role, User
from project.core.errors import NotFound
from project.core.identifiers import typed_id
from project.core.lists import newest_keys
from project.core.phone_numbers import part_of_phone
from project.invoices.models import Document
from project.orders.models import Order, PieceCertificate
from project.payments.models import Payment, Refund
from project.returns.models import Return
from project.returns.models.claim import Claim
from project.support.answer_templates import About
from project.support.contact.models import Ticket, TicketStatus

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


def subject_of(subject: str) -> About:
    """Return the order, the account or the message a timeline is about. Raises NotFound."""
    kind, _, key = subject.partition(":")
    found: About | None = None
    if kind == "order":
        found = Order.objects.select_related("user").filter(order_id=key).first()
    elif kind == "user":
        found = User.objects.filter(public_id=key).first()
    elif kind == "ticket":
        found = Ticket.objects.select_related("user").filter(number=key).first()
    if found is None:
        raise NotFound(subject)
    return found


def find(text: str) -> Matches:
    """Return the orders, customers and messages that match the text.

    What a machine wrote is found by its number alone: it may bear anybody's name.
    """
    text = text.strip()
    if not text:
        return Matches([], [], [], exact=False)
    exact_orders = _orders_by_id(text)
    orders = exact_orders or _orders_named(text)
    people = _people_like(text, besides=orders)
    typed = typed_id(text)
    exact_tickets = list(Ticket.objects.filter(number=typed))
    return Matches(
        orders=orders,
        people=people,
        tickets=exact_tickets or _tickets_like(text),
        exact=bool(exact_orders or exact_tickets) or any(person.public_id == typed for person in people),
    )


def _tickets_like(text: str) -> list[Ticket]:
    wanted = _named(text) | Q(order_id=typed_id(text))
    found = Ticket.objects.filter(wanted).exclude(status=TicketStatus.SUSPECTED)
    return list(found.order_by("-pk")[:FOUND])


def _orders_named(text: str) -> list[Order]:
    typed = part_of_phone(text) or text
    named = Order.objects.search(typed).filter(_named(text))
    keys, _ = newest_keys(Order.objects.all(), [named], typed, "created_at", most=FOUND)
    return list(Order.objects.filter(pk__in=keys).order_by("-created_at", "-pk"))


def _named(text: str) -> Q:
    """Return the condition for rows with this name, e-mail address or phone number."""
    wanted = Q(name__icontains=text) | Q(email__icontains=text)
    if digits := part_of_phone(text):
        wanted |= Q(phone__endswith=digits)
    return wanted


def _orders_by_id(text: str) -> list[Order]:
    """Return the orders that one of these ids or references is of, each asked for by its own index."""
    typed = typed_id(text)
    orders = Order.objects.filter(Q(order_id=typed) | Q(tracking_number__iexact=typed))
    payments = Payment.objects.filter(
        Q(transaction_id=typed) | Q(provider_order_id__iexact=typed) | Q(bank_reference__iexact=typed)
    )
    refunds = Refund.objects.filter(
        Q(refund_id__in=[text, typed]) | Q(provider_refund_id__iexact=typed) | Q(bank_reference__iexact=typed)
    )
    certificates = PieceCertificate.objects.filter(certificate__number=typed)
    keys: set[int] = {
        *orders.values_list("pk", flat=True),
        *payments.values_list("order_id", flat=True),
        *refunds.values_list("payment__order_id", flat=True),
        *Return.objects.filter(return_id=typed).values_list("order_id", flat=True),
        *Claim.objects.filter(claim_id=typed).values_list("order_id", flat=True),
        *Document.objects.filter(number=typed).values_list("order_id", flat=True),
        *certificates.values_list("line__order_id", flat=True),
    }
    return list(Order.objects.filter(pk__in=keys).order_by("-pk")[:FOUND]) if keys else []


def _people_like(text: str, *, besides: Iterable[Order]) -> list[User]:
    shown = {order.user_id for order in besides if order.user_id}
    found = search_users(search=text, role=Role.CUSTOMER, blocked=False)
    found = found.filter(_named(text) | Q(public_id=typed_id(text))).exclude(pk__in=shown)
    return list(found.order_by("-pk")[:FOUND])
