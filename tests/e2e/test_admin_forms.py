"""Each form of the back office: opened, refused at the wrong field, saved, opened again with the saved value.

Forms that belong to a longer walk are filled in there: products, discounts, texts, settings, refunds, claims,
disputes, reviews, support, bank statements and cash on delivery.
"""

import re
import uuid
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

import httpx
import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage, Pages, Visitors, has_failed
from tests.e2e.orders import ADMIN, bring, call, order_as_customer, order_as_guest, pay
from tests.e2e.shop_steps import BEAD, access_token, log_in
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack

LAPTOP = (1440, 900)
# By label; a choice by the text of its option, a checkbox by whether it is checked.
Values = Mapping[str, str | bool]


class Office:
    """An admin who has logged in once for all tests of this file; after a failed test, once more."""

    def __init__(self, pages: Pages, stack: Stack) -> None:
        self.pages = pages
        self._stack = stack
        self._page: Page | None = None

    def open(self, path: str) -> Page:
        """Return the page of this path."""
        if self._page is None:
            self._page = self.pages.open(size=LAPTOP)
            log_in(self._page, self._stack, ADMIN, at=self._stack.staff_url)
        self._page.goto(f"{self._stack.staff_url}{path}")
        return self._page

    def token(self) -> str:
        """Return an access token of the admin."""
        return access_token(self._page or self.open("/admin/categories"))

    def close(self, *, pictures: str = "") -> None:
        """Forget the admin."""
        self._page = None
        self.pages.close(pictures=pictures)


@pytest.fixture(scope="module")
def shared_office(visitors: Visitors, stack: Stack) -> Iterator[Office]:
    """The admin that the tests of this file share."""
    office = Office(Pages(visitors), stack)
    yield office
    office.close()


@pytest.fixture
def office(shared_office: Office, request: pytest.FixtureRequest) -> Iterator[Office]:
    """The admin; each test must end without a script error or a broken policy."""
    yield shared_office

    complaints = shared_office.pages.complaints.copy()
    shared_office.pages.complaints.clear()
    if has_failed(request) or complaints:
        shared_office.close(pictures=request.node.name)
    assert complaints == []


def field_of(form: Locator, label: str, value: str | bool = "") -> Locator:
    """Return the field of this label; the label of a checkbox also holds its hint."""
    if isinstance(value, bool):
        return form.get_by_role("checkbox", name=label)
    return form.get_by_label(label, exact=True)


def fill(form: Locator, values: Values) -> None:
    """Fill in the fields."""
    for label, value in values.items():
        field = field_of(form, label, value)
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)


def expect_values(form: Locator, values: Values) -> None:
    """Expect the fields to have these values."""
    for label, value in values.items():
        field = field_of(form, label, value)
        if isinstance(value, bool):
            expect(field).to_be_checked(checked=value)
        elif field.evaluate("element => element.tagName") == "SELECT":
            expect(field.locator("option:checked")).to_have_text(value)
        else:
            expect(field).to_have_value(value)


def expect_faults(form: Locator, faults: Mapping[str, str]) -> None:
    """Expect each fault at its field."""
    for label, fault in faults.items():
        field = field_of(form, label)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile(re.escape(fault)))


def expect_refusal(
    form: Locator, button: str, faults: Mapping[str, str], wrong: Values | None = None
) -> None:
    """Submit wrong values, and expect each fault at its field, the first of which gets the focus."""
    save(form, button, wrong or {})
    expect_faults(form, faults)
    expect(field_of(form, next(iter(faults)))).to_be_focused()


def save(form: Locator, button: str, values: Values) -> None:
    """Fill in and submit the form."""
    fill(form, values)
    form.get_by_role("button", name=button, exact=True).click()


