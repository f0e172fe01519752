"""Payment trials: an admin pays one rupee with the shop's own keys, and it goes back by itself."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from pytest_django.fixtures import Settings

from project.backoffice.first_steps import FirstStep, read_first_steps
from project.backoffice.provider_reconciliation import differences
from project.core.models import Mail
from project.core.money import SMALLEST_PAISE
from project.events.models import AuditEntry
from project.invoices.models import DueDocument
from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Case, Payment, Refund
from project.payments.providers.registry import INSTALLED
from project.webhooks.models import Delivery
from tests.accounts.second_factor_helpers import let_proof_age
from tests.buying import check, deliver, let_pass, message, new_key, pay, pay_call, place, start, status
from tests.cod.cash_helpers import offer_cash
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from tests.webhooks.helpers import make_endpoint, work
from worker.tasks import sweep

pytestmark = pytest.mark.django_db
EACH_PROVIDER = pytest.mark.parametrize("first_provider", INSTALLED, indirect=True)


def admin() -> Api:
    return Api(token=log_in(make_user(role="admin")))


def open_page(api: Api, name: str = "phonepe", *, key: str = "") -> Answer:
    return api.post(f"/admin/settings/connections/{name}/payment-trial", {}, key=key or new_key())


def begin(api: Api | None = None, name: str = "phonepe") -> Payment:
    transaction_id = open_page(api or admin(), name).data["transactionId"]
    return Payment.objects.select_related("order").get(transaction_id=transaction_id)


def capture(payment: Payment, provider: SandboxProcess) -> Payment:
    """Pay at the provider; its refunds then complete by hand only."""
    provider.control("/settings", refund_seconds=None)
    provider.settle(payment.transaction_id, "success")
    return check(payment)


def give_back(provider: SandboxProcess) -> Refund:
    """Let the worker send the refund, and the provider complete it."""
    sweep()
    refund = Refund.objects.get()
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    Refund.objects.filter(status="under_way").update(next_check_at=refund.requested_at)
    sweep()
    refund.refresh_from_db()
    return refund


def step() -> FirstStep:
    return next(step for step in read_first_steps().steps if step.name == "keys")


@EACH_PROVIDER
def test_captured_rupee_goes_back_and_every_book_agrees(
    provider: SandboxProcess, first_provider: str
) -> None:
    payment = begin(name=first_provider)
    assert (payment.provider, payment.amount_paise) == (first_provider, SMALLEST_PAISE)

    payment = capture(payment, provider)

    assert (payment.status, payment.refund_pending_paise) == ("SUCCESS", SMALLEST_PAISE)
    refund = give_back(provider)
    payment.refresh_from_db()
    assert (refund.status, payment.status, payment.net_paise) == ("done", "REFUNDED", 0)
    order = Order.objects.get()
    assert (order.status, order.payment_status, order.net_paise) == ("refunded", "refunded", 0)
    books = provider.control("/books", "GET")
    assert list(differences(paid=books["paid"], returned=books["returned"])) == []
    assert audit_ledger() == []
    assert not Case.objects.exists()


def test_trial_sends_and_sells_nothing(provider: SandboxProcess, settings: Settings) -> None:
    settings.OUTBOUND_PRIVATE_HOSTS = ["127.0.0.1"]
    make_endpoint("http://127.0.0.1:9/", "order.created", "order.cancelled", "refund.completed")

    capture(begin(), provider)
    give_back(provider)
    work()

    assert not (Mail.objects.exists() or DueDocument.objects.exists() or Delivery.objects.exists())


def test_failed_trial_sends_no_mail(provider: SandboxProcess) -> None:
    payment = begin()
    provider.settle(payment.transaction_id, "failure", final=True)

    assert check(payment).status == "FAILED"
    assert not Mail.objects.exists()


@EACH_PROVIDER
def test_step_is_done_once_each_provider_was_paid_with_the_present_keys(
    provider: SandboxProcess, first_provider: str, settings: Settings
) -> None:
    settings.PAYMENT_PROVIDERS = {first_provider: INSTALLED[first_provider]}
    assert (step().is_done, step().tries) == (False, first_provider)

    capture(begin(name=first_provider), provider)

    assert (step().is_done, step().tries) == (True, "")
    changed = {"phonepe": "PHONEPE_CLIENT_SECRET", "razorpay": "RAZORPAY_WEBHOOK_SECRET"}[first_provider]
    setattr(settings, changed, "another")
    assert (step().is_done, step().tries) == (False, first_provider)


@pytest.mark.parametrize("first_provider", ["razorpay"], indirect=True)
def test_each_provider_is_tried_for_itself(provider: SandboxProcess, first_provider: str) -> None:
    api = admin()
    capture(begin(api), provider)

    connections = api.get("/admin/settings/connections").data["connections"]

    assert {each["name"]: each["isTried"] for each in connections} == {
        "site": None,
        "mail": None,
        "phonepe": True,
        "razorpay": False,
    }
    assert step().tries == "razorpay"
    assert begin(api, "razorpay").provider == "razorpay"


def test_without_keys_there_is_nothing_to_try(provider: SandboxProcess, settings: Settings) -> None:
    settings.PROVIDERS_ON_SCREEN = ["phonepe"]

    assert open_page(admin()).refusal == (404, "NOT_FOUND")
    assert open_page(admin(), "mail").refusal == (404, "NOT_FOUND")
    assert (step().is_done, step().tries) == (False, "")


def test_message_that_comes_twice_and_late_refunds_once(provider: SandboxProcess) -> None:
    payment = begin()
    provider.control("/settings", refund_seconds=None)
    provider.settle(payment.transaction_id, "success")
    body = message(payment)

    for _ in range(2):
        deliver(body)
        sweep()
    give_back(provider)
    deliver(body)
    sweep()

    refund = Refund.objects.get()
    assert (refund.amount_paise, refund.status) == (SMALLEST_PAISE, "done")


def test_worker_that_was_dead_at_the_capture_refunds_later(provider: SandboxProcess) -> None:
    capture(begin(), provider)
    # Whatever has died by now: the refund was committed with the capture.
    assert Refund.objects.get().status == "requested"

    assert give_back(provider).status == "done"


def test_late_success_after_the_page_closed_is_tried_and_refunded(provider: SandboxProcess) -> None:
    payment = begin()
    provider.control("/clock", advance=2000)
    let_pass(check(payment), timedelta(hours=80))
    sweep()
    assert Order.objects.get().status in ("pending", "cancelled")

    provider.control("/settings", refund_seconds=None)
    provider.settle(payment.transaction_id, "success", late=True)
    check(payment)

    assert step().is_done
    assert give_back(provider).status == "done"
    assert (Order.objects.get().status, audit_ledger()) == ("refunded", [])


@pytest.mark.parametrize("first_provider", ["razorpay"], indirect=True)
def test_provider_that_does_not_answer_is_told_and_no_other_one_is_asked(
    provider: SandboxProcess, first_provider: str
) -> None:
    provider.fault("error_json", on="pay", times=None)
    api = admin()

    assert open_page(api).refusal == (503, "PROVIDER_UNAVAILABLE")

    assert set(Payment.objects.values_list("provider", flat=True)) == {"phonepe"}
    provider.control("/faults", "DELETE")
    assert open_page(api).status == 200
    assert Order.objects.count() == 1


@pytest.mark.parametrize("first_provider", INSTALLED, indirect=True)
def test_keys_that_the_provider_refuses_open_nothing_and_the_next_try_goes_on(
    provider: SandboxProcess, first_provider: str, settings: Settings
) -> None:
    settings.PAYMENT_PROVIDERS = {first_provider: INSTALLED[first_provider]}
    secret = {"phonepe": "PHONEPE_CLIENT_SECRET", "razorpay": "RAZORPAY_KEY_SECRET"}[first_provider]
    right = getattr(settings, secret)
    api = admin()
    setattr(settings, secret, "of another shop")

    assert open_page(api, first_provider).refusal == (503, "PROVIDER_UNAVAILABLE")

    setattr(settings, secret, right)
    capture(begin(api, first_provider), provider)
    assert step().is_done


def test_admin_who_closed_the_page_pays_the_same_order_later(provider: SandboxProcess) -> None:
    api = admin()
    first = begin(api)
    assert begin(api) == first

    provider.settle(first.transaction_id, "cancel")
    assert check(first).status == "CANCELLED"

    second = begin(api)
    assert (second.order, second == first, step().is_done) == (first.order, False, False)


def test_screen_of_a_failed_trial_can_try_again_and_stays_a_trial(provider: SandboxProcess) -> None:
    payment = begin()
    provider.settle(payment.transaction_id, "failure", final=True)
    check(payment)
    shown = status(payment).data
    assert (shown["isTrial"], shown["canRetry"]) == (True, True)

    answer = pay_call(payment.order, key="", transactionId=payment.transaction_id)

    again = Payment.objects.get(transaction_id=answer.data["transactionId"])
    assert capture(again, provider).fulfils is False
    assert Refund.objects.get().payment == again


def test_trial_paid_after_its_keys_were_changed_does_not_try_the_new_ones(
    provider: SandboxProcess, settings: Settings
) -> None:
    payment = begin()
    settings.PHONEPE_WEBHOOK_SECRET = "another"

    assert capture(payment, provider).status == "SUCCESS"

    assert (step().is_done, step().tries) == (False, "phonepe")


def test_failed_trial_is_not_paid_with_keys_that_came_later(
    provider: SandboxProcess, settings: Settings
) -> None:
    payment = begin()
    provider.settle(payment.transaction_id, "failure", final=True)
    check(payment)
    former, settings.PHONEPE_WEBHOOK_SECRET = settings.PHONEPE_WEBHOOK_SECRET, "another"

    answer = pay_call(payment.order, key="", transactionId=payment.transaction_id)

    assert answer.refusal == (409, "ORDER_NOT_PAYABLE")
    assert status(payment).data["retry"] == "closed"
    assert begin().order != payment.order
    settings.PHONEPE_WEBHOOK_SECRET = former
    assert not step().is_done
    assert status(payment).data["canRetry"]


def test_shopper_sees_no_trial(provider: SandboxProcess) -> None:
    assert status(start(place(make_product()))).data["isTrial"] is False


@pytest.mark.django_db(transaction=True)
def test_admins_at_once_share_one_page(provider: SandboxProcess) -> None:
    apis = [admin() for _ in range(4)]

    answers = at_once(4, lambda number: open_page(apis[number]))

    assert len({answer.data["paymentUrl"] for answer in answers}) == 1
    assert (Order.objects.count(), Payment.objects.count()) == (1, 1)


def test_repeated_request_does_not_pay_a_second_rupee(provider: SandboxProcess) -> None:
    api, key = admin(), new_key()
    first = open_page(api, key=key)
    assert open_page(api, key=key).data == first.data
    capture(Payment.objects.get(), provider)

    assert open_page(api, key=key).refusal == (409, "ALREADY_PAID")

    assert Order.objects.count() == 1
    assert AuditEntry.objects.filter(action="settings.payment_tried").count() == 1


def test_keys_can_be_tried_again_after_they_were(provider: SandboxProcess) -> None:
    api = admin()
    capture(begin(api), provider)

    assert capture(begin(api), provider).status == "SUCCESS"

    assert (Order.objects.count(), Refund.objects.count()) == (2, 2)


@pytest.mark.parametrize("role", ["support", "orders", "finance", "catalogue", "customer"])
def test_others_cannot_try_the_keys(provider: SandboxProcess, role: str) -> None:
    assert open_page(Api(token=log_in(make_user(role=role)))).refusal == (403, "FORBIDDEN")
    assert open_page(Api()).status == 401
    assert not Order.objects.exists()


def test_admin_proves_the_second_factor_first(provider: SandboxProcess) -> None:
    api = admin()
    let_proof_age(timedelta(minutes=11))

    assert open_page(api).refusal == (403, "REAUTHENTICATION_REQUIRED")


@pytest.mark.usefixtures("limits")
def test_an_admin_tries_six_times_an_hour(provider: SandboxProcess) -> None:
    api = admin()

    answers = [open_page(api).status for _ in range(7)]

    assert answers == [200] * 6 + [429]


def test_nobody_owns_a_trial_whose_courier_could_be_paid(provider: SandboxProcess) -> None:
    offer_cash()
    api = admin()
    order = begin(api).order

    answer = api.post(f"/orders/{order.order_id}/cash-on-delivery", {"amount": 1}, key=new_key())

    assert answer.refusal == (404, "NOT_FOUND")


def test_database_refuses_to_confirm_a_trial(provider: SandboxProcess) -> None:
    order = begin().order

    with pytest.raises(IntegrityError), transaction.atomic():
        order.move("confirmed")  # type: ignore[arg-type]


def test_trial_is_no_test_purchase(provider: SandboxProcess) -> None:
    def is_bought() -> bool:
        return next(step.is_done for step in read_first_steps().steps if step.name == "purchase")

    capture(begin(), provider)
    assert not is_bought()

    pay(place(make_product()), provider)
    assert is_bought()


def test_order_of_a_trial_opens_in_every_list_of_staff(provider: SandboxProcess) -> None:
    api = admin()
    payment = capture(begin(api), provider)
    order = payment.order

    for path in (
        "/admin/orders",
        f"/admin/orders/{order.order_id}",
        "/transactions",
        f"/transactions/{payment.transaction_id}",
        "/admin/dashboard",
        f"/auth/orders/{order.order_id}",
    ):
        assert api.get(path).status == 200, path
