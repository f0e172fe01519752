"""The results of the health checks for staff (`/admin/operations`) and for Prometheus."""

import threading
import time
from datetime import datetime
from typing import Any, Final

from django.db import DatabaseError, transaction
from django.utils import timezone
from pydantic import TypeAdapter

from project.backoffice.health.checks import BY_NAME, CHECKS
from project.backoffice.health.result import CheckName, Status
from project.backoffice.health.runner import Results
from project.backoffice.health.work import WATCH
from project.core.metrics import OPERATIONS_AGE_SECONDS, OPERATIONS_COUNT, OPERATIONS_STATUS, PAYMENTS
from project.core.models import HealthReport
from project.core.schemas import ApiModel
from project.events.versions import next_version
from project.payments.models import PaymentRollup

GAUGES_EVERY_SECONDS: Final = 10.0
_LEVELS: Final[dict[Status, int]] = {"ok": 0, "warning": 1, "failing": 2}
_gauges_lock = threading.Lock()
_gauges_set_at = float("-inf")


class OperationsCheck(ApiModel):
    """One check of the operations page."""

    name: CheckName
    status: Status
    # Rows that wait or failed, the days the certificate has left, the percent of the disk that is free; null
    # where it is not known.
    count: int | None
    # Since when the oldest waits, or when it was last done; null where there is none.
    since: datetime | None


class Operations(ApiModel):
    """`data` of the operations page."""

    checks: list[OperationsCheck]
    version: int


_checks: Final = TypeAdapter(list[OperationsCheck])


def store(results: Results) -> None:
    """Write down the newest results, for the processes that show them."""
    new: dict[str, Any] = {
        name: {
            "name": name,
            "status": result.status,
            "count": result.count,
            "since": result.since and result.since.isoformat(),
        }
        for name, result in results.items()
    }
    with transaction.atomic():
        HealthReport.objects.get_or_create(pk=1)
        report = HealthReport.objects.select_for_update().get(pk=1)
        report.results |= new
        report.save()


def read_operations() -> Operations:
    """Return the checks for the operations page."""
    version = next_version()
    return Operations(checks=_newest(), version=version)


def _newest() -> list[OperationsCheck]:
    """Return each check as the watcher saw it last, and the watcher itself as it is now."""
    report = HealthReport.objects.filter(pk=1).first() or HealthReport()
    found = {check.name: check for check in _checks.validate_python(list(report.results.values()))}
    if watch := BY_NAME[WATCH].look():
        found[WATCH] = OperationsCheck(name=WATCH, status=watch.status, count=None, since=watch.since)
    return [found[check.name] for check in CHECKS if check.name in found]


def renew_gauges() -> None:
    """Set the gauges, at most every GAUGES_EVERY_SECONDS in each process."""
    global _gauges_set_at
    with _gauges_lock:
        if time.monotonic() - _gauges_set_at < GAUGES_EVERY_SECONDS:
            return
        _gauges_set_at = time.monotonic()
    set_gauges()


def set_gauges() -> None:
    """Set the gauges for Prometheus to the newest results."""
    try:
        checks = _newest()
        for status, count in PaymentRollup.objects.all().counts().items():
            PAYMENTS.labels(status).set(count)
    except DatabaseError:
        checks = [OperationsCheck(name="database", status="failing", count=None, since=None)]
    for check in checks:
        OPERATIONS_STATUS.labels(check.name, _severity(check.name)).set(_LEVELS[check.status])
        OPERATIONS_COUNT.labels(check.name).set(check.count or 0)
        age = (timezone.now() - check.since).total_seconds() if check.since else 0
        OPERATIONS_AGE_SECONDS.labels(check.name).set(age)


def _severity(name: CheckName) -> str:
    check = BY_NAME[name]
    return "none" if check.untold else check.severity