def test_category_is_saved_opened_again_and_deleted_without_its_products(
    office: Office, stack: Stack
) -> None:
    page = office.open("/admin/categories")
    page.get_by_role("button", name="Add category").click()
    form = page.get_by_role("dialog", name="Add category")
    values: Values = {
        "Name (English)": "Form beads",
        "Name (Hindi)": "फ़ॉर्म के दाने",
        "Address (/category/…)": "form-beads",
        "Place in the order": "900",
        "Shown in the shop": False,
    }

    faults = {"Name (English)": "A name is required", "Address (/category/…)": "Please use Latin letters"}
    expect_refusal(form, "Save", faults, {"Address (/category/…)": "Form beads!"})
    save(form, "Save", values)

    expect(form).to_be_hidden()
    page.get_by_role("button", name="Edit Form beads").click()
    expect_values(page.get_by_role("dialog", name="Edit category"), values)

    product = {
        "slug": "form-bead-moved",
        "title": {"en": "Form bead to move"},
        "description": {"en": "Made for a test."},
        "category": "form-beads",
        "price": 800,
        "stock": 1,
        "isAvailable": False,
    }
    call(stack, "POST", "/admin/products", product, token=office.token())
    page = office.open("/admin/categories")
    page.get_by_role("button", name="Delete Form beads").click()
    form = page.get_by_role("dialog", name="Delete category")
    expect(form.get_by_text("There is 1 product in this category")).to_be_visible()
    expect(form.get_by_role("button", name="Move and delete")).to_be_disabled()
    save(form, "Move and delete", {"Move them to": "Rudraksha"})
    expect(form).to_be_hidden()
    expect(page.get_by_role("button", name="Delete Form beads")).to_have_count(0)
    page.goto(f"{stack.staff_url}/admin/products?category=rudraksha&search=form-bead-moved")
    expect(page.get_by_role("link", name="Form bead to move").first).to_be_visible()


def test_order_gets_a_certificate_and_a_status(office: Office, stack: Stack) -> None:
    order_id, key = order_as_guest(stack, "form-status@akshamala.example")
    pay(stack, order_id, key)
    certificate = {
        "number": "FORM-1",
        "lab": "Sample Gem Lab",
        "issuedOn": "2026-01-05",
        "origin": {"en": "Nepal", "hi": "नेपाल"},
        "weightMilligrams": 2500,
    }
    product_id = call(stack, "GET", f"/products/{BEAD}")["product"]["_id"]
    path = f"/admin/products/{product_id}/certificates"
    call(stack, "POST", path, certificate, token=office.token())
    bring(stack, order_id, "processing", "packaging", token=office.token())
    page = office.open(f"/admin/orders/{order_id}")
    piece = page.get_by_role("list", name="Certificates of the pieces")

    save(piece, "Save number", {"Certificate number": "NO-SUCH-NUMBER"})
    expect_faults(piece, {"Certificate number": "This product has no certificate with this number"})
    save(piece, "Save number", {"Certificate number": "FORM-1"})

    expect(piece.get_by_role("link", name="FORM-1")).to_be_visible()
    update = page.get_by_role("button", name="Update Status")
    update.click()
    form = page.get_by_role("dialog", name="Update Status")
    day = timezone.localdate() + timedelta(days=4)
    values = {
        "Courier": "Delhivery",
        "Tracking number": "1490812345",
        "Estimated delivery": f"{day:%d/%m/%Y}",
    }
    wrong = {"New status": "Dispatched", "Tracking number": "1", "Estimated delivery": "32/13/2026"}
    expect_refusal(form, "Update status", {"Estimated delivery": "Please enter a date"}, wrong)
    save(form, "Update status", values)
    expect(form).to_be_hidden()
    expect(page.get_by_text("Dispatched").first).to_be_visible()
    update.click()
    form.get_by_label("New status").select_option("Shipped")
    expect_values(form, values)


def test_status_of_many_orders_is_changed(office: Office, stack: Stack) -> None:
    email = "form-bulk@akshamala.example"
    orders = [order_as_guest(stack, email) for _ in range(2)]
    for order_id, key in orders:
        pay(stack, order_id, key)
    page = office.open(f"/admin/order-management?search={email}")
    for order_id, _ in orders:
        page.get_by_role("checkbox", name=f"Select {order_id}").check()
    bar = page.get_by_role("region", name="Update many orders")
    bar.get_by_role("button", name="Update status").click()
    form = page.get_by_role("dialog", name="Update many orders")

    expect(form.get_by_role("button", name="Update 2 orders")).to_be_disabled()
    save(form, "Update 2 orders", {"New status": "Processing"})

    expect(page.get_by_text("2 of 2 moved").first).to_be_visible()
    expect(form).to_be_hidden()
    rows = page.get_by_role("row").filter(has_text=email)
    expect(rows.get_by_text("Processing")).to_have_count(2)


