"""A guest with a phone orders with cash on delivery, and staff follow the parcel."""

import re
import uuid
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.orders import bring, call, order_as_customer, staff_token
from tests.e2e.screen_texts import BOTH_LANGUAGES, HINDI_NIGHTLY, localized_message
from tests.e2e.shop_steps import access_token, go_from_dialog_to_payment, log_in, open_dialog
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack

EMAIL = "cash@akshamala.example"


@pytest.fixture
def email() -> str:
    return f"buyer-{uuid.uuid4().hex[:10]}@akshamala.example"


@pytest.fixture(autouse=True)
def offered(stack: Stack) -> Iterator[None]:
    """Offer cash on delivery while a test of this file runs; to other tests no checkout offers it."""
    stack.change_shop(cash_on_delivery={"enabled": True, "fee_paise": 4900, "maximum_paise": 10**8})
    yield
    stack.restore_shop()


def text(language: str, key: str, **slots: str) -> str:
    """Return a text of cash on delivery, its places filled."""
    found = localized_message(language, key if ":" in key else f"cash:{key}")
    for name, value in slots.items():
        found = found.replace("{{" + name + "}}", value)
    return found


def confirmed_order(stack: Stack, page: Page, email: str) -> str:
    """Order as a customer who confirmed to pay the courier; return the order's id."""
    log_in(page, stack, email, at=stack.shop_url)
    token = access_token(page)
    order_id = order_as_customer(stack, token)
    total = call(stack, "GET", f"/auth/orders/{order_id}", token=token)["order"]["totalAmount"]
    path, mark = f"/orders/{order_id}/cash-on-delivery", stack.last_mail_id()
    with httpx.Client(base_url=f"{stack.shop_url}/api", trust_env=False, timeout=30) as browser:
        headers = {"Authorization": f"Bearer {token}"}
        assert browser.post(path, json={"amount": total + 49}, headers=headers).status_code == 200
        code = stack.mailbox.code_to(email, after=mark)
        assert browser.post(f"{path}/confirm", json={"code": code}, headers=headers).status_code == 200
    return order_id


def delivered_order(stack: Stack, page: Page, email: str) -> str:
    """Order as a customer who paid the courier and is owed a refund; return the order's id."""
    order_id = confirmed_order(stack, page, email)
    staff = staff_token(stack)
    bring(stack, order_id, "processing", "packaging", "dispatched", "shipped", "delivered", token=staff)
    path = f"/auth/orders/{order_id}"
    transaction_id = call(stack, "GET", path, token=access_token(page))["order"]["paymentId"]
    body = {"amount": 100, "reason": "customer_request"}
    call(stack, "POST", f"/transactions/{transaction_id}/refund", body, token=staff)
    return order_id


@pytest.mark.parametrize("language", BOTH_LANGUAGES)
def test_customer_gives_a_upi_id_with_a_code_and_staff_ask_for_another(
    stack: Stack, open_page: OpenPage, email: str, language: str
) -> None:
    page = open_page(size=PHONE if language == "hi" else DESKTOP, language=language)
    order_id = delivered_order(stack, page, email)
    page.goto(f"{stack.shop_url}/orders/{order_id}")
    field = page.get_by_label(text(language, "payTo.label"))
    field.fill("asha")
    page.get_by_role("button", name=text(language, "payTo.continue"), exact=True).click()
    expect(page.get_by_text(text(language, "payTo.invalid"))).to_be_visible()
    expect(field).to_be_focused()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)

    field.fill("asha.rao@okbank")
    mark = stack.last_mail_id()
    field.press("Enter")
    code = page.get_by_label(text(language, "orders:code.label"))
    expect(code).to_be_focused()
    expect(
        page.get_by_text(text(language, "payTo.codeText", payTo="asha.rao@okbank", email=email))
    ).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    mailed = stack.mailbox.code_to(email, after=mark)
    code.fill(f"{(int(mailed) + 1) % 1_000_000:06d}")
    code.press("Enter")
    expect(code).to_have_attribute("aria-invalid", "true")
    code.fill(mailed)
    code.press("Enter")

    expect(page.get_by_text(text(language, "payTo.known", payTo="asha.rao@okbank"))).to_be_visible()
    given = text(language, "orders:events.pay_to_given", payTo="….rao@okbank")
    expect(page.get_by_text(given)).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)

    staff = open_page(language=language)
    log_in(staff, stack, "finance@akshamala.example", at=stack.staff_url)
    staff.goto(f"{stack.staff_url}/admin/orders?order={order_id}")
    remove = text(language, "staff.removePayTo")
    staff.get_by_role("button", name=remove, exact=True).click()
    question = staff.get_by_role("dialog", name=text(language, "staff.removePayToTitle"))
    told = text(language, "staff.removePayToText", payTo="asha.rao@okbank")
    expect(question.get_by_text(told)).to_be_visible()
    assert violations(staff) == []
    question.get_by_role("button", name=remove, exact=True).click()

    expect(field).to_be_visible()
    removed = text(language, "orders:events.pay_to_removed", payTo="….rao@okbank")
    expect(page.get_by_text(removed)).to_be_visible()

    card = staff.get_by_role("main")
    reference = card.get_by_label(text(language, "staff.reference"))
    record = card.get_by_role("button", name=text(language, "staff.record"))
    reference.fill("UTR")
    record.click()
    expect(reference).to_have_attribute("aria-invalid", "true")
    expect(reference).to_be_focused()
    reference.fill("UTR202611230001")
    record.click()
    expect(card.get_by_text("UTR202611230001")).to_be_visible()


