"""The watcher: alerts by mail and by chat, how often they are sent, and the end of a fault."""

import json
import os
import re
import socket
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from deploy import processes
from deploy.machine import find_program
from deploy.services import Postgres, Redis
from project.accounts.models import EmailCode
from project.backoffice.health.channels import WEBHOOK_SECONDS
from project.backoffice.health.checks import BY_NAME
from project.backoffice.health.result import CheckName
from project.backoffice.health.watcher import FLAPS, Watcher, _claim_round
from project.backoffice.health.work import WATCH, WATCH_MISSED
from project.core.models import Heartbeat, OperatorAlert
from project.payments.models import Case, CaseKind
from project.payments.shared.cases import close_case, open_case
from tests.hung_process import hung
from tests.server_process import ServerProcess, ShopProcesses
from tests.shop_settings import change_shop
from tests.smtp_server import SmtpServer
from tests.threads import at_once
from tests.waiting import eventually
from tests.webhook_receiver import WebhookReceiver
from worker.tasks import beat

# The checks have connections of their own.
pytestmark = pytest.mark.django_db(transaction=True)

OPERATORS = ["one@shop.example", "two@shop.example"]
FAULT, RESOLVED = "[Akshamala] fault: worker", "[Akshamala] resolved: worker"


@pytest.fixture
def chat() -> Iterator[WebhookReceiver]:
    """A receiver in the place of Slack, Mattermost or Teams."""
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
    start_worker()


class Watching:
    """A watcher whose rounds follow each other without waiting."""

    def __init__(self, *names: CheckName) -> None:
        self._now = 0.0
        self._watcher = Watcher([BY_NAME[name] for name in names], clock=lambda: self._now)

    def look(self, seconds: float = 30.0) -> None:
        """Look for so long, every five seconds."""
        end = self._now + seconds
        while self._now < end:
            self._watcher.look()
            self._now += 5.0


def start_worker() -> None:
    beat("worker")
    beat("queue")


def stop_worker() -> None:
    Heartbeat.objects.update(beat_at=timezone.now() - timedelta(minutes=1))


def heard(chat: WebhookReceiver) -> list[str]:
    """Return the first line of each message of the chat."""
    return [json.loads(each.body)["text"].splitlines()[0] for each in chat.received]


def subjects(mails: SmtpServer) -> list[str]:
    return [str(message["Subject"]) for message in mails.mails]


def pass_time(*, minutes: int) -> None:
    """Move what rows say was told into the past."""
    for row in OperatorAlert.objects.all():
        for field in ("mailed_at", "webhook_at"):
            moment = getattr(row, field)
            setattr(row, field, moment and moment - timedelta(minutes=minutes))
        row.save()


# -- How often -----------------------------------------------------------------------------------


def test_fault_and_its_end_are_told_once_by_each_channel(chat: WebhookReceiver, mails: SmtpServer) -> None:
    watching = Watching("worker", "queue")
    stop_worker()
    watching.look()
    start_worker()
    watching.look()

    assert heard(chat) == subjects(mails) == [FAULT, RESOLVED]
    message: EmailMessage = mails.mails[0]
    assert message["To"] == ", ".join(OPERATORS)
    assert "The worker (worker): last round at" in message.get_content()
    assert "restart it. Incident 9." in message.get_content()
    assert chat.received[0].headers["content-type"] == "application/json"
    assert list(json.loads(chat.received[0].body)) == ["text"]


def test_fault_is_told_again_after_an_hour_and_at_once_after_its_end(chat: WebhookReceiver) -> None:
    watching = Watching("worker")
    stop_worker()
    watching.look()
    watching.look()
    pass_time(minutes=61)
    watching.look()
    start_worker()
    watching.look()
    stop_worker()
    watching.look()

    assert heard(chat) == [FAULT, FAULT, RESOLVED, FAULT]


def test_restart_of_the_worker_is_no_fault(chat: WebhookReceiver, mails: SmtpServer) -> None:
    watching = Watching("worker", "queue")
    for _ in range(3):
        stop_worker()
        watching.look(5)
        start_worker()
        watching.look(5)

    assert (heard(chat), subjects(mails)) == ([], [])


def test_fault_that_comes_and_goes_is_bounded(chat: WebhookReceiver) -> None:
    watching = Watching("worker")
    for _ in range(12):
        stop_worker()
        watching.look(20)
        start_worker()
        watching.look(20)
    watching.look(600)

    assert heard(chat) == [FAULT, RESOLVED] * FLAPS


def test_restart_of_the_watcher_tells_nothing_twice(chat: WebhookReceiver, mails: SmtpServer) -> None:
    stop_worker()
    Watching("worker").look()
    Watching("worker").look()
    start_worker()
    Watching("worker").look()
    Watching("worker").look()

    assert heard(chat) == subjects(mails) == [FAULT, RESOLVED]