def test_account_gets_a_role_an_address_and_is_blocked(
    office: Office, open_page: OpenPage, stack: Stack
) -> None:
    name = f"form-{uuid.uuid4().hex[:8]}"
    log_in(open_page(), stack, f"{name}@akshamala.example", at=stack.shop_url)
    page = office.open(f"/admin/users?search={name}")
    row = page.get_by_role("row").filter(has_text=name)
    row.get_by_role("button", name="Open").click()
    # Toasts are dialogs, too.
    dialog = page.get_by_role("dialog", name=name)

    save(dialog, "Give this role", {"Role": "Support"})
    address = "Email address of the staff account"
    fault = {address: "Please enter a valid email address"}
    expect_refusal(dialog, "Change the address", fault, {address: "nobody"})
    save(dialog, "Change the address", {address: f"{name}-new@akshamala.example"})
    expect(dialog.get_by_role("heading", name=f"{name}-new@akshamala.example")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    row.get_by_role("button", name="Open").click()
    expect_values(dialog, {"Role": "Support", address: f"{name}-new@akshamala.example"})

    reason = "Reason, for the log"
    steps = {
        "Reset the second factor": ("Reset now", "Lost the phone"),
        "Block": ("Block now", "Left the shop"),
    }
    for title, (verb, why) in steps.items():
        dialog.get_by_role("button", name=title, exact=True).click()
        form = page.get_by_role("dialog", name=title)
        expect(form.get_by_role("button", name=verb)).to_be_enabled()
        fault = {reason: "Please write at least three letters"}
        expect_refusal(form, verb, fault, {reason: "No"})
        save(form, verb, {reason: why})
        expect(form).to_be_hidden()
    expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    row.get_by_role("button", name="Open").click()
    for why in ("Lost the phone", "Left the shop"):
        expect(dialog.get_by_text(f"“{why}”")).to_be_visible()


def test_export_of_full_names_says_what_for(office: Office, stack: Stack) -> None:
    page = office.open("/admin/order-management")
    page.get_by_role("button", name="Export", exact=True).click()
    form = page.get_by_role("dialog", name="Export Orders")
    reason, full = "What you need them for", {"Names, addresses and numbers in full": True}

    expect_refusal(form, "Make the file", {reason: "Please say in a few words what for"}, full)
    save(form, "Make the file", {reason: "The tax office asks"})

    expect(form).to_be_hidden()
    page.goto(f"{stack.staff_url}/admin/exports")
    files = page.get_by_role("region", name="Your files").get_by_role("listitem")
    expect(files.filter(has_text="Orders").first).to_contain_text("in full")


def test_papers_of_a_month_are_asked_for(office: Office) -> None:
    page = office.open("/admin/exports")
    month = page.get_by_label("Month", exact=True)
    last_month = month.input_value()
    button = page.locator("form").filter(has=month).get_by_role("button", name="Make the file")

    month.fill("")
    button.click()
    expect(month).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    month.fill(last_month)
    button.click()

    expected = f"{date.fromisoformat(f'{last_month}-01'):%b %Y}"
    expect(page.get_by_role("dialog", name="Export Tax report")).to_contain_text(expected)


def test_case_is_closed_with_a_reason(office: Office, stack: Stack) -> None:
    order_id, key = order_as_guest(stack, "form-case@akshamala.example")
    body = {"orderId": order_id, "key": key}
    transaction_id = call(stack, "POST", "/phonepe/create-order", body)["transactionId"]
    stack.sandbox.fault("alter", on="status", order=transaction_id, value={"amount": 10_000}, times=None)
    stack.sandbox.settle(transaction_id, "success")
    call(stack, "POST", "/payments/verify-phonepe", {"merchantTransactionId": transaction_id})
    page = office.open("/admin/cases")
    case = page.locator("[data-case]").filter(has_text=transaction_id)
    case.get_by_role("button", name="Close without acting").click()
    form = page.get_by_role("dialog", name="Close this case")
    reason = "Why it can be closed"

    expect(form.get_by_role("button", name="Close the case")).to_be_enabled()
    expect_refusal(form, "Close the case", {reason: "Please write at least three letters"}, {reason: "No"})
    save(form, "Close the case", {reason: "The bank sent the rest"})

    expect(form).to_be_hidden()
    page.goto(f"{stack.staff_url}/admin/cases?status=closed")
    expect(case.get_by_text("The bank sent the rest")).to_be_visible()


def test_product_is_imported_counted_and_its_certificate_withdrawn(office: Office, stack: Stack) -> None:
    page = office.open("/admin/products")
    page.get_by_role("link", name="Import", exact=True).click()
    lines = [
        "slug,category,price,stock,title.en,title.hi,description.en,description.hi,isAvailable",
        "form-bead,rudraksha,800,6,Form bead,फ़ॉर्म का दाना,Made for a test.,परीक्षण के लिए।,no",
        "form-bead-2,rudraksha,cheap,6,Form bead 2,दूसरा दाना,Made for a test.,परीक्षण के लिए।,no",
    ]

    page.get_by_label("Choose a file of products").set_input_files(
        {"name": "beads.csv", "mimeType": "text/csv", "buffer": "\n".join(lines).encode()}
    )
    expect(page.get_by_role("row").filter(has_text="Form bead 2")).to_contain_text("Line 3 · price")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator('[data-import-status="done"]')).to_be_visible()

    found = call(stack, "GET", "/admin/products?search=form-bead", token=office.token())["products"]
    page = office.open(f"/admin/products/{found[0]['_id']}")
    expect_values(page.locator("main"), {"Title (English)": "Form bead", "Price (₹)": "800"})
    stock = page.locator("form").filter(has=page.get_by_role("radio", name="All pieces were counted"))
    faults = {"Pieces": "Please enter a whole number", "Cause": "This is required"}
    expect_refusal(stock, "Record", faults, {"Pieces": "a few"})
    save(stock, "Record", {"Pieces": "9", "Cause": "Yearly count"})
    counted = page.get_by_role("region", name="Movements").get_by_role("row").filter(has_text="Yearly count")
    expect(counted).to_contain_text("+3")
    expect_values(stock, {"Pieces": "", "Cause": ""})

    page.get_by_role("button", name="Add certificate").click()
    form = page.get_by_role("dialog", name="Add certificate")
    faults = {"Number": "This is required", "Laboratory": "This is required", "Weight (grams)": "in grams"}
    expect_refusal(form, "Add certificate", faults, {"Weight (grams)": "light"})
    certificate = {"Number": "FORM-2", "Laboratory": "Sample Gem Lab", "Issued on": "2026-01-05"}
    save(form, "Add certificate", {**certificate, "Origin (English)": "Nepal", "Weight (grams)": "2.5"})
    expect(form).to_be_hidden()
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="FORM-2"))
    row.get_by_role("button", name="Withdraw").click()
    form = page.get_by_role("dialog", name="Withdraw")
    faults = {"Reason, for staff": "at least three letters", "Type FORM-2 to confirm": "FORM-2"}
    expect_refusal(form, "Withdraw", faults)
    reason = {"Reason, for staff": "The laboratory took it back", "Type FORM-2 to confirm": "FORM-2"}
    save(form, "Withdraw", reason)
    expect(row.get_by_text("Withdrawn")).to_be_visible()


