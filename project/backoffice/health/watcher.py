"""The watcher: runs the checks and tells the operators of faults, by mail and to a chat's webhook.

One process of the shop does this (`manage.py watch`), so its memory says what was told; rows of OperatorAlert
keep it over a restart. A fault is told once it has lasted for some seconds (`Check.after`), again each hour,
at once when it spreads, and once when it is over. No alert names a person, an order or an amount.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from project.backoffice.health.channels import CHANNELS, AlertNotSent, Channel, Send, channels
from project.backoffice.health.checks import BY_NAME, CHECKS
from project.backoffice.health.page import store
from project.backoffice.health.result import Check, CheckName, Result
from project.backoffice.health.runner import run
from project.backoffice.health.work import WATCH
from project.core.models import Heartbeat, OperatorAlert
from project.core.shop import last_read
from project.core.site_address import site_url

logger = logging.getLogger(__name__)

EVERY_SECONDS: Final = 5.0
# Between two looks at the watcher, which has one thing to be seen.
WATCHER_EVERY_SECONDS: Final = 10.0
LIMIT_SECONDS: Final = 8.0
# A fault is over when its check was well for so long.
OVER_AFTER: Final = 8.0
# One that was told so often within an hour is over when its check was well for longer.
FLAPS: Final = 3
FLAPPING_OVER_AFTER: Final = 600.0
# A channel that failed is tried again after so long.
RETRY_SECONDS: Final = 30.0
_HOUR: Final = 3600.0


@dataclass
class Watched:
    """A check as the watcher saw it last, and what was told of it."""

    check: Check
    result: Result | None = None
    is_fault: bool = False
    # Since when it has been a fault, or well; and when it was seen last.
    since: float = 0.0
    seen_at: float = float("-inf")
    told_at: dict[Channel, datetime] = field(default_factory=dict)
    # What was told of it: status and parts.
    told: dict[Channel, set[str]] = field(default_factory=dict)
    # When it became a fault, within the last hour.
    begun: "deque[float]" = field(default_factory=deque)
    is_unsaved: bool = False

    def is_due(self, now: float) -> bool:
        """Return whether to look: each round while it has just changed, otherwise once a period."""
        has_changed = now < self.since + max(self.check.after, OVER_AFTER) + EVERY_SECONDS
        return has_changed or now >= self.seen_at + self.check.period - EVERY_SECONDS / 2

    def take(self, result: Result, now: float) -> None:
        """Take in what was seen."""
        is_fault = self.check.is_fault(result)
        if is_fault != self.is_fault or self.result is None:
            self.since = now
        self.result, self.is_fault, self.seen_at = result, is_fault, now

    def should_alert(self, channel: Channel, now: float) -> bool:
        """Return whether to alert the channel to the fault."""
        if self.result is None or not self.is_fault or now < self.since + self.check.after:
            return False
        told_at = self.told_at.get(channel)
        if told_at is None or not _news(self.result) <= self.told.setdefault(channel, _news(self.result)):
            return True
        has_news = self.result.news_at is None or told_at < self.result.news_at
        return has_news and told_at < timezone.now() - self.check.repeat

    def is_over(self, channel: Channel, now: float) -> bool:
        """Return whether to tell the channel that the fault it was alerted to is over."""
        while self.begun and self.begun[0] < now - _HOUR:
            self.begun.popleft()
        well_for = FLAPPING_OVER_AFTER if len(self.begun) >= FLAPS else OVER_AFTER
        is_well = self.result is not None and not self.is_fault and now >= self.since + well_for
        return is_well and channel in self.told_at

    def record_alert(self, channel: Channel, now: float) -> None:
        """Note that the channel was alerted to the fault."""
        assert self.result is not None
        if not self.told_at:
            self.begun.append(now)
        self.told_at[channel] = timezone.now()
        self.told[channel] = _news(self.result)
        self.is_unsaved = True

    def note_over(self, channel: Channel) -> None:
        """Note that the channel was told of the end."""
        del self.told_at[channel]
        self.told.pop(channel, None)
        self.is_unsaved = True


def _news(result: Result) -> set[str]:
    return {result.status, *result.parts}


class Watcher:
    """State of one process: the faults seen so far, and the alerts sent."""

    def __init__(
        self, checks: Sequence[Check], *, heartbeat: str = "", clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._heartbeat = heartbeat
        self._watched: dict[CheckName, Watched] = {check.name: Watched(check) for check in checks}
        self._retry_at: dict[Channel, float] = {}

    def look(self) -> None:
        """Run the checks that are due, send alerts of faults and of their ends, and store both."""
        started = self._clock()
        due = [watched.check for watched in self._watched.values() if watched.is_due(started)]
        results = run(due, seconds=LIMIT_SECONDS)
        for name, result in results.items():
            self._watched[name].take(result, self._clock())
        database = self._watched.get("database")
        # A database that hangs would keep each use of a row waiting.
        has_rows = database is None or database.result is None or database.result.answers
        beat = partial(_beat, self._heartbeat) if self._heartbeat else None
        if has_rows:
            self._use_rows(beat, self._read_alerts)
        found = channels(reads_settings=has_rows)
        with ThreadPoolExecutor(len(CHANNELS)) as pool:
            for channel, begun, ended in pool.map(self._tell, found.keys(), found.values()):
                for watched in begun:
                    watched.record_alert(channel, started)
                for watched in ended:
                    watched.note_over(channel)
        if has_rows:
            self._use_rows(beat, self._save_alerts, partial(store, results))

    def _use_rows(self, *uses: Callable[[], None] | None) -> None:
        try:
            for use in uses:
                if use is not None:
                    use()
        except DatabaseError as error:
            logger.warning("the watcher goes on without its rows: %s", type(error).__name__)

    def _read_alerts(self) -> None:
        """Read what was told, unless this process knows it better."""
        rows = OperatorAlert.objects.in_bulk(list(self._watched))
        for name, watched in self._watched.items():
            if not watched.is_unsaved:
                row = rows.get(name)
                moments = {channel: getattr(row, channel, None) for channel in CHANNELS}
                watched.told_at = {channel: at for channel, at in moments.items() if at is not None}

    def _save_alerts(self) -> None:
        for name, watched in self._watched.items():
            if watched.is_unsaved:
                moments: dict[str, Any] = {channel: watched.told_at.get(channel) for channel in CHANNELS}
                OperatorAlert.objects.update_or_create(
                    fault=name, defaults={"seen_at": timezone.now(), **moments}
                )
                watched.is_unsaved = False

    def _tell(self, channel: Channel, send: Send) -> tuple[Channel, list[Watched], list[Watched]]:
        """Tell the channel of all faults in one message, of all that are over in another.

        Return what it took.
        """
        now = self._clock()
        if now < self._retry_at.get(channel, 0.0):
            return channel, [], []
        begun = [watched for watched in self._watched.values() if watched.should_alert(channel, now)]
        ended = [watched for watched in self._watched.values() if watched.is_over(channel, now)]
        took_begun = bool(begun) and self._send(channel, send, "fault", begun)
        took_ended = bool(ended) and self._send(channel, send, "resolved", ended)
        return channel, begun if took_begun else [], ended if took_ended else []

    def _send(self, channel: Channel, send: Send, what: str, some: Sequence[Watched]) -> bool:
        names = ", ".join(watched.check.name for watched in some)
        logger.error("%s: %s", what, names)
        try:
            send(f"[{last_read().brand.name}] {what}: {names}", "\n".join(_lines(some)))
        except AlertNotSent as error:
            self._retry_at[channel] = self._clock() + RETRY_SECONDS
            logger.error("the operators were not told (%s) of %s: %s", channel, names, error)
            return False
        return True


def _lines(some: Sequence[Watched]) -> Iterator[str]:
    for watched in some:
        assert watched.result is not None
        yield f"{watched.check.title} ({watched.check.name}): {watched.result.text}"
        if watched.is_fault:
            yield watched.result.advice or watched.check.advice
        yield ""
    yield f"Seen at {timezone.localtime():%d %b %Y %H:%M:%S %Z} by {site_url()}"
    yield f"{site_url()}/admin/operations shows the present state."


def watch(stop: threading.Event) -> None:
    """Run all checks until `stop` is set; the worker watches this loop."""
    _repeat(Watcher([check for check in CHECKS if check.name != WATCH], heartbeat=WATCH).look, stop)


def watch_the_watcher(stop: threading.Event) -> None:
    """Tell the operators when the watcher has stopped; of several workers one does each round."""
    watcher = Watcher([BY_NAME[WATCH]])
    _repeat(lambda: watcher.look() if _claim_round() else None, stop, seconds=WATCHER_EVERY_SECONDS)


def _claim_round() -> bool:
    now = timezone.now()
    row, is_first = Heartbeat.objects.get_or_create(name="watch round", defaults={"beat_at": now})
    is_due = row.beat_at <= now - timedelta(seconds=WATCHER_EVERY_SECONDS / 2)
    same = Heartbeat.objects.filter(pk=row.pk, beat_at=row.beat_at)
    return is_first or (is_due and same.update(beat_at=now) == 1)


def _repeat(look: Callable[[], None], stop: threading.Event, *, seconds: float = EVERY_SECONDS) -> None:
    while not stop.is_set():
        started = time.monotonic()
        try:
            look()
        except DatabaseError as error:
            logger.warning("this round is left out: %s", type(error).__name__)
        except Exception:  # whatever it is: nobody else would tell
            logger.exception("the watcher's round failed and is tried again")
        finally:
            connection.close()
        stop.wait(max(0.5, seconds - (time.monotonic() - started)))


def _beat(name: str) -> None:
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": timezone.now()})
