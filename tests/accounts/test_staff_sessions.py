"""Lengths of sessions: staff 30 minutes without use and 12 hours in all, customers 30 days without use."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from project.accounts.models import Token, User
from project.accounts.tokens import authenticate_token, roles_of_sessions
from tests.factories import log_in, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db


def age(span: timedelta, *fields: str) -> None:
    """Let every session be this much older in these ways."""
    Token.objects.update(**{field: F(field) - span for field in fields})


def test_staff_are_out_after_half_an_hour_without_a_call() -> None:
    api = Api(token=log_in(make_user(role="support")))
    age(timedelta(minutes=29), "last_used_at", "expires_at")
    assert api.get("/transactions").status == 200
    age(timedelta(minutes=29), "last_used_at", "expires_at")
    assert api.get("/transactions").status == 200

    age(timedelta(minutes=31), "last_used_at", "expires_at")

    assert api.get("/transactions").refusal == (401, "TOKEN_REFUSED")


def test_staff_are_out_twelve_hours_after_they_logged_in_however_busy() -> None:
    api = Api(token=log_in(make_user(role="support")))
    age(timedelta(hours=11, minutes=50), "created_at")
    age(timedelta(minutes=2), "last_used_at")
    assert api.get("/transactions").status == 200
    assert Token.objects.get().expires_at - timezone.now() <= timedelta(minutes=10)

    age(timedelta(minutes=11), "created_at")

    assert api.get("/transactions").refusal == (401, "TOKEN_REFUSED")


def test_customers_stay_logged_in_as_long_as_they_come_back_within_thirty_days() -> None:
    api = Api(token=log_in(make_user()))
    for _ in range(3):
        age(timedelta(days=29), "created_at", "last_used_at", "expires_at")
        assert api.get("/auth/addresses").status == 200

    age(timedelta(days=30, minutes=1), "created_at", "last_used_at", "expires_at")

    assert api.get("/auth/addresses").refusal == (401, "TOKEN_REFUSED")


def test_customer_who_becomes_staff_is_bound_by_the_limits_of_staff() -> None:
    user = make_user()
    api = Api(token=log_in(user))
    age(timedelta(hours=13), "created_at")
    assert api.get("/auth/profile").status == 200

    User.objects.filter(pk=user.pk).update(role="support")

    assert api.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")


def test_socket_and_what_a_page_says_by_itself_keep_no_session_alive() -> None:
    user = make_user(role="admin")
    token = log_in(user)
    age(timedelta(minutes=20), "last_used_at")
    used_at = Token.objects.get().last_used_at

    assert authenticate_token(token, record_use=False) is not None
    body = {"subject": "order:AKS-0", "editing": True}
    assert Api(token=token).other("PUT", "/admin/presence", body).status == 200
    assert Api(token=token).get("/transactions", X_Unattended="1").status == 200

    assert Token.objects.get().last_used_at == used_at


def test_sockets_of_staff_count_only_with_a_second_factor_and_end_with_the_session() -> None:
    staff, customer = make_user(role="support"), make_user()
    half, whole, theirs = log_in(staff, second_factor=False), log_in(staff), log_in(customer)
    pks = {token: authenticate_token(token).pk for token in (half, whole, theirs)}  # type: ignore[union-attr]

    assert roles_of_sessions(list(pks.values())) == {
        pks[whole]: (staff.pk, "support"),
        pks[theirs]: (customer.pk, "customer"),
    }

    age(timedelta(minutes=31), "last_used_at")
    assert list(roles_of_sessions(list(pks.values()))) == [pks[theirs]]