def test_return_is_rejected_with_a_reason(office: Office, open_page: OpenPage, stack: Stack) -> None:
    customer = open_page()
    log_in(customer, stack, f"form-{uuid.uuid4().hex[:8]}@akshamala.example", at=stack.shop_url)
    token = access_token(customer)
    order_id = order_as_customer(stack, token)
    pay(stack, order_id, token=token)
    steps = ("processing", "packaging", "dispatched", "shipped", "delivered")
    bring(stack, order_id, *steps, token=office.token())
    httpx.post(
        f"{stack.shop_url}/api/orders/{order_id}/returns",
        data={"kind": "return", "reason": "defective", "text": "The thread was torn.", "items": ["1:1"]},
        headers={"Authorization": f"Bearer {token}"},
        trust_env=False,
        timeout=30,
    ).raise_for_status()
    page = office.open(f"/admin/orders/{order_id}")
    request = page.get_by_role("listitem").filter(has_text="The thread was torn.")

    save(request, "Reject", {})
    expect_faults(request, {"Note to the customer": "Please tell the customer why"})
    save(request, "Reject", {"Note to the customer": "The thread was worn for years."})

    expect(request.get_by_text("Rejected", exact=True)).to_be_visible()
    page.reload()
    expect(request.get_by_text("Rejected", exact=True)).to_be_visible()
