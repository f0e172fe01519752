"""Saved views: a member of staff keeps filters of a list under a name."""

from typing import Any

import pytest

from project.accounts import personal_data
from project.backoffice.actions import MAX_VIEWS
from project.backoffice.models import SavedView
from tests.accounts.login_helpers import signed_in
from tests.factories import log_in, make_user
from tests.http import Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db

VIEWS = "/admin/saved-views"
LATE = {"path": "/admin/orders", "name": "Late parcels", "query": "status=shipped&search=asha"}


def staff(role: str = "support") -> Api:
    return Api(token=log_in(make_user(role=role)))


def views(api: Api) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(VIEWS).data["views"]
    return found


def names(api: Api) -> list[str]:
    return [view["name"] for view in views(api)]


def test_view_is_saved_renamed_and_deleted() -> None:
    api = staff()

    [saved] = api.post(VIEWS, LATE).data["views"]
    [renamed] = api.other("PUT", f"{VIEWS}/{saved['_id']}", {"name": "  Still late "}).data["views"]

    assert saved == {"_id": saved["_id"], **LATE}
    assert renamed == saved | {"name": "Still late"}
    assert api.other("DELETE", f"{VIEWS}/{saved['_id']}").data["views"] == []


def test_same_name_again_replaces_the_filters_of_that_list_alone() -> None:
    api = staff()
    api.post(VIEWS, LATE)

    api.post(VIEWS, LATE | {"query": "status=delivered"})
    api.post(VIEWS, LATE | {"path": "/admin/users", "query": ""})

    assert [(view["path"], view["query"]) for view in views(api)] == [
        ("/admin/orders", "status=delivered"),
        ("/admin/users", ""),
    ]


def test_view_cannot_take_the_name_of_another_of_its_list() -> None:
    api = staff()
    api.post(VIEWS, LATE)
    other = next(
        view for view in api.post(VIEWS, LATE | {"name": "Today"}).data["views"] if view["name"] == "Today"
    )

    refused = api.other("PUT", f"{VIEWS}/{other['_id']}", {"name": LATE["name"]})
    unchanged = api.other("PUT", f"{VIEWS}/{other['_id']}", {"name": "Today"})

    assert (refused.status, refused.body["message"]) == (422, "You have another view of this name")
    assert unchanged.status == 200
    assert names(api) == ["Late parcels", "Today"]


def test_views_are_seen_and_changed_by_nobody_else() -> None:
    api, colleague = staff(), staff("admin")
    [saved] = api.post(VIEWS, LATE).data["views"]

    assert views(colleague) == []
    assert colleague.other("PUT", f"{VIEWS}/{saved['_id']}", {"name": "Mine"}).refusal == (404, "NOT_FOUND")
    assert colleague.other("DELETE", f"{VIEWS}/{saved['_id']}").refusal == (404, "NOT_FOUND")
    assert names(api) == ["Late parcels"]


def test_views_are_for_staff() -> None:
    _, customer = signed_in()

    assert customer.post(VIEWS, LATE).refusal == (403, "FORBIDDEN")
    assert customer.get(VIEWS).refusal == (403, "FORBIDDEN")
    assert Api().get(VIEWS).refusal == (401, "UNAUTHENTICATED")


@pytest.mark.parametrize(
    "changed",
    [
        {"path": "https://elsewhere.example/admin"},
        {"path": "/admin/../orders"},
        {"path": "/admin/" + "a" * 60},
        {"path": "/admin"},
        {"name": "  "},
        {"name": "a" * 41},
        {"name": None},
        {"query": "a" * 1001},
        {"user": "somebody"},
    ],
)
def test_unknown_pages_and_long_texts_are_refused(changed: dict[str, object]) -> None:
    api = staff()

    assert api.post(VIEWS, LATE | changed).refusal == (422, "VALIDATION")
    assert views(api) == []


def test_number_of_views_is_limited_and_a_saved_one_can_still_be_replaced() -> None:
    user = make_user(role="support")
    api = Api(token=log_in(user))
    SavedView.objects.bulk_create(
        SavedView(user=user, path="/admin/orders", name=f"View {number}") for number in range(MAX_VIEWS)
    )

    refused = api.post(VIEWS, LATE)

    assert refused.refusal == (422, "VALIDATION")
    assert refused.body["message"] == f"You have saved {MAX_VIEWS} views. Please delete one first"
    assert api.post(VIEWS, LATE | {"name": "View 7"}).status == 200
    assert len(views(api)) == MAX_VIEWS


@pytest.mark.django_db(transaction=True)
def test_limit_holds_when_views_are_saved_at_once() -> None:
    user = make_user(role="support")
    token = log_in(user)
    SavedView.objects.bulk_create(
        SavedView(user=user, path="/admin/orders", name=f"View {number}") for number in range(MAX_VIEWS - 1)
    )

    answers = at_once(3, lambda number: Api(token=token).post(VIEWS, LATE | {"name": f"New {number}"}).status)

    assert sorted(answers) == [200, 422, 422]
    assert user.saved_views.count() == MAX_VIEWS


def test_views_are_in_the_personal_data_and_go_with_the_account() -> None:
    user = make_user(role="support")
    Api(token=log_in(user)).post(VIEWS, LATE)

    assert personal_data.export_all(user)["savedViews"] == [LATE]
    personal_data.erase_all(user)
    assert not user.saved_views.exists()
