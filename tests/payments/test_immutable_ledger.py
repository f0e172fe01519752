"""Ledger and history are immutable: database triggers refuse to change or delete their rows."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import Error, transaction

from project.events.models import Event
from project.payments.models import Movement, Payment
from project.payments.shared import ledger
from tests.buying import place
from tests.factories import make_product

pytestmark = pytest.mark.django_db

CHANGES: dict[str, Callable[[], object]] = {
    "an entry's amount": lambda: Movement.objects.update(amount_paise=1),
    "an event's name": lambda: Event.objects.update(name="order.forged"),
}
DELETIONS: dict[str, Callable[[], object]] = {
    "an entry": lambda: Movement.objects.all().delete(),
    "an event": lambda: Event.objects.all().delete(),
}


@pytest.mark.both_stacks
@pytest.mark.parametrize("what", [*CHANGES, *DELETIONS])
def test_database_refuses(what: str) -> None:
    order = place(make_product())
    payment = Payment.objects.create(
        order=order, provider="phonepe", amount_paise=order.total_paise, captured_paise=100
    )
    ledger.enter_capture(payment)

    with pytest.raises(Error, match="written once"), transaction.atomic():
        (CHANGES | DELETIONS)[what]()

    assert Movement.objects.get().amount_paise == 100
    assert Event.objects.filter(name="order.placed").count() == 1


@pytest.mark.django_db(transaction=True)
def test_flush_empties_the_database_and_leaves_the_rule() -> None:
    place(make_product())

    call_command("flush", interactive=False, verbosity=0)

    assert not Event.objects.exists()
    place(make_product())
    with pytest.raises(Error, match="written once"), transaction.atomic():
        Event.objects.all().delete()
