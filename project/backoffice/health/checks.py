"""The list of health checks.

Readiness, alerts, `manage.py health`, the operations page and /metrics read it.
"""

from datetime import timedelta
from functools import partial
from typing import Final

from project.backoffice.health import infrastructure, outside, work
from project.backoffice.health.result import COSTLY, Check, CheckName
from project.payments.models import Payment, Refund, WebhookMessage

_DAY = timedelta(days=1)
_STAFF = "it waits for staff, who see it on their own pages"
_WORKER_LOG = "Incident 9: read the worker's log."
_SET_UP = "it is a step of the installation, and does not begin by itself"

CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "database",
        "Postgres",
        infrastructure.check_database,
        "Nothing can be ordered; public pages come from the cache. Is it running, and is DATABASE_URL right?"
        " Incident 7.",
        reads_tables=False,
    ),
    Check(
        "cache",
        "Redis",
        infrastructure.check_redis,
        "The shop sells, and the worker does what is due; rate limits are off. Is it running? See REDIS_URL."
        " Incident 8.",
        reads_tables=False,
    ),
    Check(
        "watch",
        "The watcher (manage.py watch)",
        partial(work.check_round, work.WATCH_MISSED, work.WATCH),
        "Until it runs nobody is told of other faults: restart the service `watch`.",
        after=15,
    ),
    Check(
        "worker",
        "The worker",
        partial(work.check_round, work.MISSED, work.WORKER),
        "Payments settle only when buyers come back, and no mail is sent: restart it. Incident 9.",
        after=12,
    ),
    Check(
        "queue",
        "The worker's queue",
        work.check_queue,
        "Its jobs do not run: restart the worker. Incident 9.",
        reads_tables=False,
        after=15,
    ),
    Check(
        "site",
        "The public address",
        outside.check_site,
        "Is nginx running, and does this host reach the shop by its own name? Incident 1.",
        period=COSTLY,
        reads_tables=False,
    ),
    Check(
        "certificate",
        "The TLS certificate",
        outside.check_certificate,
        "Renew it. Incident 1.",
        told="warning",
        period=COSTLY,
        reads_tables=False,
        repeat=_DAY,
    ),
    Check(
        "processes",
        "The shop's processes",
        outside.check_processes,
        "Restart it, and read its log. Without a renderer browsers render the pages.",
        reads_tables=False,
        after=15,
    ),
    Check(
        "provider",
        "The payment provider",
        outside.check_provider,
        "Nobody can pay by it until it answers. May this host open https connections to it? See its"
        " status page. Incident 2.",
        period=COSTLY,
        reads_tables=False,
    ),
    Check(
        "mailServer",
        "The mail server",
        outside.check_mail_server,
        "Buyers get no codes and no confirmations. Is SMTP_HOST right and reachable? Port 587 needs"
        " SMTP_TLS=1; many hosts block port 25. Incident 5.",
        period=COSTLY,
        reads_tables=False,
    ),
    Check(
        "storage",
        "Storage of files",
        infrastructure.check_storage,
        "Uploads, photos and invoices wait. Incident 6.",
        period=COSTLY,
        reads_tables=False,
    ),
    Check(
        "disk",
        "The disk",
        infrastructure.check_disk,
        "Make room: with a full disk no order is taken. Incident 6.",
        told="warning",
        reads_tables=False,
        repeat=_DAY,
    ),
    Check(
        "clock",
        "The clock",
        outside.check_clock,
        "Switch time synchronisation on: timedatectl set-ntp true",
        period=COSTLY,
        reads_tables=False,
    ),
    Check(
        "logArchive",
        "The archive of Postgres's log",
        infrastructure.check_log_archive,
        "The disk of Postgres fills, and a restore would lose what is new. Is the disk of the backups full"
        " or gone? Postgres's own log has the error of archive-wal.",
    ),
    Check(
        "backup",
        "The base backup",
        infrastructure.check_backup,
        "Read the log of the backup service, and take one now (OPERATING.md, 'Backup').",
        after=0,
    ),
    Check(
        "payments",
        "Payments to check",
        partial(work.check_due, Payment.objects, "next_check_at", failing=work.LATE),
        "Buyers wait for their confirmation. Incidents 2 and 9.",
    ),
    Check(
        "webhooks",
        "Messages of the provider",
        partial(work.check_due, WebhookMessage.objects, "next_try_at"),
        _WORKER_LOG,
    ),
    Check(
        "refunds", "Refunds to send", partial(work.check_due, Refund.objects, "next_check_at"), _WORKER_LOG
    ),
    Check("mails", "Mails to send", work.check_mails, _WORKER_LOG),
    Check(
        "documents",
        "Invoices and credit notes to make",
        work.check_documents,
        "They are tried again by themselves: read the worker's log. Is the storage well?",
    ),
    Check(
        "mailsRefused",
        "Mails that are refused",
        work.check_mails_refused,
        "The mail server takes our login and none of our mails. Incident 5.",
    ),
    Check(
        "codes",
        "Login codes",
        work.check_codes,
        "Strangers ask for so many codes that each costs them a proof of work: block their networks at the"
        " proxy.",
        severity="ticket",
        told="warning",
        repeat=_DAY,
    ),
    Check(
        "cases",
        "Money cases",
        work.check_cases,
        "Staff decide them at /admin/cases.",
        severity="ticket",
        told="warning",
    ),
    Check(
        "disputes",
        "Disputes",
        work.check_disputes,
        "Staff send the evidence from /admin/disputes; a missed deadline is a lost dispute.",
        severity="ticket",
        told="warning",
    ),
    Check(
        "latePayments",
        "Late payments",
        work.check_late_payments,
        "Ask the provider on the payment's page.",
        severity="ticket",
        untold=_STAFF,
    ),
    Check(
        "mailsFailed",
        "Failed mails",
        work.check_mails_failed,
        "Send them again in the back office.",
        severity="ticket",
        untold=_STAFF,
    ),
    Check(
        "ledgerAudit",
        "The ledger audit",
        work.check_ledger_audit,
        "The worker runs it each night. A difference is a money case. Incident 4.",
    ),
    Check(
        "statements",
        "Settlement reports",
        work.check_statements,
        "Upload it, or see why none is fetched.",
        severity="ticket",
        untold="a shop that sells little gets none on many days",
    ),
    Check(
        "migrations", "Migrations", infrastructure.check_migrations, "Run: manage.py migrate", period=COSTLY
    ),
    Check(
        "rights",
        "Rights in the database",
        infrastructure.check_rights,
        "Give the shop the role of OPERATING.md, 'Rights in the database'.",
        period=COSTLY,
    ),
    Check(
        "databaseFile",
        "SQLite's file",
        infrastructure.check_database_file,
        "Stop the shop and restore the newest backup (OPERATING.md, 'Restore').",
        period=3600,
    ),
    Check(
        "settings",
        "Settings",
        infrastructure.check_settings,
        "Set NUM_PROXIES to the number of your own proxies in front; compose.yaml has 1.",
        untold=_SET_UP,
        reads_tables=False,
    ),
    Check(
        "seller",
        "The seller",
        work.check_seller,
        "Nothing is sold before: an admin fills it in at /admin/settings.",
        untold=_SET_UP,
    ),
    Check(
        "people",
        "Admins",
        work.check_people,
        "manage.py first_admin_link",
        untold=_SET_UP,
        # It searches all accounts.
        period=300,
    ),
    Check(
        "alerts",
        "Alerts",
        outside.check_alerts,
        "Set OPERATORS_WEBHOOK_URL to your chat's incoming webhook.",
        untold=_SET_UP,
        reads_tables=False,
    ),
)

BY_NAME: Final[dict[CheckName, Check]] = {check.name: check for check in CHECKS}
# A process that serves asks these at /readyz; without the first it has nothing but cached pages.
READINESS: Final = tuple(BY_NAME[name] for name in ("database", "cache", "worker", "queue", "payments"))
