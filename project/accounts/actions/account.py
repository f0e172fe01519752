"""Lock an account and record its changes: what all changes of an account share."""

from collections.abc import Mapping

from project.accounts.errors import TokenRefused
from project.accounts.models import User
from project.events.publish import publish


def lock(user: User) -> User:
    """Lock the account's row: the one lock of everything that belongs to the person.

    Raises TokenRefused when the account has been closed since the caller was let in.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if not user.is_active:
        raise TokenRefused(user.public_id)
    return user


def record_change(
    user: User,
    name: str,
    *,
    actor: str = "",
    payload: Mapping[str, str] | None = None,
    rights_changed: bool = False,
) -> None:
    """Raise the account's version, record what happened and show it on all devices of the person.

    With `rights_changed` the live links opened under the old rights are closed.
    """
    user.bump()
    publish(
        name,
        subject=user.subject,
        topics=[user.topic, *([f"session:{user.pk}"] if rights_changed else [])],
        payload=payload,
        actor=actor or user.subject,
    )
