"""Logging in by password: limited, and for staff only together with a code."""

import time
from statistics import median
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from project.accounts.actions import login
from project.accounts.errors import LoginFailed
from project.accounts.models import EmailCode, Token
from project.core import throttle
from project.core.models import Mail
from tests.accounts.login_helpers import PASSWORD, code_to, signed_in, with_password, wrong
from tests.factories import make_user
from tests.http import Answer, Api
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def log_in(email: str, password: str = PASSWORD, *, api: Api | None = None, **more: Any) -> Answer:
    return (api or Api()).post("/auth/login", {"email": email, "password": password} | more)


def test_customer_logs_in_by_password() -> None:
    user = with_password()

    answer = log_in(f" {user.email.upper()} ")

    assert answer.body["message"] == "Login successful!"
    assert answer.data["user"]["_id"] == user.public_id
    assert Api(token=answer.data["token"]).get("/auth/profile").status == 200


def test_devanagari_password_may_be_typed_on_any_keyboard() -> None:
    composed, in_parts = "ऩमस्ते बरगद की छाँव", "न\u093cमस्ते बरगद की छाँव"
    assert composed != in_parts
    user, api = signed_in()
    api.post("/auth/confirm/send-otp", {"purpose": "password"})
    code = code_to(user.email, "password")
    api.other("PUT", "/auth/password", {"password": composed, "proof": {"otp": code}})

    assert log_in(user.email, in_parts).status == 200


@pytest.mark.parametrize("role", ["customer", "support"])
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "This account has been blocked. If you think this is a mistake, please write to {}"),
        ("hi", "यह खाता बंद कर दिया गया है। यदि आपको लगता है कि यह भूल है, तो कृपया {} पर लिखें"),
    ],
)
def test_the_blocked_are_told_so_and_whom_to_write_to_after_the_right_password(
    language: str, said: str, role: str
) -> None:
    user = with_password(is_active=False, role=role)

    answer = log_in(user.email, api=Api(language=language))

    assert answer.refusal == (403, "ACCOUNT_BLOCKED")
    assert answer.body["message"] == said.format("care@akshamala.example")
    assert not Token.objects.exists()
    # No code is sent to somebody who would not be let in with it.
    assert not Mail.objects.exists()


def test_a_shop_without_an_address_names_its_contact_page(settings: Settings) -> None:
    change_shop(contact={"email": ""})
    user = with_password(is_active=False)

    assert log_in(user.email).body["message"].endswith(f"please write to {settings.SITE_URL}/contact")


def test_refusal_is_the_same_whatever_is_wrong() -> None:
    known, codes_only = with_password(), make_user()
    blocked = with_password(is_active=False)

    answers = [
        log_in(known.email, "another password"),
        log_in(codes_only.email),
        log_in(codes_only.email, ""),
        log_in(blocked.email, "another password"),
        log_in("nobody@example.com"),
    ]

    assert {answer.refusal for answer in answers} == {(400, "LOGIN_FAILED")}
    assert len({str(answer.body) for answer in answers}) == 1
    assert answers[0].body["message"] == "The email address or the password is not right"


@pytest.mark.usefixtures("production_hashers")
def test_unknown_address_takes_as_long_as_a_wrong_password() -> None:
    known = with_password()

    def seconds(email: str) -> float:
        began = time.perf_counter()
        log_in(email, "another password")
        return time.perf_counter() - began

    pairs = [(seconds(known.email), seconds(f"nobody{n}@example.com")) for n in range(5)]

    # Without the hash that nobody needs the second would take a tenth of the time.
    assert median(unknown / wrong for wrong, unknown in pairs) > 0.4


@pytest.mark.parametrize("role", ["support", "admin"])
def test_staff_need_the_code_as_well(role: str) -> None:
    user, api = with_password(role=role), Api()

    first = log_in(user.email, api=api)

    assert first.data == {"codeSent": True, "user": None, "token": None, "expiresIn": None}
    assert not Token.objects.exists()
    code = code_to(user.email, "staff")
    assert log_in(user.email, otp=wrong(code), api=api).refusal == (400, "CODE_WRONG")
    assert log_in(user.email, "another password", otp=code, api=api).refusal == (400, "LOGIN_FAILED")
    second = log_in(user.email, otp=code, api=api)
    assert second.data["user"]["role"] == role
    assert log_in(user.email, otp=code, api=api).refusal == (400, "CODE_EXPIRED")


