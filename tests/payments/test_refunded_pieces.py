"""Pieces that were refunded before the dispatch stay in the shop: of each line the rest is sent."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError
from django.db.models import Sum

from project.catalog.models import Product, StockMovement
from project.core.errors import DomainError
from project.core.models import Mail
from project.events.models import AuditEntry, Event
from project.invoices.packing_slips import SlipKind, print_slips
from project.orders.models import Order, OrderLine
from project.payments.models import Case, Payment, Refund
from project.payments.refunds.requests import approve_refund, decline_refund
from project.returns.claims.rules import claimable
from project.returns.rules import returnable
from tests.buying import pay, place
from tests.catalog.test_certificates import certify
from tests.factories import make_product, make_user
from tests.invoices.pdf_reading import page_texts
from tests.orders.certificate_helpers import give, numbers, take_back
from tests.orders.order_helpers import WAY, advance_order, bring, move, order_status, staff
from tests.payments.refund_helpers import advance, ask, finish
from tests.returns import return_helpers as returns
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once

pytestmark = pytest.mark.django_db

PRICE = 50_000


def bought(provider: SandboxProcess, quantity: int = 5, *, to: str = "packaging", stock: int = 10) -> Payment:
    """Return the payment of an order of some pieces of a product, which waits for its dispatch."""
    payment = pay(place(make_product(price_paise=PRICE, stock=stock), quantity), provider)
    advance_order(payment.order, *WAY[: WAY.index(to) + 1])
    payment.order.refresh_from_db()
    return payment


def refund(payment: Payment, pieces: int = 2, **more: Any) -> Refund:
    """Request the refund of pieces of the order's first line."""
    payment.refresh_from_db()
    return ask(payment, pieces * PRICE, pieces={1: pieces}, **more)


def line_of(payment: Payment) -> tuple[int, int]:
    """Return of the order's first line how many pieces are withheld, and how many were sent."""
    line = OrderLine.objects.filter(order=payment.order)[0]
    return line.withheld, line.sent


def counters(product: Product | None = None) -> tuple[int, int]:
    """Return how many pieces are in the house, and how many of them are allocated; the movements agree."""
    product = product or Product.objects.get()
    product.refresh_from_db()
    sums = StockMovement.objects.filter(product=product).aggregate(
        on_hand=Sum("on_hand_delta"), allocated=Sum("allocated_delta"), held=Sum("held_delta")
    )
    assert sums == {"on_hand": product.on_hand, "allocated": product.allocated, "held": product.held}
    return product.on_hand, product.allocated


def test_refunded_pieces_stay_in_the_shop_and_the_rest_is_sent(provider: SandboxProcess) -> None:
    payment = bought(provider)
    finish(provider, advance(refund(payment)))
    assert (line_of(payment), counters()) == ((2, 0), (10, 3))

    answer = move(payment.order, "dispatched")

    assert answer.status == 200
    assert (line_of(payment), counters()) == ((2, 3), (7, 0))
    (shown,) = answer.data["order"]["items"]
    assert (shown["quantity"], shown["withheld"], shown["sent"]) == (5, 2, 3)
    mail = Mail.objects.get(kind="order_dispatched").text
    assert "3 × " in mail and "Refund for 2 of 5 pieces" in mail


@pytest.mark.parametrize("status", ["approval", "requested", "under_way", "done"])
def test_pieces_of_an_open_refund_stay_too_and_leave_the_allocation_once(
    provider: SandboxProcess, status: str
) -> None:
    payment = bought(provider)
    given = refund(payment, user=make_user(role="support" if status == "approval" else "admin"))
    if status in ("under_way", "done"):
        given = advance(given)
    if status == "done":
        given = finish(provider, given)
    assert (given.status, line_of(payment)) == (status, (2, 0))
    assert counters() == (10, 3 if status == "done" else 5)

    move(payment.order, "dispatched")

    assert (line_of(payment), counters()) == ((2, 3), (7, 0))
    if status == "approval":
        given = approve_refund(given.pk, user=make_user(role="admin"))
    if status in ("approval", "requested"):
        given = advance(given)
    if status != "done":
        finish(provider, given)
    assert (line_of(payment), counters()) == ((2, 3), (7, 0))
    assert StockMovement.objects.filter(kind="deallocate").count() == 1


