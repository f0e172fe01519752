"""Refunds over REST: staff ask and decide, the order's customer sees them, nobody else."""

from typing import Any

import pytest

from project.accounts.models import User
from project.core.models import Mail
from project.events.models import Event
from project.orders.models import OrderStatus
from project.payments.models import Payment, Refund
from project.payments.refunds.processing import advance_refund
from tests.buying import new_key, pay, place
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.live_lists import live_list
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


@pytest.fixture
def payment(provider: SandboxProcess) -> Payment:
    """A paid order of two beads, 1,000 rupees."""
    return pay(place(make_product(price_paise=50_000), 2), provider)


@pytest.fixture
def staff() -> User:
    return make_user(role="finance", name="Meera")


def of(user: User, **more: Any) -> Api:
    """Return this user's browser."""
    return Api(token=log_in(user), **more)


def ask(payment: Payment, user: User, amount: Any = 100, *, key: str = "", **more: Any) -> Answer:
    """Ask for a refund through the API."""
    body = {"amount": amount, "reason": "customer_request", "notes": ""} | more
    return of(user).post(f"/transactions/{payment.transaction_id}/refund", body, key=key or new_key())


def refunds_of(payment: Payment, api: Api, **headers: Any) -> Answer:
    return api.get(f"/orders/{payment.order.order_id}/refunds", **headers)


def test_refund_is_on_its_way_and_is_called_processed_only_when_it_is(
    provider: SandboxProcess, payment: Payment, staff: User
) -> None:
    answer = ask(payment, staff, 1000, notes="  cracked ")

    refund = answer.data["refund"]
    assert answer.body["message"] == "The refund is on its way"
    assert (refund["status"], refund["amount"], refund["notes"]) == ("under_way", 1000, "cracked")
    assert (refund["requestedBy"], refund["requestedById"]) == ("Meera", staff.public_id)
    provider.control(f"/refunds/{refund['refundId']}/settle", outcome="success")
    advance_refund(Refund.objects.get().pk, cause="clock")
    shown = of(staff).get(f"/transactions/{payment.transaction_id}").data["transaction"]
    assert (shown["status"], shown["refundedAmount"], shown["refundableAmount"]) == ("REFUNDED", 1000, 0)
    assert shown["refunds"][0]["status"] == "done"
    assert [entry["event"] for entry in shown["statusHistory"]][-4:] == [
        "refund.requested",
        "refund.started",
        "refund.checked",
        "refund.done",
    ]


@pytest.mark.parametrize(("outcome", "status"), [("success", "done"), ("failure", "failed")])
def test_staff_are_told_once_the_provider_has_finished_a_refund(
    provider: SandboxProcess, payment: Payment, staff: User, outcome: str, status: str
) -> None:
    refund_id = ask(payment, staff, 1000).data["refund"]["refundId"]
    topic, finished = f"staff:refunds#{refund_id}", live_list("staff:refunds")

    assert finished.read_rows([refund_id]) == []
    assert not any(topic in event.topics for event in Event.objects.all())
    provider.control(f"/refunds/{refund_id}/settle", outcome=outcome)
    for _ in range(2):
        advance_refund(Refund.objects.get().pk, cause="clock")

    (row,) = finished.read_rows([refund_id, "RFDNONE"])
    shown = of(staff).get(f"/transactions/{payment.transaction_id}").data["transaction"]["refunds"][0]
    assert (row["id"], row["row"]) == (refund_id, shown)
    assert (shown["status"], shown["transactionId"]) == (status, payment.transaction_id)
    assert shown["requestedById"] == staff.public_id
    assert [event.name for event in Event.objects.all() if topic in event.topics] == [f"refund.{status}"]


