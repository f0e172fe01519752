"""Cases that no app opens by itself, the link of the wall display, and saved views."""

from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from project.accounts.actions.account import lock
from project.accounts.models import User
from project.backoffice.models import SavedView
from project.backoffice.wall import make_key
from project.core.errors import Invalid, NotFound
from project.core.models import Mail
from project.events.audit import record as record_audit
from project.events.publish import publish
from project.orders.actions import lock_order
from project.orders.history import record

# Of one member of staff, over all lists.
MAX_VIEWS = 50


def publish_mail_problem(mail: Mail, what: Literal["mail_failed", "mail_late"]) -> None:
    """Show staff that a mail failed or is late; needs the transaction that records it."""
    # The address is on the mail's own row; an event names nobody.
    facts = {"mail": mail.kind, "mailId": mail.pk, "error": mail.last_error}
    order = lock_order(mail.reference.removeprefix("order:")) if mail.reference.startswith("order:") else None
    if order is not None:
        order.bump()
        record(order, f"order.{what}", cause="worker", payload=facts)
        return
    publish(
        what.replace("_", ".", 1),
        subject=f"mail:{mail.pk}",
        topics=["staff:dashboard"],
        payload=facts,
        cause="worker",
    )


@transaction.atomic
def open_live_wall(user: User) -> str:
    """Return the key of a big screen; the audit log names who made it."""
    record_audit("live.wall_opened", subject="live:wall", actor=user.subject)
    return make_key(user)


@transaction.atomic
def save_view(user: User, *, path: str, name: str, query: str) -> None:
    """Save filters of a list under a name, or replace those of this name. Raises Invalid beyond MAX_VIEWS."""
    views = lock(user).saved_views
    if not views.filter(path=path, name=name).exists() and views.count() >= MAX_VIEWS:
        raise Invalid(text=_("You have saved {count} views. Please delete one first").format(count=MAX_VIEWS))
    views.update_or_create(path=path, name=name, defaults={"query": query})


@transaction.atomic
def rename_view(user: User, view_id: str, *, name: str) -> None:
    """Rename a saved view. Raises NotFound, and Invalid for the name of another view of the list."""
    view = _own_view(lock(user), view_id)
    if user.saved_views.filter(path=view.path, name=name).exclude(pk=view.pk).exists():
        raise Invalid(text=_("You have another view of this name"))
    view.name = name
    view.save(update_fields=["name"])


@transaction.atomic
def delete_view(user: User, view_id: str) -> None:
    """Delete a saved view. Raises NotFound."""
    _own_view(lock(user), view_id).delete()


def _own_view(user: User, view_id: str) -> SavedView:
    view = user.saved_views.filter(public_id=view_id).first()
    if view is None:
        raise NotFound(view_id)
    return view
