"""Show who is editing."""

from project.accounts import presence
from project.accounts.models import User
from project.events.publish import touch


def publish_editing(subject: str, user: User, *, editing: bool) -> None:
    """Show those who look at the subject that the person has it open to edit, or has not any more."""
    if editing:
        presence.note(subject, user)
    elif not presence.leave(subject, user):
        return
    touch([f"presence:{subject}"])
