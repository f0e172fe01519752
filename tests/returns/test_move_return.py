"""Staff decide about a request and record what is back."""

import pytest

from project.core.errors import InvalidTransition
from project.core.models import Mail
from project.events.models import Event
from project.orders.models import Order
from project.returns.models import Return, ReturnStatus
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import delivered, order_status, staff
from tests.returns.return_helpers import asked, move, shown, withdraw
from tests.threads import at_once

pytestmark = pytest.mark.django_db

# Written out once more on purpose.
ALLOWED = {
    ("requested", "approved"),
    ("requested", "rejected"),
    ("requested", "withdrawn"),
    ("approved", "pickup"),
    ("approved", "received"),
    ("approved", "withdrawn"),
    ("pickup", "received"),
    ("received", "replaced"),
}


@pytest.mark.parametrize("old", ReturnStatus.values)
def test_every_pair_of_statuses(old: str) -> None:
    request = asked(delivered())
    for new in ReturnStatus.values:
        Return.objects.filter(pk=request.pk).update(status=old)
        request.refresh_from_db()

        if old == new:
            assert request.transition_to(new) is False
        elif (old, new) in ALLOWED:
            assert request.transition_to(new) is True
        else:
            with pytest.raises(InvalidTransition):
                request.transition_to(new)

        request.refresh_from_db()
        assert request.status == (new if (old, new) in ALLOWED else old)


def test_customer_reads_each_step_with_the_shops_words_and_gets_the_decision_by_mail() -> None:
    order = delivered()
    request = asked(order)
    worker = staff()

    move(request, "approved", note="We are sorry about the thread.", api=worker)
    move(request, "pickup", note="A courier comes tomorrow.", api=worker)

    row = shown(order)
    assert (row["returns"][0]["status"], row["returns"][0]["note"]) == ("pickup", "A courier comes tomorrow.")
    assert [(step["kind"], step["note"]) for step in row["history"][-2:]] == [
        ("return_approved", "We are sorry about the thread."),
        ("return_pickup", "A courier comes tomorrow."),
    ]
    assert "We are sorry about the thread." in Mail.objects.get(kind="return_decided").text


def test_rejection_says_why() -> None:
    order = delivered()
    request = asked(order)
    path = f"/admin/returns/{request.return_id}/status"

    silent = staff().post(path, {"status": "rejected", "note": "  "})

    assert silent.refusal == (422, "VALIDATION")
    assert move(request, "rejected", note="The seal was broken.").status == 200
    assert shown(order)["returns"][0]["note"] == "The seal was broken."


def test_staff_alone_decide_and_nobody_withdraws_for_a_customer() -> None:
    request = asked(delivered())
    customer = Api(token=log_in(make_user()))

    assert move(request, "approved", api=Api()).refusal == (401, "UNAUTHENTICATED")
    assert move(request, "approved", api=customer).refusal == (403, "FORBIDDEN")
    assert move(request, "withdrawn").refusal == (422, "VALIDATION")
    assert staff().post("/admin/returns/RET-NONE/status", {"status": "approved"}).refusal == (
        404,
        "NOT_FOUND",
    )


def test_all_of_it_back_makes_the_order_returned() -> None:
    order = delivered(quantity=2)
    first, second = asked(order), asked(order)
    worker = staff()
    for request in (first, second):
        move(request, "approved", api=worker)

    move(first, "received", api=worker)
    assert order_status(order) == "delivered"
    move(second, "received", api=worker)
    move(second, "received", api=worker)

    assert order_status(order) == "returned"
    assert [step["kind"] for step in shown(order)["history"][-2:]] == ["return_received", "returned"]


def test_order_stays_delivered_when_pieces_are_replaced() -> None:
    order = delivered()
    request = asked(order, kind="replacement")
    worker = staff()

    for step in ("approved", "received", "replaced"):
        assert move(request, step, api=worker).status == 200

    assert order_status(order) == "delivered"
    assert shown(order)["returns"][0]["status"] == "replaced"


def test_staff_list_requests_by_status_the_oldest_first() -> None:
    first, second = asked(delivered()), asked(delivered())
    third = asked(delivered())
    worker = staff()
    move(third, "approved", api=worker)

    waiting = worker.get("/admin/returns", {"status": "requested"}).data
    every = worker.get("/admin/returns", {"limit": 2, "page": 2}).data

    assert [row["returnId"] for row in waiting["returns"]] == [first.return_id, second.return_id]
    assert (waiting["returns"][0]["customer"], waiting["pagination"]["total"]) == ("Asha Rao", 2)
    assert [row["returnId"] for row in every["returns"]] == [third.return_id]
    assert Api().get("/admin/returns").refusal == (401, "UNAUTHENTICATED")


@pytest.mark.django_db(transaction=True)
def test_decision_and_withdrawal_at_once_leave_one() -> None:
    for _ in range(3):
        order = delivered()
        request = asked(order)
        worker = staff()

        def act(number: int, order: Order = order, request: Return = request, worker: Api = worker) -> int:
            return (move(request, "rejected", api=worker) if number else withdraw(order, request)).status

        statuses = at_once(2, act)

        assert sorted(statuses) == [200, 409]
        request.refresh_from_db()
        assert request.status == ("withdrawn" if statuses[0] == 200 else "rejected")
        steps = Event.objects.filter(subject=order.topic, name__startswith="order.return_").count()
        assert steps == 2


def test_sellable_pieces_that_are_back_go_on_sale_and_no_more_than_came() -> None:
    product = make_product(stock=5)
    order = delivered(product, 3)
    request = asked(order, items=["1:2"])
    worker = staff()
    path = f"/admin/returns/{request.return_id}/status"
    move(request, "approved", api=worker)

    too_many = worker.post(path, {"status": "received", "restock": ["1:3"]})
    taken = worker.post(path, {"status": "received", "restock": ["1:1"]})
    worker.post(path, {"status": "received", "restock": ["1:1"]})

    assert too_many.refusal == (409, "NOT_RETURNABLE")
    assert taken.data["request"]["status"] == "received"
    product.refresh_from_db()
    assert product.on_hand == 3


def test_pieces_that_replace_others_leave_the_stock() -> None:
    product = make_product(stock=3)
    request = asked(delivered(product), kind="replacement")
    worker = staff()

    for step in ("approved", "received", "replaced"):
        move(request, step, api=worker)

    product.refresh_from_db()
    assert product.on_hand == 1


def test_return_for_money_is_never_replaced() -> None:
    request = asked(delivered())
    worker = staff()
    move(request, "approved", api=worker)
    received = move(request, "received", api=worker)

    assert received.data["request"]["nextStatuses"] == []
    assert move(request, "replaced", api=worker).refusal == (409, "INVALID_TRANSITION")


def test_request_nobody_made_is_not_found() -> None:
    order = delivered()
    request, other = asked(order), asked(delivered())
    request.return_id = "RET-NONE"

    assert move(request, "approved").status == 404
    assert withdraw(order, request).status == 404
    # The key of one order opens no request of another.
    assert withdraw(order, other).status == 404
    other.refresh_from_db()
    assert other.status == "requested"
