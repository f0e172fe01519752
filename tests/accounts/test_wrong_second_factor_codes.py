"""Wrong codes of a second factor: waited for ever longer by strangers alone, and told by mail."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from project.accounts.models import User
from project.accounts.second_factor import totp
from project.core.models import Mail
from tests.accounts.login_helpers import LAPTOP, PASSWORD, code_to, let_code_pass, with_password, wrong
from tests.accounts.second_factor_helpers import OWN, half_in, with_app
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

WRONG = {"code": "000000"}


@pytest.fixture
def admin() -> User:
    return make_user(role="admin", language="en")


def guess(user: User, times: int, *, api: Api | None = None) -> list[Answer]:
    """Type wrong codes, each in a session of its own unless in this browser."""
    return [(api or half_in(user)).post(f"{OWN}/verify/code", WRONG) for _ in range(times)]


def waits(user: User) -> int:
    """Return the seconds that a stranger has to wait now."""
    answer = half_in(user).post(f"{OWN}/verify/code", WRONG)
    assert answer.refusal == (429, "RATE_LIMITED")
    seconds: int = answer.body["retryAfter"]
    return seconds


def mails() -> Any:
    return Mail.objects.filter(kind="second_factor_wrong").order_by("pk")


# -- The wait ------------------------------------------------------------------------------------


def test_wait_of_strangers_doubles_up_to_four_hours(admin: User) -> None:
    with_app(half_in(admin))
    waited = []
    now = timezone.now()

    for _ in range(6):
        with time_machine.travel(now, tick=False):
            guess(admin, 5)
            waited.append(waits(admin))
        now += timedelta(seconds=waited[-1] + 1)

    assert [round(seconds / 60) for seconds in waited] == [15, 30, 60, 120, 240, 240]


def test_wait_does_not_grow_because_the_clock_was_set_back(admin: User) -> None:
    with_app(half_in(admin))
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        guess(admin, 5)
        assert waits(admin) > 14 * 60

    assert half_in(admin).post(f"{OWN}/verify/code", WRONG).status != 429


def test_twenty_five_addresses_together_have_five_guesses(admin: User) -> None:
    with_app(half_in(admin))

    answers = [answer.status for _ in range(25) for answer in guess(admin, 1)]

    assert (answers.count(400), answers.count(429)) == (5, 20)


def test_browser_that_proved_the_factor_before_is_not_held_up_by_strangers(admin: User) -> None:
    mine = half_in(admin)
    secret = with_app(mine)
    guess(admin, 5)
    waits(admin)
    mine.token = log_in(admin, second_factor=False)

    right = {"code": totp.code_at(secret, totp.step_now() + 1)}
    answer = mine.post(f"{OWN}/verify/code", right)

    assert answer.status == 200
    # Nor does its proof shorten what they wait.
    assert waits(admin) > 800


def test_its_own_wrong_codes_are_limited_apart(admin: User) -> None:
    mine = half_in(admin)
    with_app(mine)

    statuses = [answer.status for answer in guess(admin, 6, api=mine)]

    assert statuses == [400] * 5 + [429]
    assert guess(admin, 1)[0].status == 400


def test_first_step_alone_makes_no_browser_a_known_one(admin: User) -> None:
    with_app(half_in(admin))
    thief = Api()
    for number in range(2):
        if number:
            let_code_pass(admin.email, timedelta(minutes=1))
        thief.post("/auth/send-otp", {"email": admin.email})
        body = {"email": admin.email, "otp": code_to(admin.email)}
        thief.token = thief.post("/auth/verify-otp", body).data["token"]
    guess(admin, 5)

    assert thief.post(f"{OWN}/verify/code", WRONG).refusal == (429, "RATE_LIMITED")


def test_after_a_day_the_wait_begins_small_again(admin: User) -> None:
    with_app(half_in(admin))
    guess(admin, 5)

    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        guess(admin, 5)
        assert 14 * 60 < waits(admin) <= 15 * 60


# -- The mail ------------------------------------------------------------------------------------


def test_five_wrong_codes_are_told_once_an_hour_with_time_browser_and_network(admin: User) -> None:
    change_shop(contact={"email": "shop@example.com"})
    with_app(half_in(admin))
    thief = Api(address="203.0.113.77")
    thief.post("/auth/send-otp", {"email": admin.email})
    body = {"email": admin.email, "otp": code_to(admin.email)}
    thief.token = thief.post("/auth/verify-otp", body, User_Agent=LAPTOP).data["token"]

    now = timezone.now()
    with time_machine.travel(now, tick=False):
        guess(admin, 4, api=thief)
        assert not mails().exists()
        guess(admin, 1, api=thief)

        assert [mail.to for mail in mails()] == [admin.email, "shop@example.com"]
        for mail in mails():
            assert admin.email in mail.text
            assert f"{timezone.localtime(now):%H:%M}" in mail.text
            assert "Firefox, Linux" in mail.text and "203.0.113.…" in mail.text
            assert "203.0.113.77" not in mail.text
    with time_machine.travel(now + timedelta(minutes=16)):
        guess(admin, 5)
        assert mails().count() == 2
    with time_machine.travel(now + timedelta(minutes=65)):
        guess(admin, 5)
        assert mails().count() == 4


def test_recovery_codes_count_and_a_right_code_ends_the_row(admin: User) -> None:
    mine = half_in(admin)
    secret = with_app(mine)
    for code in ("AAAA-BBBB-CCCC", "000000", "AAAA-BBBB-DDDD", "000000"):
        assert mine.post(f"{OWN}/verify/code", {"code": code}).status == 400
    right = {"code": totp.code_at(secret, totp.step_now() + 1)}
    mine.token = mine.post(f"{OWN}/verify/code", right).data["token"]

    guess(admin, 1, api=mine)

    assert not mails().exists()


def test_wrong_mail_codes_after_the_right_password_are_told_too_and_hold_nobody_up() -> None:
    staff = with_password(role="support")
    secret = with_app(half_in(staff))
    thief = Api()
    body = {"email": staff.email, "password": PASSWORD}
    thief.post("/auth/login", body)
    code = code_to(staff.email, "staff")

    for _ in range(5):
        assert thief.post("/auth/login", body | {"otp": wrong(code)}).status == 400

    assert staff.email in [mail.to for mail in mails()]
    right = {"code": totp.code_at(secret, totp.step_now() + 1)}
    assert half_in(staff).post(f"{OWN}/verify/code", right).status == 200


def test_mail_in_hindi_names_no_address_behind_ipv6() -> None:
    admin = make_user(role="admin", language="hi")
    with_app(half_in(admin))
    for number in range(5):
        half = half_in(admin)
        half.address = f"2001:db8:77:1::{number}"
        half.post(f"{OWN}/verify/code", WRONG)

    mail = mails().get(to=admin.email)

    assert "2001:0db8:0077:…" in mail.text
    assert "गलत कोड" in mail.subject
