"""The live topic of one's own account: nobody else may watch it, and it says what the profile says."""

import pytest

from project.events.topics import Caller, Topic
from project.live_topics import find
from tests.factories import log_in, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db


def topic_of(name: str) -> Topic:
    topic = find(name)
    assert topic is not None
    return topic


def test_profile_topic_says_what_the_profile_call_says() -> None:
    user = make_user(name="Asha")
    name = f"account:{user.public_id}"

    state = topic_of(name).read(Caller(user_id=user.pk, role=user.role), name)

    assert state is not None
    assert state.data["user"] == Api(token=log_in(user)).get("/auth/profile").data["user"]


@pytest.mark.parametrize("role", ["customer", "support", "admin"])
def test_nobody_watches_the_account_of_somebody_else(role: str) -> None:
    user, other = make_user(), make_user(role=role)
    name = f"account:{user.public_id}"

    assert topic_of(name).may(Caller(user_id=user.pk, role=user.role), name)
    assert not topic_of(name).may(Caller(user_id=other.pk, role=role), name)
    assert not topic_of(name).may(Caller(user_id=None, role=""), name)


def test_blocked_account_is_watched_and_read_no_more() -> None:
    user = make_user()
    name, caller = f"account:{user.public_id}", Caller(user_id=user.pk, role=user.role)
    user.is_active = False
    user.save()

    assert not topic_of(name).may(caller, name)
    assert topic_of(name).read(caller, name) is None
    assert topic_of("account:nobody").read(caller, "account:nobody") is None
