"""The link to the old address gives the account back, once, for three days."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client

from project.accounts import account_administration
from project.accounts.actions.sessions import forget_old_sessions_and_codes
from project.accounts.models import CredentialChange, User
from project.core.models import Mail
from project.events.models import AuditEntry
from tests.accounts.login_helpers import PASSWORD, code_to, let_code_pass, proof, signed_in, with_password
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db
THIEF = "thief@example.com"


def link_to(email: str, kind: str) -> str:
    """Return the link in the newest mail to the address about a change."""
    text = Mail.objects.filter(to=email, kind=f"{kind}_changed").latest("pk").text
    found = re.search(r"http://testserver(/account/undo\?key=[\w-]+)", text)
    assert found is not None
    return found[1]


def undo(link: str, *, api: Api | None = None) -> Answer:
    return (api or Api()).post("/auth/undo", {"key": link.partition("key=")[2]})


def move(api: Api, email: str) -> None:
    """Change the account's address with everything that takes."""
    let_code_pass(email, timedelta(seconds=31))
    api.post("/auth/email/send-otp", {"email": email})
    body = {"email": email, "otp": code_to(email, "email"), "proof": proof(api, "move")}
    assert api.other("PUT", "/auth/email", body).status == 200


def set_password(api: Api, password: str) -> None:
    body = {"password": password, "proof": proof(api, "password")}
    assert api.other("PUT", "/auth/password", body).status == 200


def enter(email: str) -> Answer:
    """Log in by code."""
    api = Api()
    let_code_pass(email, timedelta(seconds=31))
    api.post("/auth/send-otp", {"email": email})
    return api.post("/auth/verify-otp", {"email": email, "otp": code_to(email)})


def test_moved_account_comes_back_to_its_owner_and_the_thief_is_out() -> None:
    user = with_password()
    owner, thief = Api(token=log_in(user)), Api(token=log_in(user))
    before = user.email
    move(thief, THIEF)
    assert owner.get("/auth/profile").status == 401
    set_password(thief, "malas of another hand")

    assert undo(link_to(before, "email")).status == 200

    user.refresh_from_db()
    assert (user.email, user.has_usable_password()) == (before, False)
    assert thief.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    for email in (before, THIEF):
        answer = Api().post("/auth/login", {"email": email, "password": "malas of another hand"})
        assert answer.refusal == (400, "LOGIN_FAILED")
    assert enter(before).data["user"]["_id"] == user.public_id
    assert enter(THIEF).data["user"]["_id"] != user.public_id
    # The links that went to the thief undo nothing any more.
    assert undo(link_to(THIEF, "password")).refusal == (409, "UNDO_EXPIRED")
    entry = AuditEntry.objects.get(action="user.change_undone")
    assert (entry.subject, entry.actor) == (f"user:{user.public_id}", "guest")


def test_changed_password_is_taken_away_and_a_code_lets_the_owner_in() -> None:
    user, thief = signed_in(with_password())
    set_password(thief, "malas of another hand")

    assert undo(link_to(user.email, "password")).status == 200

    for password in (PASSWORD, "malas of another hand"):
        answer = Api().post("/auth/login", {"email": user.email, "password": password})
        assert answer.refusal == (400, "LOGIN_FAILED")
    assert thief.get("/auth/profile").status == 401
    assert enter(user.email).data["user"]["_id"] == user.public_id


def test_first_of_two_links_also_brings_the_address_back() -> None:
    user, thief = signed_in(with_password())
    before = user.email
    set_password(thief, "malas of another hand")
    move(thief, THIEF)

    assert undo(link_to(before, "password")).status == 200

    user.refresh_from_db()
    assert user.email == before


def test_link_works_once() -> None:
    user, api = signed_in()
    set_password(api, PASSWORD)
    link = link_to(user.email, "password")
    assert undo(link).status == 200

    answer = undo(link, api=Api(language="hi"))

    assert answer.refusal == (409, "UNDO_EXPIRED")
    assert answer.body["message"] == "यह लिंक अब काम नहीं करती: इसका उपयोग हो चुका है या यह तीन दिन से पुरानी है"


def test_link_works_for_seventy_two_hours() -> None:
    user, api = signed_in()
    set_password(api, PASSWORD)
    CredentialChange.objects.update(expires_at=F("expires_at") - timedelta(hours=72))

    assert undo(link_to(user.email, "password")).refusal == (409, "UNDO_EXPIRED")
    user.refresh_from_db()
    assert user.has_usable_password()