def test_faults_of_one_moment_are_one_message(
    chat: WebhookReceiver, mails: SmtpServer, settings: Settings
) -> None:
    settings.PROCESS_URLS = {"rest-1": f"http://127.0.0.1:{processes.free_port()}/healthz"}
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{processes.free_port()}",
        }
    }
    stop_worker()

    Watching("cache", "worker", "queue", "processes").look()

    told = ["[Akshamala] fault: cache", "[Akshamala] fault: worker, processes"]
    assert heard(chat) == subjects(mails) == told


def test_second_process_that_stops_is_told_at_once(chat: WebhookReceiver, settings: Settings) -> None:
    watching = Watching("processes")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    settings.PROCESS_URLS = {"rest-1": f"http://127.0.0.1:{port}/healthz"}
    watching.look()
    settings.PROCESS_URLS |= {"live-2": f"http://127.0.0.1:{port}/healthz"}
    watching.look()

    assert [json.loads(each.body)["text"].splitlines()[1] for each in chat.received] == [
        "The shop's processes (processes): rest-1 does not answer",
        "The shop's processes (processes): rest-1, live-2 do not answer",
    ]


# -- What a channel does not take ----------------------------------------------------------------


def test_channel_that_refuses_is_tried_again_and_the_other_is_not(
    chat: WebhookReceiver, mails: SmtpServer
) -> None:
    chat.statuses = [500, 302, 200]
    watching = Watching("worker")
    stop_worker()
    watching.look(20)
    early = heard(chat)
    watching.look(60)
    chat.statuses = [500, 200]
    start_worker()
    watching.look(60)

    assert early == [FAULT]
    assert heard(chat) == [FAULT] * 3 + [RESOLVED] * 2
    assert subjects(mails) == [FAULT, RESOLVED]


def test_webhook_that_says_nothing_is_given_up(chat: WebhookReceiver, mails: SmtpServer) -> None:
    chat.delay = WEBHOOK_SECONDS + 1
    stop_worker()

    Watching("worker").look(20)

    assert OperatorAlert.objects.get().webhook_at is None
    assert subjects(mails) == [FAULT]


def test_webhook_tells_that_no_mail_can_be_sent(
    chat: WebhookReceiver, mails: SmtpServer, settings: Settings
) -> None:
    watching = Watching("mailServer")
    settings.EMAIL_PORT = processes.free_port()
    watching.look()
    settings.EMAIL_PORT = mails.port
    watching.look(60)

    assert heard(chat) == ["[Akshamala] fault: mailServer", "[Akshamala] resolved: mailServer"]
    # The mail server was away while it was told.
    assert subjects(mails) == []


