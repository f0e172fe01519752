"""The types of a health check."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

CheckName = Literal[
    "database",
    "databaseFile",
    "cache",
    "watch",
    "worker",
    "queue",
    "site",
    "certificate",
    "processes",
    "provider",
    "mailServer",
    "storage",
    "disk",
    "clock",
    "logArchive",
    "backup",
    "payments",
    "webhooks",
    "refunds",
    "mails",
    "documents",
    "mailsRefused",
    "codes",
    "cases",
    "disputes",
    "latePayments",
    "mailsFailed",
    "ledgerAudit",
    "statements",
    "migrations",
    "rights",
    "settings",
    "seller",
    "people",
    "alerts",
]
Status = Literal["ok", "warning", "failing"]

QUICK: Final = 10.0
COSTLY: Final = 30.0


@dataclass(frozen=True)
class Result:
    """The answer of a check."""

    status: Status
    text: str
    # Instead of the check's own.
    advice: str = ""
    # False: nobody answered.
    answers: bool = True
    # Rows that wait or failed; of the certificate the days left, of the disk the percent free.
    count: int | None = None
    # Since when the oldest row waits, or when the job ran last.
    since: datetime | None = None
    # The parts that fail (such as processes): a further one is reported at once.
    parts: tuple[str, ...] = ()
    # When it last became worse, of a fault that may last for days: told again only when that is news.
    news_at: datetime | None = None


@dataclass(frozen=True)
class Check:
    """A health check, and how its failures are reported to operators."""

    name: CheckName
    title: str
    # None: it does not apply here, or cannot be answered now.
    look: Callable[[], Result | None]
    advice: str
    # Prometheus pages somebody, or writes a ticket.
    severity: Literal["page", "ticket"] = "page"
    # The least status that is reported to operators.
    told: Literal["warning", "failing"] = "failing"
    # Why none is reported.
    untold: str = ""
    period: float = QUICK
    # Run in one thread with the others that read tables, and left out while the database is away.
    reads_tables: bool = True
    # Seconds that a fault lasts before it is reported: a restart is no fault.
    after: float = 8.0
    repeat: timedelta = timedelta(hours=1)

    def is_fault(self, result: Result) -> bool:
        """Return whether this result is reported to operators."""
        return not self.untold and result.status in (self.told, "failing")


def first_line(error: BaseException) -> str:
    """Return the first line of an error's text, or its class."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
