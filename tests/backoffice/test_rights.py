"""The rights of each role: one table, tried on every call and every live topic."""

import pytest
from django.test import Client

from project.core.rights import rights_of
from tests.factories import log_in, make_user
from tests.rights import ROLES, calls, report, staff_topics, watches

# Written out once more by hand: a right that moves in the code must move here too.
MAY = {
    "dashboard": "admin orders finance",
    "catalogue": "admin catalogue",
    "content": "admin catalogue",
    "content:publish": "admin",
    "orders:read": "admin orders finance support",
    "orders:write": "admin orders support",
    "transactions": "admin orders finance support",
    "refunds": "admin finance",
    "cases": "admin orders finance support",
    "exports": "admin finance",
    "reviews:read": "admin catalogue support",
    "reviews": "admin catalogue",
    "support": "admin orders support",
    "users": "admin",
    "audit": "admin",
    "settings": "admin",
}
# What a topic tells is what the calls under the same right answer.
TOPICS = {
    "staff:dashboard": "dashboard",
    "staff:operations": "dashboard",
    "staff:live": "dashboard",
    "staff:orders": "orders:read",
    "staff:transactions": "transactions",
    "staff:payment-health": "transactions",
    "staff:refunds": "transactions",
    "staff:cases": "cases",
    "staff:reviews": "reviews:read",
    "staff:exports": "exports",
    "staff:statements": "refunds",
    "staff:bank": "refunds",
    "staff:support": "support",
    "staff:contact": "support",
    "staff:products": "catalogue",
    "staff:categories": "catalogue",
    "staff:settings": "settings",
    "staff:discounts": "catalogue",
    "staff:content": "content",
}


@pytest.mark.parametrize("role", ROLES)
def test_each_role_has_the_rights_of_the_table(role: str) -> None:
    assert rights_of(role) == {right for right, roles in MAY.items() if role in roles.split()}


def test_every_call_for_staff_asks_for_a_right_and_no_other_call_does() -> None:
    every = list(calls())

    assert [call for call in every if call.is_for_staff and call.rights is None] == []
    assert [call for call in every if not call.is_for_staff and call.rights is not None] == []
    assert sum(call.is_for_staff for call in every) > 20


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_every_call_for_staff_lets_in_whom_the_table_lets_in(role: str) -> None:
    headers = {} if role == "guest" else {"Authorization": f"Bearer {log_in(make_user(role=role))}"}
    refusal = (401, "UNAUTHENTICATED") if role == "guest" else (403, "FORBIDDEN")
    client = Client(headers=headers)
    wrong = []
    for call in calls():
        if not call.is_for_staff:
            continue
        assert call.rights is not None
        allowed = any(role in MAY[right].split() for right in call.rights)
        answer = client.generic(
            call.method, f"/api{call.filled_path()}", b"{}", content_type="application/json"
        )
        # Some answer files to those they let in.
        is_json = answer["Content-Type"].startswith("application/json")
        was_refused = is_json and (answer.status_code, answer.json().get("code")) == refusal
        if was_refused is allowed:
            wrong.append((call.method, call.path, answer.status_code))

    assert wrong == []


@pytest.mark.parametrize("role", ROLES)
def test_every_live_topic_for_staff_lets_in_whom_the_table_lets_in(role: str) -> None:
    for topic in staff_topics():
        # A topic that is not in the table is nobody's but the admins'.
        roles = MAY[TOPICS[topic]] if topic in TOPICS else "admin"
        if topic in TOPICS or role in ("admin", "customer", "guest"):
            assert watches(role, topic) is (role in roles.split()), topic


def test_the_table_can_be_printed() -> None:
    printed = report()

    lines = [line for line in printed.splitlines() if "/admin/cases " in f"{line} "]
    assert lines[0].split() == ["GET", "/admin/cases", "x", "x", "x", "x"]
    assert "staff:transactions" in printed
