"""The provider's messages about refunds, and refunds made in its own console."""

import pytest
from django.utils import timezone

from project.payments.models import Case, Payment, Refund
from tests.buying import deliver, place, start
from tests.factories import make_product
from tests.payments.refund_helpers import advance, ask, console_refund, finish, refund_message, run_due
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def test_message_about_our_refund_is_a_hint_to_ask(provider: SandboxProcess, payment: Payment) -> None:
    refund = advance(ask(payment, 50_000))
    deliver(refund_message(payment, refund.refund_id))
    refund.refresh_from_db()
    assert refund.status == "under_way"  # the message lied

    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    deliver(refund_message(payment, refund.refund_id, "CONFIRMED"))

    refund.refresh_from_db()
    assert refund.status == "done"
    assert refund.messages.count() == 2


def test_message_that_names_only_the_providers_id_finds_the_refund(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = advance(ask(payment, 50_000))
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")

    deliver(refund_message(payment, "", refundId=refund.provider_refund_id))

    refund.refresh_from_db()
    assert refund.status == "done"


def test_refund_made_in_the_console_appears_in_the_shop(provider: SandboxProcess, payment: Payment) -> None:
    console_refund(provider, payment, "CONSOLE1", 20_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")

    deliver(refund_message(payment, "CONSOLE1", amount=1))

    refund = Refund.objects.select_related("payment").get()
    assert (refund.refund_id, refund.origin, refund.status) == ("CONSOLE1", "console", "done")
    assert (refund.amount_paise, refund.payment.refunded_paise) == (20_000, 20_000)
    deliver(refund_message(payment, "CONSOLE1", "CONFIRMED"))
    assert Refund.objects.count() == 1


def test_refund_message_before_the_payments_own_is_kept_and_applied(provider: SandboxProcess) -> None:
    provider.control("/settings", refund_seconds=None)
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")
    console_refund(provider, payment, "CONSOLE1", 50_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")

    deliver(refund_message(payment, "CONSOLE1"))

    payment.refresh_from_db()
    assert (payment.status, payment.captured_paise, payment.refunded_paise) == ("REFUNDED", 50_000, 50_000)


def test_refund_message_is_kept_while_the_payment_cannot_be_asked_about(provider: SandboxProcess) -> None:
    provider.control("/settings", refund_seconds=None)
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")
    console_refund(provider, payment, "CONSOLE1", 50_000)
    # Its status answer lags behind: the refund is known there, the payment's success not yet.
    provider.fault("alter", on="status", value={"state": "PENDING"}, times=1)

    deliver(refund_message(payment, "CONSOLE1", "CONFIRMED"))
    assert not Refund.objects.exists()
    message = payment.messages.get()
    assert (message.handled_at, message.attempts) == (None, 1)
    payment.messages.update(next_try_at=timezone.now())
    run_due()

    assert Refund.objects.get().status == "under_way"
    message.refresh_from_db()
    assert message.handled_at is not None


def test_waiting_refund_gives_way_to_one_made_in_the_console(
    provider: SandboxProcess, payment: Payment
) -> None:
    ours = ask(payment, 40_000)
    console_refund(provider, payment, "CONSOLE1", 30_000)

    deliver(refund_message(payment, "CONSOLE1", "CONFIRMED"))

    ours.refresh_from_db()
    assert (ours.status, ours.error_code) == ("failed", "SUPERSEDED")
    assert Refund.objects.get(origin="console").status == "under_way"
    assert [case.kind for case in Case.objects.all()] == ["refund_failed"]


def test_console_refund_waits_for_ours_that_is_under_way(provider: SandboxProcess, payment: Payment) -> None:
    ours = advance(ask(payment, 20_000))
    provider.control(f"/refunds/{ours.refund_id}/settle", outcome="success")
    # The provider takes one refund of an order at a time, and we have not heard of the end of ours.
    console_refund(provider, payment, "CONSOLE1", 30_000)
    deliver(refund_message(payment, "CONSOLE1", "CONFIRMED"))
    assert list(Refund.objects.all()) == [ours]
    advance(ours)

    payment.messages.update(next_try_at=timezone.now())
    run_due()

    assert Refund.objects.get(refund_id="CONSOLE1").status == "under_way"
    payment.refresh_from_db()
    assert (payment.refunded_paise, payment.refund_pending_paise) == (20_000, 30_000)


def test_console_refund_leaves_as_many_waiting_refunds_as_fit_beside_it(
    provider: SandboxProcess, payment: Payment
) -> None:
    older, newer = ask(payment, 10_000), ask(payment, 30_000)
    console_refund(provider, payment, "CONSOLE1", 20_000)

    deliver(refund_message(payment, "CONSOLE1", "CONFIRMED"))

    for refund in (older, newer):
        refund.refresh_from_db()
    assert (older.status, newer.status, newer.error_code) == ("requested", "failed", "SUPERSEDED")


@pytest.mark.parametrize("amount", [50_001, 0, None])
def test_console_refund_of_more_than_is_left_is_a_case_and_is_not_entered(
    provider: SandboxProcess, payment: Payment, amount: int | None
) -> None:
    console_refund(provider, payment, "CONSOLE1", 50_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")
    provider.fault("alter", on="refund_status", value={"amount": amount}, times=None)

    deliver(refund_message(payment, "CONSOLE1"))

    assert not Refund.objects.exists()
    case = Case.objects.get()
    assert (case.kind, case.payment, case.facts["refundId"]) == ("refund_differs", payment, "CONSOLE1")
    assert (case.facts["amountPaise"], case.facts["refundablePaise"]) == (amount, 50_000)
    payment.refresh_from_db()
    assert (payment.refunded_paise, payment.refund_pending_paise) == (0, 0)


@pytest.mark.parametrize("change", [{"state": "FAILED"}, {"originalMerchantOrderId": "TXN-of-another"}])
def test_console_refund_that_failed_or_is_of_another_payment_is_not_entered(
    provider: SandboxProcess, payment: Payment, change: dict[str, str]
) -> None:
    console_refund(provider, payment, "CONSOLE1", 50_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")
    provider.fault("alter", on="refund_status", value=change, times=None)

    deliver(refund_message(payment, "CONSOLE1"))

    assert not Refund.objects.exists() and not Case.objects.exists()


def test_message_about_a_refund_nobody_knows_changes_nothing(
    provider: SandboxProcess, payment: Payment
) -> None:
    deliver(refund_message(payment, "NO-SUCH-REFUND"))
    deliver(refund_message(payment, "not an id at all/.."))

    assert not Refund.objects.exists()
    assert set(payment.messages.values_list("next_try_at", flat=True)) == {None}


def test_late_message_of_failure_never_undoes_a_done_refund(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = finish(provider, advance(ask(payment, 50_000)))
    version = refund.version

    deliver(refund_message(payment, refund.refund_id, "FAILED"))

    refund.refresh_from_db()
    assert (refund.status, refund.version) == ("done", version)
