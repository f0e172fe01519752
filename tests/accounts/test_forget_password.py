"""The way back for staff who forgot their password."""

import pytest
from django.core.management import CommandError, call_command

from project.events.models import Event
from tests.accounts.login_helpers import code_to, signed_in, with_password
from tests.http import Api

pytestmark = pytest.mark.django_db


def test_password_is_gone_sessions_are_over_and_the_code_is_enough_again() -> None:
    user, api = signed_in(with_password(role="admin"))

    call_command("forget_password", f" {user.email.upper()} ")

    assert api.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    again = Api()
    again.post("/auth/send-otp", {"email": user.email})
    login = again.post("/auth/verify-otp", {"email": user.email, "otp": code_to(user.email)})
    assert login.data["user"]["hasPassword"] is False
    assert Event.objects.get(name="user.password_forgotten").actor == "command line"


@pytest.mark.parametrize("email", ["nobody@example.com", "nonsense"])
def test_unknown_address_is_said_so(email: str) -> None:
    with pytest.raises(CommandError, match="there is no account"):
        call_command("forget_password", email)