def test_same_click_twice_is_one_refund(payment: Payment, staff: User) -> None:
    first = ask(payment, staff, key="click-1")
    again = ask(payment, staff, key="click-1")

    assert first.data["refund"]["refundId"] == again.data["refund"]["refundId"]
    assert Refund.objects.count() == 1
    assert ask(payment, staff, 200, key="click-1").refusal == (409, "IDEMPOTENCY_MISMATCH")


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"amount": 1000.01}, (409, "REFUND_NOT_POSSIBLE")),
        ({"amount": 0.5}, (409, "REFUND_NOT_POSSIBLE")),
        ({"amount": -5}, (422, "VALIDATION")),
        ({"amount": 1.005}, (422, "VALIDATION")),
        ({"amount": "NaN"}, (422, "VALIDATION")),
        ({"amount": None}, (422, "VALIDATION")),
        ({"reason": "because"}, (422, "VALIDATION")),
        ({"reason": ""}, (422, "VALIDATION")),
        ({"notes": "x" * 501}, (422, "VALIDATION")),
        ({"refundable": 999}, (409, "REFUND_CHANGED")),
        ({"lines": [{"line": 2, "quantity": 1}]}, (409, "REFUND_NOT_POSSIBLE")),
        ({"lines": [{"line": 1, "quantity": 3}]}, (409, "REFUND_NOT_POSSIBLE")),
        ({"lines": [{"line": 0, "quantity": 1}]}, (422, "VALIDATION")),
    ],
)
def test_request_that_cannot_be_is_refused(
    payment: Payment, staff: User, body: dict[str, Any], refusal: tuple[int, str]
) -> None:
    assert ask(payment, staff, **body).refusal == refusal

    assert not Refund.objects.exists()


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Invalid refund amount"), ("hi", "रिफ़ंड की राशि मान्य नहीं है")],
)
@pytest.mark.parametrize("amount", [0, "x", "", None, [], "NaN", 1e400])
def test_amount_that_is_none_is_an_invalid_refund_amount(
    payment: Payment, staff: User, language: str, text: str, amount: Any
) -> None:
    body = {"amount": amount, "reason": "other"}

    answer = of(staff, language=language).post(f"/transactions/{payment.transaction_id}/refund", body)

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {"amount": text}
    assert not Refund.objects.exists()


def test_refund_shows_a_bank_reference_of_its_own(
    provider: SandboxProcess, payment: Payment, staff: User
) -> None:
    refund = ask(payment, staff, 300).data["refund"]
    provider.control(f"/refunds/{refund['refundId']}/settle", outcome="success")
    advance_refund(Refund.objects.get().pk, cause="clock")

    shown = of(staff).get(f"/transactions/{payment.transaction_id}").data["transaction"]

    reference = shown["refunds"][0]["bankReference"]
    assert reference and reference != shown["bankReference"]
    assert reference in Mail.objects.get(kind="refund_done").text


def test_refusal_says_what_is_left(payment: Payment, staff: User) -> None:
    ask(payment, staff, 400)

    answer = ask(payment, staff, 700)

    assert answer.body["data"] == {"refundable": 600.0}
    assert answer.body["message"] == "The amount is more than what is left to refund"


def test_refund_by_lines_tells_what_was_paid_for_them(payment: Payment, staff: User) -> None:
    refund = ask(payment, staff, 500, lines=[{"line": 1, "quantity": 1}]).data["refund"]

    assert refund["lines"] == [{"line": 1, "quantity": 1, "amount": 500}]


def test_second_person_decides_above_the_amount(payment: Payment, staff: User) -> None:
    change_shop(returns={"approval_above_paise": 50_000})
    asked = ask(payment, staff, 1000)
    path = f"/refunds/{asked.data['refund']['refundId']}"

    assert asked.data["refund"]["status"] == "approval"
    assert of(staff).post(f"{path}/approve").refusal == (403, "SECOND_PERSON_NEEDED")
    approved = of(make_user(role="admin", name="Ravi")).post(f"{path}/approve").data["refund"]
    assert (approved["status"], approved["decidedBy"]) == ("under_way", "Ravi")
    assert of(staff).post(f"{path}/decline", {"notes": "Not owed"}).refusal == (409, "INVALID_TRANSITION")


