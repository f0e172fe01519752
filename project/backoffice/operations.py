"""What runs and what is stuck: for staff (`/admin/operations`) and for Prometheus.

Each figure is a count and the oldest moment of what waits. Whether database, cache, queue and worker run is
asked in one place (health.py); without the database nothing else is known.
"""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, TypeVar

from django.db import DatabaseError
from django.db.models import Count, Max, Min, Model, Q, QuerySet
from django.utils import timezone

from project.backoffice.certificate import ENDS_NOW, ENDS_SOON, find_site_certificate, site_address
from project.backoffice.health import Health, look
from project.core.metrics import OPERATIONS_AGE_SECONDS, OPERATIONS_COUNT, OPERATIONS_STATUS, PAYMENTS
from project.core.models import Mail, MailStatus
from project.core.schemas import ApiModel
from project.events.models import Event
from project.events.versions import next_version
from project.payments.models import (
    Case,
    Dispute,
    DisputeStatus,
    Payment,
    PaymentRollup,
    PaymentStatus,
    Refund,
    Statement,
    WebhookMessage,
)

Row = TypeVar("Row", bound=Model)

CheckName = Literal[
    "database",
    "cache",
    "worker",
    "queue",
    "payments",
    "webhooks",
    "refunds",
    "mails",
    "latePayments",
    "mailServer",
    "mailsFailed",
    "cases",
    "disputes",
    "certificate",
    "ledgerAudit",
    "statements",
]
# "late": look at it; "failing": something does not run.
CheckStatus = Literal["fine", "late", "failing"]

# The worker looks every second for what is due: what waits longer waits for a worker that does not come.
LATE: Final = timedelta(minutes=2)
FAILING: Final = timedelta(minutes=10)
# A payment whose page has closed and of which the provider has said nothing since.
PAYMENT_LATE: Final = timedelta(minutes=30)
# So long before its deadline a dispute without evidence is told of again.
DISPUTE_WARNINGS: Final = (timedelta(days=3), timedelta(days=1))
LONGEST_QUEUE: Final = 200
# A mail that failed so often failed for a minute or more.
MAIL_TRIES: Final = 2
MAILS_FAILED_WITHIN: Final = timedelta(days=7)
# The audit runs each night, statements come each morning: one missed, two missed.
DAILY_LATE: Final = timedelta(hours=30)
DAILY_FAILING: Final = timedelta(hours=54)
GAUGES_EVERY_SECONDS: Final = 10.0

_LEVELS: Final[dict[CheckStatus, int]] = {"fine": 0, "late": 1, "failing": 2}
_gauges_lock = threading.Lock()
_gauges_set_at = float("-inf")


@dataclass(frozen=True)
class Figure:
    """One thing that is watched: how much of it waits, and since when; or when it was last done."""

    name: CheckName
    status: CheckStatus
    # Of the certificate: the days until it ends.
    count: int | None = None
    since: datetime | None = None


class OperationsCheck(ApiModel):
    """One line of the operations page."""

    name: CheckName
    status: CheckStatus
    # What waits or failed, or the days the certificate has left; null where it is not known.
    count: int | None
    # Since when the oldest waits, or when it was last done; null where there is none.
    since: datetime | None


class Operations(ApiModel):
    """`data` of the operations page."""

    checks: list[OperationsCheck]
    version: int


def read_operations() -> Operations:
    """Return every check."""
    version = next_version()
    checks = [OperationsCheck.model_validate(vars(figure)) for figure in figures()]
    return Operations(checks=checks, version=version)


def figures() -> Iterator[Figure]:
    """Yield what is watched, as it is now. Raises the database's errors when it goes away meanwhile."""
    now, health = timezone.now(), look()
    yield Figure("database", "fine" if health.database else "failing")
    yield Figure("cache", "fine" if health.cache else "failing")
    yield _queue(health)
    if health.database:
        yield _worker(health, now)
        yield from _rows(now)


def _queue(health: Health) -> Figure:
    """Return how many jobs are queued."""
    if health.queue_length is None:
        return Figure("queue", "failing")
    return Figure("queue", "late" if health.queue_length > LONGEST_QUEUE else "fine", health.queue_length)


def _worker(health: Health, now: datetime) -> Figure:
    """Return when the worker's clock and its queued jobs did their round: the older moment."""
    beats = [each for each in (health.worker_seconds, health.queue_seconds) if each is not None]
    stands_still = {"worker", "queue"} & set(health.faults)
    since = now - timedelta(seconds=max(beats)) if beats else None
    return Figure("worker", "failing" if stands_still else "fine", since=since)


