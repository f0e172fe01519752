"""Each event of a payment's history names its cause: webhook message, case, ledger entries."""

from typing import Any

import pytest

from project.payments.models import Payment, WebhookMessage
from tests.buying import deliver, message, pay, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.payments.refund_helpers import advance, ask, console_refund, finish, refund_message
from tests.payments.statements import enter, line, report
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def detail(payment: Payment) -> dict[str, Any]:
    """Return what staff see of the payment."""
    staff = Api(token=log_in(make_user(role="support")))
    found: dict[str, Any] = staff.get(f"/transactions/{payment.transaction_id}").data["transaction"]
    return found


def step(payment: Payment, event: str) -> dict[str, Any]:
    """Return the step of its history with this name."""
    [found] = [each for each in detail(payment)["statusHistory"] if each["event"] == event]
    return dict(found)


def test_success_names_the_message_and_the_money(provider: SandboxProcess) -> None:
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")
    deliver(message(payment))

    why = step(payment, "payment.succeeded")

    assert (why["cause"], why["messageId"]) == ("webhook", WebhookMessage.objects.get().message_id)
    [entry] = why["ledger"]
    assert (entry["kind"], entry["amount"]) == ("captured", 500)
    assert (entry["source"], entry["target"]) == ("customers", "provider")


def test_success_that_no_message_told_of_names_none(payment: Payment) -> None:
    why = step(payment, "payment.succeeded")

    assert (why["cause"], why["messageId"]) == ("clock", None)


def test_steps_of_two_refunds_have_their_own_entries(payment: Payment, provider: SandboxProcess) -> None:
    for rupees in (100, 30):
        finish(provider, advance(ask(payment, rupees * 100)))

    done = [each for each in detail(payment)["statusHistory"] if each["event"] == "refund.done"]

    assert [each["ledger"][0]["amount"] for each in done] == [100, 30]
    assert done[0]["refundId"] != done[1]["refundId"]


def test_refund_of_the_console_names_its_message(payment: Payment, provider: SandboxProcess) -> None:
    console_refund(provider, payment, "CONSOLE-1", 10_000)
    provider.control("/refunds/CONSOLE-1/settle", outcome="success")
    deliver(refund_message(payment, "CONSOLE-1", amount=10_000))

    assert step(payment, "refund.done")["messageId"] == WebhookMessage.objects.get().message_id


def test_case_is_named_by_the_step_that_opened_it(payment: Payment) -> None:
    enter(report(line(payment.transaction_id, "499", fee="-1")))

    found = detail(payment)

    opened = [each for each in found["statusHistory"] if each["event"] == "case.opened"]
    assert all(each["caseId"].startswith("CASE-") for each in opened) and len(opened) == 2
    assert [(row["kind"], row["amount"]) for row in found["settlement"]] == [("fee", 1), ("settled", 498)]


def test_lines_say_what_each_piece_cost_and_what_is_back(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=100_000, title_en="Bead"), 3), provider)
    ask(payment, 100_000, pieces={1: 1})

    [row] = detail(payment)["lines"]

    assert (row["line"], row["title"], row["quantity"], row["refunded"]) == (1, "Bead", 3, 1)
    assert row["amounts"] == [1000, 2000]
