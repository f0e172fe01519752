"""The session cookie of a login, which no script can read, and short-lived access tokens."""

from datetime import timedelta
from http.cookies import Morsel
from typing import Any

import pytest
import time_machine
from django.db.models import F
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.accounts.models import Token, User
from tests.accounts.login_helpers import PASSWORD, code_to, proof, with_password
from tests.factories import log_in, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db

PATH = "/auth/session"
# What browsers say of a call by the shop's own page.
OURS = {"Origin": "http://testserver", "Sec_Fetch_Site": "same-origin"}


def enter(api: Api, user: User) -> str:
    """Log in by a code; return the access token."""
    api.post("/auth/send-otp", {"email": user.email})
    body = {"email": user.email, "otp": code_to(user.email)}
    token: str = api.post("/auth/verify-otp", body).data["token"]
    return token


def browser(user: User | None = None) -> Api:
    """Return a browser that has logged in, with its cookie and its access token."""
    api = Api()
    api.token = enter(api, user or make_user())
    return api


def cookie_of(api: Api) -> Morsel[str]:
    """Return the session's cookie as the server set it last."""
    return api.cookies["session"]


# -- The cookie ----------------------------------------------------------------------------------


def attributes(cookie: Morsel[str]) -> dict[str, Any]:
    return {name: value for name, value in cookie.items() if value and name != "expires"}


@pytest.fixture
def https(settings: Settings) -> dict[str, str]:
    """Let the shop be reached by https; return what a page of it sends."""
    settings.SITE_URL = "https://testserver"
    return OURS | {"Origin": settings.SITE_URL}


@pytest.mark.parametrize("name", ["session", "browser"])
def test_cookies_are_for_the_server_alone_and_over_https_for_https_alone(
    request: pytest.FixtureRequest, name: str
) -> None:
    expected = {
        "path": {"session": "/api/auth", "browser": "/api/"}[name],
        "max-age": 400 * 24 * 3600,
        "httponly": True,
        "samesite": "Strict",
    }
    assert attributes(browser().cookies[name]) == expected

    request.getfixturevalue("https")
    api = browser()

    assert attributes(api.cookies[f"__Secure-{name}"]) == expected | {"secure": True}
    assert name not in api.cookies


def test_logging_out_clears_the_prefixed_cookie_as_it_was_set(https: dict[str, str]) -> None:
    api = browser()

    api.other("DELETE", PATH, **https)

    cleared = api.cookies["__Secure-session"]
    assert (cleared.value, attributes(cleared)) == (
        "",
        {"path": "/api/auth", "samesite": "Strict", "secure": True},
    )


def test_cookie_without_the_prefix_counts_for_nothing_over_https(https: dict[str, str]) -> None:
    mine, planted = make_user(), browser()
    api = browser(mine)
    api.cookies["session"] = planted.cookies["__Secure-session"].value

    assert api.post(PATH, **https).data["user"]["_id"] == mine.public_id
    del api.cookies["__Secure-session"]
    assert api.raw("POST", PATH, **https).status_code == 401


def test_every_kind_of_login_sets_it_and_its_first_step_does_not() -> None:
    user = with_password()
    by_password = Api()
    by_password.post("/auth/login", {"email": user.email, "password": PASSWORD}).data["token"]
    registered = Api()
    details = {"name": "Asha", "email": "new@example.com", "phone": "9876543210", "password": PASSWORD}
    registered.post("/auth/register", details)
    assert "session" not in registered.cookies
    registered.post("/auth/register", details | {"otp": code_to("new@example.com", "register")})

    secrets = {cookie_of(api).value for api in (by_password, registered, browser(user))}

    assert len(secrets) == 3
    assert not any(secret in str(Token.objects.values()) for secret in secrets)
    for api in (by_password, registered):
        assert api.post(PATH, **OURS).status == 200


def test_answers_hold_no_secret_and_the_secret_is_no_token() -> None:
    api = browser()
    secret = cookie_of(api).value

    answer = api.post(PATH, **OURS)

    assert secret not in str(answer.body)
    assert Api(token=secret).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")


# -- The exchange --------------------------------------------------------------------------------


def test_cookie_is_exchanged_for_an_access_token_of_the_same_session() -> None:
    user = make_user()
    api = browser(user)
    api.token = ""

    data = api.post(PATH, **OURS).data

    assert data["user"]["_id"] == user.public_id
    assert data["expiresIn"] == 15 * 60
    assert Api(token=data["token"]).get("/auth/profile").data["user"] == data["user"]
    assert Token.objects.count() == 1


def test_several_tabs_exchange_the_same_cookie() -> None:
    api = browser()

    answers = [api.raw("POST", PATH, **OURS) for _ in range(3)]

    # An answer that came late would overwrite the cookie of a session that has begun meanwhile.
    assert not any(answer.cookies for answer in answers)
    for token in (answer.json()["data"]["token"] for answer in answers):
        assert Api(token=token).get("/auth/profile").status == 200


@pytest.mark.parametrize("method", ["POST", "DELETE"])
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://testserver:8001"},
        {"Origin": "http://testserver.evil.example"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "none"},
        {"Origin": "https://evil.example", "Sec_Fetch_Site": "same-origin"},
        {"Origin": "http://testserver", "Sec_Fetch_Site": "cross-site"},
    ],
    ids=str,
)
def test_page_of_another_site_neither_exchanges_nor_ends_a_session(
    method: str, headers: dict[str, str]
) -> None:
    api = browser()

    assert api.other(method, PATH, **headers).refusal == (403, "FORBIDDEN")

    assert api.get("/auth/profile").status == 200
    assert api.post(PATH, **OURS).status == 200


