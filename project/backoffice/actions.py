"""Cases that no app opens by itself, and the link of the wall display."""

from typing import Literal

from django.db import transaction

from project.accounts.models import User
from project.backoffice.wall import make_key
from project.core.models import Mail
from project.events.audit import record as record_audit
from project.events.publish import publish
from project.orders.actions import lock_order
from project.orders.history import record


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
