"""Admins search the log; nothing of the API changes it."""

import pytest

from project.audit.actions import record
from tests.factories import log_in, make_user
from tests.http import Api
from tests.rights import calls

pytestmark = pytest.mark.django_db


def test_log_is_found_by_person_thing_note_action_and_day() -> None:
    boss = make_user(role="admin", name="Meera Iyer")
    api = Api(token=log_in(boss))
    actor = f"user:{boss.public_id}"
    record("order.moved", subject="order:AKS-1", actor=actor, before={"status": "a"}, after={"status": "b"})
    record("user.blocked", subject="user:U9", actor="somebody", note="Fraudulent card")

    def found(**query: str) -> list[str]:
        return [row["action"] for row in api.get("/admin/audit", query).data["entries"]]

    assert found() == ["user.blocked", "order.moved"]
    assert found(search="meera") == ["order.moved"]
    assert found(search="aks-1") == ["order.moved"]
    assert found(search="fraud") == ["user.blocked"]
    assert found(action="user.blocked") == ["user.blocked"]
    assert found(endDate="2001-01-01") == []
    assert found(startDate="2001-01-01") == found()
    assert found(startDate="2199-01-01") == []
    page = api.get("/admin/audit").data
    assert page["actions"] == ["order.moved", "user.blocked"]
    row = page["entries"][1]
    assert (row["by"], row["before"], row["after"]) == ("Meera Iyer", {"status": "a"}, {"status": "b"})


def test_nobody_but_admins_reads_it_and_no_call_writes_it() -> None:
    for role in ("support", "finance", "orders", "catalogue", "customer"):
        assert Api(token=log_in(make_user(role=role))).get("/admin/audit").refusal == (403, "FORBIDDEN")
    assert [call.method for call in calls() if "audit" in call.path] == ["GET"]
