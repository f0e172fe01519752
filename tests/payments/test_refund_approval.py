"""Refund approval: right and amount decide whether a refund waits, whichever staff action requests it."""

from collections.abc import Callable

import pytest

from project.accounts.models import User
from project.payments.models import Case, Payment, Refund
from tests.buying import check, new_key, pay, place, proof, start
from tests.buying import deliver as deliver_message
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import WAY, move
from tests.payments.refund_helpers import advance, ask, console_refund, finish, refund_message, run_due
from tests.returns import return_helpers as returns
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

Path = Callable[[Payment, Api], None]
DECLINE = {"notes": "Not owed"}


def cancel(payment: Payment, api: Api) -> None:
    assert move(payment.order, "cancelled", api=api).status == 200


def cancel_many(payment: Payment, api: Api) -> None:
    body = {"orders": [{"orderId": payment.order.order_id}], "status": "cancelled"}
    assert api.post("/admin-orders/bulk-status", body).data["moved"] == 1


def note_as_returned(payment: Payment, api: Api) -> None:
    deliver(payment)
    assert move(payment.order, "returned", api=api).status == 200


def receive_return(payment: Payment, api: Api) -> None:
    deliver(payment)
    request = returns.asked(payment.order, items=["1:2"])
    for status in ("approved", "received"):
        assert returns.move(request, status, api=api).status == 200


def deliver(payment: Payment) -> None:
    for status in WAY:
        move(payment.order, status)
    payment.order.refresh_from_db()


@pytest.fixture
def payment(provider: SandboxProcess) -> Payment:
    """A paid order of two beads, 1,000 rupees."""
    return pay(place(make_product(price_paise=50_000), 2), provider)


def of(user: User) -> Api:
    return Api(token=log_in(user))


@pytest.mark.parametrize("path", [cancel, cancel_many, note_as_returned, receive_return])
@pytest.mark.parametrize(
    ("role", "limit_paise", "status"),
    [
        ("support", 1_000_000, "approval"),
        ("orders", 1_000_000, "approval"),
        ("admin", 1_000_000, "requested"),
        ("admin", 99_999, "approval"),
    ],
)
def test_right_and_amount_decide_whichever_button_moves_the_money(
    payment: Payment, path: Path, role: str, limit_paise: int, status: str
) -> None:
    change_shop(returns={"approval_above_paise": limit_paise})
    user = make_user(role=role)

    path(payment, of(user))

    refund = Refund.objects.get()
    assert (refund.amount_paise, refund.status, refund.requested_by) == (100_000, status, user)
    assert Case.objects.filter(kind="refund_approval", closed_at=None).exists() == (status == "approval")
    run_due()
    refund.refresh_from_db()
    assert refund.status == ("approval" if status == "approval" else "under_way")


def test_support_asks_for_a_part_and_finance_approves(payment: Payment) -> None:
    change_shop(returns={"approval_above_paise": 1_000_000})
    support, finance = of(make_user(role="support")), of(make_user(role="finance"))
    path, body = (
        f"/transactions/{payment.transaction_id}/refund",
        {"amount": 500, "reason": "customer_request"},
    )

    asked = support.post(path, body | {"lines": [{"line": 1, "quantity": 1}]})

    assert asked.status == 200
    refund = asked.data["refund"]
    assert (refund["status"], refund["amount"]) == ("approval", 500)
    assert support.post(f"/refunds/{refund['refundId']}/approve").refusal == (403, "FORBIDDEN")
    approved = finance.post(f"/refunds/{refund['refundId']}/approve")
    assert approved.data["refund"]["status"] in ("requested", "under_way")
    assert of(make_user(role="catalogue")).post(path, body).refusal == (403, "FORBIDDEN")


def test_customers_own_cancellation_needs_nobody(payment: Payment) -> None:
    change_shop(returns={"approval_above_paise": 0})
    order = payment.order

    assert Api().post(f"/orders/{order.order_id}/cancel", **proof(order)).status == 200

    refund = Refund.objects.get()
    assert (refund.status, refund.origin, refund.requested_by) == ("requested", "rule", None)