def test_declined_and_failed_refunds_can_be_told_apart(
    provider: SandboxProcess, payment: Payment, staff: User
) -> None:
    change_shop(returns={"approval_above_paise": 50_000})
    waiting = ask(payment, staff, 600).data["refund"]["refundId"]
    sent = ask(payment, staff, 100)
    assert sent.data["refund"]["status"] == "approval"  # together they are above the amount
    declined = of(staff).post(f"/refunds/{waiting}/decline", {"notes": "Not owed"}).data["refund"]
    assert (declined["status"], declined["canRetry"]) == ("failed", False)

    small = sent.data["refund"]["refundId"]
    of(make_user(role="admin")).post(f"/refunds/{small}/approve")
    provider.control(f"/refunds/{small}/settle", outcome="failure")
    advance_refund(Refund.objects.get(refund_id=small).pk, cause="clock")
    retried = of(staff).post(f"/refunds/{small}/retry").data["refund"]

    assert (retried["status"], retried["refundId"] == small) == ("under_way", False)
    shown = refunds_of(payment, of(staff)).data["refunds"]
    assert [row["refundId"] for row in shown] == [retried["refundId"]]


def test_customer_sees_amount_date_state_and_bank_reference(
    provider: SandboxProcess, payment: Payment, staff: User
) -> None:
    change_shop(returns={"approval_above_paise": 50_000})
    refund = ask(payment, staff, 300).data["refund"]
    provider.control(f"/refunds/{refund['refundId']}/settle", outcome="success")
    advance_refund(Refund.objects.get().pk, cause="clock")
    ask(payment, staff, 400)
    owner = make_user()
    payment.order.user = owner
    payment.order.save()

    seen = refunds_of(payment, of(owner)).data

    assert (seen["captured"], seen["refunded"], seen["refundable"]) == (1000, 300, 300)
    done, waiting = seen["refunds"]
    assert (done["status"], done["amount"]) == ("done", 300)
    assert done["bankReference"] and done["doneAt"] and done["dueOn"]
    assert waiting["status"] == "approval"
    assert "notes" not in done and "requestedBy" not in done


def test_refunds_of_an_order_are_for_its_people_only(payment: Payment, staff: User) -> None:
    assert refunds_of(payment, of(staff)).status == 200
    assert refunds_of(payment, Api()).refusal == (404, "NOT_FOUND")
    assert refunds_of(payment, of(make_user())).refusal == (404, "NOT_FOUND")
    # A link that was passed on shows no money.
    shared = refunds_of(payment, Api(), X_Order_Key=payment.order.key)
    assert shared.refusal == (404, "NOT_FOUND")


@pytest.mark.parametrize("path", ["/transactions/{txn}/refund", "/refunds/R/approve", "/refunds/R/retry"])
def test_only_staff_give_money_back(payment: Payment, path: str) -> None:
    path = path.format(txn=payment.transaction_id)
    body = {"amount": 100, "reason": "other"}

    assert Api().post(path, body).refusal == (401, "UNAUTHENTICATED")
    assert of(make_user()).post(path, body).refusal == (403, "FORBIDDEN")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/transactions/TXN0/refund", {"amount": 1, "reason": "other"}),
        ("/refunds/RFD0/approve", {}),
        ("/refunds/RFD0/decline", {"notes": "Not owed"}),
    ],
)
def test_unknown_ids_are_not_found(staff: User, path: str, body: dict[str, object]) -> None:
    assert of(staff).post(path, body).refusal == (404, "NOT_FOUND")


def test_answers_are_in_the_callers_language(payment: Payment, staff: User) -> None:
    answer = of(staff, language="hi").post(
        f"/transactions/{payment.transaction_id}/refund", {"amount": 100, "reason": "other"}
    )

    assert answer.body["message"] == "रिफ़ंड की राशि भेजी जा रही है"
    assert payment.order.status == OrderStatus.CONFIRMED