@pytest.mark.parametrize("end", ["failed", "declined"])
def test_refund_that_comes_to_nothing_gives_its_pieces_back_to_the_order(
    provider: SandboxProcess, end: str
) -> None:
    payment = bought(provider)
    if end == "failed":
        finish(provider, advance(refund(payment)), "failure")
    else:
        given = refund(payment, user=make_user(role="support"))
        decline_refund(given.pk, user=make_user(role="finance"), notes="Not owed")
    assert (line_of(payment), counters()) == ((0, 0), (10, 5))

    move(payment.order, "dispatched")

    assert (line_of(payment), counters()) == ((0, 5), (5, 0))


def test_refund_declined_after_the_dispatch_of_the_rest_opens_a_case(provider: SandboxProcess) -> None:
    payment = bought(provider)
    withheld = refund(payment, user=make_user(role="support"))
    move(payment.order, "dispatched")
    goodwill = refund(payment, 1, user=make_user(role="support"))
    boss = make_user(role="finance")

    decline_refund(goodwill.pk, user=boss, notes="Not owed")
    assert not Case.objects.filter(kind="refund_declined").exists()
    decline_refund(withheld.pk, user=boss, notes="By mistake")

    assert Case.objects.get(kind="refund_declined").closed_at is None
    assert (line_of(payment), counters()) == ((2, 3), (7, 0))


def test_refund_by_amount_withholds_nothing(provider: SandboxProcess) -> None:
    payment = bought(provider)
    finish(provider, advance(ask(payment, 2 * PRICE)))

    move(payment.order, "dispatched")

    assert (line_of(payment), counters()) == ((0, 5), (5, 0))


def test_refund_after_the_dispatch_leaves_the_pieces_sent(provider: SandboxProcess) -> None:
    payment = bought(provider, to="dispatched")

    finish(provider, advance(refund(payment)))

    assert (line_of(payment), counters()) == ((0, 5), (5, 0))


@pytest.mark.parametrize(("language", "said"), [("en", "nothing to send"), ("hi", "भेजने के लिए कुछ नहीं बचा")])
def test_order_with_nothing_left_to_send_is_not_dispatched_but_for_a_reason(
    provider: SandboxProcess, language: str, said: str
) -> None:
    payment = bought(provider, 2)
    ask(payment, PRICE, pieces={1: 2})
    api = staff()
    api.language = language

    refused = move(payment.order, "dispatched", api=api)

    assert refused.refusal == (409, "NOTHING_TO_SEND")
    assert said in refused.body["message"] and list(refused.body["errors"]) == ["unpaidReason"]
    assert (order_status(payment.order), line_of(payment), counters()) == ("packaging", (2, 0), (10, 2))
    assert move(payment.order, "dispatched", unpaidReason="A present").status == 200
    assert (line_of(payment), counters()) == ((0, 2), (8, 0))


def test_refunded_pieces_are_sent_all_the_same_for_a_reason_in_log_and_history(
    provider: SandboxProcess,
) -> None:
    payment = bought(provider)
    finish(provider, advance(refund(payment)))

    answer = move(payment.order, "dispatched", unpaidReason="Goodwill")

    assert (line_of(payment), counters()) == ((0, 5), (5, 0))
    entry = AuditEntry.objects.get(action="order.refunded_sent")
    assert (entry.subject, entry.note, entry.after) == (payment.order.topic, "Goodwill", {"pieces": 2})
    (event,) = (each for each in answer.data["history"] if each["name"] == "order.dispatched")
    assert event["data"] == {"sent": 5, "refundedSent": 2, "reason": "Goodwill", "trackingNumber": "AB1234"}
    assert "Goodwill" not in str(answer.data["details"]["history"])


def test_refunded_pieces_that_were_sold_meanwhile_cannot_be_sent(provider: SandboxProcess) -> None:
    payment = bought(provider, stock=5)
    finish(provider, advance(refund(payment)))
    product = Product.objects.get()
    bring(place(product, 2), "confirmed")

    refused = move(payment.order, "dispatched", unpaidReason="Goodwill")

    assert refused.refusal == (409, "OUT_OF_STOCK") and "sold to somebody else" in refused.body["message"]
    assert (line_of(payment), counters()) == ((2, 0), (5, 5))
    assert move(payment.order, "dispatched").status == 200
    assert (line_of(payment), counters()) == ((2, 3), (2, 2))


