"""Personal data of the waitlist: deleted with the account, recent offers within a day."""

from typing import Any

from project.accounts import personal_data
from project.accounts.models import User
from project.waitlist import actions
from project.waitlist.models import WaitlistEntry


def export(user: User) -> list[dict[str, Any]]:
    """Return the lines that the person was in within the last day."""
    return [
        {"product": entry.product.title_en, "status": entry.status, "joinedAt": entry.created_at}
        for entry in WaitlistEntry.objects.filter(user=user).select_related("product").order_by("pk")
    ]


def erase(user: User) -> None:
    """Take the person out of all lines."""
    actions.erase(user.pk)


personal_data.register("waitlist", export=export, erase=erase)
