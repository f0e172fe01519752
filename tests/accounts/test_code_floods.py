"""Floods of codes: whoever is known or works gets one all the same, and an address is spared."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils.timezone import now

from project.accounts.models import EmailCode
from project.core.models import Mail
from project.core.throttle import LIMITS
from tests.accounts.login_helpers import code_to, let_code_pass, with_password
from tests.accounts.second_factor_helpers import with_app
from tests.buying import new_key
from tests.factories import make_user
from tests.http import Answer, Api
from tests.proof_of_work import keys_tried, post_with_work
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits")]
HOUR = 3600


def ask(email: str, *, api: Api) -> Answer:
    return api.post("/auth/send-otp", {"email": email})


def try_code(email: str, code: str, *, api: Api) -> Answer:
    return api.post("/auth/verify-otp", {"email": email, "otp": code})


def link_to(email: str) -> str:
    """Return the secret of the link in the newest mail to the address."""
    found = re.search(r"#email=\S+&code=(\S+)", Mail.objects.filter(to=email).latest("pk").text)
    assert found is not None
    return found.group(1)


@pytest.fixture
def email() -> str:
    return f"{new_key()}@example.com"


@pytest.fixture
def own_browser(email: str) -> Api:
    """A browser that has logged in with the address."""
    api = Api()
    ask(email, api=api)
    assert try_code(email, code_to(email), api=api).status == 200
    let_code_pass(email, timedelta(seconds=31))
    return api


IPV4 = [f"198.51.100.{number}" for number in range(14)]
ONE_IPV6_48 = [f"2001:db8:7:{number:x}00::1" for number in range(20)]


@pytest.mark.parametrize("addresses", [IPV4, ONE_IPV6_48], ids=["ipv4", "ipv6"])
def test_flood_does_not_refuse_newcomers_customers_or_staff(
    addresses: list[str], email: str, own_browser: Api
) -> None:
    change_shop(limits={"codes_per_day": 20})
    staff = make_user(role="support")
    staff_browser = Api()
    ask(staff.email, api=staff_browser)
    staff_browser.token = try_code(staff.email, code_to(staff.email), api=staff_browser).data["token"]
    with_app(staff_browser)
    staff_browser.token = ""
    let_code_pass(staff.email, timedelta(seconds=31))
    for number in range(20):
        body = {"email": f"{number}-{new_key()}@example.com"}
        assert (
            post_with_work(Api(address=addresses[number % len(addresses)]), "/auth/send-otp", body).status
            == 200
        )

    assert ask(email, api=own_browser).status == 200
    assert ask(staff.email, api=staff_browser).status == 200
    newcomer = Api()
    assert ask("new@example.com", api=newcomer).refusal == (428, "WORK_REQUIRED")
    assert post_with_work(newcomer, "/auth/send-otp", {"email": "new@example.com"}).status == 200
    # Codes for another purpose have a pool of their own.
    assert Api().post("/data/code", {"email": f"data-{email}"}).status == 200


def test_work_grows_with_the_flood() -> None:
    change_shop(limits={"codes_per_day": 10})

    def keys_after(codes: int) -> int:
        EmailCode.objects.all().delete()
        EmailCode.objects.bulk_create(
            EmailCode(email=f"{n}@example.com", digest="0", requester=str(n), expires_at=now())
            for n in range(codes)
        )
        answer = ask(f"{new_key()}@example.com", api=Api())
        return 0 if answer.status == 200 else keys_tried(answer.body["data"]["challenge"])

    assert keys_after(4) == 0
    assert 125 <= keys_after(5) < 375
    assert 1000 <= keys_after(100) < 3000


def test_flood_of_one_network_costs_it_work_and_at_last_a_wait() -> None:
    network = "198.51.100.200"

    answers = [ask(f"{new_key()}@example.com", api=Api(address=network)) for _ in range(21)]

    assert [answer.status for answer in answers] == [200] * 20 + [428]
    # Another one is not asked to work.
    assert ask(f"{new_key()}@example.com", api=Api()).status == 200


def test_ipv6_networks_are_counted_by_their_larger_networks_too() -> None:
    [limit] = [limit for limit in LIMITS if limit.scope == "code-without-work"]

    def free_calls(prefix: Callable[[int], str]) -> int:
        return next(number for number in range(400) if limit.excess_of_networks(prefix(number)))

    assert free_calls(lambda number: f"2001:db8:1:1::{number:x}") == 20
    assert free_calls(lambda number: f"2001:db8:2:{number % 256:x}::1") == 80
    assert free_calls(lambda number: f"2001:db8:3:{number % 256:x}{number // 256:02x}::1") == 320


def test_two_hundred_buyers_behind_one_address_log_in() -> None:
    network = "198.51.100.201"
    limits = {limit.scope: limit for limit in LIMITS}
    for _ in range(198):
        limits["code-without-work"].excess_of_networks(network)
        limits["login-without-work"].excess_of_networks(network)
        limits["code-from-network"].count_networks(network)

    for number in range(2):
        email, api = f"buyer{number}-{new_key()}@example.com", Api(address=network)
        assert post_with_work(api, "/auth/send-otp", {"email": email}).status == 200
        body = {"email": email, "otp": code_to(email)}
        assert post_with_work(api, "/auth/verify-otp", body).status == 200


def test_address_under_fire_gets_three_mails_an_hour(email: str, own_browser: Api) -> None:
    Mail.objects.all().delete()
    waits = []
    for number in range(25):
        paths = ["/auth/send-otp", "/data/code"]
        answer = post_with_work(Api(), paths[number % 2], {"email": email})
        waits.append(answer.body.get("retryAfter", 0))
        let_code_pass(email, timedelta(seconds=30))

    assert Mail.objects.filter(to=email).count() == 3
    assert waits[:3] == [0, 0, 0]
    assert all(0 < wait <= HOUR for wait in waits[3:])
    # The browser it knows is not concerned, and neither delays nor is delayed.
    assert ask(email, api=own_browser).status == 200
    assert try_code(email, code_to(email), api=own_browser).status == 200


def test_refusal_says_minutes_and_names_the_link(email: str) -> None:
    for _ in range(3):
        ask(email, api=Api())

    english, hindi = (ask(email, api=Api(language=language)) for language in ("en", "hi"))

    assert english.body["message"] == (
        "We sent several emails to this address. Open the link in the newest one, or try again in 60 minutes"
    )
    assert "60 मिनट" in hindi.body["message"]


def test_strangers_at_once_send_three_mails(email: str, transactional_db: None) -> None:
    statuses = at_once(8, lambda number: ask(email, api=Api()).status)

    assert sorted(statuses) == [200] * 3 + [429] * 5


def test_waits_of_one_stranger_grow_and_end_within_the_hour(email: str) -> None:
    api = Api()
    waits = []
    for _ in range(3):
        assert ask(email, api=api).status == 200
        refusal = ask(email, api=api)
        assert refusal.headers["Retry-After"] == str(refusal.body["retryAfter"])
        waits.append(refusal.body["retryAfter"])
        let_code_pass(email, timedelta(seconds=waits[-1]))

    assert waits == [pytest.approx(30, abs=2), pytest.approx(600, abs=2), pytest.approx(HOUR - 630, abs=4)]
    assert ask(email, api=api).status == 200


def test_waits_of_a_known_browser_grow_to_ten_minutes(email: str, own_browser: Api) -> None:
    waits = []
    for _ in range(8):
        assert ask(email, api=own_browser).status == 200
        waits.append(ask(email, api=own_browser).body["retryAfter"])
        let_code_pass(email, timedelta(seconds=waits[-1]))

    assert waits == [pytest.approx(wait, abs=2) for wait in (30, 60, 120, 240, 480, 600, 600, 600)]


def test_address_that_answers_is_mailed_again(email: str) -> None:
    for _ in range(3):
        api = Api()
        ask(email, api=api)
    assert ask(email, api=Api()).status == 429

    try_code(email, code_to(email), api=api)

    assert ask(email, api=Api()).status == 200


def test_account_cannot_fill_the_mails_of_another_address(email: str) -> None:
    """The code that moves an account to an address carries no link: one with a link still follows."""
    for _ in range(4):
        attacker = Api()
        own = f"{new_key()}@example.com"
        ask(own, api=attacker)
        attacker.token = try_code(own, code_to(own), api=attacker).data["token"]
        attacker.post("/auth/email/send-otp", {"email": email})
    assert Mail.objects.filter(to=email, kind="email_code").count() == 2

    assert ask(email, api=Api()).status == 200
    assert try_code(email, link_to(email), api=Api()).status == 200


# -- The link in the mail ------------------------------------------------------------------------


def test_link_logs_in_on_a_new_device_under_fire(email: str) -> None:
    user = make_user(email=email)
    for _ in range(5):
        ask(email, api=Api())
    device = Api()
    assert ask(email, api=device).status == 429

    login = try_code(email, link_to(email), api=device)

    assert login.data["user"]["_id"] == user.public_id
    let_code_pass(email, timedelta(seconds=31))
    # Now it knows this browser.
    assert ask(email, api=device).status == 200


def test_link_opens_a_page_in_the_language_of_its_mail(email: str) -> None:
    ask(email, api=Api(language="hi"))

    assert "/login?lang=hi#email=" in Mail.objects.filter(to=email).latest("pk").text


def test_link_works_once_and_for_an_hour(email: str) -> None:
    ask(email, api=Api())
    secret = link_to(email)
    let_code_pass(email, timedelta(minutes=59))
    assert try_code(email, secret, api=Api()).status == 200
    assert try_code(email, secret, api=Api()).refusal == (400, "CODE_EXPIRED")

    other = f"other-{email}"
    ask(other, api=Api())
    let_code_pass(other, timedelta(minutes=61))
    assert try_code(other, link_to(other), api=Api()).refusal == (400, "CODE_EXPIRED")


def test_used_code_ends_its_link_and_the_other_way_round(email: str) -> None:
    api = Api()
    ask(email, api=api)
    secret = link_to(email)
    assert try_code(email, code_to(email), api=api).status == 200
    assert try_code(email, secret, api=Api()).refusal == (400, "CODE_EXPIRED")

    other = f"other-{email}"
    ask(other, api=api)
    code = code_to(other)
    assert try_code(other, link_to(other), api=Api()).status == 200
    assert try_code(other, code, api=api).refusal == (400, "CODE_EXPIRED")


def test_link_is_kept_as_a_digest_and_belongs_to_its_address(email: str) -> None:
    ask(email, api=Api())
    secret = link_to(email)

    assert secret not in str(EmailCode.objects.values().get(email=email))
    assert try_code(f"other-{email}", secret, api=Api()).refusal == (400, "CODE_EXPIRED")


def test_guessed_links_cost_no_tries_of_the_code(email: str) -> None:
    api = Api()
    ask(email, api=api)

    assert {try_code(email, f"{n:032d}", api=api).refusal for n in range(8)} == {(400, "CODE_EXPIRED")}
    assert try_code(email, code_to(email), api=api).status == 200


def test_link_of_one_purpose_proves_the_address_for_the_others(email: str) -> None:
    Api().post("/data/code", {"email": email})

    assert try_code(email, link_to(email), api=Api()).status == 200


def test_link_does_not_confirm_what_only_the_account_may_change(email: str) -> None:
    api = Api()
    ask(email, api=api)
    api.token = try_code(email, code_to(email), api=api).data["token"]
    ask(email, api=Api())

    body = {"password": "a long enough password", "proof": {"otp": link_to(email)}}
    assert api.other("PUT", "/auth/password", body).refusal == (400, "CODE_EXPIRED")


def test_link_leaves_staff_their_password(email: str) -> None:
    user = with_password("correct horse battery", role="support")
    for _ in range(3):
        ask(user.email, api=Api())
    secret, device = link_to(user.email), Api()

    assert try_code(user.email, secret, api=device).refusal == (400, "PASSWORD_NEEDED")
    body = {"email": user.email, "password": "correct horse battery"}
    assert device.post("/auth/login", body).status == 429
    login = device.post("/auth/login", body | {"otp": secret})
    # The second factor is asked for as ever.
    assert login.data["user"]["_id"] == user.public_id
    assert Api(token=login.data["token"]).get("/admin/cases").status == 403


def test_link_opens_orders(email: str) -> None:
    Api().post("/data/code", {"email": email})

    answer = Api().post("/data/open", {"email": email, "code": link_to(email)})

    assert answer.data["accessToken"]


def test_network_that_guesses_codes_has_to_work(email: str, own_browser: Api) -> None:
    network = Api().address
    guesses = [try_code(f"{n}-{email}", "123456", api=Api(address=network)).status for n in range(21)]
    assert guesses == [400] * 20 + [428]

    # Who is known there is not.
    own_browser.address = network
    assert try_code(email, "123456", api=own_browser).refusal == (400, "CODE_EXPIRED")
