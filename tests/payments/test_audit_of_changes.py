"""The audit of what changed: every ten minutes, from where the last one ended."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from project.core.models import Heartbeat
from project.events.models import Event
from project.orders.models import Order
from project.payments.audit.ledger import CHECKPOINT, OVERLAP, audit_changes, audit_ledger
from project.payments.models import Case, Movement, Payment
from tests.buying import check, place, start
from tests.factories import make_product
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def paid(provider: SandboxProcess) -> Payment:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    return check(payment)


def checkpoint_at(age: timedelta) -> None:
    Heartbeat.objects.update_or_create(name=CHECKPOINT, defaults={"beat_at": timezone.now() - age})


def test_what_changed_without_its_ledger_entry_is_found_and_opens_a_case(provider: SandboxProcess) -> None:
    payment = paid(provider)
    assert audit_changes() == []
    Payment.objects.filter(pk=payment.pk).update(refunded_paise=100)

    (ledger, refunds) = audit_changes()

    assert ledger.startswith(payment.transaction_id) and refunds.startswith(payment.transaction_id)
    assert Case.objects.get(kind="books_differ").facts["details"] == [ledger, refunds]


def test_an_order_that_says_it_is_paid_is_held_against_its_payment(provider: SandboxProcess) -> None:
    payment = paid(provider)
    Order.objects.filter(pk=payment.order_id).update(
        total_paise=F("total_paise") + 100, subtotal_paise=F("subtotal_paise") + 100
    )

    found = audit_changes()

    assert found and all(each.startswith(payment.order.order_id) for each in found)


def test_an_entry_between_other_accounts_is_found(provider: SandboxProcess) -> None:
    payment = paid(provider)
    Movement.objects.create(
        kind="reinstated", source="bank", target="fees", amount_paise=1, reference="x", payment=payment
    )

    assert any("not between the accounts of its kind" in found for found in audit_changes())


def test_only_what_changed_since_the_last_audit_is_read(provider: SandboxProcess) -> None:
    payment = paid(provider)
    Payment.objects.filter(pk=payment.pk).update(refunded_paise=100)
    later = Event.objects.latest("pk").created_at + OVERLAP + timedelta(seconds=1)
    Heartbeat.objects.create(name=CHECKPOINT, beat_at=later)

    assert audit_changes() == []
    assert Heartbeat.objects.get(name=CHECKPOINT).beat_at < later
    # Whatever the events say, the audit of the night reads all.
    assert len([found for found in audit_ledger() if payment.transaction_id in found]) == 2


def test_differences_of_a_day_gather_in_one_case_which_the_night_closes(provider: SandboxProcess) -> None:
    first, second = paid(provider), paid(provider)
    Payment.objects.filter(pk=first.pk).update(refund_pending_paise=100)
    audit_changes()
    Payment.objects.filter(pk=first.pk).update(refund_pending_paise=0)
    Payment.objects.filter(pk=second.pk).update(refund_pending_paise=200)

    audit_changes()

    details = Case.objects.get(kind="books_differ", closed_at=None).facts["details"]
    assert [first.transaction_id in details[0], second.transaction_id in details[1]] == [True, True]
    Payment.objects.filter(pk=second.pk).update(refund_pending_paise=0)
    assert audit_changes() == []
    assert Case.objects.filter(kind="books_differ", closed_at=None).exists()
    assert not [found for found in audit_ledger() if "invoices printed" not in found]


def test_an_audit_moves_the_checkpoint_to_where_it_began(provider: SandboxProcess) -> None:
    checkpoint_at(timedelta(days=1))
    before = timezone.now()

    audit_changes()
    first = Heartbeat.objects.get(name=CHECKPOINT).beat_at
    audit_ledger()

    assert before <= first <= Heartbeat.objects.get(name=CHECKPOINT).beat_at <= timezone.now()
