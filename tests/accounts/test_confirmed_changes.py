"""Changes that a code must confirm: another e-mail address, a new password."""

from datetime import timedelta

import pytest

from project.accounts.models import User
from project.core.models import Mail
from tests.accounts.login_helpers import (
    PASSWORD,
    code_to,
    let_code_pass,
    proof,
    signed_in,
    with_password,
    wrong,
)
from tests.buying import new_key
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def new_email() -> str:
    return f"{new_key()}@example.com"


def ask(api: Api, email: str) -> Answer:
    return api.post("/auth/email/send-otp", {"email": email})


def change(api: Api, email: str, code: str, shown: dict[str, str] | None = None) -> Answer:
    """Move the account with the code from the new address; without `shown` the old one proves it, too."""
    shown = proof(api, "move") if shown is None else shown
    return api.other("PUT", "/auth/email", {"email": email, "otp": code, "proof": shown})


def test_code_sent_to_the_new_address_moves_the_account_and_the_old_address_is_told(new_email: str) -> None:
    user, api = signed_in()
    before = user.email
    ask(api, new_email.upper())

    answer = change(api, new_email, code_to(new_email, "email"))

    assert answer.body["message"] == "Profile updated successfully!"
    assert answer.data["user"]["email"] == new_email
    told = Mail.objects.get(kind="email_changed")
    assert told.to == before
    assert new_email in told.text
    again = Api()
    again.post("/auth/send-otp", {"email": new_email})
    answer = again.post("/auth/verify-otp", {"email": new_email, "otp": code_to(new_email)})
    assert answer.data["user"]["_id"] == user.public_id


def test_until_the_code_comes_back_nothing_changes(new_email: str) -> None:
    user, api = signed_in()

    ask(api, new_email)

    assert api.get("/auth/profile").data["user"]["email"] == user.email


def test_answer_does_not_tell_whether_the_new_address_is_anybodys(new_email: str) -> None:
    _, api = signed_in()

    answers = [ask(api, make_user().email), ask(api, new_email)]

    assert answers[0].body == answers[1].body
    assert Mail.objects.filter(kind="email_code").count() == 2


def test_account_that_moves_to_its_own_address_stays_as_it_is() -> None:
    user, here = signed_in()
    there = Api(token=log_in(user))
    ask(here, user.email)

    assert change(here, user.email, code_to(user.email, "email")).data["user"]["email"] == user.email

    assert there.get("/auth/profile").status == 200
    assert not Mail.objects.filter(kind="email_changed").exists()


def test_address_of_another_account_is_refused_after_the_code_is_right() -> None:
    user, api = signed_in()
    other = make_user()
    ask(api, other.email)
    code = code_to(other.email, "email")

    assert change(api, other.email, wrong(code)).refusal == (400, "CODE_WRONG")
    assert change(api, other.email, code).refusal == (409, "EMAIL_TAKEN")
    user.refresh_from_db()
    assert user.email != other.email


def test_code_for_one_address_does_not_prove_another(new_email: str) -> None:
    _, api = signed_in()
    ask(api, new_email)

    answer = change(api, f"other-{new_email}", code_to(new_email, "email"))

    assert answer.refusal == (400, "CODE_EXPIRED")


def test_code_of_one_user_is_wrong_for_another_user(new_email: str) -> None:
    _, api = signed_in()
    _, thief = signed_in()
    ask(api, new_email)

    assert change(thief, new_email, code_to(new_email, "email")).refusal == (400, "CODE_EXPIRED")


def test_wrong_five_times_expired_and_used_codes_change_nothing(new_email: str) -> None:
    user, api = signed_in()
    ask(api, new_email)
    code = code_to(new_email, "email")
    refusals = [change(api, new_email, wrong(code)).refusal for _ in range(5)]
    assert refusals == [(400, "CODE_WRONG")] * 4 + [(400, "CODE_TOO_MANY")]
    assert change(api, new_email, code).refusal == (400, "CODE_EXPIRED")

    let_code_pass(new_email, timedelta(seconds=31))
    ask(api, new_email)
    let_code_pass(new_email, timedelta(minutes=10))
    assert change(api, new_email, code_to(new_email, "email")).refusal == (400, "CODE_EXPIRED")
    user.refresh_from_db()
    assert user.email != new_email

    ask(api, new_email)
    code = code_to(new_email, "email")
    assert change(api, new_email, code).status == 200
    assert change(api, new_email, code).refusal == (400, "CODE_EXPIRED")


def test_mails_are_in_the_readers_language(new_email: str) -> None:
    _, api = signed_in(language="hi")
    ask(api, new_email)
    change(api, new_email, code_to(new_email, "email"))

    assert {mail.language for mail in Mail.objects.all()} == {"hi"}
    assert Mail.objects.get(kind="email_changed").subject == "आपके अक्षमाला खाते का ईमेल पता बदल गया है"


