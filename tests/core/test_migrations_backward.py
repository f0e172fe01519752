"""A release that has to be taken back: every migration can be taken back, and applied again."""

import os

import pytest

from tests.server_process import ShopProcesses

THERE_AND_BACK = """
from pathlib import Path
from django.apps import apps
from django.core.management import call_command
for app in apps.get_app_configs():
    if app.name.startswith("project.") and (Path(app.path) / "migrations").is_dir():
        call_command("migrate", app.label, "zero", verbosity=0)
assert not [table for table in connection.introspection.table_names() if table.startswith("payments_")]
call_command("migrate", verbosity=0)
call_command("audit_ledger", verbosity=0)
"""


@pytest.mark.nightly
@pytest.mark.timeout(300)
def test_every_migration_can_be_taken_back_and_applied_again() -> None:
    with ShopProcesses(database_url=os.environ.get("DATABASE_URL", "")) as shop:
        shop.manage("shell", "-v", "0", "-c", "from django.db import connection\n" + THERE_AND_BACK)
