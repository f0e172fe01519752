"""Record and publish who is editing."""

from project.accounts import presence
from project.accounts.models import User
from project.events.publish import touch


def publish_editing(subject: str, user: User, *, editing: bool) -> None:
    """Record that the person has the subject open to edit, or has closed it, and publish the change."""
    if editing:
        presence.record(subject, user)
    elif not presence.remove(subject, user):
        return
    touch([f"presence:{subject}"])
