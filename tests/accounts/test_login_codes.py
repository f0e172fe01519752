"""Login by a code sent to an address."""

import re
import time
from datetime import timedelta
from threading import Event as Signal

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.accounts import account_administration
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


def ask(email: str, *, api: Api | None = None) -> Answer:
    return (api or BROWSER).post("/auth/send-otp", {"email": email})


def try_code(email: str, code: str, *, api: Api | None = None) -> Answer:
    return (api or BROWSER).post("/auth/verify-otp", {"email": email, "otp": code})


@pytest.fixture
def email() -> str:
    return f"{new_key()}@example.com"


def test_code_in_the_mail_logs_in_and_the_first_login_makes_the_account(email: str) -> None:
    answer = ask(email.upper())

    assert answer.body["message"] == "OTP sent successfully! Check your email."
    login = try_code(email, f" {code_to(email)} ")
    assert login.body["message"] == "Login successful!"
    user = User.objects.get(email=email)
    assert login.data["user"] == {
        "_id": user.public_id,
        "name": "",
        "email": email,
        "phone": "",
        "address": {},
        "isAdmin": False,
        "role": "customer",
        "rights": [],
        "language": "en",
        "hasPassword": False,
        "version": 1,
    }
    profile = Api(token=login.data["token"]).get("/auth/profile").data["user"]
    assert profile == login.data["user"]
    assert Event.objects.filter(name="user.registered").count() == 1


def test_second_login_finds_the_account_again(email: str) -> None:
    user = make_user(email=email, role="admin", name="Meera")
    ask(email)

    shown = try_code(email, code_to(email)).data["user"]

    assert (shown["_id"], shown["isAdmin"], shown["name"]) == (user.public_id, True, "Meera")
    assert User.objects.filter(email=email).count() == 1


def test_answer_is_the_same_for_known_unknown_and_blocked_addresses() -> None:
    known, blocked = make_user(), make_user(is_active=False)

    answers = [ask(known.email), ask(blocked.email), ask("nobody@example.com")]

    assert len({str(answer.body) for answer in answers}) == 1
    assert Mail.objects.filter(kind="login_code").count() == 3


def test_code_is_kept_only_as_a_keyed_digest(email: str) -> None:
    ask(email)

    row = EmailCode.objects.get(email=email)
    code = code_to(email)
    assert code not in row.digest
    assert re.fullmatch(r"[0-9a-f]{64}", row.digest)
    # The same digits of another address have another digest: no table of a million is of use twice.
    other = f"other-{email}"
    ask(other)
    EmailCode.objects.filter(email=other).update(digest=row.digest)
    assert try_code(other, code).refusal == (400, "CODE_WRONG")


def test_code_works_once(email: str) -> None:
    ask(email)
    code = code_to(email)

    assert try_code(email, code).status == 200
    assert try_code(email, code).refusal == (400, "CODE_EXPIRED")


def test_code_lives_ten_minutes(email: str) -> None:
    ask(email)
    code = code_to(email)
    let_code_pass(email, timedelta(minutes=9, seconds=30))
    assert try_code(email, wrong(code)).refusal == (400, "CODE_WRONG")

    let_code_pass(email, timedelta(seconds=31))

    assert try_code(email, code).refusal == (400, "CODE_EXPIRED")
    assert not Token.objects.exists()


def test_fifth_wrong_try_kills_the_code_and_the_right_one_comes_too_late(email: str) -> None:
    ask(email)
    code = code_to(email)

    refusals = [try_code(email, wrong(code)).refusal for _ in range(5)]

    assert refusals == [(400, "CODE_WRONG")] * 4 + [(400, "CODE_TOO_MANY")]
    assert try_code(email, code).refusal == (400, "CODE_EXPIRED")


def test_fourth_wrong_try_still_leaves_one(email: str) -> None:
    ask(email)
    code = code_to(email)
    for _ in range(4):
        try_code(email, wrong(code))

    assert try_code(email, code).status == 200


def test_new_code_cancels_the_one_before(email: str) -> None:
    ask(email)
    first = code_to(email)
    let_code_pass(email, timedelta(seconds=31))
    ask(email)
    second = code_to(email)

    if first != second:  # one pair in a million is the same
        assert try_code(email, first).refusal == (400, "CODE_WRONG")
    assert try_code(email, second).status == 200
    assert EmailCode.objects.filter(email=email, closed_at=None).count() == 0


def test_second_code_has_to_wait_half_a_minute(email: str) -> None:
    ask(email)

    answer = ask(email)

    assert answer.refusal == (429, "RATE_LIMITED")
    assert 15 <= answer.body["retryAfter"] <= 31
    assert answer.headers["Retry-After"] == str(answer.body["retryAfter"])
    assert Mail.objects.filter(to=email).count() == 1


@pytest.mark.parametrize("has_limits", [False, True])
def test_nobody_waits_for_a_clock_that_was_set_back(email: str, has_limits: bool, settings: Settings) -> None:
    settings.RATE_LIMIT_FACTOR = int(has_limits)
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        ask(email)

    assert ask(email).status == 200
    assert ask(email).body["retryAfter"] <= 61