def test_no_code_is_sent_to_staff_before_the_password_is_right() -> None:
    user = with_password(role="admin")

    log_in(user.email, "another password")

    assert not Mail.objects.exists()


def test_code_of_one_member_of_staff_is_of_no_use_to_another() -> None:
    one, other = with_password(role="admin"), with_password(role="admin")
    api = Api()
    log_in(one.email, api=api)
    log_in(other.email, api=api)

    if code_to(one.email, "staff") != code_to(other.email, "staff"):
        answer = log_in(other.email, otp=code_to(one.email, "staff"), api=api)
        assert answer.refusal == (400, "CODE_WRONG")


def test_staff_code_does_not_log_in_by_itself_nor_the_login_code_after_a_password() -> None:
    user, api = with_password(role="admin"), Api()
    log_in(user.email, api=api)
    api.post("/auth/send-otp", {"email": user.email})

    answer = api.post("/auth/verify-otp", {"email": user.email, "otp": code_to(user.email, "staff")})
    assert answer.refusal == (400, "CODE_WRONG")
    assert log_in(user.email, otp=code_to(user.email), api=api).refusal == (400, "CODE_WRONG")


def test_fifth_wrong_staff_code_kills_it() -> None:
    user, api = with_password(role="admin"), Api()
    log_in(user.email, api=api)
    code = code_to(user.email, "staff")

    refusals = [log_in(user.email, otp=wrong(code), api=api).refusal for _ in range(5)]

    assert refusals == [(400, "CODE_WRONG")] * 4 + [(400, "CODE_TOO_MANY")]
    assert log_in(user.email, otp=code, api=api).refusal == (400, "CODE_EXPIRED")


@pytest.mark.usefixtures("limits")
def test_one_network_tries_an_account_ten_times_and_its_owner_elsewhere_gets_in() -> None:
    user, stranger = with_password(), Api()

    refusals = [log_in(user.email, f"guess number {n}", api=stranger).refusal for n in range(11)]

    assert refusals == [(400, "LOGIN_FAILED")] * 10 + [(429, "RATE_LIMITED")]
    # Even with the right password, or the limit would tell which one that is.
    assert log_in(user.email, api=stranger).refusal == (429, "RATE_LIMITED")
    assert log_in(user.email).status == 200


@pytest.mark.usefixtures("limits")
def test_guesses_from_many_networks_end_and_the_owners_known_browser_still_gets_in() -> None:
    user, known = with_password(), Api()
    assert log_in(user.email, api=known).status == 200
    # That login was a stranger's, too: the browser was not known before.
    for _ in range(99):
        throttle.count("login-strangers", user.email, 100, 3600)

    assert log_in(user.email).refusal == (429, "RATE_LIMITED")
    assert log_in(user.email, api=known).status == 200


@pytest.mark.usefixtures("limits")
def test_browser_known_to_one_account_is_a_stranger_to_another() -> None:
    user, other, api = with_password(), with_password(), Api()
    log_in(other.email, api=api)
    for _ in range(100):
        throttle.count("login-strangers", user.email, 100, 3600)

    assert log_in(user.email, api=api).refusal == (429, "RATE_LIMITED")


@pytest.mark.usefixtures("limits")
def test_one_network_works_after_twenty_tries_however_many_accounts() -> None:
    api = Api()

    refusals = [log_in(f"nobody{n}@example.com", api=api).refusal for n in range(21)]

    assert refusals == [(400, "LOGIN_FAILED")] * 20 + [(428, "WORK_REQUIRED")]


def test_password_that_was_changed_while_it_was_checked_is_too_late() -> None:
    user = with_password()
    before = user.password
    user.set_password("another password")
    user.save()

    with pytest.raises(LoginFailed):
        login._log_in(user, checked=before, code=None, device="")

    assert not Token.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("limits")
def test_guesses_at_once_are_all_counted() -> None:
    user, api = with_password(), Api()

    statuses = at_once(14, lambda number: log_in(user.email, f"guess number {number}", api=api).status)

    assert sorted(statuses) == [400] * 10 + [429] * 4


@pytest.mark.django_db(transaction=True)
def test_one_staff_code_used_by_many_at_once_logs_in_once() -> None:
    user, api = with_password(role="admin"), Api()
    log_in(user.email, api=api)
    code = code_to(user.email, "staff")

    statuses = at_once(5, lambda number: log_in(user.email, otp=code, api=api).status)

    assert sorted(statuses) == [200] + [400] * 4
    assert Token.objects.count() == 1
    assert EmailCode.objects.filter(closed_at=None).count() == 0
