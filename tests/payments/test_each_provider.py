"""A purchase and its way back through every installed provider: page, messages, refund, settlement report."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from project.backoffice.provider_reconciliation import differences
from project.invoices.actions.issuing import issue_all
from project.payments.models import Case, Payment, Refund, StatementLine, WebhookMessage
from project.payments.providers.registry import INSTALLED, get_provider
from project.payments.refunds.processing import advance_refund, import_refund
from project.payments.settlement.reconciliation import expected_fee
from project.payments.settlement.statements import fetch_statements, import_statement, take_due_statements
from tests.buying import check, let_pass, pay, pay_call, place, start, status
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.payments.refund_helpers import ask
from tests.payments.statements import upload
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.waiting import eventually

pytestmark = pytest.mark.parametrize("first_provider", INSTALLED, indirect=True)


@pytest.mark.django_db(transaction=True)
def test_purchase_refund_and_report_agree_with_the_provider(
    provider: SandboxProcess, first_provider: str, live_server: LiveServer, settings: Settings
) -> None:
    settings.PHONEPE_STATEMENT_URL = f"{provider.url}/settlements/{{day}}.csv"
    address = f"{live_server.url}/api/payments/webhooks/{{provider}}"
    provider.control("/settings", webhook_url=address, refund_seconds=None)
    payment = start(place(make_product(price_paise=50_000)))

    back = provider.pay(payment.pay_url, method="card")
    assert f"/order-confirmation/{payment.transaction_id}" in back
    eventually(lambda: Payment.objects.get(pk=payment.pk).status == "SUCCESS")
    refund = ask(payment, 20_000)
    advance_refund(refund.pk, cause="clock")
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    eventually(lambda: Refund.objects.get(pk=refund.pk).status == "done")
    eventually(lambda: not WebhookMessage.objects.filter(handled_at=None).exists())
    for day in {timezone.localdate(), timezone.localdate() - timedelta(days=1)}:
        if body := get_provider(first_provider).fetch_statement(day):
            staff = Api(token=log_in(make_user(role="finance")))
            assert upload(staff, body).status == 200
    for pk in take_due_statements(limit=9):
        import_statement(pk)
    issue_all()

    payment.refresh_from_db()
    assert (payment.provider, payment.instrument, payment.refunded_paise) == (first_provider, "Card", 20_000)
    assert payment.bank_reference and Refund.objects.get().bank_reference
    assert set(WebhookMessage.objects.values_list("provider", "proof")) == {(first_provider, "hmac")}
    assert set(StatementLine.objects.values_list("kind", "payment")) == {
        ("payment", payment.pk),
        ("refund", payment.pk),
    }
    assert list(Case.objects.filter(closed_at=None)) == []
    books = provider.control("/books", "GET")
    assert list(differences(paid=books["paid"], returned=books["returned"])) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "language, sentence",
    [
        ("en", "Redirecting to {} for secure payment..."),
        ("hi", "सुरक्षित भुगतान के लिए {} पर ले जाया जा रहा है..."),
    ],
)
def test_shopper_reads_to_which_provider_the_page_leads(
    provider: SandboxProcess, first_provider: str, language: str, sentence: str
) -> None:
    answer = pay_call(place(make_product()), api=Api(language=language))

    assert answer.body["message"] == sentence.format(get_provider(first_provider).label)


@pytest.mark.django_db
def test_daily_job_takes_each_report_once(
    provider: SandboxProcess, settings: Settings, first_provider: str
) -> None:
    settings.PHONEPE_STATEMENT_URL = f"{provider.url}/settlements/{{day}}.csv"
    payment = pay(place(make_product(price_paise=50_000)), provider)

    taken, again = fetch_statements(), fetch_statements()

    assert (len(taken), again) == (1, [])
    for pk in take_due_statements():
        import_statement(pk)
    assert StatementLine.objects.get().payment == payment


@pytest.mark.django_db
def test_money_of_a_second_page_goes_back_and_the_books_agree(
    provider: SandboxProcess, first_provider: str
) -> None:
    order = place(make_product(price_paise=50_000))
    first = start(order)
    provider.control("/clock", advance=2000)
    let_pass(check(first), timedelta(seconds=2000))
    second = start(order)
    provider.settle(second.transaction_id, "success")
    check(second)

    provider.settle(first.transaction_id, "success", late=True)
    first = check(first)

    assert (first.status, first.fulfils, Payment.objects.get(pk=second.pk).fulfils) == (
        "SUCCESS",
        False,
        True,
    )
    refund = Refund.objects.get()
    assert (refund.payment, refund.amount_paise) == (first, 50_000)
    advance_refund(refund.pk, cause="clock")
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    advance_refund(refund.pk, cause="clock")
    assert Refund.objects.get().status == "done"
    books = provider.control("/books", "GET")
    assert list(differences(paid=books["paid"], returned=books["returned"])) == []


@pytest.mark.django_db
def test_refund_two_messages_tell_of_together_is_imported_once(
    provider: SandboxProcess, first_provider: str
) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    body = {"merchantRefundId": "CONSOLE1", "originalMerchantOrderId": payment.transaction_id}
    provider.control("/refunds", **body, amount=50_000)
    answer = get_provider(first_provider).refund_status("CONSOLE1", merchant_order_id=payment.transaction_id)
    assert answer is not None

    first = import_refund(payment.pk, answer, cause="webhook")
    second = import_refund(payment.pk, answer, cause="webhook")

    assert first == second == Refund.objects.get()
    assert not Case.objects.exists()


@pytest.mark.django_db
def test_shopper_reads_why_a_payment_did_not_work(provider: SandboxProcess, first_provider: str) -> None:
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "failure", mode="CARD", detail="CARD_BLOCKED")
    provider.control("/clock", advance=1000)

    payment = check(payment)

    assert (payment.status, payment.instrument) == ("EXPIRED", "Card")
    assert "time" in status(payment).data["reason"] or "card" in status(payment).data["reason"]


@pytest.mark.django_db
def test_fee_agreed_with_one_provider_goes_before_that_of_all(first_provider: str) -> None:
    change_shop(payments={"provider_fees": f"Card=2, {first_provider}:Card=1"})

    assert expected_fee(first_provider, "Card", 100_000) == 1_180
    assert expected_fee("another", "Card", 100_000) == 2_360
    assert expected_fee(first_provider, "UPI", 100_000) is None
