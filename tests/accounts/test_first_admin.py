"""The one-time link by which a new shop gets its first admin."""

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.accounts.models import FirstAdminLink, User
from project.core.connections import store_values
from project.core.mail_server import mail_server
from project.core.models import Connection
from project.events.models import AuditEntry
from tests.accounts.login_helpers import PASSWORD
from tests.factories import make_user
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db
EXPIRED = (409, "LINK_EXPIRED")


def printed() -> str:
    """Return what the command prints."""
    out = StringIO()
    call_command("first_admin_link", stdout=out)
    return out.getvalue()


def key_of(text: str) -> str:
    found = re.search(r"http://testserver/first-admin#([\w-]{43})\n", text)
    assert found is not None, text
    return found[1]


def use(key: str, *, api: Api | None = None, **changes: Any) -> Answer:
    body = {"key": key, "name": "Asha Rao", "email": "asha@example.com", "password": PASSWORD} | changes
    return (api or Api()).post("/auth/first-admin", body)


def test_link_makes_the_admin_who_sets_up_a_second_factor_next() -> None:
    answer = use(key_of(printed()), email=" Asha@Example.com")

    user = User.objects.get()
    assert (user.email, user.name, user.role, user.check_password(PASSWORD)) == (
        "asha@example.com",
        "Asha Rao",
        "admin",
        True,
    )
    api = Api(token=answer.data["token"])
    assert api.get("/admin/dashboard").refusal == (403, "SECOND_FACTOR_ENROLMENT_REQUIRED")
    assert api.post("/auth/second-factor/app").data["secret"]
    entry = AuditEntry.objects.get(action="user.role_changed")
    assert (entry.subject, entry.actor, entry.after) == (user.subject, "command line", {"role": "admin"})


def test_link_works_once_and_the_newest_alone() -> None:
    first = key_of(printed())
    second = key_of(printed())

    assert use(first).refusal == EXPIRED
    assert use(second).status == 200
    assert use(second, email="other@example.com").refusal == EXPIRED
    assert User.objects.count() == 1


def test_link_is_good_for_a_day() -> None:
    key = key_of(printed())
    FirstAdminLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert use(key).refusal == EXPIRED
    assert not User.objects.exists()


def test_shop_with_an_admin_takes_and_prints_no_link() -> None:
    key = key_of(printed())
    make_user(role="admin")

    assert use(key).refusal == EXPIRED
    assert printed() == "The shop has an admin.\n"
    assert not FirstAdminLink.objects.exists()


def test_refused_entry_leaves_the_link_good() -> None:
    key = key_of(printed())
    taken = make_user()

    assert use(key, email=taken.email).refusal == (409, "EMAIL_TAKEN")
    assert use(key, password="1234567890").refusal == (422, "VALIDATION")
    assert use(key, password="asha rao is my name").refusal == (422, "VALIDATION")
    assert use(key, name=" ").refusal == (422, "VALIDATION")
    assert use(key).status == 200


@pytest.mark.parametrize("key", ["", "x", "é" * 43, "x" * 43])
def test_wrong_keys_are_refused_without_telling_who_is_known(key: str) -> None:
    printed()
    taken = make_user()

    assert use(key).refusal == use(key, email=taken.email).refusal == EXPIRED


def test_page_of_another_site_cannot_use_it() -> None:
    key = key_of(printed())
    body = {"key": key, "name": "A", "email": "asha@example.com", "password": PASSWORD}

    assert Api().post("/auth/first-admin", body, Origin="https://evil.example").status == 403


@pytest.mark.usefixtures("limits")
def test_guesses_of_one_address_are_limited() -> None:
    api = Api()

    answers = [use("x" * 43, api=api).status for _ in range(21)]

    assert answers == [409] * 20 + [429]


@pytest.mark.django_db(transaction=True)
def test_two_browsers_at_once_make_one_admin() -> None:
    key = key_of(printed())

    answers = at_once(4, lambda number: use(key, email=f"admin{number}@example.com").status)

    assert sorted(answers) == [200, 409, 409, 409]
    assert User.objects.count() == 1


def test_admin_logs_in_again_while_no_mail_server_can_send_a_code(settings: Settings) -> None:
    use(key_of(printed()))
    login = {"email": "asha@example.com", "password": PASSWORD}
    assert Api().post("/auth/login", login).data["codeSent"] is True

    settings.SANDBOX = False
    answer = Api().post("/auth/login", login)

    assert answer.data["codeSent"] is False
    refusal = Api(token=answer.data["token"]).get("/admin/dashboard").refusal
    assert refusal == (403, "SECOND_FACTOR_ENROLMENT_REQUIRED")
    wrong = login | {"password": "another password"}
    assert Api().post("/auth/login", wrong).refusal == (400, "LOGIN_FAILED")


def test_entered_mail_server_that_cannot_be_read_leaves_the_code_of_staff_on(settings: Settings) -> None:
    use(key_of(printed()))
    store_values(
        "mail", version=0, values={"host": "smtp.example"}, secrets={"password": "a"}, author="guest"
    )
    settings.SECRET_KEY, settings.SANDBOX = "another key " * 5, False
    Connection.objects.update(version=2)
    assert mail_server() is None

    answer = Api().post("/auth/login", {"email": "asha@example.com", "password": PASSWORD})

    assert answer.data["codeSent"] is True
