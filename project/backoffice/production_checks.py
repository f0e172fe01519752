"""System checks of what a production shop must not open with; `project/start.py` runs them at each start."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.db import DatabaseError
from django.db.models import CharField, Value

from project.accounts.models import User
from project.catalog.models import Certificate
from project.start import TAG

# Of the shipped addresses of the shop; nobody can have an address of a name that ends so.
SAMPLE_DOMAIN = "@akshamala.example"


def find_samples() -> list[str]:
    """Return what the database holds of the sample shop, in words; one query. Raises DatabaseError."""

    def named(text: str) -> Value:
        return Value(text, output_field=CharField())

    accounts = User.objects.filter(is_sample=True)
    certificates = Certificate.objects.filter(is_sample=True)
    found = (
        accounts.order_by()
        .values_list(named("accounts"))
        .union(certificates.order_by().values_list(named("certificates")))
    )
    return sorted(what for (what,) in found)


@register(TAG)
def no_samples(
    app_configs: Any, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Refuse the sample shop in production: everybody knows its accounts, and it promises what is not so."""
    if settings.DEBUG or settings.SANDBOX or not databases:
        return []
    try:
        found = find_samples()
    except DatabaseError:
        return []
    if not found:
        return []
    text = f"the database holds the sample shop's {' and '.join(found)}: start with an empty database"
    return [Error(text, id="shop.E001")]