def test_waiting_refund_is_a_case_that_finance_approves_and_its_asker_cannot(payment: Payment) -> None:
    change_shop(returns={"approval_above_paise": 0})
    asker = make_user(role="admin")
    cancel(payment, of(asker))
    case = Case.objects.get()
    path = f"/admin/cases/{case.case_id}"

    assert of(make_user(role="support")).post(f"{path}/act").refusal == (403, "FORBIDDEN")
    assert of(asker).post(f"{path}/act").refusal == (403, "SECOND_PERSON_NEEDED")
    finance = of(make_user(role="finance"))
    assert finance.post(f"{path}/close", {"notes": "never mind"}).refusal == (409, "INVALID_TRANSITION")
    shown = finance.post(f"{path}/act").data["case"]

    assert (shown["kind"], shown["closedRule"], shown["amount"]) == ("refund_approval", "decided", 1000)
    assert Refund.objects.get().status == "requested"


def test_customer_reads_that_the_refund_is_being_checked(payment: Payment) -> None:
    cancel(payment, of(make_user(role="support")))

    shown = Api().get(f"/orders/{payment.order.order_id}/refunds", **proof(payment.order)).data["refunds"]

    assert [(row["status"], row["amount"]) for row in shown] == [("approval", 1000)]


def test_declined_refund_of_a_cancelled_order_can_be_asked_for_again(payment: Payment) -> None:
    cancel(payment, of(make_user(role="support")))
    finance = of(make_user(role="finance"))
    assert finance.post(f"/refunds/{Refund.objects.get().refund_id}/decline", DECLINE).status == 200

    payment.refresh_from_db()

    assert payment.refundable_paise == 100_000
    assert ask(payment, 100_000).status == "requested"


def test_declined_refund_of_a_cancelled_order_is_a_case_until_its_money_is_back(
    provider: SandboxProcess, payment: Payment
) -> None:
    cancel(payment, of(make_user(role="support")))
    finance = of(make_user(role="finance"))
    assert finance.post(f"/refunds/{Refund.objects.get().refund_id}/decline", DECLINE).status == 200
    case = Case.objects.get(closed_at=None)
    assert (case.kind, case.proposal, case.payment) == ("refund_declined", "refund", payment)

    assert finance.post(f"/admin/cases/{case.case_id}/act").status == 200

    refund = Refund.objects.latest("pk")
    assert (refund.status, refund.amount_paise) == ("requested", 100_000)
    finish(provider, advance(refund))
    case.refresh_from_db()
    assert case.closed_rule == "refunded"


def test_declined_refund_of_a_partial_return_is_a_case_until_that_money_is_back(
    provider: SandboxProcess, payment: Payment
) -> None:
    deliver(payment)
    request = returns.asked(payment.order, items=["1:1"])
    support = of(make_user(role="support"))
    for status in ("approved", "received"):
        assert returns.move(request, status, api=support).status == 200
    finance = of(make_user(role="finance"))

    assert finance.post(f"/refunds/{Refund.objects.get().refund_id}/decline", DECLINE).status == 200

    case = Case.objects.get(closed_at=None)
    assert (case.kind, case.proposal, case.facts["amountPaise"]) == ("refund_declined", "refund", 50_000)
    assert finance.post(f"/admin/cases/{case.case_id}/act").status == 200
    again = Refund.objects.latest("pk")
    assert (again.status, again.amount_paise, again.notes) == ("requested", 50_000, request.return_id)
    case.refresh_from_db()
    assert (case.proposal, case.closed_at) == ("wait", None)
    finish(provider, advance(again))
    case.refresh_from_db()
    payment.refresh_from_db()
    assert (case.closed_rule, payment.status, payment.refunded_paise) == ("refunded", "SUCCESS", 50_000)


