"""Calls for which staff prove their second factor once more."""

from datetime import timedelta

import pytest
from django.test import Client

from project.core.models import Mail
from tests.accounts.second_factor_helpers import OWN, let_proof_age
from tests.factories import log_in, make_user
from tests.http import Api
from tests.rights import calls

pytestmark = pytest.mark.django_db

FRESH = {
    "tryPayment",
    "removeConnection",
    "refundTransaction",
    "approveRefund",
    "recordRefundTransfer",
    "removeOrderPayTo",
    "openDispute",
    "stepDispute",
    "retryRefund",
    "actOnCase",
    "decideClaim",
    "payClaim",
    "createExport",
    "linkExport",
    "setRole",
    "blockUser",
    "unblockUser",
    "confirmStaffMember",
    "resetSecondFactor",
    "changeStaffEmail",
    "createApiToken",
    "createWebhookEndpoint",
    "changeWebhookEndpoint",
    "rotateWebhookSecret",
    "setPassword",
    "saveSettings",
    "saveConnection",
    "restoreSettings",
    "undoRestoredSettings",
    "publishContent",
    "useShippedContent",
    "undoContent",
}


def test_money_lists_access_settings_and_publishing_need_a_fresh_proof_and_nothing_else_does() -> None:
    api = Api(token=log_in(make_user(role="admin")))
    let_proof_age(timedelta(minutes=9, seconds=30))
    assert api.post("/refunds/NONE/approve").refusal == (404, "NOT_FOUND")
    let_proof_age(timedelta(minutes=1))
    client = Client(headers={"Authorization": f"Bearer {api.token}"})
    asked = set()
    for call in calls():
        if call.path in ("/auth/logout", "/auth/sessions") or call.path.startswith(OWN):
            continue
        answer = client.generic(
            call.method, f"/api{call.filled_path()}", b"{}", content_type="application/json"
        )
        is_json = answer["Content-Type"].startswith("application/json")
        if is_json and answer.json().get("code") == "REAUTHENTICATION_REQUIRED":
            asked.add(call.name)

    assert asked == FRESH


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/auth/email/send-otp", {"email": "new@example.com"}),
        ("PUT", "/auth/email", {"email": "new@example.com", "otp": "123456", "proof": {"otp": "123456"}}),
    ],
)
def test_staff_are_refused_a_new_address_before_they_are_asked_for_a_proof(
    method: str, path: str, body: dict[str, object]
) -> None:
    api = Api(token=log_in(make_user(role="admin")))
    let_proof_age(timedelta(minutes=11))

    assert api.other(method, path, body).refusal == (403, "FORBIDDEN")
    assert not Mail.objects.filter(to="new@example.com").exists()


def test_customers_change_their_credentials_as_before() -> None:
    api = Api(token=log_in(make_user()))

    assert api.post("/auth/email/send-otp", {"email": "new@example.com"}).status == 200
