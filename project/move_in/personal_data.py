"""A person's data in imports: the lines of files about them, and the mark of an imported account."""

from typing import Any

from django.db.models import Q, QuerySet

from project.accounts import personal_data
from project.accounts.models import User
from project.move_in.models import Imported, ImportKind, ImportRow

_PEOPLE = (ImportKind.CUSTOMERS, ImportKind.ORDERS)


def export(user: User) -> list[dict[str, Any]]:
    """Return where the account was imported from, and the lines about the person that are still kept."""
    return [
        *(dict(mark) for mark in _marks(user.public_id).values("source")),
        *_exported(_rows(user.email)),
    ]


def erase(user: User) -> None:
    """Delete the lines about the person, and the mark of their account."""
    _rows(user.email).delete()
    _marks(user.public_id).delete()


def export_address(email: str) -> list[dict[str, Any]]:
    """Return the lines about an address."""
    return _exported(_rows(email))


def erase_address(email: str) -> personal_data.Erased:
    """Delete the lines about an address."""
    rows = _rows(email)
    count = rows.count()
    rows.delete()
    return personal_data.Erased(erased=count)


def _marks(public_id: str) -> "QuerySet[Imported]":
    return Imported.objects.filter(kind=ImportKind.CUSTOMERS, result=public_id)


def _rows(email: str) -> "QuerySet[ImportRow]":
    return ImportRow.objects.filter(Q(record__content__email=email), of_import__kind__in=_PEOPLE)


def _exported(rows: "QuerySet[ImportRow]") -> list[dict[str, Any]]:
    return [row["record"]["content"] for row in rows.order_by("pk").values("record")]


personal_data.register(
    "imports",
    export=export,
    erase=erase,
    export_address=export_address,
    erase_address=erase_address,
)
