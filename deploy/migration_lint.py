"""Find migrations on whose schema the code of before cannot run, or that lock a table for long.

While a deploy goes on, and after a rollback, old code runs on the new schema: a column that is gone, renamed
or must not be null breaks it. Such a change takes two releases (deploy/OPERATING.md, "Upgrade").

    python deploy/services.py -- env DEBUG=1 .venv/bin/python -m deploy.migration_lint
"""

import logging
import os
import sys

import django


def main() -> int:
    """Check all migrations against Postgres, each as the SQL that it runs; 1 when one is wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    django.setup()
    from django_migration_linter import MigrationLinter

    logging.getLogger("django_migration_linter").setLevel(logging.WARNING)
    # The initial ones of an app make its tables: nobody waits for them, and no code of before knows them.
    linter = MigrationLinter(
        no_cache=True,
        analyser_string="postgresql",
        all_warnings_as_errors=True,
        ignore_initial_migrations=True,
        # Its unique constraint allows more than the one that it replaces: code of before cannot break it.
        ignore_name=["0003_bills_of_supply"],
    )
    linter.lint_all_migrations()
    linter.print_summary()
    return 1 if linter.has_errors else 0


if __name__ == "__main__":
    sys.exit(main())
