"""Staff without their second factor: what an admin resets, and the way round in development alone."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import Resolver404, resolve

from project.accounts.errors import TokenRefused
from project.accounts.models import AuthenticatorApp, RecoveryCode, Token
from project.accounts.second_factor import actions
from project.accounts.tokens import open_session, record_second_factor
from project.core.models import Mail
from project.events.models import AuditEntry
from tests.accounts.second_factor_helpers import OWN, half_in, with_app
from tests.factories import log_in, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db


# -- Helping -------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [actions.begin_app, actions.begin_passkey, actions.begin_verification])
def test_call_that_was_let_in_before_the_reset_sets_nothing_up_after_it(
    change: Callable[[Token], object],
) -> None:
    colleague = make_user(role="finance")
    with_app(half_in(colleague))
    session = open_session(colleague).session
    record_second_factor(session)

    actions.reset(colleague, actor="command line")

    with pytest.raises(TokenRefused):
        change(session)


def test_admin_resets_the_second_factor_of_a_colleague_who_hears_of_it() -> None:
    colleague = make_user(role="finance")
    theirs = half_in(colleague)
    with_app(theirs)
    boss = make_user(role="admin")
    api = Api(token=log_in(boss))
    path = f"/admin/users/{colleague.public_id}/reset-second-factor"
    assert api.post(path, {"note": " "}).refusal == (422, "VALIDATION")

    assert api.post(path, {"note": "Lost the phone"}).status == 200

    assert theirs.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    assert half_in(colleague).get("/transactions").refusal == (403, "SECOND_FACTOR_ENROLMENT_REQUIRED")
    assert not RecoveryCode.objects.exists()
    entry = AuditEntry.objects.get(action="second_factor.reset")
    assert (entry.actor, entry.note) == (f"user:{boss.public_id}", "Lost the phone")
    mail = Mail.objects.filter(kind="second_factor_changed", to=colleague.email).latest("pk")
    assert "reset" in mail.subject


def test_nobody_resets_their_own_and_a_customer_has_none_to_reset() -> None:
    boss, customer = make_user(role="admin"), make_user()
    api = Api(token=log_in(boss))
    for user in (boss, customer):
        path = f"/admin/users/{user.public_id}/reset-second-factor"
        assert api.post(path, {"note": "x"}).refusal == (403, "FORBIDDEN")


def test_last_admin_is_helped_on_the_command_line() -> None:
    admin = make_user(role="admin")
    with_app(half_in(admin))

    call_command("reset_second_factor", admin.email, verbosity=0)

    assert not AuthenticatorApp.objects.exists()
    for nobody in (make_user().email, "nobody@example.com"):
        with pytest.raises(CommandError):
            call_command("reset_second_factor", nobody)


# -- In development ------------------------------------------------------------------------------


@pytest.mark.urls("tests.accounts.development_urls")
def test_sample_staff_may_go_without_in_development_and_nobody_else() -> None:
    sample = half_in(make_user(role="support", email="support@akshamala.example", is_sample=True))
    assert sample.get(OWN).data["secondFactor"]["shortcut"] is True
    others = [
        half_in(make_user(role="support", email="care@akshamala.example")),
        Api(token=log_in(make_user(is_sample=True))),
        Api(token="none"),
    ]
    for api in others:
        headers = {"Authorization": f"Bearer {api.token}"}
        assert Client().post("/dev/second-factor", headers=headers).status_code == 404
    headers = {"Authorization": f"Bearer {sample.token}"}
    assert Client().get("/dev/second-factor", headers=headers).status_code == 405

    answer = Client().post("/dev/second-factor", headers=headers)

    assert answer.cookies["session"].value
    sample.token = answer.json()["token"]
    assert sample.get("/transactions").status == 200
    assert others[0].get(OWN).data["secondFactor"]["shortcut"] is False


def test_without_debug_there_is_no_way_round() -> None:
    assert settings.DEBUG is False
    sample = half_in(make_user(role="support", email="support@akshamala.example", is_sample=True))

    answer = Client().post("/dev/second-factor", headers={"Authorization": f"Bearer {sample.token}"})

    assert answer.status_code in (404, 405)
    with pytest.raises(Resolver404):
        resolve("/dev/second-factor")
    assert sample.get("/transactions").refusal == (403, "SECOND_FACTOR_ENROLMENT_REQUIRED")
