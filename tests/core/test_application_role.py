"""`grant_application_role` refuses what would leave the shop with a wrong role."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

pytestmark = pytest.mark.django_db
needs_postgres = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no roles")


@pytest.mark.skipif(connection.vendor == "postgresql", reason="Postgres has roles")
def test_sqlite_has_no_roles() -> None:
    with pytest.raises(CommandError, match="only Postgres"):
        call_command("grant_application_role")


@needs_postgres
@pytest.mark.parametrize(
    ("role", "password", "reason"),
    [
        ("akshamala_app", "", "APPLICATION_ROLE_PASSWORD must be set"),
        ('app"; DROP ROLE postgres; --', "secret", "no plain name"),
    ],
)
def test_role_without_a_password_or_with_a_strange_name_is_refused(
    role: str, password: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APPLICATION_ROLE_PASSWORD", password)

    with pytest.raises(CommandError, match=reason):
        call_command("grant_application_role", role)


@needs_postgres
def test_owner_of_the_tables_is_not_made_the_running_shops_role(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APPLICATION_ROLE_PASSWORD", "secret")

    with pytest.raises(CommandError, match="connect as the owner"):
        call_command("grant_application_role", connection.settings_dict["USER"])
