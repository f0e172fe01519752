"""A stolen token opens what its owner sees, and never becomes the account."""

import pytest

from project.accounts.models import CodePurpose, User
from project.events.models import AuditEntry, Event
from tests.accounts.login_helpers import PASSWORD, code_to, proof, signed_in, with_password
from tests.factories import log_in, make_user
from tests.http import Api
from tests.rights import calls
from tests.threads import at_once

pytestmark = pytest.mark.django_db
THIEF = "thief@example.com"

# What the thief sends: codes of a mailbox of their own, every field that any of the calls knows.
LOOT = {
    "email": THIEF,
    "name": "Mallory",
    "phone": "9876543210",
    "password": "the password of a thief",
    "currentPassword": "the password of a thief",
    "code": "123456",
    "otp": "123456",
    "purpose": "password",
    "sessionId": None,
    "key": "stolen",
}


@pytest.mark.parametrize("shown", [None, {}, {"otp": "123456"}, {"password": "a guess of the thief"}])
def test_stolen_token_walks_every_account_call_and_the_owner_still_gets_in(
    shown: dict[str, str] | None,
) -> None:
    user = with_password()
    owner, thief = Api(token=log_in(user)), Api(token=log_in(user))
    thief.post("/auth/email/send-otp", {"email": THIEF})
    body = LOOT | ({} if shown is None else {"proof": shown})
    walk = [call for call in calls() if call.path.startswith("/auth/") and call.path != "/auth/logout"]
    assert len(walk) > 20

    for call in walk:
        if call.method != "GET":
            thief.other(call.method, call.filled_path(), body)
    mine = code_to(THIEF, "email")
    for path in ("/auth/email", "/auth/password"):
        answer = thief.other("PUT", path, body | {"otp": mine})
        assert answer.refusal[1] in ("PROOF_NEEDED", "CODE_EXPIRED", "CODE_WRONG", "PASSWORD_WRONG")

    user.refresh_from_db()
    assert user.is_active and user.check_password(PASSWORD)
    assert owner.get("/auth/profile").status == 200
    again = Api().post("/auth/login", {"email": user.email, "password": PASSWORD})
    assert again.data["user"]["_id"] == user.public_id
    by_code = Api()
    by_code.post("/auth/send-otp", {"email": user.email})
    entered = by_code.post("/auth/verify-otp", {"email": user.email, "otp": code_to(user.email)})
    assert entered.data["user"]["_id"] == user.public_id
    owner.post("/auth/sessions/end", {"proof": {"password": PASSWORD}})
    assert thief.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")


@pytest.mark.parametrize(
    ("method", "path", "more"),
    [
        ("PUT", "/auth/email", {"email": THIEF, "otp": "123456"}),
        ("PUT", "/auth/password", {"password": PASSWORD}),
        ("POST", "/auth/sessions/end", {}),
        ("POST", "/auth/account/delete", {}),
    ],
)
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Please confirm with your password or a code sent to your email address"),
        ("hi", "कृपया अपने पासवर्ड या अपने ईमेल पते पर भेजे गए कोड से पुष्टि करें"),
    ],
)
def test_token_alone_is_no_proof(
    method: str, path: str, more: dict[str, str], language: str, said: str
) -> None:
    _, api = signed_in(language=language)

    answer = api.other(method, path, more)

    assert answer.refusal == (403, "PROOF_NEEDED")
    assert answer.body["message"] == said


def test_code_for_one_change_proves_no_other() -> None:
    user, api = signed_in()
    shown = proof(api, "sessions")

    answers = [
        api.other("PUT", "/auth/password", {"password": PASSWORD, "proof": shown}),
        api.post("/auth/account/delete", {"proof": shown}),
    ]

    assert [answer.refusal for answer in answers] == [(400, "CODE_EXPIRED")] * 2
    assert set(CodePurpose.values) >= {"move", "sessions", "password", "delete"}
    user.refresh_from_db()
    assert user.is_active and not user.has_usable_password()