def test_whoever_saw_other_pieces_to_send_decides_again(provider: SandboxProcess) -> None:
    payment = bought(provider)
    day = payment.order.estimated_delivery
    seen = {"status": "packaging", "estimatedDelivery": day and day.isoformat(), "toSend": 5}
    refund(payment)

    refused = move(payment.order, "dispatched", seen=seen)
    wanted = [{"orderId": payment.order.order_id, "trackingNumber": "AB1", "seen": seen}]
    bulk = staff().post("/admin-orders/bulk-status", {"status": "dispatched", "orders": wanted})
    (row,) = bulk.data["results"]

    assert refused.refusal == (409, "ORDER_CHANGED")
    assert refused.body["data"]["changed"] == [{"field": "toSend", "before": "5", "now": "3"}]
    assert (row["ok"], row["code"]) == (False, "ORDER_CHANGED")
    assert move(payment.order, "dispatched", seen=seen | {"toSend": 3}).status == 200


def test_certificates_are_for_the_pieces_that_are_sent(provider: SandboxProcess) -> None:
    payment = bought(provider, 3)
    order = payment.order
    for number in ("SGL-1", "SGL-2", "SGL-3"):
        certify(Product.objects.get(), number)
    give(order, "SGL-1", piece=1)
    give(order, "SGL-2", piece=2)
    refund(payment)

    assert move(order, "dispatched").refusal == (409, "CERTIFICATE_REFUSED")
    shown = take_back(order, piece=1).data["certified"][0]["pieces"]
    assert [piece["canGive"] for piece in shown] == [False, True, False]
    assert give(order, "SGL-3", piece=3).refusal == (409, "CERTIFICATE_REFUSED")

    assert move(order, "dispatched").status == 200
    assert numbers(order) == ["SGL-2"]


@pytest.mark.parametrize(("language", "said"), [("en", "Refund for 2 of 5"), ("hi", "5 में से 2")])
def test_packing_slip_has_the_pieces_that_are_sent(
    provider: SandboxProcess, language: str, said: str
) -> None:
    payment = bought(provider)
    Order.objects.update(language=language)
    refund(payment)

    [page] = page_texts(print_slips([Order.objects.get()], SlipKind.SLIP))

    assert said in page and page.count("3") >= 2


def test_of_a_parcel_without_refunded_pieces_only_what_came_goes_back(provider: SandboxProcess) -> None:
    payment = bought(provider)
    finish(provider, advance(refund(payment)))
    advance_order(payment.order, *WAY[2:])
    order = Order.objects.get()
    assert [found.quantity for found in returnable(order)] == [3]
    assert [found.quantity for found in claimable(order)] == [3]
    assert returns.ask(order, items=["1:4"]).refusal == (409, "NOT_RETURNABLE")

    request = returns.asked(order, items=["1:3"])
    returns.move(request, "approved")
    assert returns.move(request, "received", restock=["1:3"]).status == 200

    order.refresh_from_db()
    assert (order.status, counters(), line_of(payment)) == ("returned", (10, 0), (2, 3))
    payment.refresh_from_db()
    assert payment.refundable_paise == 0


def test_cancellation_puts_back_what_is_left_of_the_allocation(provider: SandboxProcess) -> None:
    payment = bought(provider)
    finish(provider, advance(refund(payment)))

    advance_order(payment.order, "cancelled")

    assert counters() == (10, 0)
    freed = StockMovement.objects.filter(kind="deallocate").values_list("quantity", flat=True)
    assert list(freed) == [2, 3]


@pytest.mark.both_stacks
@pytest.mark.parametrize("counts", [{"sent": 6}, {"withheld": 6}, {"sent": 3, "withheld": 3}])
def test_database_refuses_more_sent_and_withheld_than_ordered(counts: dict[str, int]) -> None:
    order = place(make_product(), 5)

    with pytest.raises(IntegrityError):
        order.lines.update(**counts)