@pytest.mark.parametrize("headers", [{"Origin": OURS["Origin"]}, {"Sec_Fetch_Site": "same-origin"}], ids=str)
def test_one_word_of_the_browser_is_enough(headers: dict[str, str]) -> None:
    assert browser().post(PATH, **headers).status == 200


@pytest.mark.parametrize("secret", ["wrong", "é", "a" * 4000, "a\x00b", ""])
def test_secret_we_never_gave_is_refused(secret: str) -> None:
    api = Api()
    assert api.post(PATH, **OURS).refusal == (401, "UNAUTHENTICATED")

    api.cookies["session"] = secret

    assert api.post(PATH, **OURS).refusal == (401, "TOKEN_REFUSED" if secret else "UNAUTHENTICATED")


def test_access_token_and_session_id_are_no_secrets() -> None:
    api = browser()

    for value in (api.token, Token.objects.get().public_id):
        other = Api()
        other.cookies["session"] = value
        assert other.post(PATH, **OURS).refusal == (401, "TOKEN_REFUSED")


# -- The access token ----------------------------------------------------------------------------


def test_access_token_runs_out_after_fifteen_minutes_and_the_session_goes_on() -> None:
    api = browser()

    with time_machine.travel(timezone.now() + timedelta(minutes=14, seconds=58)):
        assert api.get("/auth/profile").status == 200
    with time_machine.travel(timezone.now() + timedelta(minutes=15, seconds=2)):
        assert api.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
        api.token = api.post(PATH, **OURS).data["token"]
        assert api.get("/auth/profile").status == 200


def test_forged_access_tokens_open_nothing() -> None:
    theirs, mine = browser(), browser()
    their_id, mine_id = Token.objects.order_by("pk").values_list("public_id", flat=True)
    head, stamp, signature = mine.token.split(":")
    assert head == mine_id

    for token in (
        f"{their_id}:{stamp}:{signature}",
        f"{head}:zzzzzz:{signature}",
        f"{head}:{stamp}",
        f"{head}:{stamp}:",
        f"{head}:{stamp}:é",
        "::",
    ):
        assert Api(token=token).get("/auth/profile").refusal == (401, "TOKEN_REFUSED"), token
    assert theirs.get("/auth/profile").status == 200


# -- The session decides -------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["POST /auth/logout", "DELETE /auth/session", "everywhere", "password"])
def test_ended_session_takes_its_cookie_and_its_access_tokens_along_at_once(ending: str) -> None:
    user = make_user()
    api = browser(user)
    tokens = [api.token, api.post(PATH, **OURS).data["token"]]
    secret = cookie_of(api).value
    elsewhere = Api(token=log_in(user))

    if ending == "everywhere":
        elsewhere.post("/auth/sessions/end", {"sessionId": None, "proof": proof(elsewhere, "sessions")})
    elif ending == "password":
        body = {"password": PASSWORD, "proof": proof(elsewhere, "password")}
        assert elsewhere.other("PUT", "/auth/password", body).status == 200
    else:
        method, path = ending.split()
        assert api.other(method, path, **OURS).body["message"] == "Logged out successfully"
        assert (cookie_of(api).value, cookie_of(api)["max-age"]) == ("", 0)
        assert (cookie_of(api)["path"], cookie_of(api)["samesite"]) == ("/api/auth", "Strict")

    for token in tokens:
        assert Api(token=token).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    again = Api()
    again.cookies["session"] = secret
    assert again.post(PATH, **OURS).refusal == (401, "TOKEN_REFUSED")


def test_logging_out_by_the_cookie_works_when_the_session_is_over_already() -> None:
    api = browser()
    Token.objects.all().delete()

    assert api.other("DELETE", PATH, **OURS).status == 200
    assert Api().other("DELETE", PATH, **OURS).status == 200


def test_blocked_person_is_told_so_at_the_exchange() -> None:
    user = make_user()
    api = browser(user)
    User.objects.filter(pk=user.pk).update(is_active=False)

    answer = api.post(PATH, **OURS)

    assert answer.refusal == (401, "TOKEN_REFUSED")
    assert "blocked" in answer.body["message"]


def test_exchange_alone_keeps_no_session_of_staff_alive() -> None:
    api = browser(make_user(role="support"))

    for minutes in (10, 20, 29):
        with time_machine.travel(timezone.now() + timedelta(minutes=minutes)):
            assert api.post(PATH, **OURS).status == 200
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        assert api.post(PATH, **OURS).refusal == (401, "TOKEN_REFUSED")


def test_customer_who_comes_back_within_thirty_days_stays_logged_in() -> None:
    api = browser()
    for _ in range(3):
        Token.objects.update(last_used_at=F("last_used_at") - timedelta(days=29))
        Token.objects.update(expires_at=F("last_used_at") + timedelta(days=30))
        assert api.post(PATH, **OURS).status == 200

    Token.objects.update(expires_at=timezone.now())

    assert api.post(PATH, **OURS).refusal == (401, "TOKEN_REFUSED")


def test_exchange_proves_no_second_factor() -> None:
    api = browser(make_user(role="support"))

    api.token = api.post(PATH, **OURS).data["token"]

    assert api.get("/transactions").refusal == (403, "SECOND_FACTOR_ENROLMENT_REQUIRED")


def test_answer_is_kept_by_no_cache(client: Client) -> None:
    headers = {"Origin": OURS["Origin"]}

    assert client.post("/api/auth/session", headers=headers)["Cache-Control"] == "no-store"