def test_declined_refunds_of_two_returns_are_two_cases(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000), 3), provider)
    deliver(payment)
    support, finance = of(make_user(role="support")), of(make_user(role="finance"))
    asked = []
    for _ in range(2):
        request = returns.asked(payment.order, items=["1:1"])
        for status in ("approved", "received"):
            assert returns.move(request, status, api=support).status == 200
        asked.append(Refund.objects.get(notes=request.return_id))

    finance.post(f"/refunds/{asked[0].refund_id}/decline", DECLINE)
    first = Case.objects.get(kind="refund_declined")
    finance.post(f"/admin/cases/{first.case_id}/act")
    finance.post(f"/refunds/{asked[1].refund_id}/decline", DECLINE)

    cases = Case.objects.filter(kind="refund_declined", closed_at=None).order_by("pk")
    assert [(case.refund, case.proposal) for case in cases] == [(asked[0], "wait"), (asked[1], "refund")]


def test_refund_that_is_declined_again_is_requested_once_more(
    provider: SandboxProcess, payment: Payment
) -> None:
    change_shop(returns={"approval_above_paise": 0})
    deliver(payment)
    request = returns.asked(payment.order, items=["1:1"])
    for status in ("approved", "received"):
        returns.move(request, status, api=of(make_user(role="support")))
    finance, second = of(make_user(role="finance")), of(make_user(role="finance"))
    finance.post(f"/refunds/{Refund.objects.get().refund_id}/decline", DECLINE)
    case = Case.objects.get(kind="refund_declined")
    for _ in range(2):
        assert finance.post(f"/admin/cases/{case.case_id}/act").status == 200
        refund = Refund.objects.latest("pk")
        assert refund.status == "approval"
        assert second.post(f"/refunds/{refund.refund_id}/decline", DECLINE).status == 200
    assert Refund.objects.filter(status="failed").count() == 3
    case.refresh_from_db()
    assert (case.proposal, case.closed_at) == ("refund", None)
    change_shop(returns={"approval_above_paise": 1_000_000})
    # A refund for something else does not close it.
    finish(provider, advance(ask(payment, 20_000)))
    case.refresh_from_db()
    assert case.closed_at is None

    assert finance.post(f"/admin/cases/{case.case_id}/act").status == 200
    finish(provider, advance(Refund.objects.latest("pk")))

    case.refresh_from_db()
    assert case.closed_rule == "refunded"


def test_money_of_a_wrong_amount_goes_back_with_a_second_person_above_the_limit(
    provider: SandboxProcess, payment: Payment
) -> None:
    wrong = start(place(make_product(price_paise=50_000)))
    provider.fault("alter", on="status", value={"amount": 40_000}, times=None)
    provider.settle(wrong.transaction_id, "success")
    check(wrong)
    change_shop(returns={"approval_above_paise": 39_999})
    case = Case.objects.get(kind="amount_differs")

    assert of(make_user(role="finance")).post(f"/admin/cases/{case.case_id}/act").status == 200

    refund = Refund.objects.get()
    assert (refund.status, refund.amount_paise) == ("approval", 40_000)
    second = of(make_user(role="finance"))
    assert second.post(f"/refunds/{refund.refund_id}/decline", DECLINE).status == 200
    case.refresh_from_db()
    assert (case.proposal, case.closed_at) == ("refund", None)


def test_refund_that_gave_way_before_it_was_approved_is_not_retried_without_approval(
    provider: SandboxProcess, payment: Payment
) -> None:
    change_shop(returns={"approval_above_paise": 30_000})
    waiting = ask(payment, 60_000)
    console_refund(provider, payment, "CONSOLE1", 50_000)
    deliver_message(refund_message(payment, "CONSOLE1", amount=50_000))
    run_due()
    waiting.refresh_from_db()
    assert (waiting.status, waiting.error_code) == ("failed", "SUPERSEDED")
    provider.control("/refunds/CONSOLE1/settle", outcome="failure")
    advance(Refund.objects.get(refund_id="CONSOLE1"))

    again = of(make_user(role="finance")).post(f"/refunds/{waiting.refund_id}/retry", key=new_key())

    assert again.data["refund"]["status"] == "approval"
