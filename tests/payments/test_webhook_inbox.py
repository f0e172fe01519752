"""The webhook inbox for staff: read, search, preview and replay messages."""

import json

import pytest

from project.accounts.models import User
from project.core.models import Mail
from project.events.models import Event
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Case, Movement, Payment, Refund, WebhookMessage
from project.payments.refunds.processing import advance_refund
from project.payments.webhooks.receiving import receive_webhook
from tests.buying import deliver, message, pay, place, signed, start
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.payments.refund_helpers import ask, console_refund, finish, refund_message
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> User:
    return make_user(role="finance", name="Meera")


@pytest.fixture
def inbox(staff: User) -> Api:
    """The browser of a member of staff."""
    return Api(token=log_in(staff))


def replay(inbox: Api, dry_run: bool = True) -> Answer:
    """Ask for the only message to be followed again."""
    [row] = WebhookMessage.objects.all()
    return inbox.post(f"/admin/webhooks/{row.message_id}/replay", {"dryRun": dry_run})


def rows(inbox: Api, **query: str) -> list[str]:
    """Return what each listed message is about, newest first."""
    return [row["reference"] for row in inbox.get("/admin/webhooks", query).data["messages"]]


def stored(body: bytes) -> WebhookMessage:
    """Store a message whose process dies before it is handled."""
    return receive_webhook(provider="phonepe", headers=signed(body), body=body)


def test_message_shows_headers_verdict_body_and_what_became_of_it(
    provider: SandboxProcess, inbox: Api
) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    deliver(message(payment), headers=signed(message(payment)) | {"X_Request_Id": "req-1"})

    [row] = inbox.get("/admin/webhooks").data["messages"]
    shown = inbox.get(f"/admin/webhooks/{row['_id']}").data["message"]

    assert row["_id"].startswith("MSG-")
    assert (row["verdict"], row["statusBefore"], row["statusAfter"]) == ("signed", "PENDING", "SUCCESS")
    assert (row["transactionId"], row["orderId"]) == (payment.transaction_id, payment.order.order_id)
    assert {name: shown[name] for name in row} == row
    assert shown["headers"]["X-Request-Id"] == "req-1"
    assert json.loads(shown["body"]) == json.loads(message(payment))
    assert signed(message(payment))["x-phonepe-checksum-signature"] not in json.dumps(shown)


def test_messages_are_found_by_what_they_are_about(provider: SandboxProcess, inbox: Api) -> None:
    paid, unknown = start(place(make_product())), b'{"event": "odd", "payload": {"merchantOrderId": "TXN9"}}'
    deliver(message(paid, state="PENDING"))
    deliver(unknown)
    stored(message(paid, state="FAILED"))

    everything = [paid.transaction_id, "TXN9", paid.transaction_id]
    assert rows(inbox) == everything
    assert rows(inbox, status="waiting") == everything[:1]
    assert rows(inbox, status="handled") == everything[1:]
    assert rows(inbox, status="unknown") == ["TXN9"]
    assert rows(inbox, search=paid.order.order_id) == [paid.transaction_id] * 2
    assert rows(inbox, search="asha@example") == [paid.transaction_id] * 2
    assert rows(inbox, search="ODD") == ["TXN9"]
    assert rows(inbox, search=" nobody ") == []
    assert rows(inbox, page="2", limit="2") == everything[2:]
    assert inbox.get("/admin/webhooks").data["statistics"] == {"waiting": 1, "refused": 0}


def test_message_without_proof_is_read_apart_and_never_followed(provider: SandboxProcess, inbox: Api) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    deliver(b"\xff<script>\x00", headers={"Authorization": "0" * 64})

    assert rows(inbox) == []
    [row] = inbox.get("/admin/webhooks", {"status": "refused"}).data["messages"]
    shown = inbox.get(f"/admin/webhooks/{row['_id']}").data["message"]

    assert (row["verdict"], shown["canReplay"]) == ("wrong proof", False)
    found = {text: len(rows(inbox, status="refused", search=text)) for text in (" WRONG ", "10.", "nobody")}
    assert found == {" WRONG ": 1, "10.": 1, "nobody": 0}
    assert shown["body"] == "\ufffd<script>\ufffd"
    assert shown["headers"]["authorization"] == "(sent)"
    assert shown["address"].startswith("10.")
    again = inbox.post(f"/admin/webhooks/{row['_id']}/replay", {"dryRun": False})
    assert again.refusal == (404, "NOT_FOUND")


@pytest.mark.parametrize("caller", ["guest", "customer"])
def test_inbox_is_for_staff_alone(provider: SandboxProcess, caller: str) -> None:
    deliver(message(start(place(make_product()))))
    [row] = WebhookMessage.objects.all()
    api = Api() if caller == "guest" else Api(token=log_in(make_user()))
    expected = 401 if caller == "guest" else 403

    assert api.get("/admin/webhooks").status == expected
    assert api.get(f"/admin/webhooks/{row.message_id}").status == expected
    assert api.post(f"/admin/webhooks/{row.message_id}/replay", {"dryRun": True}).status == expected


