"""Access to an invoice, and its mail to the order's own address alone."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from pytest_django.fixtures import Settings

from project.accounts.address_proofs import prove
from project.core.models import Mail
from project.invoices.models import Document
from project.orders.models import ERASED_EMAIL, Order
from project.payments.models import Payment
from tests.buying import GUEST, check, item, new_key, pay, proof, start, total_of
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.invoices.document_helpers import bought, make_due, pdf_bytes
from tests.sandbox_process import SandboxProcess
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def payment(provider: SandboxProcess) -> Payment:
    """A guest's order that is paid and has its invoice."""
    payment = pay(bought(), provider)
    make_due()
    return payment


def download(order: Order, **headers: str) -> Any:
    """Ask for the PDF as a browser does."""
    return Client().get(f"/api/orders/{order.order_id}/invoice.pdf", headers=headers)


def send(payment: Payment, *, api: Api | None = None, body: Any = None, **headers: str) -> Answer:
    """Ask for the invoice to be sent again."""
    return (api or Api()).post(f"/phonepe/send-invoice/{payment.transaction_id}", body, **headers)


def let_mails_pass(span: timedelta = timedelta(minutes=10)) -> None:
    """Let time pass for the mails that were sent."""
    Mail.objects.update(sent_at=F("sent_at") - span)


def test_holder_of_the_proven_address_gets_the_kept_bytes(payment: Payment) -> None:
    response = download(payment.order, **{"X-Order-Access": prove(payment.order.email)})

    invoice = Document.objects.get()
    assert response.status_code == 200
    assert response.content == pdf_bytes(invoice)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'attachment; filename="{invoice.number.replace("/", "-")}.pdf"'
    assert response["Cache-Control"] == "private, no-store"


def test_staff_get_it(payment: Payment) -> None:
    token = log_in(make_user(role="support"))

    assert download(payment.order, Authorization=f"Bearer {token}").status_code == 200


def test_owner_gets_it_and_another_customer_does_not(provider: SandboxProcess) -> None:
    owner, stranger = make_user(), make_user()
    bead = item(make_product())
    body = {
        "items": [bead],
        "amount": total_of(bead),
        "shippingAddress": GUEST["address"] | {"name": "Asha Rao", "phone": "9876543210"},
        "paymentType": "phonepe",
    }
    placed = Api(token=log_in(owner)).post("/orders/", body, key=new_key())
    order = Order.objects.get(order_id=placed.data["orderId"])
    payment = start(order, api=Api(token=log_in(owner)))
    provider.settle(payment.transaction_id, "success")
    check(payment)
    make_due()

    assert download(order, Authorization=f"Bearer {log_in(owner)}").status_code == 200
    assert download(order, Authorization=f"Bearer {log_in(stranger)}").status_code == 404


def test_without_proof_there_is_no_invoice_and_no_telling_whether_there_is_an_order(payment: Payment) -> None:
    link_only = download(payment.order, **{"X-Order-Key": payment.order.key})
    others_proof = download(payment.order, **{"X-Order-Access": prove("other@example.com")})
    nobody = download(payment.order)
    unknown = Client().get("/api/orders/AKS-000000000000/invoice.pdf")

    answers = [json.loads(each.content) for each in (link_only, others_proof, nobody, unknown)]
    assert [each["code"] for each in answers] == ["NOT_FOUND"] * 4
    assert len({each["message"] for each in answers}) == 1


def test_order_without_an_invoice_yet_answers_not_found(provider: SandboxProcess) -> None:
    order = bought()
    pay(order, provider)

    assert download(order, **{"X-Order-Access": prove(order.email)}).status_code == 404


def test_order_shows_its_invoice_once_it_exists(payment: Payment) -> None:
    invoice = Document.objects.get()

    shown = Api().get(f"/auth/orders/{payment.order.order_id}", **proof(payment.order)).data["order"]

    assert shown["invoice"] == {
        "number": invoice.number,
        "url": f"/api/orders/{payment.order.order_id}/invoice.pdf",
    }


