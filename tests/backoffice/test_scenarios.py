"""Every named disaster ends with books that agree with the provider's."""

import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator

import pytest
from _pytest.mark import ParameterSet
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from deploy import processes
from deploy.environment import ROOT
from project.backoffice.provider_reconciliation import differences
from project.backoffice.scenarios.cash import SCENARIOS as CASH_SCENARIOS
from project.backoffice.scenarios.cash import CashScenarioRun
from project.backoffice.scenarios.environment import stop_double
from project.backoffice.scenarios.runner import ScenarioRun
from project.core.models import Mail
from project.events.models import Event
from project.invoices.models import DueDocument
from project.orders.models import Order
from project.payments.models import Refund
from project.payments.providers.registry import INSTALLED
from project.sandbox.scenarios import SCENARIOS
from tests.http import Api
from tests.sandbox_process import SandboxProcess

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.production_stack]

# One of each kind: a plain payment, messages that come twice or early, a provider that does not answer,
# money that comes too late or twice, and refunds. The others run with --nightly.
EVERY_TIME = {
    "plain_success",
    "webhook_before_response",
    "webhook_duplicate",
    "connection_dropped",
    "double_capture",
    "expired_then_paid_sold_out",
    "refund_message_twice",
    "refund_before_payment_event",
}


# Over another provider's adapter those in which its words matter most.
ELSEWHERE_EVERY_TIME = {
    "late_success_unannounced",
    "refund_message_twice",
    "refund_before_payment_event",
    "dispute_lost_out_of_order",
}


@pytest.fixture
def run(provider: SandboxProcess, first_provider: str, live_server: LiveServer) -> ScenarioRun:
    """A shop whose address the provider knows."""
    return ScenarioRun(provider, webhook_url=f"{live_server.url}/api/payments/webhooks/{first_provider}")


def every_scenario() -> Iterator[ParameterSet]:
    """Yield each provider with each scenario, most of them for the night."""
    for number, provider in enumerate(INSTALLED):
        often = ELSEWHERE_EVERY_TIME if number else EVERY_TIME
        for name in SCENARIOS:
            marks = [] if name in often else [pytest.mark.nightly]
            yield pytest.param(provider, name, marks=marks, id=f"{provider}-{name}")


@pytest.mark.parametrize(("first_provider", "name"), list(every_scenario()), indirect=["first_provider"])
def test_scenario_ends_with_equal_books(run: ScenarioRun, name: str) -> None:
    result = run.play(name)

    assert result.problems == ()
    assert result.ends == SCENARIOS[name].ends


def test_products_of_a_scenario_are_found_by_search_at_once(run: ScenarioRun) -> None:
    found = Api().get("/products", {"search": "scenario"}).data["products"]

    assert len(found) == 2


TAMPERINGS: dict[str, Callable[[dict[str, int], dict[str, int]], object]] = {
    "money that never reached us": lambda paid, returned: paid.update(TXN0=50_000),
    "money of another amount": lambda paid, returned: paid.update(dict.fromkeys(paid, 1)),
    "money the provider does not have": lambda paid, returned: paid.clear(),
    "a refund we know nothing of": lambda paid, returned: returned.update(RFD0=100),
    "an order confirmed twice": lambda paid, returned: repeat(Event.objects.get(name="order.confirmed")),
    "a buyer told twice": lambda paid, returned: tell_again(Mail.objects.get(kind="payment_received")),
    "an invoice nobody noted": lambda paid, returned: DueDocument.objects.all().delete(),
    "money of a cancelled order": lambda paid, returned: Order.objects.update(status="cancelled"),
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_books_that_differ_are_named(run: ScenarioRun, provider: SandboxProcess, tampering: str) -> None:
    assert run.play("plain_success").problems == ()
    books = provider.control("/books", "GET")
    assert list(differences(paid=books["paid"], returned=books["returned"])) == []

    TAMPERINGS[tampering](books["paid"], books["returned"])

    assert list(differences(paid=books["paid"], returned=books["returned"]))


def test_refund_without_its_credit_note_is_named(run: ScenarioRun, provider: SandboxProcess) -> None:
    assert run.play("refund_message_twice").problems == ()
    books = provider.control("/books", "GET")

    DueDocument.objects.exclude(refund=None).delete()

    refund = Refund.objects.get()
    said = differences(paid=books["paid"], returned=books["returned"])
    assert f"{refund}: 0 credit notes printed and 0 due, wanted 1" in said


def repeat(event: Event) -> None:
    """Write the event a second time."""
    Event.objects.create(name=event.name, subject=event.subject, topics=[], payload={})


def tell_again(mail: Mail) -> None:
    """Write the mail a second time."""
    Mail.objects.create(to=mail.to, kind=mail.kind, reference=mail.reference, dedupe_key="again")


# What remittances do wrong, and what becomes of a parcel; the others run with --nightly.
CASH_EVERY_TIME = {"cash_doubled", "cash_of_a_cancelled_order", "cash_refused", "cash_returned"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in CASH_EVERY_TIME else [pytest.mark.nightly])
        for name in CASH_SCENARIOS
    ],
)
def test_cash_on_delivery_ends_with_equal_books(name: str) -> None:
    assert CashScenarioRun().play(name).problems == ()


@pytest.mark.django_db
def test_scenarios_never_meet_real_money(settings: Settings) -> None:
    settings.SANDBOX = False

    with pytest.raises(CommandError, match="must never meet real money"):
        call_command("scenario", list=True)


def command(*arguments: str) -> tuple[int, str]:
    """Run `manage.py scenario` as a developer does; return its exit status and what it printed.

    Whatever it leaves behind ends with it, and so does its double when it takes too long.
    """
    with tempfile.TemporaryFile() as output:
        line = [sys.executable, "manage.py", "scenario", *arguments]
        process = processes.spawn(line, cwd=ROOT, output=output)
        try:
            status = process.wait(110)
        finally:
            processes.stop(process)
        output.seek(0)
        return status, output.read().decode()


def test_command_prints_the_table_and_leaves_nothing_behind() -> None:
    status, output = command("never_paid", "html_500")

    assert status == 0, output
    lines = output.splitlines()
    assert [line.split()[:3] for line in lines[:2]] == [
        ["never_paid", "unpaid", "equal"],
        ["html_500", "paid", "equal"],
    ]
    assert lines[2] == "2 scenarios, every book equal"
    assert not Order.objects.exists()


def test_double_that_does_not_end_when_asked_is_killed() -> None:
    script = "trap '' TERM; echo deaf; exec sleep 60"
    with subprocess.Popen(["sh", "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()

        stop_double(process, seconds=0.1)

    assert process.returncode == -signal.SIGKILL


def test_command_refuses_a_name_it_does_not_know(provider: SandboxProcess) -> None:
    with pytest.raises(CommandError, match="no scenario called nonsense"):
        # Less verbose it would switch off the logs of this process.
        call_command("scenario", "nonsense", double=provider.url, verbosity=2)
