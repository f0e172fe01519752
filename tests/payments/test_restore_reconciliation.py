"""After a restore from a backup the shop asks about what was open then, and lists what it does not know."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from project.payments.models import Case
from project.payments.settlement.after_restore import reconcile_after_restore
from project.payments.settlement.reconciliation import MAX_CASES_AT_ONCE
from project.payments.settlement.restores import record_restore
from tests.buying import place, start
from tests.factories import make_product
from tests.payments.statements import enter, line, report
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def test_open_payments_are_checked_and_those_without_an_answer_are_named(provider: SandboxProcess) -> None:
    product = make_product()
    paid, unpaid, unheard = (start(place(product)) for _ in range(3))
    provider.settle(paid.transaction_id, "success")
    provider.fault("unauthorized", on="status", order=unheard.transaction_id, times=None)

    found = reconcile_after_restore(since=timezone.now() - timedelta(hours=1))

    assert (found.checked, found.captured, found.not_checked) == (
        3,
        [paid.transaction_id],
        [unheard.transaction_id],
    )
    with pytest.raises(CommandError, match=f"no answer about {unheard.transaction_id}"):
        call_command("after_restore", since="2026-11-01T10:00")


def test_every_unknown_line_becomes_a_case_however_many_there_are() -> None:
    since = timezone.now() - timedelta(hours=20)
    record_restore(since=since, until=timezone.now())
    enter(report(*(line(f"TXN{number}", "100") for number in range(MAX_CASES_AT_ONCE + 5))))

    reconcile_after_restore(since=since)

    assert Case.objects.filter(kind="settled_unknown").count() == MAX_CASES_AT_ONCE + 5
