"""Who is told of a fault, by mail and by webhook, how often, and that it is over."""

import json
import os
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from deploy import processes
from deploy.machine import find_program
from deploy.services import Postgres
from project.accounts.models import EmailCode
from project.backoffice import health
from project.backoffice.alert_channels import WEBHOOK_SECONDS
from project.backoffice.certificate import renew_site_certificate
from project.backoffice.operator_alerts import Alert, Watcher, find_alerts
from project.core.models import Heartbeat, Mail, MailStatus, OperatorAlert, SiteCertificate
from project.payments.actions.cases import close_case, open_case
from project.payments.models import Case, CaseKind
from tests.backoffice.watcher_process import WatcherProcess
from tests.server_process import ShopProcesses
from tests.shop_settings import change_shop
from tests.smtp_server import SmtpServer
from tests.threads import at_once
from tests.tls_server import TlsServer
from tests.waiting import eventually
from tests.webhook_receiver import WebhookReceiver
from worker.tasks import beat

# The looks have connections of their own.
pytestmark = pytest.mark.django_db(transaction=True)

WORKER = Alert("worker", "The worker does not run.")
OPERATORS = ["one@shop.example", "two@shop.example"]


@pytest.fixture
def chat() -> Iterator[WebhookReceiver]:
    """What stands for Slack, Mattermost or Teams."""
    receiver = WebhookReceiver()
    yield receiver
    receiver.stop()


