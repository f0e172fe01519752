"""The command that gives a shop its first admin."""

import pytest
from django.core.management import CommandError, call_command

from project.accounts.models import User
from tests.factories import log_in, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db


def test_first_admin_gets_an_account_and_sees_the_dashboard() -> None:
    call_command("set_role", " Asha@Example.com", "admin")

    user = User.objects.get()
    assert (user.email, user.role) == ("asha@example.com", "admin")
    assert Api(token=log_in(user)).get("/admin/dashboard").status == 200


def test_known_customer_keeps_the_account_and_a_former_admin_loses_the_rights() -> None:
    user = make_user()

    call_command("set_role", user.email, "admin")
    make_user(role="admin")
    token = log_in(User.objects.get(pk=user.pk))
    assert Api(token=token).get("/admin/dashboard").status == 200
    call_command("set_role", user.email, "customer")

    assert Api(token=token).get("/admin/dashboard").refusal == (403, "FORBIDDEN")
    assert User.objects.count() == 2


@pytest.mark.parametrize(("email", "role"), [("no address", "admin"), ("", "admin"), ("a@b.in", "owner")])
def test_nonsense_is_refused(email: str, role: str) -> None:
    with pytest.raises(CommandError):
        call_command("set_role", email, role)
    assert not User.objects.exists()


def test_last_admin_stays_one() -> None:
    user = make_user(role="admin")

    with pytest.raises(CommandError, match="last admin"):
        call_command("set_role", user.email, "customer")

    user.refresh_from_db()
    assert user.role == "admin"
