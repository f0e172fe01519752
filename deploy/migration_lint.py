"""Linter of migrations that the previous release cannot run with, or that lock a table for long.

During a deployment and after a rollback, old code runs on the new schema: a removed, renamed or required
column breaks it. Such a change takes two releases (deploy/OPERATING.md, "Upgrade").

    python deploy/services.py -- env DEBUG=1 .venv/bin/python -m deploy.migration_lint
"""

import logging
import os
import sys

import django


def main() -> int:
    """Check the SQL of all migrations on Postgres; return 1 when one is wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    django.setup()
    from django_migration_linter import MigrationLinter

    logging.getLogger("django_migration_linter").setLevel(logging.WARNING)
    # Initial migrations make tables that no previous code uses and nothing waits for.
    linter = MigrationLinter(
        no_cache=True,
        analyser_string="postgresql",
        all_warnings_as_errors=True,
        ignore_initial_migrations=True,
    )
    linter.lint_all_migrations()
    linter.print_summary()
    return 1 if linter.has_errors else 0


if __name__ == "__main__":
    sys.exit(main())