@pytest.fixture
def mails() -> Iterator[SmtpServer]:
    server = SmtpServer()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def channels(settings: Settings, chat: WebhookReceiver, mails: SmtpServer) -> None:
    """A shop whose worker beats, that tells both."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", mails.port, False
    settings.OPERATORS_MAIL = OPERATORS
    settings.OPERATORS_WEBHOOK_URL = chat.url
    beat("worker")
    beat("queue")


def heard(chat: WebhookReceiver) -> list[str]:
    """Return the first line of each message of the chat."""
    return [json.loads(each.body)["text"].splitlines()[0] for each in chat.received]


def subjects(mails: SmtpServer) -> list[str]:
    return [str(message["Subject"]) for message in mails.mails]


def look_twice() -> Watcher:
    """Look as a process does: what is there twice is told."""
    watcher = Watcher()
    watcher.look()
    watcher.look()
    return watcher


def pass_time(fault: str, *, minutes: int) -> None:
    """Move all that is known of an alert into the past."""
    row = OperatorAlert.objects.get(fault=fault)
    for field in ("mailed_at", "webhook_at", "seen_at"):
        moment = getattr(row, field)
        setattr(row, field, moment and moment - timedelta(minutes=minutes))
    row.save()


def tell() -> bool:
    """Tell of a fault, as one of several processes."""
    return Watcher().tell(WORKER, {"workerSeconds": 40})


def stop_worker() -> None:
    Heartbeat.objects.update(beat_at=timezone.now() - timedelta(minutes=1))


# -- How often -----------------------------------------------------------------------------------


def test_fault_is_told_once_an_hour_by_each_channel(chat: WebhookReceiver, mails: SmtpServer) -> None:
    at_once(4, lambda _: tell())
    tell()
    first = (heard(chat), subjects(mails))
    pass_time("worker", minutes=61)
    at_once(4, lambda _: tell())

    assert first == (["[Akshamala] fault: worker"], ["[Akshamala] fault: worker"])
    assert heard(chat) == subjects(mails) == ["[Akshamala] fault: worker"] * 2
    message: EmailMessage = mails.mails[0]
    assert message["To"] == ", ".join(OPERATORS)
    assert "workerSeconds: 40" in message.get_content()


def test_webhook_gets_what_chats_take(chat: WebhookReceiver) -> None:
    tell()

    (message,) = chat.received
    assert message.headers["content-type"] == "application/json"
    assert list(json.loads(message.body)) == ["text"]
    assert "The worker does not run." in json.loads(message.body)["text"]


def test_restart_of_the_worker_is_no_fault(chat: WebhookReceiver, mails: SmtpServer) -> None:
    watcher = Watcher()
    stop_worker()
    watcher.look()
    beat("worker")
    beat("queue")
    watcher.look()
    stop_worker()
    watcher.look()

    assert (heard(chat), subjects(mails)) == ([], [])


def test_end_of_a_fault_is_told_once_and_it_may_come_again(chat: WebhookReceiver, mails: SmtpServer) -> None:
    stop_worker()
    look_twice()
    beat("worker")
    beat("queue")
    look_twice()
    early = heard(chat)
    for fault in ("worker", "queue"):
        pass_time(fault, minutes=6)
    at_once(4, lambda _: Watcher().look())
    stop_worker()
    look_twice()

    faults = ["[Akshamala] fault: worker", "[Akshamala] fault: queue"]
    ends = ["[Akshamala] resolved: queue", "[Akshamala] resolved: worker"]
    assert early == faults
    for told in (heard(chat), subjects(mails)):
        assert [*told[:2], *sorted(told[2:4]), *told[4:]] == [*faults, *ends, *faults]


def test_fault_that_comes_and_goes_is_told_as_one(chat: WebhookReceiver) -> None:
    for _ in range(3):
        stop_worker()
        look_twice()
        beat("worker")
        beat("queue")
        look_twice()

    assert heard(chat) == ["[Akshamala] fault: worker", "[Akshamala] fault: queue"]


# -- What a channel does not take ----------------------------------------------------------------


def test_webhook_that_refuses_is_tried_again_and_the_mail_is_not(
    chat: WebhookReceiver, mails: SmtpServer
) -> None:
    chat.statuses = [500, 302, 200]

    told = [tell() for _ in range(4)]

    assert told == [False, False, True, True]
    assert heard(chat) == ["[Akshamala] fault: worker"] * 3
    assert subjects(mails) == ["[Akshamala] fault: worker"]


def test_webhook_that_says_nothing_is_given_up(chat: WebhookReceiver, mails: SmtpServer) -> None:
    chat.delay = WEBHOOK_SECONDS + 1

    told = tell()

    assert not told
    assert OperatorAlert.objects.get().webhook_at is None
    assert subjects(mails) == ["[Akshamala] fault: worker"]


def test_process_waits_before_it_tries_a_webhook_again(chat: WebhookReceiver) -> None:
    stop_worker()
    chat.statuses = [500]
    watcher = look_twice()
    watcher.look()

    assert heard(chat) == ["[Akshamala] fault: worker", "[Akshamala] fault: queue"]


def test_end_that_was_not_taken_is_told_later(chat: WebhookReceiver, mails: SmtpServer) -> None:
    tell()
    pass_time("worker", minutes=6)
    chat.statuses = [500, 200]

    Watcher().look()
    pass_time("worker", minutes=6)
    Watcher().look()

    assert heard(chat)[1:] == ["[Akshamala] resolved: worker"] * 2
    assert subjects(mails)[1:] == ["[Akshamala] resolved: worker"]


def test_webhook_tells_that_no_mail_can_leave(
    chat: WebhookReceiver, mails: SmtpServer, settings: Settings
) -> None:
    stop_worker()
    settings.EMAIL_PORT = processes.free_port()
    watcher = look_twice()
    watcher.look()
    watcher.look()

    assert heard(chat) == [f"[Akshamala] fault: {name}" for name in ("worker", "queue", "mail")]
    settings.EMAIL_PORT = mails.port
    assert tell()
    assert subjects(mails) == ["[Akshamala] fault: worker"]


# -- What is told of -----------------------------------------------------------------------------


def faults() -> list[str]:
    """Return what the operators would be told of now."""
    return [alert.fault for alert in find_alerts(health.look())]


def flood(first: int, last: int) -> None:
    for number in range(first, last):
        open_case(CaseKind.SETTLED_UNKNOWN, subject=f"payment:TXN{number}", facts={"email": "a@b.example"})


def test_flood_of_cases_is_one_alert_that_counts_them(chat: WebhookReceiver, mails: SmtpServer) -> None:
    flood(0, 30)
    look_twice()
    flood(30, 40)
    look_twice()
    within_the_hour = len(chat.received)
    pass_time("cases", minutes=61)
    look_twice()
    pass_time("cases", minutes=61)
    # Nothing new since.
    Case.objects.update(opened_at=timezone.now() - timedelta(hours=3))
    look_twice()

    texts = [json.loads(each.body)["text"] for each in chat.received]
    assert within_the_hour == 1
    assert ["30 settled_unknown" in texts[0], "40 settled_unknown" in texts[1]] == [True, True]
    assert len(texts) == len(mails.mails) == 2
    assert not [text for text in texts if "TXN" in text or "@" in text]


def test_case_that_is_opened_again_is_news_and_the_end_of_the_last_is_told(chat: WebhookReceiver) -> None:
    flood(0, 1)
    look_twice()
    pass_time("cases", minutes=61)
    Case.objects.update(opened_at=timezone.now() - timedelta(hours=3))
    close_case(Case.objects.get(), rule="settled")
    flood(0, 1)
    look_twice()
    close_case(Case.objects.get(), rule="settled")
    pass_time("cases", minutes=6)
    look_twice()

    assert heard(chat) == [
        *["[Akshamala] fault: cases"] * 2,
        "[Akshamala] resolved: cases",
    ]


def test_refund_that_waits_for_a_second_person_is_no_alarm() -> None:
    open_case(CaseKind.REFUND_APPROVAL, subject="refund:RFD1", facts={})

    assert faults() == []


def failed_mail(number: int, *, minutes: int, attempts: int = 2, error: str = "OSError") -> None:
    """Write a mail of so long ago that the server did not take."""
    mail = Mail.objects.create(
        dedupe_key=str(number), kind="goods", to="a@b.example", attempts=attempts, last_error=error
    )
    Mail.objects.filter(pk=mail.pk).update(created_at=timezone.now() - timedelta(minutes=minutes))


def test_mails_that_do_not_leave_are_a_fault_until_one_does() -> None:
    failed_mail(1, minutes=9)
    early = faults()
    failed_mail(2, minutes=11)
    stuck = faults()
    Mail.objects.create(dedupe_key="3", kind="goods", to="c@d.example", status=MailStatus.SENT)

    assert (early, stuck, faults()) == ([], ["mail"], [])


def test_mails_that_were_given_up_count_and_a_refused_receiver_does_not() -> None:
    failed_mail(1, minutes=60, error="SMTPRecipientsRefused")
    refused = faults()
    failed_mail(2, minutes=60)
    Mail.objects.filter(dedupe_key="2").update(status=MailStatus.FAILED)

    assert (refused, faults()) == ([], ["mail"])


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (timedelta(days=30), []),
        (timedelta(days=13), ["certificate"]),
        (timedelta(days=2), ["certificate", "certificateEnds"]),
        (timedelta(hours=-1), ["certificate", "certificateEnds"]),
    ],
)
def test_end_of_the_sites_certificate_is_told_in_time(
    settings: Settings, left: timedelta, told: list[str]
) -> None:
    server = TlsServer(ends_at=timezone.now() + left)
    try:
        settings.SITE_URL = server.url
        renew_site_certificate()
        found = faults()
        server.show(ends_at=timezone.now() + timedelta(days=90))
        renew_site_certificate()
    finally:
        server.stop()

    assert (found, faults()) == (told, [])


def test_certificate_that_cannot_be_read_any_more_keeps_its_end_for_a_day(settings: Settings) -> None:
    server = TlsServer(ends_at=timezone.now() + timedelta(days=2))
    settings.SITE_URL = server.url
    renew_site_certificate()
    server.stop()
    renew_site_certificate()
    known = faults()
    SiteCertificate.objects.update(read_at=timezone.now() - timedelta(hours=25))

    assert (known, faults()) == (["certificate", "certificateEnds"], [])


def test_certificate_is_told_once_a_week_then_once_a_day(settings: Settings, chat: WebhookReceiver) -> None:
    settings.SITE_URL = "https://shop.example"
    SiteCertificate.objects.create(
        address="shop.example:443", ends_at=timezone.now() + timedelta(days=2), read_at=timezone.now()
    )
    look_twice()
    for fault in ("certificate", "certificateEnds"):
        pass_time(fault, minutes=25 * 60)
    look_twice()

    names = ["certificate", "certificateEnds", "certificateEnds"]
    assert heard(chat) == [f"[Akshamala] fault: {name}" for name in names]


def test_command_sends_a_sample_and_names_the_way_that_fails(
    chat: WebhookReceiver, mails: SmtpServer, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("try_alerts")
    chat.statuses = [404]
    with pytest.raises(CommandError, match="webhook: the answer was 404"):
        call_command("try_alerts")

    assert heard(chat) == subjects(mails) == ["[Akshamala] sample"] * 2
    assert capsys.readouterr().out.splitlines() == ["mailed: sent", "webhook: sent", "mailed: sent"]


# -- In processes of their own -------------------------------------------------------------------

ADDRESSES = {name.lower(): os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}


@pytest.mark.production_stack
def test_processes_of_gunicorn_tell_of_a_missing_worker_once(chat: WebhookReceiver) -> None:
    with ShopProcesses(**ADDRESSES, OPERATORS_WEBHOOK_URL=chat.url, OPERATORS_MAIL=" ") as shop:
        shop.serve_pages()
        eventually(lambda: len(chat.received) >= 2, seconds=90)

    assert sorted(heard(chat)) == ["[Akshamala] fault: queue", "[Akshamala] fault: worker"]


@pytest.mark.skipif(
    not (find_program("postgres") and os.environ.get("DATABASE_URL")),
    reason="runs with the tests on Postgres",
)
def test_lost_database_is_told_without_it_and_its_return_by_the_row_that_is_written_then(
    chat: WebhookReceiver,
) -> None:
    with (
        Postgres() as postgres,
        ShopProcesses(database_url=postgres.url, OPERATORS_WEBHOOK_URL=chat.url, OPERATORS_MAIL=" ") as shop,
        WatcherProcess(shop.environment()) as looking,
    ):
        looking.do("look", 1)
        postgres.stop()
        looking.do("look", 4)
        away = heard(chat)
        postgres.start()
        # It may come back between a look and the telling.
        eventually(lambda: looking.do("tell_late", "The database was away."))
        eventually(lambda: looking.do("look", 1) or looking.do("is_recorded", "database"))
        looking.do("look", 2)
        looking.do("wait", "database")
        looking.do("look", 1)

    assert away == ["[Akshamala] fault: database"]
    database = [text for text in heard(chat) if text.endswith("database")]
    assert database == ["[Akshamala] fault: database", "[Akshamala] resolved: database"]


@pytest.mark.parametrize(("sent", "told"), [(4, []), (5, ["[Akshamala] fault: codes"])])
def test_operators_hear_when_half_the_codes_of_a_day_are_mailed(
    chat: WebhookReceiver, sent: int, told: list[str]
) -> None:
    change_shop(limits={"codes_per_day": 10})
    EmailCode.objects.bulk_create(
        EmailCode(purpose="orders", email=f"{n}@example.com", digest="0", expires_at=timezone.now())
        for n in range(sent)
    )

    look_twice()
    look_twice()

    assert heard(chat) == told