@pytest.mark.django_db(transaction=True)
def test_two_accounts_that_want_one_address_at_once_share_it_never(new_email: str) -> None:
    _, one = signed_in()
    _, other = signed_in()
    ask(one, new_email)
    first = code_to(new_email, "email")
    let_code_pass(new_email, timedelta(seconds=31))
    ask(other, new_email)
    second = code_to(new_email, "email")

    proofs = [proof(api, "move") for api in (one, other)]

    statuses = at_once(2, lambda n: change((one, other)[n], new_email, (first, second)[n], proofs[n]).status)

    assert sorted(statuses) == [200, 409]
    assert User.objects.filter(email=new_email).count() == 1


@pytest.mark.django_db(transaction=True)
def test_address_registered_while_another_account_moves_there_belongs_to_one(new_email: str) -> None:
    user, api = signed_in()
    ask(api, new_email)
    newcomer = Api()
    newcomer.post("/auth/send-otp", {"email": new_email})
    move, login = code_to(new_email, "email"), code_to(new_email)
    shown = proof(api, "move")

    def arrive(number: int) -> int:
        if number:
            return change(api, new_email, move, shown).status
        return newcomer.post("/auth/verify-otp", {"email": new_email, "otp": login}).status

    logged_in, moved = at_once(2, arrive)

    assert logged_in == 200
    assert moved in (200, 409)
    assert (User.objects.get(email=new_email).pk == user.pk) == (moved == 200)


# -- The password --------------------------------------------------------------------------------


def set_password(api: Api, password: str, code: str) -> Answer:
    return api.other("PUT", "/auth/password", {"password": password, "proof": {"otp": code}})


def test_code_sets_a_password_and_logs_the_other_devices_out() -> None:
    user, here = signed_in()
    there = Api(token=log_in(user))
    here.post("/auth/confirm/send-otp", {"purpose": "password"})

    answer = set_password(here, PASSWORD, code_to(user.email, "password"))

    assert answer.data["user"]["hasPassword"] is True
    assert here.get("/auth/profile").status == 200
    assert there.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    assert Api().post("/auth/login", {"email": user.email, "password": PASSWORD}).status == 200
    assert Mail.objects.get(kind="password_changed").to == user.email


@pytest.mark.parametrize("purpose", ["password", "move", "delete"])
def test_staff_get_the_codes_of_what_they_may_change_by_themselves(purpose: str) -> None:
    _, api = signed_in(role="support")

    answer = api.post("/auth/confirm/send-otp", {"purpose": purpose})

    assert (answer.status, Mail.objects.count()) == ((200, 1) if purpose == "password" else (403, 0))


def test_new_password_takes_the_place_of_the_old_one() -> None:
    user, api = signed_in(with_password("the password before"))
    api.post("/auth/confirm/send-otp", {"purpose": "password"})

    set_password(api, PASSWORD, code_to(user.email, "password"))

    before, after = (
        Api().post("/auth/login", {"email": user.email, "password": password})
        for password in ("the password before", PASSWORD)
    )
    assert (before.refusal, after.status) == ((400, "LOGIN_FAILED"), 200)


def test_wrong_code_or_weak_password_changes_nothing() -> None:
    user, api = signed_in()
    api.post("/auth/confirm/send-otp", {"purpose": "password"})
    code = code_to(user.email, "password")

    assert set_password(api, PASSWORD, wrong(code)).refusal == (400, "CODE_WRONG")
    assert set_password(api, "qwertyuiop", code).body["errors"] == {
        "password": "This password is too easy to guess. Please choose another one"
    }
    assert set_password(api, "short", code).body["errors"] == {
        "password": "Please use at least 10 characters"
    }
    assert "password" in set_password(api, "", code).body["errors"]
    user.refresh_from_db()
    assert not user.has_usable_password()


def test_code_for_the_password_does_not_delete_the_account() -> None:
    user, api = signed_in()
    api.post("/auth/confirm/send-otp", {"purpose": "password"})

    answer = api.post("/auth/account/delete", {"proof": {"otp": code_to(user.email, "password")}})

    assert answer.refusal == (400, "CODE_EXPIRED")


@pytest.mark.parametrize("purpose", ["login", "staff", "register", "email", "", None, 7])
def test_no_other_code_is_to_be_had_there(purpose: object) -> None:
    _, api = signed_in()

    assert api.post("/auth/confirm/send-otp", {"purpose": purpose}).refusal == (422, "VALIDATION")


@pytest.mark.usefixtures("limits")
def test_pauses_of_one_requester_grow_whatever_the_codes_are_for(new_email: str) -> None:
    _, api = signed_in()

    def ask_for_any(number: int) -> Answer:
        let_code_pass(new_email, timedelta(seconds=31))
        if number % 2:
            return ask(api, new_email)
        return api.post("/auth/send-otp", {"email": new_email})

    answers = [ask_for_any(number) for number in range(3)]

    assert [answer.status for answer in answers] == [200, 200, 429]
    assert 500 < answers[-1].body["retryAfter"] <= 600
    assert Mail.objects.filter(to=new_email).count() == 2
