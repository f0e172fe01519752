"""Checks of the shop's work: the worker, rows that wait for it, and rows that wait for a person."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Manager, Max, Min, Q, QuerySet
from django.utils import timezone
from huey.contrib.djhuey import HUEY
from huey.exceptions import HueyException
from redis.exceptions import RedisError

from project.accounts import codes as login_codes
from project.accounts.models import CodePurpose, Role, User
from project.backoffice.health.infrastructure import is_new
from project.backoffice.health.result import Result, Status
from project.backoffice.production_checks import find_samples
from project.core.models import Heartbeat, Mail, MailStatus
from project.core.shop import shop
from project.events.models import Event
from project.invoices.models import DueDocument
from project.payments.models import (
    Case,
    CaseKind,
    Dispute,
    DisputeStatus,
    Payment,
    PaymentStatus,
    Statement,
)

# Rows that the watcher, the worker's clock and a queued job write, how often, and when they are missed.
WATCH: Final = "watch"
WORKER: Final = "worker"
QUEUE: Final = "queue"
BEAT_SECONDS: Final = 10
MISSED: Final = timedelta(seconds=30)
# The watcher may wait 15 s for a mail server that does not answer.
WATCH_MISSED: Final = timedelta(seconds=25)
STARTS_WITHIN: Final = timedelta(minutes=5)
# The worker looks every second for what is due: what waits longer waits for a worker that does not come.
LATE: Final = timedelta(minutes=2)
FAILING: Final = timedelta(minutes=10)
# A payment whose page has closed and of which the provider has said nothing since.
PAYMENT_LATE: Final = timedelta(minutes=30)
# So long before its deadline a dispute without evidence is reported again.
DISPUTE_WARNINGS: Final = (timedelta(days=3), timedelta(days=1))
LONGEST_QUEUE: Final = 200
# A mail that failed so often failed for a minute or more.
MAIL_TRIES: Final = 2
MAILS_FAILED_WITHIN: Final = timedelta(days=7)
# The audit runs each night, statements come each morning: one missed, two missed.
DAILY_LATE: Final = timedelta(hours=30)
DAILY_FAILING: Final = timedelta(hours=54)


def _beats(missed: timedelta, name: str) -> tuple[datetime | None, bool]:
    """Return when this process wrote its row last, and whether it should have since."""
    beat_at = Heartbeat.objects.filter(name=name).values_list("beat_at", flat=True).first()
    if beat_at is None:
        return None, not is_new(STARTS_WITHIN)
    return beat_at, timezone.now() - beat_at > missed


def check_round(missed: timedelta, name: str) -> Result:
    """Read when the watcher or the worker's clock did its last round."""
    since, is_missing = _beats(missed, name)
    return Result("failing" if is_missing else "ok", _last("round", since), since=since)


def _last(what: str, at: datetime | None) -> str:
    return f"last {what} at {timezone.localtime(at):%H:%M:%S}" if at else f"no {what} yet"


def check_queue() -> Result | None:
    """Count the queued jobs, and read when one ran last; without worker or Redis that is not known."""
    try:
        length = int(HUEY.pending_count())
    except (RedisError, HueyException, OSError):
        return None
    since, is_missing = _beats(MISSED, QUEUE)
    if is_missing and check_round(MISSED, WORKER).status == "failing":
        return None
    status: Status = "failing" if is_missing else "warning" if length > LONGEST_QUEUE else "ok"
    return Result(status, f"{length} jobs wait, {_last('job', since)}", count=length)


# -- Rows that wait for the worker ---------------------------------------------------------------


def _waiting(
    rows: "QuerySet[Any]", by: str, *, late: timedelta = LATE, failing: timedelta = FAILING
) -> Result:
    found = rows.aggregate(count=Count("pk"), since=Min(by))
    age = timezone.now() - found["since"] if found["since"] else timedelta()
    status: Status = "failing" if age > failing else "warning" if age > late else "ok"
    return Result(status, f"{found['count']} wait", count=found["count"], since=found["since"])


def check_due(rows: Manager[Any], by: str, *, failing: timedelta = FAILING) -> Result:
    """Find rows whose time to be handled has come and gone."""
    return _waiting(rows.filter(**{f"{by}__lte": timezone.now()}), by, failing=failing)


def check_mails() -> Result:
    """Find mails that should have been sent."""
    under_way = Mail.objects.filter(status__in=(MailStatus.DUE, MailStatus.SENDING))
    return _waiting(under_way.filter(next_try_at__lte=timezone.now()), "next_try_at")


def check_documents() -> Result:
    """Find invoices and credit notes that could not be made, or wait for long."""
    waiting = _waiting(DueDocument.objects.all(), "created_at", late=FAILING)
    failed = DueDocument.objects.filter(attempts__gte=1).count()
    if not failed:
        return waiting
    return Result("failing", f"{failed} could not be made", count=waiting.count, since=waiting.since)


def check_mails_refused() -> Result:
    """Find mails that failed again and again, of which none has been sent since."""
    sent = Mail.objects.filter(status=MailStatus.SENT).order_by("-pk").values_list("pk", flat=True).first()
    # A receiver who is refused says nothing of the others.
    refused = Mail.objects.filter(pk__gt=sent or 0, attempts__gte=MAIL_TRIES).exclude(
        last_error="SMTPRecipientsRefused"
    )
    return _waiting(refused, "created_at")


