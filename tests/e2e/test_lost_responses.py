"""The server does what was asked and its answer is lost: pressing again does it once, and says so."""

import uuid

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.orders import bring, call, order_as_customer, order_as_guest, pay, staff_token
from tests.e2e.shop_steps import (
    access_token,
    log_in,
    wait_until_paid,
)
from tests.e2e.stack import Stack

BY_ITSELF_MS = 30_000
SHOPPER = "lost-answer@akshamala.example"


def cut_the_answer(page: Page, path: str) -> list[str]:
    """Let the next request to the path reach the server and lose its answer; return the keys that come."""
    keys: list[str] = []

    def cut(route: Route) -> None:
        if route.request.method in ("GET", "OPTIONS"):
            route.fallback()
            return
        keys.append(route.request.headers.get("idempotency-key", ""))
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route(path, cut)
    return keys


def refunds_of(stack: Stack, order_id: str, token: str) -> list[float]:
    """Return the amounts that go back for the order."""
    shown = call(stack, "GET", f"/orders/{order_id}/refunds", token=token)["refunds"]
    return [row["amount"] for row in shown]


@pytest.mark.parametrize("reload", [False, True])
def test_refund_whose_answer_is_lost_goes_back_once_and_is_recognised(
    open_page: OpenPage, stack: Stack, reload: bool
) -> None:
    order_id, key = order_as_guest(stack, SHOPPER)
    transaction_id = pay(stack, order_id, key)
    wait_until_paid(stack, transaction_id, seconds=60)
    page = open_page()
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/transactions")
    page.get_by_role("button", name=f"Refund {transaction_id}").click()
    form = page.get_by_role("dialog", name="Process Refund")
    form.get_by_label("Refund Amount").fill("105")
    form.get_by_label("Refund Reason").select_option("other")
    cut_the_answer(page, "**/api/transactions/*/refund")
    if reload:
        # Nothing tells this window what became of it before it is loaded anew.
        page.route(f"**/api/transactions/{transaction_id}", lambda route: route.abort())

    form.get_by_role("button", name="Process Refund").click()

    if reload:
        expect(form.get_by_text("No answer came to your refund of ₹105")).to_be_visible()
        page.reload()
        page.unroute(f"**/api/transactions/{transaction_id}")
        page.get_by_role("button", name=f"Refund {transaction_id}").click()
    expect(form.get_by_text("Your refund of ₹105 went through")).to_be_visible(timeout=BY_ITSELF_MS)
    expect(form.get_by_text("Somebody has just refunded")).to_have_count(0)
    form.get_by_role("button", name="Close").last.click()
    assert refunds_of(stack, order_id, staff_token(stack)) == [105]


def test_refund_pressed_again_before_its_outcome_is_known_is_the_same_refund(
    open_page: OpenPage, stack: Stack
) -> None:
    order_id, key = order_as_guest(stack, SHOPPER)
    transaction_id = pay(stack, order_id, key)
    wait_until_paid(stack, transaction_id, seconds=60)
    page = open_page()
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/transactions")
    page.get_by_role("button", name=f"Refund {transaction_id}").click()
    form = page.get_by_role("dialog", name="Process Refund")
    form.get_by_label("Refund Amount").fill("105")
    form.get_by_label("Refund Reason").select_option("other")
    keys = cut_the_answer(page, "**/api/transactions/*/refund")
    page.route(f"**/api/transactions/{transaction_id}", lambda route: route.abort())
    form.get_by_role("button", name="Process Refund").click()
    expect(form.get_by_text("No answer came to your refund of ₹105")).to_be_visible()

    form.get_by_role("button", name="Process Refund").click()

    expect(form).to_be_hidden()
    assert keys == [keys[0]] * 2
    assert refunds_of(stack, order_id, staff_token(stack)) == [105]


def test_customer_cancels_a_paid_order_and_sends_another_back_once(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, f"buyer-{uuid.uuid4().hex[:10]}@akshamala.example", at=stack.shop_url)
    own = access_token(page)
    cancelled, returned = (order_as_customer(stack, own) for _ in range(2))
    for order_id in (cancelled, returned):
        wait_until_paid(stack, pay(stack, order_id, token=own), seconds=60)
    admin = staff_token(stack)
    bring(stack, returned, "processing", "packaging", "dispatched", "shipped", "delivered", token=admin)

    page.goto(f"{stack.shop_url}/orders/{cancelled}")
    page.get_by_role("button", name="Cancel order").click()
    keys = cut_the_answer(page, "**/api/orders/*/cancel")
    page.get_by_role("dialog").get_by_role("button", name="Yes, cancel it").click()
    expect(page.get_by_text("Your order is cancelled")).to_be_visible()
    assert (len(keys), len(refunds_of(stack, cancelled, own))) == (1, 1)

    page.goto(f"{stack.shop_url}/orders/{returned}")
    page.get_by_role("button", name="Return or replace").click()
    page.get_by_role("dialog").get_by_label("What is wrong").select_option("damaged")
    cut_the_answer(page, "**/api/orders/*/returns")
    page.get_by_role("dialog").get_by_role("button", name="Send request").click()
    expect(page.get_by_text("Your request has reached us")).to_be_visible()
    waiting = call(stack, "GET", "/admin/returns?limit=50", token=admin)["returns"]
    assert [row["orderId"] for row in waiting].count(returned) == 1


def test_refund_is_approved_once_and_the_list_shows_it(open_page: OpenPage, stack: Stack) -> None:
    order_id, key = order_as_guest(stack, SHOPPER, 2, slug="11-mukhi-rudraksha")
    transaction_id = pay(stack, order_id, key)
    wait_until_paid(stack, transaction_id, seconds=60)
    body = {"amount": 15_600, "reason": "other"}
    call(stack, "POST", f"/transactions/{transaction_id}/refund", body, token=staff_token(stack))
    page = open_page()
    log_in(page, stack, "finance@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/transactions")
    page.get_by_role("link", name=transaction_id, exact=True).click()
    refund = page.locator("[data-refund]")
    keys = cut_the_answer(page, "**/api/refunds/*/approve")

    refund.get_by_role("button", name="Approve").click()
    page.get_by_role("button", name="Refund ₹15,600").click()

    expect(refund.get_by_text("Decided by")).to_be_visible(timeout=BY_ITSELF_MS)
    expect(refund.get_by_role("button", name="Approve")).to_have_count(0)
    link = page.get_by_role("dialog").get_by_role("link", name=order_id)
    expect(link).to_have_attribute("href", f"/admin/orders/{order_id}")
    assert len(keys) == 1