def _rows(now: datetime) -> Iterator[Figure]:
    """Yield what the tables say."""
    yield _waiting("payments", _due(Payment.objects.all(), now), "next_check_at", now)
    yield _waiting("webhooks", _due(WebhookMessage.objects.all(), now, "next_try_at"), "next_try_at", now)
    yield _waiting("refunds", _due(Refund.objects.all(), now), "next_check_at", now)
    under_way = Mail.objects.filter(status__in=(MailStatus.DUE, MailStatus.SENDING))
    yield _waiting("mails", _due(under_way, now, "next_try_at"), "next_try_at", now)
    closed = Q(status=PaymentStatus.PENDING, expires_at__lt=now - PAYMENT_LATE)
    yield _to_do("latePayments", Payment.objects.filter(closed), "expires_at")
    yield mail_server(now)
    failed = Mail.objects.filter(status=MailStatus.FAILED, created_at__gt=now - MAILS_FAILED_WITHIN)
    yield _to_do("mailsFailed", failed, "created_at")
    yield _to_do("cases", Case.objects.filter(closed_at=None), "opened_at")
    yield _disputes(now)
    if site_address():
        yield certificate(now)
    audit = Event.objects.filter(subject="ledger", name="ledger.audited").order_by("-pk").first()
    # Without one the shop has just opened, or the worker has never run for a night.
    if audit is None:
        yield Figure("ledgerAudit", "late")
    else:
        yield _audited(audit, now)
    received = Statement.objects.aggregate(at=Max("received_at"))["at"]
    # A shop without sales has none: a late one is not a failure.
    yield Figure("statements", "late" if _age(received, now) > DAILY_FAILING else "fine", since=received)


def _disputes(now: datetime) -> Figure:
    """Return the disputes without evidence; failing when a deadline is a day away or missed."""
    rows = Dispute.objects.filter(status=DisputeStatus.OPEN)
    found = rows.aggregate(count=Count("pk"), since=Min("opened_at"), deadline=Min("respond_by"))
    urgent = found["deadline"] is not None and found["deadline"] - now <= min(DISPUTE_WARNINGS)
    status: CheckStatus = "failing" if urgent else "late" if found["count"] else "fine"
    return Figure("disputes", status, found["count"], found["since"])


def mail_server(now: datetime) -> Figure:
    """Return whether mails leave at all: those that failed again and again, of which none has left since."""
    last_sent = (
        Mail.objects.filter(status=MailStatus.SENT).order_by("-pk").values_list("pk", flat=True).first()
    )
    # A receiver who is refused says nothing of the others.
    refused = Mail.objects.filter(pk__gt=last_sent or 0, attempts__gte=MAIL_TRIES).exclude(
        last_error="SMTPRecipientsRefused"
    )
    return _waiting("mailServer", refused, "created_at", now)


def certificate(now: datetime) -> Figure:
    """Return how many days the TLS certificate of the shop's address has left."""
    found = find_site_certificate()
    if found is None:
        return Figure("certificate", "late")
    left = found.ends_at - now
    status: CheckStatus = "failing" if left <= ENDS_NOW else "late" if left <= ENDS_SOON else "fine"
    return Figure("certificate", status, max(0, left.days))


def renew_gauges() -> None:
    """Set the gauges, at most every GAUGES_EVERY_SECONDS in each process."""
    global _gauges_set_at
    with _gauges_lock:
        if time.monotonic() - _gauges_set_at < GAUGES_EVERY_SECONDS:
            return
        _gauges_set_at = time.monotonic()
    set_gauges()


def set_gauges() -> None:
    """Set the gauges for Prometheus to what is found now."""
    now = timezone.now()
    found: dict[CheckName, Figure] = {}
    try:
        found.update((figure.name, figure) for figure in figures())
        for status, count in PaymentRollup.objects.all().counts().items():
            PAYMENTS.labels(status).set(count)
    except DatabaseError:
        found["database"] = Figure("database", "failing")
    for figure in found.values():
        OPERATIONS_STATUS.labels(figure.name).set(_LEVELS[figure.status])
        OPERATIONS_COUNT.labels(figure.name).set(figure.count or 0)
        age = (now - figure.since).total_seconds() if figure.since else 0
        OPERATIONS_AGE_SECONDS.labels(figure.name).set(age)


def _due(rows: "QuerySet[Row]", now: datetime, by: str = "next_check_at") -> "QuerySet[Row]":
    return rows.filter(**{f"{by}__lte": now})


def _waiting(name: CheckName, rows: "QuerySet[Row]", by: str, now: datetime) -> Figure:
    """Return what the worker should have taken by now."""
    found = rows.aggregate(count=Count("pk"), since=Min(by))
    age = now - found["since"] if found["since"] else timedelta()
    status: CheckStatus = "failing" if age > FAILING else "late" if age > LATE else "fine"
    return Figure(name, status, found["count"], found["since"])


def _to_do(name: CheckName, rows: "QuerySet[Row]", by: str) -> Figure:
    """Return what waits for a person."""
    found = rows.aggregate(count=Count("pk"), since=Min(by))
    return Figure(name, "late" if found["count"] else "fine", found["count"], found["since"])


def _age(moment: datetime | None, now: datetime) -> timedelta:
    return now - moment if moment else timedelta.max


def _audited(audit: Event, now: datetime) -> Figure:
    """Return when the last audit ran, and how many differences it found."""
    differences, age = int(audit.payload["differences"]), _age(audit.created_at, now)
    status: CheckStatus = (
        "failing" if age > DAILY_FAILING else "late" if differences or age > DAILY_LATE else "fine"
    )
    return Figure("ledgerAudit", status, differences, audit.created_at)