def counted() -> list[int]:
    """Return how many rows there are of everything that money moves."""
    models = (Event, Mail, Movement, Refund, Case)
    return [model.objects.count() for model in models]


def test_dry_run_shows_what_would_change_and_changes_nothing(provider: SandboxProcess, inbox: Api) -> None:
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")
    stored(message(payment))
    before = counted(), Payment.objects.values().get(), WebhookMessage.objects.values().get()

    answer = replay(inbox).data

    name, order = payment.transaction_id, payment.order.order_id
    assert answer["changes"] == [
        {"what": "payment", "name": name, "before": "PENDING", "after": "SUCCESS"},
        {"what": "captured", "name": name, "before": "₹0", "after": "₹500"},
        {"what": "order", "name": order, "before": "pending", "after": "confirmed"},
        {"what": "order_payment", "name": order, "before": "pending", "after": "paid"},
    ]
    assert (answer["dryRun"], answer["waits"]) == (True, False)
    assert (counted(), Payment.objects.values().get(), WebhookMessage.objects.values().get()) == before
    payment.order.refresh_from_db()
    assert payment.order.payment_status == "pending"


def test_replay_does_what_the_dry_run_showed_and_names_who_did_it(
    provider: SandboxProcess, inbox: Api, staff: User
) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    stored(message(payment))
    promised = replay(inbox).data["changes"]

    assert replay(inbox, dry_run=False).data["changes"] == promised != []

    payment.refresh_from_db()
    assert payment.status == "SUCCESS"
    assert WebhookMessage.objects.get().handled_at is not None
    event = Event.objects.get(name="payment.message_replayed")
    assert (event.actor, event.payload["changes"]) == (f"user:{staff.public_id}", len(promised))
    assert audit_ledger() == []
    # Once more brings nothing more, and what was noted first stays.
    assert replay(inbox, dry_run=False).data["changes"] == []
    assert WebhookMessage.objects.get().status_after == "SUCCESS"


def test_dry_run_of_a_console_refund_shows_it(provider: SandboxProcess, inbox: Api) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    console_refund(provider, payment, "CONSOLE1", 20_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")
    stored(refund_message(payment, "CONSOLE1", amount=20_000))
    before = counted()

    changes = {(each["what"], each["after"]) for each in replay(inbox).data["changes"]}

    assert changes == {("refunded", "₹200"), ("refund", "done ₹200")}
    assert counted() == before
    assert replay(inbox, dry_run=False).status == 200
    assert Refund.objects.get().status == "done"


def test_dry_run_of_a_refund_under_way_shows_its_end(provider: SandboxProcess, inbox: Api) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    refund = ask(payment, 10_000)
    advance_refund(refund.pk, cause="test")
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    stored(refund_message(payment, refund.refund_id, amount=10_000))

    changes = {(each["what"], each["before"], each["after"]) for each in replay(inbox).data["changes"]}

    assert changes == {
        ("refunded", "₹0", "₹100"),
        ("refund_pending", "₹100", "₹0"),
        ("refund", "under_way ₹100", "done ₹100"),
    }
    refund.refresh_from_db()
    assert refund.status == "under_way"


def test_replay_of_a_refund_that_is_done_changes_nothing(provider: SandboxProcess, inbox: Api) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    refund = ask(payment, 10_000)
    advance_refund(refund.pk, cause="test")
    finish(provider, refund)
    deliver(refund_message(payment, refund.refund_id, amount=10_000))

    for dry_run in (True, False):
        assert replay(inbox, dry_run).data["changes"] == []
    assert Refund.objects.get().status == "done"


def test_refund_of_money_that_is_not_in_our_books_yet_waits(provider: SandboxProcess, inbox: Api) -> None:
    payment = start(place(make_product(price_paise=50_000)))
    provider.fault("alter", on="status", value={"state": "PENDING"}, times=None)
    provider.settle(payment.transaction_id, "success")
    console_refund(provider, payment, "CONSOLE1", 20_000)
    stored(refund_message(payment, "CONSOLE1", amount=20_000))

    for dry_run in (True, False):
        assert replay(inbox, dry_run).data["waits"] is True
    assert not Refund.objects.exists()


def test_message_about_an_order_nobody_knows_brings_nothing(provider: SandboxProcess, inbox: Api) -> None:
    deliver(b'{"event": "odd", "payload": {"merchantOrderId": "TXN9"}}')

    for dry_run in (True, False):
        assert replay(inbox, dry_run).data == {"dryRun": dry_run, "changes": [], "waits": False}


@pytest.mark.parametrize("dry_run", [True, False])
def test_silent_provider_is_a_503_and_changes_nothing(
    provider: SandboxProcess, inbox: Api, dry_run: bool
) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    stored(message(payment))
    provider.fault("down", on="status", times=None)

    assert replay(inbox, dry_run).status == 503

    payment.refresh_from_db()
    assert payment.status == "PENDING"
    assert WebhookMessage.objects.get().handled_at is None


def test_message_nobody_stored_is_a_404(inbox: Api) -> None:
    assert inbox.get("/admin/webhooks/MSG-0").refusal == (404, "NOT_FOUND")