# -- Races -----------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rival", ["refund", "dispatch", "approval"])
def test_dispatch_and_its_rival_at_once_send_no_piece_twice_and_none_unpaid(
    provider: SandboxProcess, rival: str
) -> None:
    worker, boss = staff(), make_user(role="admin")
    for _ in range(3):
        payment = bought(provider)
        product = payment.order.lines.get().product
        given = refund(payment, user=make_user(role="support")) if rival == "approval" else None

        def step(number: int, payment: Payment = payment, given: Refund | None = given) -> Any:
            if number == 0 or rival == "dispatch":
                return move(payment.order, "dispatched", api=worker).status
            if given is not None:
                return approve_refund(given.pk, user=boss)
            return refund(payment, user=boss)

        at_once(2, step)

        withheld, sent = line_of(payment)
        names = ["order.dispatched", "refund.requested"]
        first = Event.objects.filter(name__in=names, subject__in=[payment.order.topic, payment.topic]).first()
        assert first is not None
        assert (withheld, sent) == ((2, 3) if first.name == "refund.requested" else (0, 5))
        assert counters(product) == (10 - sent, 0)
        assert StockMovement.objects.filter(reference=payment.order.order_id, kind="dispatch").count() == 1


@pytest.mark.django_db(transaction=True)
def test_bulk_dispatch_of_fifty_with_one_refunded_line_says_what_stayed(provider: SandboxProcess) -> None:
    payment = bought(provider, 5)
    product = make_product(stock=49)
    others = [bring(place(product), "packaging") for _ in range(49)]
    worker, boss = staff(), make_user(role="admin")
    wanted = [
        {"orderId": order.order_id, "trackingNumber": f"AB{number}"}
        for number, order in enumerate([*others, payment.order])
    ]

    def step(number: int) -> Any:
        if number:
            return refund(payment, user=boss)
        return worker.post("/admin-orders/bulk-status", {"status": "dispatched", "orders": wanted}).data

    data = at_once(2, step)[0]

    withheld, sent = line_of(payment)
    assert (data["moved"], withheld + sent, sent) == (50, 5, 3 if withheld else 5)
    assert counters(product) == (0, 0)
    assert data["results"][-1]["message"] == ("Refund for 2 of 5 pieces, 3 sent" if withheld else "")


# -- Any sequence ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_counters_equal_the_movements_after_any_sequence(provider: SandboxProcess, seed: int) -> None:
    chance = Random(seed)
    first = pay(place(make_product(price_paise=PRICE, stock=9), 4), provider)
    product = first.order.lines.get().product
    payments = [first, pay(place(product, 4), provider)]
    boss, colleague = make_user(role="admin"), make_user(role="finance")

    def request(payment: Payment) -> None:
        refund(payment, chance.randint(1, 3), user=chance.choice([boss, make_user(role="support")]))

    def decide(payment: Payment) -> None:
        given = payment.refunds.filter(status="approval").first()
        if given and chance.random() < 0.5:
            approve_refund(given.pk, user=colleague)
        elif given:
            decline_refund(given.pk, user=colleague, notes="Not owed")

    def end(payment: Payment) -> None:
        given = payment.refunds.filter(status__in=("requested", "under_way")).first()
        if given and advance(given).status == "under_way":
            finish(provider, given, chance.choice(["success", "failure"]))

    def go_on(payment: Payment) -> None:
        if following := payment.order.next_by_hand:
            move(payment.order, following[0], unpaidReason=chance.choice(["", "", "Goodwill"]))

    def cancel(payment: Payment) -> None:
        if chance.random() < 0.2:
            move(payment.order, "cancelled")

    def send_back(payment: Payment) -> None:
        if payment.order.status == "delivered" and returnable(payment.order):
            asked = returns.asked(payment.order, items=["1:1"])
            returns.move(asked, "approved")
            returns.move(asked, "received", restock=["1:1"])

    for _ in range(25):
        payment = chance.choice(payments)
        payment.refresh_from_db()
        payment.order.refresh_from_db()
        with suppress(DomainError):
            chance.choice([request, decide, end, go_on, go_on, cancel, send_back])(payment)

        counters(product)
        for each in payments:
            order = Order.objects.get(pk=each.order.pk)
            (line,) = order.lines.all()
            moved = StockMovement.objects.filter(reference=order.order_id)
            allocated = moved.aggregate(total=Sum("allocated_delta"))["total"]
            left = -sum(moved.filter(kind="dispatch").values_list("on_hand_delta", flat=True))
            assert left == line.sent
            if order.status in ("confirmed", "processing", "packaging"):
                done = sum(
                    row["quantity"] for each in each.refunds.filter(status="done") for row in each.lines
                )
                assert (allocated, line.sent) == (max(0, 4 - done), 0)
            else:
                assert allocated == 0
