"""Personal data of the back office: saved views are deleted with the account."""

from typing import Any

from project.accounts import personal_data
from project.accounts.models import User


def export(user: User) -> list[dict[str, Any]]:
    """Return the person's saved views."""
    return [dict(view) for view in user.saved_views.values("path", "name", "query")]


def erase(user: User) -> None:
    """Delete the person's saved views."""
    user.saved_views.all().delete()


personal_data.register("savedViews", export=export, erase=erase)
