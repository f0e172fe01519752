"""Several people decide about a claim at once: its money moves once, and two are two."""

import pytest

from project.core.models import Mail
from project.events.models import Event
from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Movement, Payment, Refund
from project.payments.shared.ledger import balances
from project.returns.models.claim import Claim
from tests.buying import guest_body, item, new_key, pay
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.returns.claims.claim_helpers import bought, claimed, decide, deliver, finance, paid, withdraw
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = 4


def test_claim_approved_by_many_at_once_is_approved_by_one(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 10**9})
    opened = claimed(bought(provider))
    people = [finance() for _ in range(PEOPLE)]

    statuses = at_once(PEOPLE, lambda n: decide(opened, api=people[n]).status)

    assert sorted(statuses) == [200, 409, 409, 409]
    assert (Refund.objects.count(), Movement.objects.filter(kind="compensated").count()) == (1, 1)
    assert Mail.objects.filter(kind="claim_decided").count() == 1
    assert audit_ledger() == []


def test_claim_that_needs_two_is_approved_by_two_of_many(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 0})
    opened = claimed(bought(provider))
    people = [finance() for _ in range(PEOPLE)]

    statuses = at_once(PEOPLE, lambda n: decide(opened, api=people[n]).status)

    assert sorted(statuses) == [200, 200, 409, 409]
    opened.refresh_from_db()
    assert opened.status == "approved"
    assert None not in (opened.proposed_by, opened.decided_by)
    assert opened.proposed_by != opened.decided_by
    assert Refund.objects.count() == 1
    assert audit_ledger() == []


def test_one_person_in_many_windows_is_no_second_person(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 0})
    opened = claimed(bought(provider))
    token = log_in(make_user(role="admin"))

    statuses = at_once(PEOPLE, lambda _: decide(opened, api=Api(token=token)).status)

    assert sorted(statuses) == [200, 403, 403, 403]
    opened.refresh_from_db()
    assert (opened.status, Refund.objects.count()) == ("approval", 0)


def test_approval_decline_and_withdrawal_at_once_leave_one(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 10**9})
    for _ in range(3):
        order = bought(provider)
        opened = claimed(order)
        people = [finance(), finance()]

        def act(n: int, opened: Claim = opened, people: list[Api] = people) -> int:
            if n == 2:
                return withdraw(opened.order, opened).status
            return decide(opened, "decline" if n else "approve", api=people[n]).status

        statuses = at_once(3, act)

        assert sorted(statuses) == [200, 409, 409]
        opened.refresh_from_db()
        assert opened.status == ("approved", "declined", "withdrawn")[statuses.index(200)]
        assert Refund.objects.filter(payment__order=order).count() == (opened.status == "approved")
        assert Event.objects.filter(subject=order.topic, name__startswith="order.claim_").count() == 2
    assert audit_ledger() == []


def test_transfer_noted_by_many_at_once_is_noted_once(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 10**9})
    opened = claimed(bought(provider))
    decide(opened)
    people = [finance() for _ in range(PEOPLE)]

    statuses = at_once(PEOPLE, lambda n: paid(opened, f"UTR00000{n}", api=people[n]).status)

    assert sorted(statuses) == [200, 409, 409, 409]
    opened.refresh_from_db()
    assert opened.bank_reference == f"UTR00000{statuses.index(200)}"
    assert Movement.objects.filter(kind="paid_out").count() == 1
    assert (balances()["payable"], audit_ledger()) == (0, [])


def test_same_transfer_noted_twice_at_once_answers_both_alike(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 10**9})
    opened = claimed(bought(provider))
    decide(opened)
    token, key = log_in(make_user(role="finance")), new_key()

    statuses = at_once(3, lambda _: paid(opened, api=Api(token=token), key=key).status)

    assert statuses == [200, 200, 200]
    assert Mail.objects.filter(kind="claim_paid").count() == 1


def test_claim_and_refund_of_the_same_money_at_once_give_it_back_once(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 10**9})
    for _ in range(3):
        order = bought(provider)
        opened = claimed(order)
        payment = Payment.objects.get(order=order)
        worker = finance()
        desk = Api(token=log_in(make_user(role="admin")))
        body = {"amount": 500, "reason": "other", "lines": [{"line": 1, "quantity": 1}]}
        path = f"/transactions/{payment.transaction_id}/refund"

        def act(
            n: int,
            opened: Claim = opened,
            worker: Api = worker,
            desk: Api = desk,
            path: str = path,
            body: dict[str, object] = body,
        ) -> int:
            return (desk.post(path, body) if n else decide(opened, api=worker)).status

        decided, refunded = at_once(2, act)

        payment.refresh_from_db()
        assert (decided, refunded in (200, 409)) == (200, True)
        promised = payment.refunds.exclude(status="failed")
        assert sum(refund.amount_paise for refund in promised) == 50_000
    assert audit_ledger() == []


def test_claims_of_two_lines_approved_at_once_count_together(provider: SandboxProcess) -> None:
    """Each is below the set amount and both are above it: the later one needs a second person."""
    change_shop(returns={"approval_above_paise": 499_999})
    body = guest_body(*(item(make_product(price_paise=50_000)) for _ in range(2)))
    order_id = Api().post("/orders/create-guest-order", body, key=new_key()).data["orderId"]
    order = deliver(pay(Order.objects.get(order_id=order_id), provider).order)
    opened = [claimed(order, item="1:1"), claimed(order, item="2:1")]
    people = [finance() for _ in opened]

    answers = at_once(2, lambda n: decide(opened[n], api=people[n]))

    statuses = [answer.data["claim"]["status"] for answer in answers]
    assert sorted(statuses) == ["approval", "approved"]
    assert Refund.objects.count() == 1
