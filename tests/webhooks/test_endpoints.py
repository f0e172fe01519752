"""Endpoints of webhooks: admins create, change, rotate and delete them, and read their log."""

from datetime import timedelta
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from project.accounts.models import User
from project.core.errors import ErrorCode
from project.events.models import AuditEntry
from project.webhooks.actions import MOST_ENDPOINTS, SECRETS
from project.webhooks.models import Delivery, Endpoint
from tests.accounts.second_factor_helpers import let_proof_age
from tests.buying import place
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.webhook_receiver import WebhookReceiver
from tests.webhooks.helpers import work

pytestmark = pytest.mark.django_db

PATH = "/admin/webhook-endpoints"


@pytest.fixture
def admin() -> User:
    return make_user(role="admin", name="Meera")


@pytest.fixture
def api(admin: User) -> Api:
    return Api(token=log_in(admin))


def wanted(receiver: WebhookReceiver, **changes: Any) -> dict[str, Any]:
    return {"name": "Stock sync", "url": receiver.url, "types": ["order.created"]} | changes


def test_secret_is_shown_once_and_stored_encrypted(api: Api, receiver: WebhookReceiver) -> None:
    made = api.post(PATH, wanted(receiver)).data
    listed = api.get(PATH).data["endpoints"]

    assert made["secret"].startswith("whsec_")
    assert listed == [made["endpoint"]]
    assert (listed[0]["madeBy"], listed[0]["failingSince"]) == ("Meera", None)
    row = Endpoint.objects.get()
    assert SECRETS.decrypted(row.secret) == made["secret"]
    assert made["secret"] not in str(list(Endpoint.objects.values()) + list(AuditEntry.objects.values()))


def test_audit_log_names_the_endpoint_and_finds_it_by_its_name(api: Api, receiver: WebhookReceiver) -> None:
    made = api.post(PATH, wanted(receiver)).data["endpoint"]
    api.post(f"{PATH}/{made['_id']}/secret")

    found = api.get("/admin/audit", {"search": "stock SYNC"}).data["entries"]

    assert [(row["action"], row["subjectName"]) for row in found] == [
        ("webhook.secret_rotated", "Stock sync"),
        ("webhook.created", "Stock sync"),
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "  "},
        {"types": []},
        {"types": ["everything"]},
        {"url": "http://93.184.215.14/"},
        {"url": "https://169.254.169.254/"},
        {"url": "https://" + "a" * 500},
        {"secret": "mine"},
    ],
)
def test_endpoint_that_may_not_be_is_refused(
    api: Api, receiver: WebhookReceiver, changes: dict[str, Any]
) -> None:
    answer = api.post(PATH, wanted(receiver, **changes))

    assert answer.status == 422
    assert {name.partition(".")[0] for name in answer.body["errors"]} == set(changes)
    assert not Endpoint.objects.exists()


def test_private_address_is_named(api: Api, receiver: WebhookReceiver, settings: Settings) -> None:
    settings.OUTBOUND_PRIVATE_HOSTS = []

    answer = api.post(PATH, wanted(receiver))

    assert answer.refusal == (422, "WEBHOOK_ADDRESS_REFUSED")
    assert answer.body["errors"] == {"url": str(ErrorCode.WEBHOOK_ADDRESS_REFUSED.label)}


def test_change_switches_off_and_on_and_is_in_the_log(api: Api, receiver: WebhookReceiver) -> None:
    made = api.post(PATH, wanted(receiver)).data["endpoint"]
    path = f"{PATH}/{made['_id']}"

    changed = api.other("PUT", path, wanted(receiver, types=["order.paid"], active=False)).data["endpoint"]
    again = api.other("PUT", path, wanted(receiver, types=["order.paid"], active=False)).data["endpoint"]

    assert (changed["types"], changed["activeSince"]) == (["order.paid"], None)
    assert changed == again
    assert api.post(f"{path}/test").status == 409
    assert api.other("PUT", path, wanted(receiver, active=True)).data["endpoint"]["activeSince"]
    entries = AuditEntry.objects.filter(action="webhook.changed").order_by("pk")
    assert [(entry.before["active"], entry.after["active"]) for entry in entries] == [
        ("yes", "no"),
        ("no", "yes"),
    ]