def test_command_sends_a_sample_and_names_the_way_that_fails(
    chat: WebhookReceiver, mails: SmtpServer, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("try_alerts")
    chat.statuses = [404]
    with pytest.raises(CommandError, match="webhook: the answer was 404"):
        call_command("try_alerts")

    assert heard(chat) == subjects(mails) == ["[Akshamala] sample"] * 2
    assert capsys.readouterr().out.splitlines() == ["mailed: sent", "webhook: sent", "mailed: sent"]


# -- What is told of -----------------------------------------------------------------------------


def flood(first: int, last: int) -> None:
    for number in range(first, last):
        open_case(CaseKind.SETTLED_UNKNOWN, subject=f"payment:TXN{number}", facts={"email": "a@b.example"})


def test_flood_of_cases_is_one_alert_an_hour_that_counts_them(
    chat: WebhookReceiver, mails: SmtpServer
) -> None:
    watching = Watching("cases")
    flood(0, 30)
    watching.look()
    flood(30, 40)
    watching.look()
    within_the_hour = len(chat.received)
    pass_time(minutes=61)
    watching.look()
    pass_time(minutes=61)
    # Nothing new since.
    Case.objects.update(opened_at=timezone.now() - timedelta(hours=3))
    watching.look()

    texts = [json.loads(each.body)["text"] for each in chat.received]
    assert within_the_hour == 1
    assert ["30 settled_unknown" in texts[0], "40 settled_unknown" in texts[1]] == [True, True]
    assert len(texts) == len(mails.mails) == 2
    assert not [text for text in texts if "TXN" in text or "@" in text]


def test_case_that_is_opened_again_is_news(chat: WebhookReceiver) -> None:
    watching = Watching("cases")
    open_case(CaseKind.REFUND_APPROVAL, subject="refund:RFD1", facts={})
    watching.look()
    flood(0, 1)
    watching.look()
    pass_time(minutes=61)
    Case.objects.update(opened_at=timezone.now() - timedelta(hours=3))
    close_case(Case.objects.get(kind=CaseKind.SETTLED_UNKNOWN), rule="settled")
    flood(0, 1)
    watching.look()
    close_case(Case.objects.get(kind=CaseKind.SETTLED_UNKNOWN, closed_at=None), rule="settled")
    watching.look()

    assert heard(chat) == [*["[Akshamala] fault: cases"] * 2, "[Akshamala] resolved: cases"]


@pytest.mark.parametrize(("sent", "told"), [(4, []), (5, ["[Akshamala] fault: codes"])])
def test_operators_hear_when_half_the_codes_of_a_day_are_mailed(
    chat: WebhookReceiver, sent: int, told: list[str]
) -> None:
    change_shop(limits={"codes_per_day": 10})
    EmailCode.objects.bulk_create(
        EmailCode(purpose="orders", email=f"{n}@example.com", digest="0", expires_at=timezone.now())
        for n in range(sent)
    )

    Watching("codes").look()

    assert heard(chat) == told


# -- Processes of their own ----------------------------------------------------------------------

ADDRESSES = {name.lower(): os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}


def start_watcher(shop: ShopProcesses) -> ServerProcess:
    return shop.spawn([sys.executable, "manage.py", "watch"], name="watch")


def test_watcher_that_stopped_is_told_by_one_worker(chat: WebhookReceiver) -> None:
    Heartbeat.objects.create(name=WATCH, beat_at=timezone.now() - WATCH_MISSED - timedelta(seconds=1))

    rounds = at_once(4, lambda _: _claim_round())
    Watching(WATCH).look()
    beat(WATCH)
    Watching(WATCH).look()

    assert rounds.count(True) == 1
    assert heard(chat) == ["[Akshamala] fault: watch", "[Akshamala] resolved: watch"]


@pytest.mark.nightly
@pytest.mark.timeout(240)
@pytest.mark.skipif(
    not (find_program("postgres") and find_program("redis-server")), reason="needs Postgres and Redis"
)
def test_lost_database_and_redis_are_told_once_and_their_return_after_a_restart(
    chat: WebhookReceiver, mails: SmtpServer
) -> None:
    with (
        Postgres() as postgres,
        Redis() as cache,
        ShopProcesses(
            database_url=postgres.url,
            redis_url=cache.url,
            OPERATORS_WEBHOOK_URL=chat.url,
            OPERATORS_MAIL=OPERATORS[0],
            SMTP_HOST="127.0.0.1",
            SMTP_PORT=str(mails.port),
            SMTP_TLS="0",
        ) as shop,
    ):
        watcher = start_watcher(shop)
        try:
            # A shop without any other process.
            eventually(lambda: "site" in " ".join(heard(chat)), seconds=60)
            postgres.stop()
            cache.stop()
            began = time.monotonic()
            eventually(lambda: "cache" in " ".join(heard(chat)), seconds=60)
            told = time.monotonic() - began
            postgres.start()
            cache.start()
            began = time.monotonic()
            eventually(lambda: "resolved: " in " ".join(heard(chat)), seconds=60)
            over = time.monotonic() - began
            watcher.stop()
        finally:
            print(watcher.log())

    print(f"told after {told:.0f} s, over after {over:.0f} s")
    assert told < 60 and over < 60
    for name in ("database", "cache"):
        for said in (heard(chat), subjects(mails)):
            lines = [line for line in said if re.search(rf"\b{name}\b", line)]
            assert [line.split(":")[0] for line in lines] == ["[Akshamala] fault", "[Akshamala] resolved"]


@pytest.mark.nightly
@pytest.mark.timeout(240)
@pytest.mark.skipif(find_program("postgres") is None, reason="needs Postgres")
def test_database_that_hangs_is_told_within_a_minute_and_its_return_too(chat: WebhookReceiver) -> None:
    with (
        Postgres() as postgres,
        ShopProcesses(database_url=postgres.url, OPERATORS_WEBHOOK_URL=chat.url, OPERATORS_MAIL=" ") as shop,
    ):
        start_watcher(shop)
        eventually(lambda: "site" in " ".join(heard(chat)), seconds=60)
        with hung(postgres.pid):
            began = time.monotonic()
            eventually(lambda: "[Akshamala] fault: database" in heard(chat), seconds=60)
            told = time.monotonic() - began
        began = time.monotonic()
        eventually(lambda: "[Akshamala] resolved: database" in heard(chat), seconds=60)
        over = time.monotonic() - began

    print(f"told after {told:.0f} s, over after {over:.0f} s")
    assert [line for line in heard(chat) if "database" in line] == [
        "[Akshamala] fault: database",
        "[Akshamala] resolved: database",
    ]