def test_copy_goes_to_the_orders_address_whatever_the_body_says(payment: Payment) -> None:
    sweep()
    let_mails_pass()
    forged = {
        "customerEmail": "mallory@example.com",
        "customerName": "Mallory",
        "orderDetails": {"items": [{"name": "Gold", "quantity": 1, "price": 1}], "deliveryAddress": "x"},
    }

    answer = send(payment, body=forged, X_Order_Key=payment.order.key)

    assert answer.body["message"] == "The invoice will be sent to the email address of the order"
    assert answer.data == {"state": "queued", "to": None}
    copy = Mail.objects.get(kind="invoice_copy")
    assert (copy.to, copy.attachment) == (payment.order.email, f"document:{Document.objects.get().number}")
    assert not Mail.objects.filter(to="mallory@example.com").exists()
    assert "Gold" not in copy.text + copy.html and "Mallory" not in copy.text + copy.html


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"customerEmail": 7}', b"\xff"])
def test_body_is_not_even_read(payment: Payment, body: bytes) -> None:
    sweep()
    let_mails_pass()

    assert send(payment, body=body, X_Order_Key=payment.order.key).status == 200
    assert Mail.objects.filter(kind="invoice_copy").count() == 1


def test_first_mail_on_its_way_or_just_gone_is_not_doubled(payment: Payment) -> None:
    waiting = send(payment, X_Order_Key=payment.order.key)
    sweep()
    sent = send(payment, X_Order_Key=payment.order.key)

    assert (waiting.data["state"], sent.data["state"]) == ("on_its_way", "sent")
    assert "already on its way" in waiting.body["message"] and "a moment ago" in sent.body["message"]
    assert not Mail.objects.filter(kind="invoice_copy").exists()


def test_strangers_cannot_have_it_sent(payment: Payment) -> None:
    customer = Api(token=log_in(make_user()))

    assert send(payment).refusal == (404, "NOT_FOUND")
    assert send(payment, X_Order_Key="wrong").refusal == (404, "NOT_FOUND")
    assert send(payment, api=customer).refusal == (404, "NOT_FOUND")
    unknown = Api().post("/phonepe/send-invoice/TXN0", {})
    assert unknown.refusal == (404, "NOT_FOUND")


def test_staff_can_have_it_sent_in_the_orders_language(provider: SandboxProcess) -> None:
    payment = pay(bought(language="hi"), provider)
    make_due()
    sweep()
    let_mails_pass()

    answer = send(payment, api=Api(token=log_in(make_user(role="support")), language="hi"))

    assert answer.body["message"] == f"बिल {payment.order.email} पर भेजा जाएगा"
    assert answer.data == {"state": "queued", "to": payment.order.email}
    assert "आपका बिल" in Mail.objects.get(kind="invoice_copy").subject


def test_unpaid_order_has_nothing_to_send(provider: SandboxProcess) -> None:
    payment = start(bought())

    answer = send(payment, X_Order_Key=payment.order.key)

    assert answer.refusal == (409, "INVOICE_NOT_READY")


def test_invoice_that_is_still_being_made_goes_out_by_itself(provider: SandboxProcess) -> None:
    payment = pay(bought(), provider)

    assert send(payment, X_Order_Key=payment.order.key).data["state"] == "being_made"
    make_due()

    assert Mail.objects.filter(kind__startswith="invoice").count() == 1


def test_copies_are_limited_by_order_whoever_asks(payment: Payment, settings: Settings) -> None:
    sweep()
    settings.RATE_LIMIT_FACTOR = 1
    answers = []
    for _ in range(4):
        let_mails_pass()
        answers.append(send(payment, X_Order_Key=payment.order.key))  # each from another network
        sweep()

    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert Mail.objects.filter(kind="invoice_copy").count() == 3


def test_erased_customers_are_not_promised_a_mail(payment: Payment) -> None:
    Order.objects.filter(pk=payment.order_id).update(email=ERASED_EMAIL)

    answer = send(payment, api=Api(token=log_in(make_user(role="support"))))

    assert answer.refusal == (409, "INVOICE_NOT_READY")
    assert "no email address" in answer.body["message"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/phonepe/status-check/%20", None),
        ("POST", "/phonepe/send-invoice/%20", {}),
        ("POST", "/payments/verify-phonepe", {"merchantTransactionId": " "}),
        ("GET", "/auth/orders/%20", None),
    ],
)
def test_blank_id_is_named_as_the_trouble(method: str, path: str, body: Any) -> None:
    for language, words in (("en", "Please enter a"), ("hi", "दर्ज करें")):
        api = Api(language=language)
        answer = api.get(path) if method == "GET" else api.post(path, body)

        assert answer.refusal == (422, "VALIDATION")
        assert words in answer.body["message"]
