"""Databases that were made before the migrations were squashed to one for each app.

`manage.py adopt_squashed_migrations` adopts one (deploy/OPERATING.md, "Upgrade").
"""

from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from project.core import trigger_installation

# The last migration of each app before the squash.
LAST = {
    "accounts": "0006_code_links",
    "audit": "0003_changes_search",
    "bank": "0002_line_identity",
    "cart": "0001_initial",
    "catalog": "0003_hindi_order_and_reserved_slugs",
    "claims": "0001_initial",
    "cod": "0004_index_of_network",
    "contact": "0001_initial",
    "content": "0002_triggers",
    "core": "0005_mail_context",
    "discounts": "0006_net_paise",
    "events": "0003_state_version",
    "exports": "0001_initial",
    "invoices": "0003_bills_of_supply",
    "orders": "0008_sent_pieces",
    "payments": "0005_refund_pending",
    "returns": "0001_initial",
    "reviews": "0001_initial",
    "support": "0001_initial",
    "waitlist": "0002_rank",
}
# The apps that joined another one, and the tables that got its name.
JOINED = {"audit": "events", "bank": "payments", "claims": "returns", "contact": "support"}
MODELS = {
    "audit": ("auditentry",),
    "bank": ("bankaccount", "bankstatement", "payout", "bankline", "bankmatch"),
    "claims": ("claim", "claimphoto"),
    "contact": ("ticket",),
}
RENAMED = {f"{old}_{model}": f"{JOINED[old]}_{model}" for old, models in MODELS.items() for model in models}


def is_from_before() -> bool:
    """Return whether the database has migrations of apps that joined another one."""
    applied = MigrationRecorder(connection).applied_migrations()
    return any((app, "0001_initial") in applied for app in JOINED)


def refuse_database_from_before(**_: Any) -> None:
    """Refuse to migrate a database that is not adopted. Raises CommandError."""
    if is_from_before():
        raise CommandError("an older database: stop the shop, then run `manage.py adopt_squashed_migrations`")


def adopt() -> None:
    """Rename the tables and write down that the initial migrations are applied, all or nothing.

    Raises CommandError when a migration of the release before is not applied.
    """
    recorder = MigrationRecorder(connection)
    if missing := sorted(LAST.items() - recorder.applied_migrations().keys()):
        raise CommandError(f"first run `migrate` of the release before: {missing} is not applied")
    with connection.schema_editor() as editor:
        # Some have other names by now; `migrate` installs those of today.
        trigger_installation.drop_all()
        for old, new in RENAMED.items():
            editor.execute(f'ALTER TABLE "{old}" RENAME TO "{new}"')
        editor.execute(
            'ALTER TABLE "payments_payment" RENAME COLUMN "refunding_paise" TO "refund_pending_paise"'
        )
        editor.execute('DROP TABLE IF EXISTS "core_sitecertificate"')
        for table in RENAMED:
            # Written again when `migrate` installs the triggers.
            editor.execute("DELETE FROM core_rowchecksum WHERE table_name = %s", [table])
        for change in JOINED.items():
            editor.execute(
                "UPDATE django_content_type SET app_label = %s WHERE app_label = %s", [*reversed(change)]
            )
        recorder.migration_qs.filter(app__in=LAST).delete()
        for app in LAST.keys() - JOINED.keys():
            recorder.record_applied(app, "0001_initial")
