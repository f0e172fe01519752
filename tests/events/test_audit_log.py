"""The audit log: each act of staff once, with its changes and the address it came from."""

import pytest
from django.db import Error, transaction

from project.events.audit import record
from project.events.models import AuditEntry

pytestmark = pytest.mark.django_db


def test_only_what_changed_is_kept() -> None:
    entry = record(
        "product.changed",
        subject="product:P1",
        actor="user:U1",
        before={"price": 100, "title": "Bead", "gone": 1},
        after={"price": 120, "title": "Bead", "new": 2},
    )

    entry.refresh_from_db()
    assert (entry.before, entry.after) == ({"price": 100, "gone": 1}, {"price": 120, "new": 2})
    assert entry.address == ""


@pytest.mark.both_stacks
def test_the_database_refuses_to_change_an_entry() -> None:
    entry = record("product.changed", subject="product:P1", actor="user:U1")

    with pytest.raises(Error), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).update(actor="user:U2")
    with pytest.raises(Error), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).delete()
    assert AuditEntry.objects.get().actor == "user:U1"