def test_password_proves_the_account_wherever_proof_is_asked_for() -> None:
    user = with_password()
    api = Api(token=log_in(user))
    other = Api(token=log_in(user))

    answer = api.other(
        "PUT", "/auth/password", {"password": "another good password", "proof": {"password": PASSWORD}}
    )

    assert answer.status == 200
    assert other.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    stale = api.post("/auth/account/delete", {"proof": {"password": PASSWORD}})
    assert stale.refusal == (400, "PASSWORD_WRONG")
    done = api.post("/auth/account/delete", {"proof": {"password": "another good password"}})
    assert done.status == 200


@pytest.mark.usefixtures("limits")
def test_password_is_not_guessed_through_a_token() -> None:
    api = Api(token=log_in(with_password()))

    refusals = [
        api.post("/auth/sessions/end", {"proof": {"password": f"guess {number}"}}).refusal
        for number in range(11)
    ]

    assert refusals == [(400, "PASSWORD_WRONG")] * 10 + [(429, "RATE_LIMITED")]


def test_changed_address_ends_the_other_sessions_and_closes_their_links() -> None:
    user = with_password()
    here, there = Api(token=log_in(user)), Api(token=log_in(user))
    here.post("/auth/email/send-otp", {"email": "new@example.com"})

    answer = here.other(
        "PUT",
        "/auth/email",
        {
            "email": "new@example.com",
            "otp": code_to("new@example.com", "email"),
            "proof": {"password": PASSWORD},
        },
    )

    assert answer.status == 200
    assert here.get("/auth/profile").status == 200
    assert there.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    ended = Event.objects.filter(name="session.ended")
    assert all(f"session:{user.pk}" in event.topics for event in ended) and ended.exists()


@pytest.mark.parametrize("role", ["support", "admin"])
def test_staff_do_not_change_their_own_address(role: str) -> None:
    user = with_password(role=role)
    api = Api(token=log_in(user))

    answers = [
        api.post("/auth/email/send-otp", {"email": "new@example.com"}),
        api.post("/auth/confirm/send-otp", {"purpose": "move"}),
        api.other(
            "PUT",
            "/auth/email",
            {"email": "new@example.com", "otp": "123456", "proof": {"password": PASSWORD}},
        ),
    ]

    assert [answer.refusal for answer in answers] == [(403, "FORBIDDEN")] * 3
    assert {answer.body["message"] for answer in answers} == {
        "As you work for the shop, another admin changes your email address"
    }


def test_logins_failures_and_changes_are_logged() -> None:
    user = with_password()
    api = Api()
    api.post("/auth/login", {"email": user.email, "password": "a wrong password"})
    api.post("/auth/login", {"email": "nobody@example.com", "password": "a wrong password"})
    api.token = api.post("/auth/login", {"email": user.email, "password": PASSWORD}).data["token"]
    api.post("/auth/sessions/end", {"sessionId": None, "proof": {"password": "a wrong password"}})
    other = Api()
    other.post("/auth/send-otp", {"email": user.email})
    other.post("/auth/verify-otp", {"email": user.email, "otp": "x"})
    api.other("PUT", "/auth/password", {"password": "a new good password", "proof": {"password": PASSWORD}})
    api.post("/auth/sessions/end", {"proof": {"password": "a new good password"}})

    log = AuditEntry.objects.order_by("pk").values_list("action", "subject", "actor")

    name = f"user:{user.public_id}"
    assert list(log) == [
        ("user.login_failed", name, "guest"),
        ("user.login_failed", "user:unknown", "guest"),
        ("user.logged_in", name, name),
        ("user.proof_failed", name, name),
        ("user.login_failed", name, "guest"),
        ("user.password_changed", name, name),
        ("user.sessions_ended", name, name),
    ]
    assert AuditEntry.objects.latest("pk").address == api.address


@pytest.mark.django_db(transaction=True)
def test_two_changes_with_one_proof_at_once_change_once() -> None:
    user = make_user()
    api = Api(token=log_in(user))
    shown = proof(api, "password")

    statuses = at_once(
        2,
        lambda number: (
            api.other(
                "PUT", "/auth/password", {"password": f"the new password {number}", "proof": shown}
            ).status
        ),
    )

    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 400, 401}
    kept = User.objects.get(pk=user.pk)
    assert kept.check_password(f"the new password {statuses.index(200)}")
