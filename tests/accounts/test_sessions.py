"""The devices that are logged in, and how to be rid of them."""

from datetime import timedelta

import pytest
from django.db.models import F

from project.accounts.actions.sessions import log_out
from project.accounts.models import Token
from project.accounts.tokens import open_session
from project.accounts.user_agent import device_name
from project.events.models import Event
from tests.accounts.login_helpers import LAPTOP, PHONE, code_to, proof, signed_in
from tests.factories import log_in, make_user
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db


def end(api: Api, session_id: str | None) -> Answer:
    """Log one device out, or all, with the code that proves whose they are."""
    return api.post("/auth/sessions/end", {"sessionId": session_id, "proof": proof(api, "sessions")})


def test_each_device_is_named_and_this_one_comes_first() -> None:
    user = make_user()
    phone = Api()
    phone.post("/auth/send-otp", {"email": user.email})
    body = {"email": user.email, "otp": code_to(user.email)}
    phone.token = phone.post("/auth/verify-otp", body, User_Agent=PHONE).data["token"]
    log_in(user)

    sessions = phone.get("/auth/sessions").data["sessions"]

    assert [(session["device"], session["current"]) for session in sessions] == [
        ("Chrome, Android", True),
        ("", False),
    ]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, "Chrome, Android"),
        (LAPTOP, "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/128 Safari/537.36 Edg/128.0", "Edge, Windows"),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122 Safari/537",
            "Samsung Internet, Android",
        ),
        ("curl/8.0", ""),
        ("", ""),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_device_is_called_by_our_own_words_alone(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_use_is_noted_to_the_nearest_ten_minutes() -> None:
    _, api = signed_in()
    api.get("/auth/profile")
    noted = Token.objects.get().last_used_at
    api.get("/auth/profile")
    assert Token.objects.get().last_used_at == noted

    Token.objects.update(last_used_at=F("last_used_at") - timedelta(minutes=11))
    api.get("/auth/profile")

    assert Token.objects.get().last_used_at > noted


def test_one_device_can_be_logged_out_from_another() -> None:
    user, here = signed_in()
    there = Api(token=log_in(user))
    other = next(s for s in here.get("/auth/sessions").data["sessions"] if not s["current"])

    assert end(here, other["_id"]).status == 200

    left = here.get("/auth/sessions").data["sessions"]
    assert [session["current"] for session in left] == [True]
    assert there.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    event = Event.objects.get(name="session.ended")
    assert f"session:{user.pk}" in event.topics


def test_session_of_somebody_else_does_not_exist() -> None:
    _, owner = signed_in()
    session = owner.get("/auth/sessions").data["sessions"][0]
    _, stranger = signed_in()

    for session_id in (session["_id"], "S0"):
        assert end(stranger, session_id).refusal == (404, "NOT_FOUND")
    assert owner.get("/auth/profile").status == 200


def test_ended_and_expired_sessions_are_not_listed_nor_ended_again() -> None:
    user, here = signed_in()
    ended, expired = Api(token=log_in(user)), Api(token=log_in(user))
    ended_id = ended.get("/auth/sessions").data["sessions"][0]["_id"]
    expired_id = expired.get("/auth/sessions").data["sessions"][0]["_id"]
    ended.post("/auth/logout")
    Token.objects.filter(public_id=expired_id).update(expires_at=F("created_at"))

    assert len(here.get("/auth/sessions").data["sessions"]) == 1
    for session_id in (ended_id, expired_id):
        assert end(here, session_id).refusal == (404, "NOT_FOUND")


def test_session_that_has_ended_is_not_ended_again() -> None:
    session = open_session(make_user()).session
    log_out(session)
    events = Event.objects.count()

    log_out(session)

    assert Event.objects.count() == events


def test_log_out_everywhere_ends_every_device_and_nobody_elses() -> None:
    user, here = signed_in()
    there = Api(token=log_in(user))
    _, stranger = signed_in()

    answer = end(here, None)

    assert answer.body["message"] == "Logged out successfully"
    assert here.get("/auth/profile").refusal == there.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    assert stranger.get("/auth/profile").status == 200


def test_ids_of_sessions_open_nothing() -> None:
    _, api = signed_in()
    session_id = api.get("/auth/sessions").data["sessions"][0]["_id"]

    assert Api(token=session_id).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