@pytest.mark.parametrize("key", ["", "nonsense", "../../etc", "é" * 90])
def test_unknown_key_undoes_nothing(key: str) -> None:
    assert Api().post("/auth/undo", {"key": key}).refusal == (409, "UNDO_EXPIRED")


def test_mail_scanner_that_opens_the_link_changes_nothing() -> None:
    user, api = signed_in()
    set_password(api, PASSWORD)
    link = link_to(user.email, "password")
    scanner = Client()

    for method in (scanner.get, scanner.head, scanner.get):
        method(link)
    assert scanner.get("/api/auth/undo", {"key": link.partition("key=")[2]}).status_code == 405

    user.refresh_from_db()
    assert user.has_usable_password()
    assert undo(link).status == 200


def test_link_is_kept_as_a_digest_and_left_out_of_the_download() -> None:
    user, api = signed_in()
    set_password(api, PASSWORD)
    key = link_to(user.email, "password").partition("key=")[2]

    assert key not in str(CredentialChange.objects.values())
    assert key not in str(api.get("/auth/data").data)


def test_address_that_was_left_is_kept_free_for_its_account_while_it_may_come_back() -> None:
    user, thief = signed_in()
    before = user.email
    move(thief, THIEF)

    assert enter(before).refusal == (409, "ADDRESS_MOVED")
    _, other = signed_in()
    other.post("/auth/email/send-otp", {"email": before})
    body = {"email": before, "otp": code_to(before, "email"), "proof": proof(other, "move")}
    assert other.other("PUT", "/auth/email", body).refusal == (409, "ADDRESS_MOVED")

    CredentialChange.objects.update(expires_at=F("created_at"))
    assert enter(before).data["user"]["_id"] != user.public_id


def test_account_whose_address_somebody_has_in_spite_of_that_is_not_given_back() -> None:
    user, thief = signed_in()
    before = user.email
    move(thief, THIEF)
    make_user(email=before)

    answer = undo(link_to(before, "email"))

    assert answer.refusal == (409, "EMAIL_TAKEN")
    user.refresh_from_db()
    assert (user.email, CredentialChange.objects.get().closed_at) == (THIEF, None)


def test_account_that_has_just_moved_cannot_be_deleted_before_it_may_come_back() -> None:
    user, thief = signed_in()
    move(thief, THIEF)

    answer = thief.post("/auth/account/delete", {"proof": proof(thief, "delete")})

    assert answer.refusal == (409, "ADDRESS_MOVED")
    assert User.objects.get(pk=user.pk).is_active


def test_link_from_before_somebody_was_staff_moves_no_staff_account() -> None:
    user, api = signed_in()
    before = user.email
    move(api, "new@example.com")
    boss = make_user(role="admin")
    account_administration.set_role(user, role="support", actor=f"user:{boss.public_id}")

    assert undo(link_to(before, "email")).refusal == (409, "UNDO_EXPIRED")


def test_old_changes_are_forgotten_after_their_end() -> None:
    user, api = signed_in()
    set_password(api, PASSWORD)

    forget_old_sessions_and_codes()
    assert CredentialChange.objects.filter(user=user).exists()
    CredentialChange.objects.update(expires_at=F("created_at"))
    forget_old_sessions_and_codes()

    assert not CredentialChange.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_link_pressed_twice_at_once_undoes_once() -> None:
    user, api = signed_in()
    set_password(api, PASSWORD)
    link = link_to(user.email, "password")

    statuses = at_once(2, lambda number: undo(link).status)

    assert sorted(statuses) == [200, 409]
    assert AuditEntry.objects.filter(action="user.change_undone").count() == 1


@pytest.mark.django_db(transaction=True)
def test_undo_and_another_change_at_once_leave_the_owner_in() -> None:
    user, thief = signed_in()
    before = user.email
    move(thief, THIEF)
    link = link_to(before, "email")
    body = {"password": "malas of another hand", "proof": proof(thief, "password")}

    def act(number: int) -> int:
        if number:
            return thief.other("PUT", "/auth/password", body).status
        return undo(link).status

    undone, changed = at_once(2, act)

    assert undone == 200
    assert changed in (200, 400, 401)
    user.refresh_from_db()
    assert user.email == before
    assert not user.has_usable_password()
    assert thief.get("/auth/profile").status == 401
