"""Alerts for the operators, by mail and to a chat's webhook, sent by the web processes.

The worker, who sends all other mails, may be the fault.

Each process of gunicorn looks now and then (gunicorn.conf.py starts `watch`); of all only one tells each
channel: at once, again each hour while the fault lasts, and once when it is over. What one channel does not
take is tried again there, whatever the other did. No alert names a person, an order or an amount.
"""

import contextlib
import logging
import math
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Literal

from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.db.models import Count, Max
from django.utils import timezone
from redis.exceptions import RedisError

from project.accounts import codes
from project.accounts.models import CodePurpose
from project.backoffice import health as system
from project.backoffice.alert_channels import Channel, NotTold, channels
from project.backoffice.operations import DISPUTE_WARNINGS, certificate, mail_server
from project.core.models import OperatorAlert
from project.payments.models import Case, CaseKind, Dispute, DisputeStatus

logger = logging.getLogger(__name__)

Fault = Literal[system.Fault, "mail", "codes", "cases", "disputes", "certificate", "certificateEnds"]

EVERY_SECONDS: Final = 10.0
# A fault that is there at two looks in a row is told; a restart is none.
LOOKS: Final = 2
# One that nobody has seen for so long is over. One that comes and goes is told as one.
OVER_AFTER: Final = timedelta(minutes=5)
REPEAT: Final = timedelta(hours=1)
_REPEATS: Final[dict[Fault, timedelta]] = {
    "codes": timedelta(days=1),
    "certificate": timedelta(days=7),
    "certificateEnds": timedelta(days=1),
}
# What a channel did not take is tried again after so long.
RETRY_SECONDS: Final = 60.0

_MEANING: Final[dict[Fault, str]] = {
    "database": "Postgres does not answer. Nothing can be ordered; public pages come from the cache.",
    "cache": "Redis does not answer. The shop sells and the worker does what is due; calls are not limited.",
    "worker": "The worker does not run. Payments settle only when buyers come back, and no mail leaves.",
    "queue": "The worker's jobs do not run: its queue is stuck or too long.",
    "payments": "Payments that should have been checked are not: buyers wait for their confirmation.",
    "mail": "Mails do not leave: the mail server refuses them or does not answer. Buyers get no codes.",
    "codes": "Strangers ask for so many codes that each costs them a proof of work.",
    "cases": "Money cases are open.",
    "disputes": "Disputes wait for evidence.",
    "certificate": "The TLS certificate of the shop's address ends soon: its renewal has failed.",
    "certificateEnds": "The TLS certificate of the shop's address ends now; then browsers refuse it.",
}
# Part of normal operation: a refund that waits for a second person.
_NO_ALARM: Final = (CaseKind.REFUND_APPROVAL,)


@dataclass(frozen=True)
class Alert:
    """A fault as the operators are told of it."""

    fault: Fault
    text: str
    # When it last became worse, of a fault that may last for days: it is told again only when it did since.
    # None: it is told again as long as it lasts.
    news_at: datetime | None = None


def watch() -> None:
    """Look for faults for as long as the process lives."""
    threading.Thread(target=_watch, name="operator-alerts", daemon=True).start()


def _watch() -> None:
    watcher = Watcher()
    while True:
        # Processes that started together do not look together.
        time.sleep(EVERY_SECONDS * random.uniform(0.8, 1.2))
        try:
            watcher.look()
        except Exception:  # whatever it is: nobody else would tell
            logger.exception("the operators' alerts failed and will be tried again")
        finally:
            connection.close()


