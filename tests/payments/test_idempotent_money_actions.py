"""Money actions are idempotent: a retry with the same Idempotency-Key gets the stored answer."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from project.core.models import IdempotencyKey
from project.orders.models import Order
from project.payments.models import Case, Movement, Payment, Refund, WebhookMessage
from project.returns.models import Return
from project.returns.models.claim import Claim
from tests.buying import check, deliver, guest_body, item, message, new_key, pay, place, proof, start
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.orders.order_helpers import WAY, move
from tests.payments.refund_helpers import advance, ask, finish
from tests.returns import return_helpers as returns
from tests.returns.claims import claim_helpers as claims
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True)
class Action:
    """One press of a button, and how many rows of money it may leave."""

    press: Callable[[str], Answer]
    count: Callable[[], int]
    after: int = 1


def browser(role: str = "admin") -> Callable[[], Api]:
    """Return how to open windows of one member of staff; each thread needs its own."""
    token = log_in(make_user(role=role))
    return lambda: Api(token=token)


def paid(provider: SandboxProcess) -> Payment:
    return pay(place(make_product(price_paise=50_000, stock=50), 2), provider)


def refund(provider: SandboxProcess) -> Action:
    payment, staff = paid(provider), browser("finance")
    path = f"/transactions/{payment.transaction_id}/refund"
    body = {"amount": 105, "reason": "other", "refundable": 1000}
    return Action(lambda key: staff().post(path, body, key=key), Refund.objects.count)


def approve(provider: SandboxProcess) -> Action:
    waiting, staff = ask(paid(provider), 100_000, user=make_user(role="support")), browser("finance")
    assert waiting.status == "approval"
    path = f"/refunds/{waiting.refund_id}/approve"
    return Action(
        lambda key: staff().post(path, key=key),
        Refund.objects.exclude(status="approval").count,
    )


def decline(provider: SandboxProcess) -> Action:
    waiting, staff = ask(paid(provider), 100_000, user=make_user(role="support")), browser("finance")
    path = f"/refunds/{waiting.refund_id}/decline"
    body = {"notes": "Not owed"}
    return Action(lambda key: staff().post(path, body, key=key), Refund.objects.filter(status="failed").count)


def retry(provider: SandboxProcess) -> Action:
    failed = finish(provider, advance(ask(paid(provider), 10_000)), "failure")
    staff = browser("finance")
    path = f"/refunds/{failed.refund_id}/retry"
    return Action(lambda key: staff().post(path, key=key), Refund.objects.count, after=2)


def order(provider: SandboxProcess) -> Action:
    body = guest_body(item(make_product(stock=50)))
    return Action(lambda key: Api().post("/orders/create-guest-order", body, key=key), Order.objects.count)


def pay_start(provider: SandboxProcess) -> Action:
    order = place(make_product(price_paise=50_000))
    body = {"orderId": order.order_id, "key": order.key, "amount": 500}
    return Action(lambda key: Api().post("/phonepe/create-order", body, key=key), Payment.objects.count)


def cancel(provider: SandboxProcess) -> Action:
    bought = paid(provider).order
    path = f"/orders/{bought.order_id}/cancel"
    return Action(lambda key: Api().post(path, key=key, **proof(bought)), Refund.objects.count)


def cancel_by_staff(provider: SandboxProcess) -> Action:
    bought, staff = paid(provider).order, browser()
    day = Order.objects.values_list("estimated_delivery", flat=True).get(pk=bought.pk)
    seen = {"status": "confirmed", "carrier": "", "trackingNumber": "", "estimatedDelivery": str(day)}
    body = {"status": "cancelled", "seen": seen}
    path = f"/admin-orders/orders/{bought.order_id}/status"
    return Action(lambda key: staff().other("PATCH", path, body, Idempotency_Key=key), Refund.objects.count)


def cancel_many(provider: SandboxProcess) -> Action:
    bought, staff = paid(provider).order, browser()
    body = {"orders": [{"orderId": bought.order_id}], "status": "cancelled"}
    return Action(lambda key: staff().post("/admin-orders/bulk-status", body, key=key), Refund.objects.count)


def request_return(provider: SandboxProcess) -> Action:
    bought = delivered(provider)
    return Action(lambda key: returns.ask(bought, Idempotency_Key=key), Return.objects.count)


def decide_return(provider: SandboxProcess) -> Action:
    request, staff = returns.asked(delivered(provider)), browser()
    returns.move(request, "approved")
    path, body = f"/admin/returns/{request.return_id}/status", {"status": "received", "note": ""}
    return Action(lambda key: staff().post(path, body, key=key), Refund.objects.count)


def delivered(provider: SandboxProcess) -> Order:
    bought = paid(provider).order
    for status in WAY:
        move(bought, status)
    bought.refresh_from_db()
    return bought


def open_claim(provider: SandboxProcess) -> Action:
    bought, api = delivered(provider), Api()
    # One form pressed twice sends one code; a second code would end the first.
    code = claims.new_code(bought, api)
    return Action(
        lambda key: claims.claim(bought, api=api, code=code, Idempotency_Key=key), Claim.objects.count
    )


def approve_claim(provider: SandboxProcess) -> Action:
    opened, staff = claims.claimed(delivered(provider)), browser("finance")
    path, body = f"/admin/claims/{opened.claim_id}/decide", {"decision": "approve", "note": ""}
    return Action(lambda key: staff().post(path, body, key=key), Refund.objects.count)


def pay_claim(provider: SandboxProcess) -> Action:
    opened, staff = claims.claimed(delivered(provider)), browser("finance")
    claims.decide(opened)
    path, body = f"/admin/claims/{opened.claim_id}/paid", {"bankReference": claims.REFERENCE}
    sent = Movement.objects.filter(kind="paid_out").count
    return Action(lambda key: staff().post(path, body, key=key), sent)


def act_on_case(provider: SandboxProcess) -> Action:
    payment, staff = start(place(make_product(price_paise=50_000))), browser("finance")
    provider.fault("alter", on="status", value={"amount": 40_000}, times=None)
    provider.settle(payment.transaction_id, "success")
    check(payment)
    path = f"/admin/cases/{Case.objects.get().case_id}/act"
    return Action(lambda key: staff().post(path, key=key), Refund.objects.count)


def try_again_by_case(provider: SandboxProcess) -> Action:
    finish(provider, advance(ask(paid(provider), 10_000)), "failure")
    staff = browser("finance")
    path = f"/admin/cases/{Case.objects.get(kind='refund_failed').case_id}/act"
    return Action(lambda key: staff().post(path, key=key), Refund.objects.count, after=2)


def replay(provider: SandboxProcess) -> Action:
    payment, staff = start(place(make_product(price_paise=50_000))), browser("finance")
    provider.settle(payment.transaction_id, "success")
    deliver(message(payment))
    path = f"/admin/webhooks/{WebhookMessage.objects.get().message_id}/replay"
    body = {"dryRun": False}
    captured = Payment.objects.filter(status="SUCCESS").count
    return Action(lambda key: staff().post(path, body, key=key), captured)


ACTIONS = (
    refund,
    approve,
    decline,
    retry,
    order,
    pay_start,
    cancel,
    cancel_by_staff,
    cancel_many,
    request_return,
    decide_return,
    open_claim,
    approve_claim,
    pay_claim,
    act_on_case,
    try_again_by_case,
    replay,
)
# Those that one transaction spans: pressed twice at the same moment, both presses get the same answer.
IN_ONE_TRANSACTION = tuple(each for each in ACTIONS if each not in (act_on_case, try_again_by_case, replay))


@pytest.mark.parametrize("action", ACTIONS)
def test_action_whose_answer_was_lost_happens_once(
    provider: SandboxProcess, action: Callable[[SandboxProcess], Action]
) -> None:
    button, key = action(provider), new_key()

    first, again = button.press(key), button.press(key)

    assert button.count() == button.after
    assert (first.status, again.status) == (200, 200), (first.body, again.body)


@pytest.mark.parametrize("action", IN_ONE_TRANSACTION)
def test_action_pressed_twice_at_once_happens_once(
    provider: SandboxProcess, action: Callable[[SandboxProcess], Action]
) -> None:
    button, key = action(provider), new_key()

    answers = at_once(2, lambda number: button.press(key))

    assert button.count() == button.after
    assert [answer.status for answer in answers] == [200, 200], [answer.body for answer in answers]


@pytest.mark.parametrize("action", [act_on_case, try_again_by_case])
def test_case_acted_on_twice_at_once_moves_its_money_once(
    provider: SandboxProcess, action: Callable[[SandboxProcess], Action]
) -> None:
    button, key = action(provider), new_key()

    answers = at_once(2, lambda number: button.press(key))

    assert button.count() == button.after
    assert 200 in [answer.status for answer in answers]
    assert button.press(key).status == 200


def test_refund_is_found_again_by_the_key_it_was_asked_for_with(provider: SandboxProcess) -> None:
    payment, staff = paid(provider), browser("finance")
    path = f"/transactions/{payment.transaction_id}"
    staff().post(f"{path}/refund", {"amount": 105, "reason": "other"}, key="mine-1")

    shown = staff().get(path).data["transaction"]["refunds"]

    assert [(row["requestKey"], row["amount"]) for row in shown] == [("mine-1", 105)]


def test_key_of_a_refund_holds_after_the_stored_answers_are_swept(provider: SandboxProcess) -> None:
    payment, staff = paid(provider), browser("finance")
    path, body = f"/transactions/{payment.transaction_id}/refund", {"amount": 105, "reason": "other"}
    first = staff().post(path, body, key="mine-1").data["refund"]["refundId"]
    IdempotencyKey.objects.all().delete()

    assert staff().post(path, body, key="mine-1").data["refund"]["refundId"] == first
    other = staff().post(path, body | {"amount": 200}, key="mine-1")
    assert other.refusal == (409, "IDEMPOTENCY_MISMATCH")
    assert Refund.objects.count() == 1


def test_cancelled_order_whose_money_is_back_answers_its_key_again(provider: SandboxProcess) -> None:
    button, key = cancel(provider), new_key()
    button.press(key)
    finish(provider, advance(Refund.objects.get()))

    again = button.press(key)

    assert again.data["order"]["status"] == "refunded"
