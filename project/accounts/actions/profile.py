"""Change the profile."""

from collections.abc import Mapping

from django.db import transaction

from project.accounts.actions.account import lock, record_change
from project.accounts.models import Address, User


@transaction.atomic
def update_profile(
    user: User,
    *,
    name: str | None = None,
    phone: str | None = None,
    language: str | None = None,
    address: Mapping[str, str] | None = None,
) -> User:
    """Change what is given; an address becomes the default entry of the address book."""
    user = lock(user)
    user.name = user.name if name is None else name
    user.phone = user.phone if phone is None else phone
    user.language = user.language if language is None else language
    user.save(update_fields=["name", "phone", "language"])
    if address is not None:
        owner = {"name": user.name, "phone": user.phone}
        Address.objects.update_or_create(
            user=user, is_default=True, defaults=dict(address), create_defaults={**address, **owner}
        )
    record_change(user, "user.profile_changed")
    return user