def test_endpoint_whose_host_is_gone_can_be_switched_off_and_not_on(
    api: Api, receiver: WebhookReceiver
) -> None:
    path = f"{PATH}/{api.post(PATH, wanted(receiver)).data['endpoint']['_id']}"
    gone = wanted(receiver, url="https://nobody.invalid/")

    assert api.other("PUT", path, gone | {"active": True}).refusal == (422, "WEBHOOK_ADDRESS_REFUSED")
    assert api.other("PUT", path, gone | {"active": False}).data["endpoint"]["activeSince"] is None


def test_rotation_gives_another_secret(api: Api, receiver: WebhookReceiver) -> None:
    made = api.post(PATH, wanted(receiver)).data

    rotated = api.post(f"{PATH}/{made['endpoint']['_id']}/secret").data

    assert rotated["secret"] != made["secret"]
    assert rotated["endpoint"]["previousUntil"]
    assert AuditEntry.objects.filter(action="webhook.secret_rotated").count() == 1


def test_deleted_endpoint_is_gone_with_its_log(api: Api, receiver: WebhookReceiver) -> None:
    made = api.post(PATH, wanted(receiver)).data["endpoint"]
    api.post(f"{PATH}/{made['_id']}/test")
    work()

    assert api.other("DELETE", f"{PATH}/{made['_id']}").status == 200

    assert api.get(PATH).data["endpoints"] == []
    assert not Delivery.objects.exists()
    assert api.other("DELETE", f"{PATH}/{made['_id']}").status == 404
    assert AuditEntry.objects.get(action="webhook.deleted").before["url"] == receiver.url


def test_log_shows_and_filters_messages_and_sends_them_again(api: Api, receiver: WebhookReceiver) -> None:
    receiver.answer = "दुकान\x00".encode()
    path = f"{PATH}/{api.post(PATH, wanted(receiver)).data['endpoint']['_id']}"
    place(make_product())
    work()
    receiver.statuses = [500]
    api.post(f"{path}/test")
    work()

    def log(**query: str) -> list[dict[str, Any]]:
        return list(api.get(f"{path}/deliveries", query).data["deliveries"])

    test, order = log()
    assert (test["type"], test["status"], test["statusCode"]) == ("webhook.test", "waiting", 500)
    assert (order["status"], order["answer"], order["attempts"]) == ("delivered", "दुकान\ufffd", 1)
    assert log(status="delivered") == log(type="order.created") == [order]
    assert log(status="failed") == log(status="waiting", type="order.created") == []

    receiver.statuses = [200]
    assert api.post(f"{path}/replay", {"messageId": order["_id"]}).data == {"count": 1}
    work()
    assert [each.headers["webhook-id"] for each in receiver.received].count(order["_id"]) == 2
    assert api.post(f"{path}/replay", {"messageId": "msg_other"}).status == 404
    assert api.post(f"{path}/replay", {"failedSince": "2026-01-01T00:00:00Z"}).data == {"count": 0}


def test_there_are_not_too_many(api: Api, receiver: WebhookReceiver) -> None:
    answers = [api.post(PATH, wanted(receiver)).status for _ in range(MOST_ENDPOINTS + 1)]

    assert answers == [200] * MOST_ENDPOINTS + [409]


@pytest.mark.parametrize("role", ["finance", "catalogue", "orders", "support"])
def test_no_other_staff_reads_or_changes_them(role: str, receiver: WebhookReceiver) -> None:
    api = Api(token=log_in(make_user(role=role)))

    assert api.get(PATH).status == 403
    assert api.post(PATH, wanted(receiver)).status == 403


def test_where_messages_go_changes_with_a_fresh_second_factor_alone(
    api: Api, receiver: WebhookReceiver
) -> None:
    made = api.post(PATH, wanted(receiver)).data["endpoint"]
    let_proof_age(timedelta(hours=1))

    for answer in (
        api.post(PATH, wanted(receiver)),
        api.other("PUT", f"{PATH}/{made['_id']}", wanted(receiver, active=True)),
        api.post(f"{PATH}/{made['_id']}/secret"),
    ):
        assert answer.refusal == (403, "REAUTHENTICATION_REQUIRED")
    assert api.get(PATH).status == 200
