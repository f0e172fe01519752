"""Opening an account with a password: nothing exists before the code proves the address."""

from datetime import timedelta
from typing import Any

import pytest

from project.accounts.models import EmailCode, Token, User
from project.core.models import Mail
from project.events.models import Event
from tests.accounts.login_helpers import PASSWORD, code_to, let_code_pass, with_password, wrong
from tests.buying import new_key
from tests.factories import make_user
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db
# Where nothing else is said one browser asks for the code and types it.
BROWSER = Api()


def register(email: str, *, api: Api | None = None, **changes: Any) -> Answer:
    body = {"name": "Asha Rao", "email": email, "phone": "98765 43210", "password": PASSWORD} | changes
    return (api or BROWSER).post("/auth/register", body)


@pytest.fixture
def email() -> str:
    return f"{new_key()}@example.com"


def test_code_opens_the_account_and_logs_in(email: str) -> None:
    first = register(email)

    assert first.body["message"] == "OTP sent successfully! Check your email."
    assert first.data == {"codeSent": True, "user": None, "token": None, "expiresIn": None}
    assert not User.objects.filter(email=email).exists()
    second = register(email, otp=code_to(email, "register"))
    assert second.body["message"] == "Registration successful!"
    user = second.data["user"]
    assert (user["name"], user["email"], user["phone"], user["hasPassword"]) == (
        "Asha Rao",
        email,
        "9876543210",
        True,
    )
    assert Api(token=second.data["token"]).get("/auth/profile").data["user"] == user
    assert Event.objects.filter(name="user.registered").count() == 1


@pytest.mark.usefixtures("production_hashers")
def test_password_is_kept_as_a_scrypt_hash(email: str) -> None:
    register(email)
    register(email, otp=code_to(email, "register"))

    assert User.objects.get(email=email).password.startswith("scrypt$16384$")


@pytest.mark.parametrize(
    "extra", [{"isAdmin": True}, {"role": "admin"}, {"is_admin": True}, {"isStaffMember": True}]
)
def test_nobody_can_make_themselves_staff(email: str, extra: dict[str, Any]) -> None:
    register(email, **extra)

    user = register(email, otp=code_to(email, "register"), **extra).data["user"]

    assert (user["isAdmin"], user["role"]) == (False, "customer")


def test_answer_is_the_same_for_known_and_unknown_addresses(email: str) -> None:
    known, blocked = make_user(), make_user(is_active=False)

    answers = [register(address) for address in (known.email, blocked.email, email)]

    assert len({str(answer.body) for answer in answers}) == 1
    assert Mail.objects.filter(kind="register_code").count() == 3


def test_only_the_owner_of_the_mailbox_hears_that_there_is_an_account() -> None:
    user = with_password("the password before")
    register(user.email)

    answer = register(user.email, otp=code_to(user.email, "register"))

    assert answer.refusal == (409, "EMAIL_TAKEN")
    user.refresh_from_db()
    assert user.check_password("the password before")
    assert not Token.objects.exists()


def test_login_code_does_not_register_and_registration_code_does_not_log_in(email: str) -> None:
    BROWSER.post("/auth/send-otp", {"email": email})
    register(email)
    login, registration = code_to(email), code_to(email, "register")

    assert register(email, otp=login).refusal == (400, "CODE_WRONG")
    answer = BROWSER.post("/auth/verify-otp", {"email": email, "otp": registration})
    assert answer.refusal == (400, "CODE_WRONG")
    assert not User.objects.filter(email=email).exists()


def test_wrong_expired_and_used_codes_open_nothing(email: str) -> None:
    register(email)
    code = code_to(email, "register")
    refusals = [register(email, otp=wrong(code)).refusal for _ in range(4)]
    assert refusals == [(400, "CODE_WRONG")] * 4

    let_code_pass(email, timedelta(minutes=10, seconds=1))
    assert register(email, otp=code).refusal == (400, "CODE_EXPIRED")

    register(email)
    code = code_to(email, "register")
    assert register(email, otp=code).status == 200
    assert register(email, otp=code).refusal == (400, "CODE_EXPIRED")


@pytest.mark.parametrize(
    ("changes", "field", "english", "hindi"),
    [
        ({"name": " "}, "name", "Name is required", "नाम आवश्यक है"),
        ({"name": "अ" * 200}, "name", "Name is too long", "नाम बहुत लंबा है"),
        (
            {"phone": "12345"},
            "phone",
            "Please enter a valid 10-digit phone number",
            "कृपया 10 अंकों का सही फ़ोन नंबर दर्ज करें",
        ),
        ({"password": "short"}, "password", "Please use at least 10 characters", "कृपया कम से कम 10 अक्षर रखें"),
        (
            {"password": "1234567890"},
            "password",
            "This password is too easy to guess. Please choose another one",
            "यह पासवर्ड आसानी से पहचाना जा सकता है। कृपया कोई दूसरा चुनें",
        ),
        (
            {"password": "aaaaaaaaaaaaaaaa"},
            "password",
            "This password is too easy to guess. Please choose another one",
            "यह पासवर्ड आसानी से पहचाना जा सकता है। कृपया कोई दूसरा चुनें",
        ),
        ({"password": "x" * 129}, "password", "Password is too long", "पासवर्ड बहुत लंबा है"),
    ],
)
def test_bad_field_is_named_in_both_languages(
    email: str, changes: dict[str, Any], field: str, english: str, hindi: str
) -> None:
    first = register(email, **changes)
    second = register(email, api=Api(language="hi"), **changes)

    assert first.refusal == second.refusal == (422, "VALIDATION")
    assert (first.body["errors"], second.body["errors"]) == ({field: english}, {field: hindi})
    assert not EmailCode.objects.exists()


def test_names_in_devanagari_and_of_one_word_are_names(email: str) -> None:
    register(email, name="मीरा")

    assert register(email, name="मीरा", otp=code_to(email, "register")).data["user"]["name"] == "मीरा"


@pytest.mark.django_db(transaction=True)
def test_one_code_used_by_many_at_once_opens_one_account(email: str) -> None:
    register(email)
    code = code_to(email, "register")

    statuses = at_once(6, lambda number: register(email, otp=code).status)

    assert sorted(statuses) == [200] + [400] * 5
    assert User.objects.filter(email=email).count() == 1


@pytest.mark.django_db(transaction=True)
def test_register_and_log_in_by_code_at_once_end_in_one_account(email: str) -> None:
    register(email)
    BROWSER.post("/auth/send-otp", {"email": email})
    registration, login = code_to(email, "register"), code_to(email)

    def arrive(number: int) -> int:
        if number:
            return register(email, otp=registration).status
        return BROWSER.post("/auth/verify-otp", {"email": email, "otp": login}).status

    logged_in, registered = at_once(2, arrive)

    assert logged_in == 200
    assert registered in (200, 409)
    user = User.objects.get(email=email)
    assert user.has_usable_password() == (registered == 200)
    assert Event.objects.filter(name="user.registered").count() == 1
