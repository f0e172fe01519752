"""The address book of an account."""

from collections.abc import Mapping

from django.db import transaction

from project.accounts.actions.account import lock, record_change
from project.accounts.models import Address, User
from project.core.errors import Conflict, ErrorCode, NotFound

MAX_ADDRESSES = 10


@transaction.atomic
def add(user: User, *, fields: Mapping[str, str], is_default: bool) -> None:
    """Add an entry to the address book; the first one is the default. Raises ADDRESS_BOOK_FULL."""
    user = lock(user)
    held = user.addresses.count()
    if held >= MAX_ADDRESSES:
        raise Conflict(f"{held} addresses", code=ErrorCode.ADDRESS_BOOK_FULL)
    address = Address.objects.create(user=user, **fields)
    if is_default or held == 0:
        _make_default(user, address)
    record_change(user, "user.addresses_changed")


@transaction.atomic
def change(user: User, address_id: str, *, fields: Mapping[str, str], is_default: bool) -> None:
    """Change an entry; a default stays one until another takes its place. Raises NotFound."""
    user = lock(user)
    address = _own(user, address_id)
    for field, value in fields.items():
        setattr(address, field, value)
    address.save()
    if is_default:
        _make_default(user, address)
    record_change(user, "user.addresses_changed")


@transaction.atomic
def remove(user: User, address_id: str) -> None:
    """Remove an entry; the newest other one takes a default's place. Raises NotFound."""
    user = lock(user)
    address = _own(user, address_id)
    address.delete()
    newest = user.addresses.first()
    if address.is_default and newest is not None:
        _make_default(user, newest)
    record_change(user, "user.addresses_changed")


def _own(user: User, address_id: str) -> Address:
    address = user.addresses.filter(public_id=address_id).first()
    if address is None:
        raise NotFound(address_id)
    return address


def _make_default(user: User, address: Address) -> None:
    user.addresses.exclude(pk=address.pk).update(is_default=False)
    address.is_default = True
    address.save(update_fields=["is_default"])
