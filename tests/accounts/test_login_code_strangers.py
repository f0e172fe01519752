"""Login codes where strangers guess and ask, too: they neither use up nor delay the owner's; the limits."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from project.accounts.models import EmailCode
from tests.accounts.login_helpers import code_to, let_code_pass, wrong
from tests.buying import new_key
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db


def ask(email: str, *, api: Api) -> Answer:
    return api.post("/auth/send-otp", {"email": email})


def try_code(email: str, code: str, *, api: Api) -> Answer:
    return api.post("/auth/verify-otp", {"email": email, "otp": code})


@pytest.fixture
def email() -> str:
    return f"{new_key()}@example.com"


def test_stranger_who_guesses_does_not_use_up_the_owners_code(email: str) -> None:
    owner, stranger = Api(), Api()
    ask(email, api=owner)
    code = code_to(email)

    refusals = {try_code(email, wrong(code), api=stranger).refusal for _ in range(8)}

    assert refusals == {(400, "CODE_EXPIRED")}
    assert try_code(email, code, api=owner).status == 200


def test_stranger_in_the_same_network_does_not_use_up_the_owners_code(email: str) -> None:
    owner, address = Api(), "192.0.2.77"
    owner.address = address
    ask(email, api=owner)
    code = code_to(email)

    refusals = [try_code(email, wrong(code), api=Api(address=address)).refusal[1] for _ in range(8)]

    assert refusals == ["CODE_WRONG"] * 4 + ["CODE_TOO_MANY"] + ["CODE_EXPIRED"] * 3
    assert try_code(email, code, api=Api(address=address)).refusal == (400, "CODE_EXPIRED")
    assert try_code(email, code, api=owner).status == 200


def test_stranger_who_asks_neither_delays_nor_cancels_the_owners_code(email: str) -> None:
    owner, stranger = Api(), Api()
    ask(email, api=stranger)

    assert ask(email, api=owner).status == 200
    code = code_to(email)
    let_code_pass(email, timedelta(seconds=31))
    assert ask(email, api=stranger).status == 200

    assert try_code(email, code, api=owner).status == 200


def test_code_is_of_no_use_to_another_browser_elsewhere(email: str) -> None:
    ask(email, api=Api())

    assert try_code(email, code_to(email), api=Api()).refusal == (400, "CODE_EXPIRED")


def test_caller_that_keeps_no_cookies_logs_in_from_where_it_asked(email: str) -> None:
    ask(email, api=Api(address="192.0.2.78"))

    assert try_code(email, code_to(email), api=Api(address="192.0.2.78")).status == 200


def test_browser_may_change_its_network_between_asking_and_typing(email: str) -> None:
    api = Api()
    ask(email, api=api)
    api.address = "192.0.2.79"

    assert try_code(email, code_to(email), api=api).status == 200


@pytest.mark.parametrize("cookie", ["", "nonsense", "eyJhIjoxfQ:1:forged"])
def test_forged_cookie_is_no_cookie(email: str, cookie: str) -> None:
    api = Api()
    api.cookies["browser"] = cookie

    assert ask(email, api=api).status == 200
    assert try_code(email, code_to(email), api=api).status == 200


@pytest.mark.usefixtures("limits")
def test_refused_requests_prolong_nothing(email: str) -> None:
    api = Api()
    for _ in range(5):
        ask(email, api=api)
        let_code_pass(email, timedelta(seconds=31))
    waits = [ask(email, api=api).body["retryAfter"] for _ in range(4)]

    assert all(0 < wait <= 600 for wait in waits)
    assert waits == sorted(waits, reverse=True)
    let_code_pass(email, timedelta(minutes=10))
    assert ask(email, api=api).status == 200


@pytest.mark.usefixtures("limits")
def test_strangers_use_up_their_share_of_an_address_and_not_its_owners(email: str) -> None:
    owner = Api()
    ask(email, api=owner)
    try_code(email, code_to(email), api=owner)
    EmailCode.objects.bulk_create(
        EmailCode(email=email, digest="0", requester=f"stranger {n}", expires_at=now(), closed_at=now())
        for n in range(39)
    )

    assert ask(email, api=Api()).refusal == (429, "MAILED_ENOUGH")
    assert ask(email, api=owner).status == 200
