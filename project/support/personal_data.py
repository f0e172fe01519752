"""A person's data in support: exported for their download, erased with the account."""

from typing import Any

from django.db.models import Q, QuerySet

from project.accounts import personal_data
from project.accounts.models import User
from project.orders.models import Order
from project.support.contact import personal_data as messages
from project.support.contact.models import Ticket
from project.support.models import Note, NoteKind, Thread

# What was sent to the customer; the other notes are between colleagues.
_ANSWERS = (NoteKind.MAIL, NoteKind.WHATSAPP)


def export(user: User) -> list[dict[str, Any]]:
    """Return the answers the person was given."""
    return _exported_threads(_threads(user))


def erase(user: User) -> None:
    """Remove what was written about the person and their orders; the audit log keeps that it was."""
    _threads(user).delete()


def export_address(email: str) -> list[dict[str, Any]]:
    """Return the answers that somebody without an account was given."""
    return _exported_threads(_threads_of_address(email))


def erase_address(email: str) -> personal_data.Erased:
    """Remove what was written about a guest's messages and orders."""
    threads = _threads_of_address(email)
    count = threads.count()
    threads.delete()
    return personal_data.Erased(erased=count)


def _exported_threads(threads: "QuerySet[Thread]") -> list[dict[str, Any]]:
    notes = Note.objects.filter(thread__in=threads, kind__in=_ANSWERS)
    return [{"kind": note.kind, "text": note.text, "createdAt": note.created_at} for note in notes]


def _threads_of_address(email: str) -> "QuerySet[Thread]":
    return _threads_about(Q(email=email, user=None))


def _threads(user: User) -> "QuerySet[Thread]":
    return _threads_about(Q(user=user), user.subject)


def _threads_about(theirs: Q, *subjects: str) -> "QuerySet[Thread]":
    orders = Order.objects.filter(theirs).values_list("order_id", flat=True)
    tickets = Ticket.objects.filter(theirs).values_list("number", flat=True)
    of_orders = (f"order:{id}" for id in orders)
    return Thread.objects.filter(
        subject__in=[*subjects, *of_orders, *(f"ticket:{number}" for number in tickets)]
    )


# Before what is written about them: that is erased first, and finds its messages.
personal_data.register(
    "contact",
    export=messages.export,
    erase=messages.erase,
    export_address=messages.export_address,
    erase_address=messages.erase_address,
)
personal_data.register(
    "support",
    export=export,
    erase=erase,
    export_address=export_address,
    erase_address=erase_address,
)