class Watcher:
    """What one process has seen and told so far."""

    def __init__(self) -> None:
        # In how many looks in a row each fault was seen, and before when it is not told again.
        self._seen: dict[Fault, int] = {}
        self._retry_at: dict[str, float] = {}
        # When a mail to the operators failed last.
        self._mail_failed_at = -math.inf
        # What this process told while the database was away, and what of it no row says yet.
        self._told_here: dict[tuple[Fault, Channel], float] = {}
        self._unrecorded: dict[tuple[Fault, Channel], datetime] = {}

    def look(self) -> None:
        """Look once, tell of what has been seen before, and of what is over. Raises the database's errors."""
        health = system.look()
        alerts = {alert.fault: alert for alert in find_alerts(health)}
        if time.monotonic() < self._mail_failed_at + 2 * RETRY_SECONDS:
            alerts.setdefault("mail", Alert("mail", _MEANING["mail"]))
        self._seen = {fault: self._seen.get(fault, 0) + 1 for fault in alerts}
        for fault, alert in alerts.items():
            if self._seen[fault] >= LOOKS:
                self._try(fault, partial(self.tell, alert, health.figures()))
        if health.database:
            self._record_told()
            OperatorAlert.objects.filter(fault__in=alerts).update(seen_at=timezone.now())
            self._try("ended", self._tell_of_ended)

    def _try(self, what: str, tell_it: Callable[[], bool]) -> None:
        """Tell it, unless that has just failed."""
        if time.monotonic() >= self._retry_at.get(what, 0.0) and not tell_it():
            self._retry_at[what] = time.monotonic() + RETRY_SECONDS

    # -- Telling ---------------------------------------------------------------------------------

    def tell(self, alert: Alert, figures: Mapping[str, object]) -> bool:
        """Tell each channel that was not told lately; return False when one has to be tried again."""
        lines = [
            alert.text,
            "",
            f"Seen at {timezone.localtime():%d %b %Y %H:%M %Z} by {settings.SITE_URL}",
            *(f"{name}: {value}" for name, value in figures.items()),
            "",
            f"{settings.SITE_URL}/admin/operations shows how it is now.",
        ]
        told = [self._tell_once(alert, channel, "\n".join(lines)) for channel in channels()]
        return all(told)

    def _tell_once(self, alert: Alert, channel: Channel, text: str) -> bool:
        give_back = self._claim(alert, channel)
        if give_back is None:
            return True
        logger.error("fault: %s (%s)", alert.fault, alert.text)
        if not self._send(channel, f"fault: {alert.fault}", text):
            give_back()
            return False
        return True

    def _send(self, channel: Channel, subject: str, text: str) -> bool:
        try:
            channels()[channel](f"[Akshamala] {subject}", text)
        except NotTold as error:
            if channel == "mailed_at":
                self._mail_failed_at = time.monotonic()
            logger.error("the operators were not told (%s) of the %s: %s", channel, subject, error)
            return False
        return True

    def _tell_of_ended(self) -> bool:
        """Tell each channel of the faults it heard of that are over; False when one is to be tried again."""
        over = OperatorAlert.objects.filter(seen_at__lt=timezone.now() - OVER_AFTER)
        rows = over.exclude(mailed_at=None, webhook_at=None)
        told = [self._tell_end(row, channel) for row in rows for channel in channels()]
        return all(told)

    def _tell_end(self, row: OperatorAlert, channel: Channel) -> bool:
        told_at = getattr(row, channel)
        this = OperatorAlert.objects.filter(pk=row.pk)
        if told_at is None or not this.filter(**{channel: told_at}).update(**{channel: None}):
            return True
        with contextlib.suppress(RedisError, OSError):
            cache.delete(_cache_key(row.fault, channel))
        seen_at = f"{timezone.localtime(row.seen_at):%d %b %Y %H:%M %Z}"
        if not self._send(
            channel, f"resolved: {row.fault}", f"Last seen at {seen_at} by {settings.SITE_URL}"
        ):
            this.filter(**{channel: None}).update(**{channel: told_at})
            return False
        return True

    # -- Who tells: one process, once ------------------------------------------------------------

    def _claim(self, alert: Alert, channel: Channel) -> Callable[[], None] | None:
        """Claim to tell a channel of a fault: by its row, else in the cache, else in this process alone.

        Return what gives the claim back; None when it is not due, or somebody else's.
        """
        fault, now = alert.fault, timezone.now()
        try:
            # The database may be back since it was looked for.
            self._record_told()
            row, _ = OperatorAlert.objects.get_or_create(fault=fault, defaults={"seen_at": now})
            told_at: datetime | None = getattr(row, channel)
            if not (_is_due(alert, told_at, now) and _move(fault, channel, told_at, now)):
                return None
        except DatabaseError:
            return self._claim_without_database(fault, channel)
        return partial(_give_back, fault, channel, now, told_at)

    def _claim_without_database(self, fault: Fault, channel: Channel) -> Callable[[], None] | None:
        key = _cache_key(fault, channel)
        try:
            if not cache.add(key, 1, timeout=REPEAT.total_seconds()):
                return None
        except (RedisError, OSError):
            told_at = self._told_here.get((fault, channel), -math.inf)
            if time.monotonic() < told_at + REPEAT.total_seconds():
                return None
            self._told_here[fault, channel] = time.monotonic()
        self._unrecorded[fault, channel] = timezone.now()

        def give_back() -> None:
            self._told_here.pop((fault, channel), None)
            self._unrecorded.pop((fault, channel), None)
            with contextlib.suppress(RedisError, OSError):
                cache.delete(key)

        return give_back

    def _record_told(self) -> None:
        """Write down what was told without the database, so that its end is told, too."""
        for (fault, channel), told_at in list(self._unrecorded.items()):
            OperatorAlert.objects.get_or_create(fault=fault)
            rows = OperatorAlert.objects.filter(fault=fault)
            rows.update(**{channel: told_at, "seen_at": timezone.now()})
            del self._unrecorded[fault, channel]


