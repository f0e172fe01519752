"""Disputes through the API: who may, what it answers, and the evidence as one PDF."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from project.backoffice.health.work import check_disputes
from project.core.models import Mail
from project.events.models import AuditEntry
from project.invoices.actions.issuing import issue_all
from project.invoices.models import Document
from project.payments.models import Dispute, Payment
from project.support.contact.models import Ticket
from tests.buying import new_key, pay, place
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.live_lists import live_list
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


@pytest.fixture
def finance() -> Api:
    return Api(token=log_in(make_user(role="finance")))


def entered(api: Api, payment: Payment, key: str = "", **changes: Any) -> dict[str, Any]:
    body = {"transactionId": payment.transaction_id, "amount": 300, "phase": "chargeback"} | changes
    dispute: dict[str, Any] = api.post("/admin/disputes", body, key=key or new_key()).data["dispute"]
    return dispute


def test_dispute_is_entered_once_and_stands_in_the_list_by_its_deadline(
    payment: Payment, finance: Api
) -> None:
    late = (timezone.now() + timedelta(days=5)).isoformat()
    soon = (timezone.now() + timedelta(hours=5)).isoformat()
    key = new_key()
    first = entered(finance, payment, key, respondBy=late, reasonCode="fraud")
    assert entered(finance, payment, key, respondBy=late, reasonCode="fraud")["_id"] == first["_id"]
    second = entered(finance, payment, amount=100, respondBy=soon)
    third = entered(finance, payment, amount=50)

    listed = finance.get("/admin/disputes").data
    assert [row["_id"] for row in listed["disputes"]] == [second["_id"], first["_id"], third["_id"]]
    assert (listed["statistics"]["active"], listed["statistics"]["held"]) == (3, 450.0)
    assert first["next"] == ["evidence", "won", "lost", "close", "accept"]
    assert [row["event"] for row in first["history"]] == ["dispute.opened"]
    found = finance.get("/admin/disputes", {"search": second["_id"].lower(), "status": ""}).data["disputes"]
    assert [row["_id"] for row in found] == [second["_id"]]
    assert finance.get("/admin/disputes", {"status": "won"}).data["disputes"] == []

    board = live_list("staff:disputes")
    (row,) = board.read_rows([second["_id"], "DSPNONE"])
    assert (row["id"], row["row"]) == (second["_id"], found[0])
    assert board.read_statistics().json_object() == {"statistics": listed["statistics"]}


def test_disputed_amount_that_is_none_is_no_orders_amount(payment: Payment, finance: Api) -> None:
    answer = finance.post("/admin/disputes", {"transactionId": payment.transaction_id, "amount": "x"})

    assert answer.body["errors"] == {"amount": "Amount is not valid"}


def test_steps_need_a_reason_and_end_a_dispute_once(payment: Payment, finance: Api) -> None:
    path = f"/admin/disputes/{entered(finance, payment)['_id']}/step"

    assert finance.post(path, {"step": "evidence"}, key=new_key()).data["dispute"]["status"] == "under_review"
    assert finance.post(path, {"step": "lost"}, key=new_key()).status == 422
    key, lost = new_key(), {"step": "lost", "notes": "the bank's letter"}
    assert finance.post(path, lost, key=key).data["dispute"]["status"] == "lost"
    assert finance.post(path, lost, key=key).data["dispute"]["next"] == []
    assert finance.post(path, {"step": "won", "notes": "no"}, key=new_key()).refusal == (
        409,
        "INVALID_TRANSITION",
    )
    assert finance.post(path, {"step": "check"}).refusal == (409, "DISPUTE_NOT_POSSIBLE")


BAD: dict[str, tuple[dict[str, Any], int]] = {
    "no such payment": ({"transactionId": "TXN0"}, 404),
    "three decimals": ({"amount": 1.001}, 422),
    "nothing": ({"amount": 0}, 422),
    "more than was paid": ({"amount": 501}, 409),
    "a phase nobody knows": ({"phase": "revenge"}, 422),
    "a deadline without a zone": ({"respondBy": "2026-12-01T10:00:00"}, 422),
    "a deadline before all calendars": ({"respondBy": "0001-01-01T00:00:00+05:30"}, 422),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_disputes_are_refused(payment: Payment, finance: Api, what: str) -> None:
    changes, status = BAD[what]
    body = {"transactionId": payment.transaction_id, "amount": 300} | changes

    assert finance.post("/admin/disputes", body, key=new_key()).status == status
    assert not Dispute.objects.exists()


@pytest.mark.parametrize(
    ("role", "reads"),
    [("orders", True), ("support", True), ("catalogue", False), ("customer", False)],
)
def test_who_sends_no_money_only_reads(payment: Payment, finance: Api, role: str, reads: bool) -> None:
    dispute = entered(finance, payment)
    other = Api(token=log_in(make_user(role=role)))

    assert other.get("/admin/disputes").status == (200 if reads else 403)
    body = {"transactionId": payment.transaction_id, "amount": 1}
    assert other.post("/admin/disputes", body, key=new_key()).status == 403
    assert other.post(f"/admin/disputes/{dispute['_id']}/evidence.pdf").status == 403


def test_evidence_holds_this_order_and_nothing_of_another(
    provider: SandboxProcess, payment: Payment, finance: Api
) -> None:
    stranger = pay(place(make_product(), email="stranger@example.com", name="Somebody Else"), provider)
    issue_all()
    order, other = payment.order, stranger.order
    Mail.objects.filter(reference__in=(order.topic, other.topic)).update(sent_at=timezone.now())
    common = {"phone": "", "topic": "order", "order_id": order.order_id, "name": "x"}
    Ticket.objects.create(**common, email=order.email, message="It arrived, thank you")
    Ticket.objects.create(**common, email="curious@example.com", message="What did they buy?")
    dispute = entered(finance, payment, notes="between us")

    answer = Client().post(
        f"/api/admin/disputes/{dispute['_id']}/evidence.pdf",
        headers={"Authorization": f"Bearer {log_in(make_user(role='finance'))}"},
    )

    pdf = PdfReader(io.BytesIO(answer.content))
    text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    invoice = Document.objects.get(order=order, kind="invoice")
    for expected in (order.order_id, payment.transaction_id, invoice.number, "It arrived, thank you"):
        assert expected in text
    assert "Payment captured" in text
    # The mails' private links open the order for whoever has them.
    assert order.key not in "".join(text.split())
    unwanted = (other.order_id, "Somebody Else", "stranger@", "curious@", "What did they buy", "between us")
    assert [word for word in unwanted if word in text] == []
    assert AuditEntry.objects.get(action="dispute.evidence").after["dispute"] == dispute["_id"]


def test_open_disputes_are_told_when_they_come_and_when_their_deadline_nears(
    payment: Payment, finance: Api
) -> None:
    def look() -> tuple[Any, str, int | None]:
        found = check_disputes()
        return found.news_at, found.status, found.count

    assert look() == (None, "ok", 0)
    dispute = entered(finance, payment, respondBy=(timezone.now() + timedelta(days=9)).isoformat())
    row = Dispute.objects.get()
    assert look() == (row.created_at, "warning", 1)

    for days, status in ((2, "warning"), (0.5, "failing")):
        Dispute.objects.update(respond_by=timezone.now() + timedelta(days=days))
        before = timedelta(days=3 if days > 1 else 1)
        row.refresh_from_db()
        Dispute.objects.update(created_at=timezone.now() - timedelta(days=9))
        assert row.respond_by is not None
        assert look() == (row.respond_by - before, status, 1)

    finance.post(f"/admin/disputes/{dispute['_id']}/step", {"step": "evidence"}, key=new_key())
    assert look() == (None, "ok", 0)
