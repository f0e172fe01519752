"""The audit log of staff's acts with money: the person and the subject."""

import pytest

from project.accounts.models import User
from project.events.models import AuditEntry
from project.payments.attempts.status_check import check_for_staff
from project.payments.cases.resolution import dismiss_case
from project.payments.errors import PaymentProviderDown, RefundNotPossible
from project.payments.models import Case, Payment, WebhookMessage
from project.payments.refunds.requests import approve_refund, decline_refund, retry_refund
from project.payments.webhooks.replay import replay_webhook
from tests.buying import deliver, message, place, start
from tests.factories import make_product, make_user
from tests.payments.refund_helpers import advance, ask, finish
from tests.payments.statements import enter, line, report
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> User:
    return make_user(role="finance")


@pytest.fixture
def opened(provider: SandboxProcess) -> Payment:
    """A payment that is under way."""
    return start(place(make_product()))


def logged() -> list[tuple[str, str]]:
    """Return what was done, and to what."""
    return list(AuditEntry.objects.order_by("pk").values_list("action", "subject"))


def test_refunds_are_logged_with_amount_reason_and_notes(payment: Payment, staff: User) -> None:
    ask(payment, 10_000, user=staff, notes="The thread was torn")

    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.subject) == ("refund.requested", payment.topic)
    assert (entry.actor, entry.note) == (f"user:{staff.public_id}", "The thread was torn")
    assert (entry.after["amount"], entry.after["reason"]) == (100, "customer_request")


def test_decisions_and_retries_are_logged(payment: Payment, staff: User, provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 0})
    approved, declined = ask(payment, 10_000), ask(payment, 5_000)
    approve_refund(approved.pk, user=staff)
    decline_refund(declined.pk, user=staff, notes="Not owed")
    failed = finish(provider, advance(approved), "failure")
    retry_refund(failed.pk, user=staff)

    done = [action for action, _ in logged()]
    assert done == ["refund.requested"] * 2 + ["refund.approved", "refund.declined", "refund.retried"]
    assert AuditEntry.objects.get(action="refund.retried").before == {"refund": failed.refund_id}


def test_cases_and_replays_are_logged(payment: Payment, staff: User) -> None:
    enter(report(line(payment.transaction_id, "1")))
    case = Case.objects.get()
    dismiss_case(case.pk, user=staff, notes="Agreed with the provider")
    deliver(message(payment))
    sent = WebhookMessage.objects.get()
    replay_webhook(sent.pk, user=staff)

    assert logged() == [
        ("case.closed", f"case:{case.case_id}"),
        ("message.replayed", f"message:{sent.message_id}"),
    ]


def test_asking_the_provider_now_is_logged_with_what_came_of_it(
    opened: Payment, staff: User, provider: SandboxProcess
) -> None:
    provider.settle(opened.transaction_id, "success")
    check_for_staff(opened.pk, user=staff)

    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.subject) == ("payment.checked", opened.topic)
    assert entry.actor == f"user:{staff.public_id}"
    assert (entry.before, entry.after) == ({"status": "PENDING"}, {"status": "SUCCESS"})


def test_asking_the_provider_now_is_logged_although_it_does_not_answer(
    opened: Payment, staff: User, provider: SandboxProcess
) -> None:
    provider.fault("down", on="status", times=None)
    with pytest.raises(PaymentProviderDown):
        check_for_staff(opened.pk, user=staff)

    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.before, entry.after) == ("payment.checked", {}, {})


def test_refused_request_is_not_logged(payment: Payment, staff: User) -> None:
    with pytest.raises(RefundNotPossible):
        ask(payment, payment.captured_paise + 1, user=staff)

    assert logged() == []
