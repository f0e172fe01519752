"""Sessions that end for another one: at a proven second factor, and at a login in the same browser."""

from collections.abc import Callable
from typing import Any

import pytest

from project.accounts.models import Token, User
from project.accounts.second_factor import totp
from project.accounts.tokens import FRESH_FOR, authenticate_token, roles_of_sessions
from project.events.models import Event
from tests.accounts.login_helpers import PASSWORD, code_to, proof, with_password
from tests.accounts.second_factor_helpers import OWN, half_in, let_proof_age, prove, with_app, with_passkey
from tests.authenticator import Authenticator
from tests.factories import make_user
from tests.http import Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db

OURS = {"Origin": "http://testserver", "Sec_Fetch_Site": "same-origin"}


def entered(user: User, api: Api | None = None) -> Api:
    """Return a browser that has logged in by a code, with cookie and access token."""
    api = api or Api()
    api.post("/auth/send-otp", {"email": user.email})
    body = {"email": user.email, "otp": code_to(user.email)}
    api.token = api.post("/auth/verify-otp", body).data["token"]
    return api


def secret_in(api: Api) -> str:
    return api.cookies["session"].value


def exchange(secret: str) -> Any:
    """Exchange a secret, from somewhere else."""
    api = Api()
    api.cookies["session"] = secret
    return api.post("/auth/session", **OURS)


def by_passkey(api: Api) -> Any:
    key = KEYS[0]
    options = api.post(f"{OWN}/verify/options").data["options"]
    return api.post(f"{OWN}/verify/passkey", {"credential": key.prove(options)})


def by_app(api: Api) -> Any:
    return api.post(f"{OWN}/verify/code", {"code": totp.code_at(SECRETS[0], totp.step_now() + 1)})


def by_recovery_code(api: Api) -> Any:
    return api.post(f"{OWN}/verify/code", {"code": CODES[0]})


KEYS: list[Authenticator] = []
SECRETS: list[str] = []
CODES: list[str] = []


@pytest.fixture
def admin() -> User:
    """An admin with a passkey, an app and recovery codes."""
    admin = make_user(role="admin")
    api = half_in(admin)
    KEYS[:] = [with_passkey(api)]
    SECRETS[:] = [with_app(api)]
    CODES[:] = api.post(f"{OWN}/recovery-codes").data["recoveryCodes"]
    return admin


# -- A proven second factor ----------------------------------------------------------------------


@pytest.mark.parametrize("way", [by_passkey, by_app, by_recovery_code])
@pytest.mark.parametrize("again", [False, True], ids=["login", "fresh proof"])
def test_proven_factor_replaces_secret_and_token_and_the_old_ones_are_dead(
    admin: User, way: Callable[[Api], Any], again: bool
) -> None:
    api = entered(admin)
    if again:
        prove(api, KEYS[0])
        let_proof_age(FRESH_FOR * 2)
    stolen_token, stolen_secret = api.token, secret_in(api)
    stolen_row = authenticate_token(stolen_token, record_use=False)
    assert stolen_row is not None

    data = way(api).data

    assert data["secondFactor"]["proven"] is True and data["expiresIn"] == 900
    assert data["token"] != stolen_token and secret_in(api) != stolen_secret
    assert Api(token=data["token"]).get("/admin/dashboard").status == 200
    assert exchange(secret_in(api)).status == 200
    # A thief has neither calls, nor another access token, nor a socket.
    assert Api(token=stolen_token).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    assert exchange(stolen_secret).refusal == (401, "TOKEN_REFUSED")
    assert roles_of_sessions([stolen_row.pk]) == {}
    ended = Event.objects.filter(name="session.ended").latest("pk")
    assert f"session:{admin.pk}" in ended.topics


def test_first_factor_that_is_set_up_replaces_them_too() -> None:
    for set_up in (with_passkey, with_app):
        api = entered(make_user(role="support"))
        stolen_token, stolen_secret = api.token, secret_in(api)

        set_up(api)

        assert api.get("/transactions").status == 200
        assert Api(token=stolen_token).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
        assert exchange(stolen_secret).refusal == (401, "TOKEN_REFUSED")


def test_proof_prolongs_no_session_of_staff(admin: User) -> None:
    api = entered(admin)
    before = Token.objects.latest("pk")

    prove(api, KEYS[0])

    after = Token.objects.latest("pk")
    assert after.pk != before.pk
    assert (after.created_at, after.device) == (before.created_at, before.device)
    assert len(api.get("/auth/sessions").data["sessions"]) == 2  # this one, and that of the set-up


@pytest.mark.django_db(transaction=True)
def test_other_tabs_go_on_with_the_new_cookie_while_one_proves(admin: User) -> None:
    api = entered(admin)
    here, *tabs = [tab_of(api) for _ in range(4)]
    old = secret_in(api)

    def act(number: int) -> Any:
        return by_app(here) if number == 0 else tabs[number - 1].post("/auth/session", **OURS)

    outcomes = at_once(4, act)

    new = secret_in(here)
    assert outcomes[0].status == 200 and new != old
    for tab, outcome in zip(tabs, outcomes[1:], strict=True):
        # Before the proof or after it; in neither case does the answer take the new cookie away.
        assert outcome.status in (200, 401)
        assert secret_in(tab) == old
        tab.cookies["session"] = new
        tab.token = tab.post("/auth/session", **OURS).data["token"]
        assert tab.get("/admin/dashboard").status == 200
    assert exchange(old).refusal == (401, "TOKEN_REFUSED")


def tab_of(api: Api) -> Api:
    """Return another tab of the browser, with its cookies as they are now."""
    tab = Api(token=api.token, address=api.address)
    for name, morsel in api.cookies.items():
        tab.cookies[name] = morsel.value
    return tab


