"""After the database was restored from a backup: find what the provider did since the restore point.

The provider has no list of payments to ask for. A payment whose row is here is checked by its id. One that
was started after the restore point has no row and no order here; it is found when the provider names it, in a
webhook or in a settlement report, and becomes a case for staff.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from project.core.public_cache import move_catalogue_version
from project.payments.attempts.schedule import TAIL_END
from project.payments.attempts.status_check import check
from project.payments.errors import PaymentProviderDown
from project.payments.models import CAPTURED, Payment
from project.payments.settlement.reconciliation import open_unknown_line_cases
from project.payments.settlement.restores import record_restore
from project.payments.settlement.statements import fetch_statements, import_statement, take_due_statements

# A payment can still succeed that long after its start: the longest pay page and the checks behind it.
CHECKED_BEFORE = TAIL_END + timedelta(hours=1)


@dataclass(frozen=True)
class RestoreReport:
    """Payments that were checked, those paid meanwhile, those without an answer."""

    checked: int
    captured: list[str]
    not_checked: list[str]
    statements: int


def reconcile_after_restore(*, since: datetime) -> RestoreReport:
    """Check each payment that was open at the restore point, and take in the settlement reports since then.

    Idempotent. A payment that the provider gives no answer about stays as it is and is listed; its regular
    schedule goes on.
    """
    record_restore(since=since, until=timezone.now())
    # Caches may hold what the restored tables no longer say.
    move_catalogue_version()
    captured, not_checked = [], []
    open_then = Payment.objects.filter(initiated_at__gte=since - CHECKED_BEFORE).exclude(status__in=CAPTURED)
    keys = list(open_then.values_list("pk", "transaction_id"))
    for pk, transaction_id in keys:
        try:
            if check(pk, cause="restore").status in CAPTURED:
                captured.append(transaction_id)
        except PaymentProviderDown:
            not_checked.append(transaction_id)
    fetch_statements(first=timezone.localdate(since))
    imported = 0
    while due := take_due_statements(limit=100):
        for statement_pk in due:
            import_statement(statement_pk)
            imported += 1
    while open_unknown_line_cases():
        pass
    return RestoreReport(len(keys), captured, not_checked, imported)