def test_staff_record_a_refused_parcel_and_count_its_pieces_back(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    order_id = confirmed_order(stack, open_page(), email)
    bring(stack, order_id, "processing", "packaging", "dispatched", token=staff_token(stack))
    staff = open_page()
    log_in(staff, stack, "orders@akshamala.example", at=stack.staff_url)
    staff.goto(f"{stack.staff_url}/admin/orders?order={order_id}")
    card = staff.get_by_role("main")

    card.get_by_role("button", name="Parcel was refused").click()
    form = card.get_by_role("form", name="Record that the parcel was refused?")
    form.get_by_label("Note to the customer").fill("The courier says that you did not want it.")
    form.get_by_role("button", name="Parcel was refused").click()
    expect(card.get_by_text(text("en", "staff.statuses.refused"), exact=True)).to_be_visible()
    card.get_by_role("button", name="Count the pieces back").click()
    form = card.get_by_role("form", name="Which pieces can be sold again?")
    pieces = form.get_by_role("textbox")
    expect(pieces).to_have_value("1")
    pieces.fill("2")
    form.get_by_role("button", name="Count the pieces back").click()
    expect(form.get_by_role("alert")).to_be_visible()
    pieces.fill("1")
    form.get_by_role("button", name="Count the pieces back").click()

    expect(form).to_be_hidden()
    expect(card.get_by_role("button", name="Count the pieces back")).to_have_count(0)


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_guest_confirms_by_the_code_and_staff_see_what_is_due(
    stack: Stack, open_page: OpenPage, language: str
) -> None:
    page = open_page(size=PHONE, language=language)
    open_dialog(page, stack)
    dialog = page.get_by_role("dialog")
    go_from_dialog_to_payment(page, EMAIL)
    dialog.get_by_role("radio", name=re.compile(text(language, "method.cash"))).check()
    # The summary comes to what the button asks for.
    summary = dialog.get_by_role("region", name=localized_message(language, "checkout:summary.title"))
    fee = summary.locator("div", has=page.get_by_text(text(language, "method.cash"), exact=True)).last
    expect(fee).to_contain_text("₹49")
    label = localized_message(language, "checkout:summary.total")
    amount = summary.locator("div", has=page.get_by_text(label, exact=True)).last.locator("dd").inner_text()
    expect(
        dialog.get_by_role("button", name=text(language, "order", amount=amount), exact=True)
    ).to_be_enabled()
    mark = stack.last_mail_id()
    ordering = text(language, "order").split("{{")[0]
    dialog.get_by_role("button", name=re.compile(re.escape(ordering))).click()
    code = dialog.get_by_label(text(language, "code.label"))
    expect(code).to_be_visible()
    code.fill(stack.mailbox.code_to(EMAIL, after=mark))
    dialog.get_by_role("button", name=text(language, "code.confirm")).click()

    page.wait_for_url("**/order/AKS-*")
    order_id = page.url.partition("/order/")[2].partition("?")[0]
    confirmed = localized_message(language, "orders:events.cash_confirmed")
    expect(page.get_by_text(confirmed)).to_be_visible()

    # The code opened the whole order for the guest.
    expect(page.get_by_text(text(language, "page.toCollect").split("{{")[0].strip()).first).to_be_visible()

    staff = open_page(language=language)
    log_in(staff, stack, "admin@akshamala.example", at=stack.staff_url)
    staff.goto(f"{stack.staff_url}/admin/orders?order={order_id}")
    staff.wait_for_url(f"**/admin/orders/{order_id}")
    expect(staff.get_by_text(text(language, "staff.statuses.confirmed"))).to_be_visible()
    expect(staff.get_by_text(text(language, "method.cash"), exact=True).first).to_be_visible()


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_discount_code_that_ended_meanwhile_is_told_and_the_same_code_confirms_the_new_price(
    stack: Stack, open_page: OpenPage, email: str, language: str
) -> None:
    staff, code = staff_token(stack), f"CASH{language.upper()}"
    call(stack, "POST", "/admin/discounts", {"code": code, "percent": 10}, token=staff)
    page = open_page(size=PHONE, language=language)
    open_dialog(page, stack)
    dialog = page.get_by_role("dialog")
    go_from_dialog_to_payment(page, email)
    page.get_by_role("button", name=localized_message(language, "checkout:discount.have")).click()
    page.get_by_label(localized_message(language, "checkout:discount.label")).fill(code)
    apply = localized_message(language, "checkout:discount.apply")
    page.get_by_role("button", name=apply, exact=True).click()
    dialog.get_by_role("radio", name=re.compile(text(language, "method.cash"))).check()
    mark = stack.last_mail_id()
    ordering = text(language, "order").split("{{")[0]
    dialog.get_by_role("button", name=re.compile(re.escape(ordering))).click()
    field = dialog.get_by_label(text(language, "code.label"))
    expect(field).to_be_visible()
    field.fill(stack.mailbox.code_to(email, after=mark))
    stack.manage(
        "shell",
        "-c",
        "from django.db import transaction\n"
        "from project.orders.holds import release_hold\n"
        "from project.orders.models import Order\n"
        "with transaction.atomic():\n"
        f"    release_hold(Order.objects.select_for_update(of=('self',)).get(email={email!r}), cause='test')",
    )
    call(stack, "POST", f"/admin/discounts/{code}/active", {"isActive": False}, token=staff)

    dialog.get_by_role("button", name=text(language, "code.confirm")).click()

    notice = dialog.get_by_role("alert")
    expect(notice).to_contain_text(text(language, "price.text"))
    accept = dialog.get_by_role("button", name=re.compile(text(language, "price.accept", amount=".*")))
    expect(accept).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    accept.click()
    page.wait_for_url("**/order/AKS-*")
    expect(page.get_by_text(localized_message(language, "orders:events.discount_removed"))).to_be_visible()