# -- Rows that wait for a person -----------------------------------------------------------------


def _to_do(rows: "QuerySet[Any]", by: str) -> Result:
    found = rows.aggregate(count=Count("pk"), since=Min(by))
    status: Status = "warning" if found["count"] else "ok"
    return Result(status, f"{found['count']} wait", count=found["count"], since=found["since"])


def check_late_payments() -> Result:
    """Find payments whose page has closed without a result."""
    closed = Q(status=PaymentStatus.PENDING, expires_at__lt=timezone.now() - PAYMENT_LATE)
    return _to_do(Payment.objects.filter(closed), "expires_at")


def check_mails_failed() -> Result:
    """Find mails of the last week that were given up."""
    since = timezone.now() - MAILS_FAILED_WITHIN
    return _to_do(Mail.objects.filter(status=MailStatus.FAILED, created_at__gt=since), "created_at")


def check_codes() -> Result:
    """Find purposes of which half the codes of a day were mailed."""
    sent = {purpose.value: login_codes.sent_today(purpose) for purpose in CodePurpose}
    busy = [f"{count} {name}" for name, count in sent.items() if count * 2 >= login_codes.pool_size()]
    if not busy:
        return Result("ok", "few are asked for")
    return Result("warning", f"mailed in 24 hours: {', '.join(busy)}", count=sum(sent.values()))


def check_cases() -> Result:
    """Count the open cases; one of a refund that waits for a second person is not reported."""
    cases = Case.objects.filter(closed_at=None)
    # Part of normal operation.
    told = cases.exclude(kind=CaseKind.REFUND_APPROVAL)
    kinds = list(told.values("kind").order_by("kind").annotate(count=Count("pk"), newest=Max("opened_at")))
    found = _to_do(cases, "opened_at")
    if not kinds:
        return Result("ok", "none is open", count=found.count, since=found.since)
    text = ", ".join(f"{each['count']} {each['kind']}" for each in kinds)
    return Result(
        "warning", text, count=found.count, since=found.since, news_at=max(each["newest"] for each in kinds)
    )


def check_disputes() -> Result:
    """Count the disputes without evidence: news are each new one, and each deadline that comes near."""
    now = timezone.now()
    found = list(
        Dispute.objects.filter(status=DisputeStatus.OPEN).values_list("created_at", "opened_at", "respond_by")
    )
    if not found:
        return Result("ok", "none waits for evidence", count=0)
    deadlines = [respond_by for _, _, respond_by in found if respond_by is not None]
    warned = [respond_by - before for respond_by in deadlines for before in DISPUTE_WARNINGS]
    news = [*(created_at for created_at, _, _ in found), *(moment for moment in warned if moment <= now)]
    urgent = bool(deadlines) and min(deadlines) - now <= min(DISPUTE_WARNINGS)
    deadline = f", the next deadline is {timezone.localtime(min(deadlines)):%d %b %H:%M}" if deadlines else ""
    return Result(
        "failing" if urgent else "warning",
        f"{len(found)} wait for evidence{deadline}",
        count=len(found),
        since=min((opened_at for _, opened_at, _ in found if opened_at), default=None),
        news_at=max(news),
    )


# -- Jobs of each day ----------------------------------------------------------------------------


def check_ledger_audit() -> Result:
    """Read when the ledger audit ran last, and how many differences it found."""
    audit = Event.objects.filter(subject="ledger", name="ledger.audited").order_by("-pk").first()
    if audit is None:
        return Result("ok" if is_new(DAILY_FAILING) else "failing", "has not run yet")
    differences, age = int(audit.payload["differences"]), timezone.now() - audit.created_at
    status: Status = (
        "failing" if age > DAILY_FAILING else "warning" if differences or age > DAILY_LATE else "ok"
    )
    return Result(status, f"{differences} differences", count=differences, since=audit.created_at)


def check_statements() -> Result:
    """Read when the last settlement report came; a shop that has sold nothing gets none."""
    received: datetime | None = Statement.objects.aggregate(at=Max("received_at"))["at"]
    before = timezone.now() - DAILY_FAILING
    is_late = received < before if received else Payment.objects.filter(settled_at__lt=before).exists()
    return Result("warning" if is_late else "ok", _last("report", received), since=received)


# -- Before the first order ----------------------------------------------------------------------


def check_seller() -> Result | None:
    """Find what the shop settings lack before anything is sold."""
    now = shop()
    if missing := now.missing():
        return None if settings.DEBUG else Result("warning", f"the settings lack {', '.join(missing)}")
    return Result("ok", now.seller.legal_name)


def check_people() -> Result:
    """Look for an admin, and for accounts of the sample shop."""
    if not settings.DEBUG and (found := find_samples()):
        return Result(
            "failing",
            f"the sample shop's {' and '.join(found)} are here",
            "Start with an empty database.",
        )
    if not User.objects.filter(role=Role.ADMIN, is_active=True).exists():
        return Result("warning", "there is no admin")
    return Result("ok", "there is an admin")
