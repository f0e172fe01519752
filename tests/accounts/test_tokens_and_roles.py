"""Access by token and role; a refused token and a missing one are answered differently."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.accounts import account_administration
from project.accounts.models import Token, User
from project.events.models import Event
from tests.buying import place
from tests.factories import log_in, make_product, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db


def test_logout_ends_this_device_at_once_and_no_other() -> None:
    user = make_user()
    here, there = log_in(user), log_in(user)

    assert Api(token=here).post("/auth/logout").body["message"] == "Logged out successfully"

    assert Api(token=here).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    assert Api(token=here).post("/auth/logout").refusal == (401, "TOKEN_REFUSED")
    assert Api(token=there).get("/auth/profile").status == 200
    event = Event.objects.get(name="session.ended")
    assert event.topics == [f"session:{user.pk}"]


def test_token_of_an_expired_session_is_refused() -> None:
    token = log_in(make_user())
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert Api(token=token).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")


def test_session_lives_thirty_days() -> None:
    log_in(make_user())

    left = Token.objects.get().expires_at - timezone.now()

    assert timedelta(days=29, hours=23) < left <= timedelta(days=30)


def test_blocked_user_is_out_at_once() -> None:
    user = make_user()
    token = log_in(user)
    User.objects.filter(pk=user.pk).update(is_active=False)

    assert Api(token=token).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")


@pytest.mark.parametrize("token", ["wrong", "null", "undefined", "é", "a" * 5000, "two words"])
def test_token_we_never_gave_is_refused_even_where_guests_are_welcome(token: str) -> None:
    order = place(make_product())

    assert Api(token=token).get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    assert Api(token=token).get(f"/auth/orders/{order.order_id}", X_Order_Key=order.key).refusal == (
        401,
        "TOKEN_REFUSED",
    )


@pytest.mark.parametrize("header", ["", "Basic YTpi", "Bearer", "bearer", "Token abc"])
def test_header_without_a_bearer_token_is_not_logged_in(header: str) -> None:
    answer = Api().get("/auth/profile", Authorization=header)

    assert answer.status == 401
    assert answer.body["code"] in ("UNAUTHENTICATED", "TOKEN_REFUSED")


def test_without_a_token_the_answer_is_log_in_and_not_your_session_ended(api: Api) -> None:
    assert api.get("/auth/profile").refusal == (401, "UNAUTHENTICATED")
    assert api.get("/auth/profile").body["message"] == "Please log in to continue"


def test_public_calls_do_not_look_at_a_dead_token() -> None:
    stale = Api(token="dead")

    assert stale.get("/shop").status == 200
    assert stale.get("/products").status == 200
    assert stale.post("/auth/verify-otp", {"email": "a@example.com", "otp": "1"}).status == 400


STAFF = [("GET", "/transactions"), ("GET", "/transactions/TXN"), ("POST", "/transactions/TXN/check")]
ADMIN = [("GET", "/admin/dashboard")]


@pytest.mark.parametrize(("method", "path"), STAFF + ADMIN)
@pytest.mark.parametrize("role", ["", "customer", "support", "admin"])
def test_back_office_opens_for_its_roles_alone(method: str, path: str, role: str) -> None:
    api = Api(token=log_in(make_user(role=role)) if role else "")

    answer = api.get(path) if method == "GET" else api.post(path)

    allowed = role == "admin" or (role == "support" and (method, path) in STAFF)
    if allowed:
        assert answer.status in (200, 404)
    else:
        assert answer.refusal == ((403, "FORBIDDEN") if role else (401, "UNAUTHENTICATED"))


def test_lost_role_counts_from_the_next_call_on() -> None:
    user = make_user(role="admin")
    api = Api(token=log_in(user))
    assert api.get("/admin/dashboard").status == 200

    boss = make_user(role="admin")

    account_administration.set_role(user, role="customer", actor=f"user:{boss.public_id}")

    assert api.get("/admin/dashboard").refusal == (403, "FORBIDDEN")
    event = Event.objects.get(name="user.role_changed")
    assert (event.payload, event.actor) == ({"role": "customer"}, f"user:{boss.public_id}")
    assert event.topics == [f"account:{user.public_id}", f"session:{user.pk}"]


def test_giving_the_same_role_again_is_no_event() -> None:
    user = make_user(role="admin")

    account_administration.set_role(user, role="admin", actor=f"user:{user.public_id}")

    assert not Event.objects.filter(name="user.role_changed").exists()