@pytest.mark.django_db(transaction=True)
def test_of_two_proofs_in_one_session_one_opens_the_next(admin: User) -> None:
    api = entered(admin)

    def act(number: int) -> Any:
        return tab_of(api).post(f"{OWN}/verify/code", {"code": CODES[number]})

    statuses = sorted(outcome.status for outcome in at_once(2, act))

    assert statuses == [200, 401]
    assert Token.objects.filter(user=admin, revoked_at=None).count() == 2  # with that of the set-up


# -- A login in the same browser -----------------------------------------------------------------


def log_in_by_code(user: User, api: Api) -> None:
    entered(user, api)


def log_in_by_password(user: User, api: Api) -> None:
    user.set_password(PASSWORD)
    user.save(update_fields=["password"])
    api.token = api.post("/auth/login", {"email": user.email, "password": PASSWORD}).data["token"]


def register(user: User, api: Api) -> None:
    body = {"name": "Asha", "email": "new@example.com", "phone": "9876543210", "password": PASSWORD}
    api.post("/auth/register", body)
    api.token = api.post("/auth/register", body | {"otp": code_to("new@example.com", "register")}).data[
        "token"
    ]


@pytest.mark.parametrize("way", [log_in_by_code, log_in_by_password, register])
@pytest.mark.parametrize("other", [False, True], ids=["same account", "other account"])
def test_login_ends_the_session_of_this_browser_alone(way: Callable[[User, Api], None], other: bool) -> None:
    user = make_user()
    api, elsewhere = entered(user), entered(user)
    old_token, old_secret = api.token, secret_in(api)
    old_row = authenticate_token(old_token, record_use=False)
    assert old_row is not None
    api.token = ""

    way(make_user() if other else user, api)

    assert api.get("/auth/profile").status == 200
    assert Api(token=old_token).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    assert exchange(old_secret).refusal == (401, "TOKEN_REFUSED")
    assert roles_of_sessions([old_row.pk]) == {}
    assert Event.objects.filter(name="session.ended").latest("pk").topics == [f"session:{user.pk}"]
    rows = elsewhere.get("/auth/sessions").data["sessions"]
    assert len(rows) == (1 if other or way is register else 2)


def test_login_that_fails_or_waits_for_a_code_ends_nothing() -> None:
    user, staff = with_password(), with_password(role="support")
    api = entered(user)
    for body in (
        {"email": user.email, "password": "wrong " + PASSWORD},
        {"email": staff.email, "password": PASSWORD},
    ):
        api.post("/auth/login", body)

    assert api.get("/auth/profile").status == 200
    assert exchange(secret_in(api)).status == 200


def test_cookie_reaches_the_calls_that_end_its_session() -> None:
    path = entered(make_user()).cookies["session"]["path"]

    for call in ("verify-otp", "login", "register", "session", "logout", "second-factor/verify/code"):
        assert f"/api/auth/{call}".startswith(f"{path}/")


# -- A planted session ---------------------------------------------------------------------------


def test_planted_cookie_is_never_the_session_of_a_login() -> None:
    attacker = entered(make_user())
    victim = Api()
    victim.cookies["session"] = secret_in(attacker)

    entered(make_user(), victim)

    assert secret_in(victim) != secret_in(attacker)
    assert victim.get("/auth/profile").status == 200


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}], ids=str
)
@pytest.mark.parametrize("call", ["login", "verify-otp", "register"])
def test_page_of_another_site_logs_nobody_in(call: str, headers: dict[str, str]) -> None:
    attacker = with_password()
    api = Api()
    api.post("/auth/send-otp", {"email": attacker.email})
    details = {"name": "A", "email": "new@example.com", "phone": "9876543210", "password": PASSWORD}
    api.post("/auth/register", details)
    body = {
        "login": {"email": attacker.email, "password": PASSWORD},
        "verify-otp": {"email": attacker.email, "otp": code_to(attacker.email)},
        "register": details | {"otp": code_to("new@example.com", "register")},
    }[call]
    sessions = Token.objects.count()

    # What a form with enctype="text/plain" can send.
    answer = api.raw("POST", f"/auth/{call}", body, **headers)

    assert answer.status_code == 403
    assert "session" not in answer.cookies
    assert Token.objects.count() == sessions


# -- A changed password or address ---------------------------------------------------------------


@pytest.mark.parametrize("changed", ["password", "email"])
def test_changed_credential_ends_what_was_stolen_of_this_very_session(changed: str) -> None:
    user = make_user()
    api = entered(user)
    stolen_token, stolen_secret = api.token, secret_in(api)
    if changed == "password":
        answer = api.other("PUT", "/auth/password", {"password": PASSWORD, "proof": proof(api, "password")})
    else:
        api.post("/auth/email/send-otp", {"email": "new@example.com"})
        body = {"email": "new@example.com", "otp": code_to("new@example.com", "email")}
        answer = api.other("PUT", "/auth/email", body | {"proof": proof(api, "move")})

    assert Api(token=answer.data["token"]).get("/auth/profile").status == 200
    assert exchange(secret_in(api)).status == 200
    assert Api(token=stolen_token).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    assert exchange(stolen_secret).refusal == (401, "TOKEN_REFUSED")


def test_changed_password_is_no_proof_of_a_second_factor(admin: User) -> None:
    api = entered(admin)
    prove(api, KEYS[0])
    let_proof_age(FRESH_FOR / 2)
    before = Token.objects.latest("pk").second_factor_at

    body = {"password": PASSWORD, "proof": proof(api, "password")}
    assert api.other("PUT", "/auth/password", body).status == 200

    assert Token.objects.latest("pk").second_factor_at == before
