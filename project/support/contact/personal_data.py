"""Personal data in messages: exported on request, deleted with the account."""

from typing import Any

from django.db.models import QuerySet

from project.accounts import personal_data
from project.accounts.models import User
from project.support.contact.models import Ticket


def export(user: User) -> list[dict[str, Any]]:
    """Return what the person wrote to the shop."""
    return _exported_tickets(Ticket.objects.filter(user=user))


def erase(user: User) -> None:
    """Remove the person's messages."""
    Ticket.objects.filter(user=user).delete()


def export_address(email: str) -> list[dict[str, Any]]:
    """Return what somebody without an account wrote to the shop."""
    return _exported_tickets(Ticket.objects.filter(email=email, user=None))


def erase_address(email: str) -> personal_data.Erased:
    """Remove the messages that somebody without an account wrote."""
    tickets = Ticket.objects.filter(email=email, user=None)
    count = tickets.count()
    tickets.delete()
    return personal_data.Erased(erased=count)


def _exported_tickets(tickets: QuerySet[Ticket]) -> list[dict[str, Any]]:
    return [
        {
            "number": ticket.number,
            "topic": ticket.topic,
            "name": ticket.name,
            "email": ticket.email,
            "phone": ticket.phone,
            "orderId": ticket.order_id,
            "message": ticket.message,
            "createdAt": ticket.created_at,
        }
        for ticket in tickets.order_by("created_at")
    ]