def _is_due(alert: Alert, told_at: datetime | None, now: datetime) -> bool:
    if told_at is None:
        return True
    has_news = alert.news_at is None or told_at < alert.news_at
    return has_news and told_at < now - _REPEATS.get(alert.fault, REPEAT)


def _move(fault: Fault, channel: Channel, old: datetime | None, new: datetime | None) -> bool:
    """Set when a channel was told; False when somebody else did since."""
    rows = OperatorAlert.objects.filter(fault=fault, **{channel: old})
    return rows.update(**{channel: new, "seen_at": timezone.now()}) == 1


def _give_back(fault: Fault, channel: Channel, claimed_at: datetime, told_at: datetime | None) -> None:
    with contextlib.suppress(DatabaseError):
        _move(fault, channel, claimed_at, told_at)


def _cache_key(fault: str, channel: Channel) -> str:
    return f"operator-alert:{fault}:{channel}"


def find_alerts(health: system.Health) -> Iterator[Alert]:
    """Yield what the operators should know now."""
    for fault in health.faults:
        yield Alert(fault, _MEANING[fault])
    if health.database:
        try:
            yield from [*_mail_server(), *_codes(), *_money_cases(), *_disputes(), *_certificate()]
        except DatabaseError as error:  # which shall not keep the others from being told
            logger.warning("not all faults can be looked for: %s", error)


def _mail_server() -> Iterator[Alert]:
    if mail_server(timezone.now()).status == "failing":
        yield Alert("mail", _MEANING["mail"])


def _codes() -> Iterator[Alert]:
    """Yield one alert for all purposes of which half the codes of a day were mailed."""
    sent = {purpose.value: codes.sent_today(purpose) for purpose in CodePurpose}
    if busy := [f"{count} {name}" for name, count in sent.items() if count * 2 >= codes.pool_size()]:
        yield Alert("codes", f"{_MEANING['codes']} Mailed in 24 hours: {', '.join(busy)}.")


def _money_cases() -> Iterator[Alert]:
    """Yield one alert for all open cases, however many there are."""
    cases = Case.objects.filter(closed_at=None).exclude(kind__in=_NO_ALARM)
    found = list(cases.values("kind").order_by("kind").annotate(count=Count("pk"), newest=Max("opened_at")))
    if found:
        kinds = ", ".join(f"{each['count']} {each['kind']}" for each in found)
        text = f"{_MEANING['cases']} {kinds}. Staff decide them at {settings.SITE_URL}/admin/cases."
        yield Alert("cases", text, news_at=max(each["newest"] for each in found))


def _disputes() -> Iterator[Alert]:
    """Yield one alert for all disputes without evidence: told at each new one, and as each deadline nears."""
    now = timezone.now()
    found = list(Dispute.objects.filter(status=DisputeStatus.OPEN).values_list("created_at", "respond_by"))
    if not found:
        return
    deadlines = [respond_by for _, respond_by in found if respond_by is not None]
    warned = [respond_by - before for respond_by in deadlines for before in DISPUTE_WARNINGS]
    news = [*(created_at for created_at, _ in found), *(moment for moment in warned if moment <= now)]
    next_one = f" The next deadline is {timezone.localtime(min(deadlines)):%d %b %H:%M}." if deadlines else ""
    text = f"{_MEANING['disputes']} {len(found)} open.{next_one}"
    text += f" Staff send it from {settings.SITE_URL}/admin/disputes."
    yield Alert("disputes", text, news_at=max(news))


def _certificate() -> Iterator[Alert]:
    figure = certificate(timezone.now())
    if figure.count is None:
        return
    left = f"Days left: {figure.count}."
    if figure.status != "fine":
        yield Alert("certificate", f"{_MEANING['certificate']} {left}")
    if figure.status == "failing":
        yield Alert("certificateEnds", f"{_MEANING['certificateEnds']} {left}")
