"""What messages keep of a person: told for the download, taken away with the account."""

from typing import Any

from project.accounts import personal_data
from project.accounts.models import User
from project.contact.models import Ticket


def export(user: User) -> list[dict[str, Any]]:
    """Return what the person wrote to the shop."""
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
        for ticket in Ticket.objects.filter(user=user).order_by("created_at")
    ]


def erase(user: User) -> None:
    """Remove the person's messages."""
    Ticket.objects.filter(user=user).delete()


def register() -> None:
    """Add the app's part to the download and the deletion."""
    personal_data.register("contact", export=export, erase=erase)