def test_code_of_another_address_is_wrong(email: str) -> None:
    other = f"other-{email}"
    ask(email)
    ask(other)

    if code_to(email) != code_to(other):
        assert try_code(other, code_to(email)).refusal == (400, "CODE_WRONG")


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "१२३४५६", "' OR 1=1", "0" * 16])
def test_nonsense_is_a_wrong_code(email: str, code: str) -> None:
    ask(email)

    assert try_code(email, code).refusal == (400, "CODE_WRONG")


def test_endless_code_is_refused_before_it_counts(email: str) -> None:
    ask(email)

    assert try_code(email, "1" * 33).refusal == (422, "VALIDATION")
    assert EmailCode.objects.get(email=email).attempts == 0


def test_no_code_was_asked_for(email: str) -> None:
    assert try_code(email, "123456").refusal == (400, "CODE_EXPIRED")


def test_blocked_user_is_told_so_once_the_address_is_proven_and_gets_no_token() -> None:
    user = make_user(is_active=False)
    ask(user.email)

    assert try_code(user.email, "000000" if code_to(user.email) != "000000" else "111111").status == 400
    answer = try_code(user.email, code_to(user.email))
    assert answer.refusal == (403, "ACCOUNT_BLOCKED")
    assert answer.body["message"].endswith("please write to care@akshamala.example")
    assert not Token.objects.exists()


@pytest.mark.parametrize("role", ["support", "admin"])
def test_code_alone_is_not_enough_for_staff_who_have_a_password(role: str) -> None:
    user = with_password(role=role)
    ask(user.email)

    assert try_code(user.email, code_to(user.email)).refusal == (400, "PASSWORD_NEEDED")
    assert not Token.objects.exists()


def test_code_is_enough_for_a_customer_who_also_has_a_password() -> None:
    user = with_password(PASSWORD)
    ask(user.email)

    assert try_code(user.email, code_to(user.email)).status == 200


def test_login_in_another_language_leaves_the_language_of_the_profile() -> None:
    user = make_user(language="hi")
    ask(user.email)

    assert try_code(user.email, code_to(user.email)).data["user"]["language"] == "hi"


@pytest.mark.parametrize(
    "email", ["", "asha", "a@b", "a b@c.de", "a@b.c\nd@e.fg", "x" * 250 + "@example.com"]
)
def test_bad_address_gets_no_code(email: str) -> None:
    answer = ask(email)

    assert answer.refusal == (422, "VALIDATION")
    assert set(answer.body["errors"]) == {"email"}
    assert not EmailCode.objects.exists()


def test_mail_and_refusal_are_in_the_callers_language(email: str) -> None:
    api = Api(language="hi")
    ask(email, api=api)

    mail = Mail.objects.get(to=email)
    assert (mail.language, mail.subject) == ("hi", "आपका अक्षमाला लॉगिन कोड")
    refusal = try_code(email, wrong(code_to(email)), api=api)
    assert refusal.body["message"] == "कोड सही नहीं है। कृपया फिर कोशिश करें"
    assert try_code(email, code_to(email), api=api).data["user"]["language"] == "hi"


@pytest.mark.django_db(transaction=True)
def test_one_code_tried_by_many_at_once_logs_in_once(email: str) -> None:
    ask(email)
    code = code_to(email)

    statuses = at_once(6, lambda number: try_code(email, code).status)

    assert sorted(statuses) == [200] + [400] * 5
    assert User.objects.filter(email=email).count() == 1
    assert Token.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_wrong_tries_at_once_are_all_counted(email: str) -> None:
    ask(email)
    code = code_to(email)

    answers = at_once(12, lambda number: try_code(email, wrong(code)).refusal[1])

    assert answers.count("CODE_WRONG") == 4
    assert answers.count("CODE_TOO_MANY") == 1
    assert answers.count("CODE_EXPIRED") == 7
    assert try_code(email, code).refusal == (400, "CODE_EXPIRED")


@pytest.mark.django_db(transaction=True)
def test_impatient_clicks_send_one_code(email: str) -> None:
    statuses = at_once(6, lambda number: ask(email).status)

    assert sorted(statuses) == [200] + [429] * 5
    assert Mail.objects.filter(to=email).count() == 1


@pytest.mark.django_db(transaction=True)
def test_login_beside_a_block_opens_no_session_that_outlives_it(email: str) -> None:
    user = make_user(email=email)
    ask(email)
    code = code_to(email)
    blocked = Signal()

    def act(number: int) -> Answer | None:
        if number:
            blocked.wait()
            return try_code(email, code)
        with transaction.atomic():
            account_administration.block(user, actor="command line", note="x")
            blocked.set()
            # The login comes while the block is written and not committed.
            time.sleep(0.5)
        return None

    _, login = at_once(2, act)

    assert login is not None and login.refusal == (403, "ACCOUNT_BLOCKED")
    assert not Token.objects.exists()
