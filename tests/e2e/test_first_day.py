"""The owner's first day: from an empty shop to its first order, all of it on screens."""

import re
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from deploy.environment import ROOT
from project.accounts.second_factor import totp
from tests.catalog.staff_helpers import photo
from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, Pages, Visitors, has_failed
from tests.e2e.shop_steps import answer_at_the_bank, go_from_dialog_to_pay_page, press_buy_now
from tests.e2e.stack import Stack
from tests.invoices.pdf_reading import page_texts
from tests.smtp_server import SmtpServer
from tests.waiting import eventually

pytestmark = pytest.mark.any_stack

SAMPLE = re.compile("akshamala|अक्षमाला", re.IGNORECASE)
KEYS = {
    "Client ID": "SANDBOX-CLIENT",
    "Client secret": "sandbox-client-secret",
    "Webhook secret": "sandbox-webhook-secret",
}


@pytest.fixture
def shop() -> Iterator[Stack]:
    """An empty shop whose environment has no payment keys."""
    with Stack(samples=False, KEYS_ON_SCREEN="1") as running:
        yield running


@pytest.fixture
def pages(shop: Stack, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Pages]:
    opened = Pages(Visitors(browser, {shop.shop_url}))
    yield opened
    opened.close(pictures=request.node.name if has_failed(request) else "")
    if has_failed(request):
        print(shop.log())
    assert opened.complaints == []


@pytest.fixture
def smtp() -> Iterator[SmtpServer]:
    server = SmtpServer()
    yield server
    server.stop()


def printed_link(shop: Stack) -> str:
    """Return the link that deploy/run prints in a shop without an admin."""
    command = [sys.executable, "manage.py", "first_admin_link"]
    environment = shop.environment() | {"SITE_URL": shop.shop_url}
    printed = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    found = re.search(r"http\S+/first-admin#\S+", printed.stdout)
    assert found is not None, printed.stdout
    return found[0]


def become_admin(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_label("Name", exact=True).fill("Nila Rao")
    page.get_by_label("Email").fill("nila@neelkanth.example")
    page.get_by_label("Password").fill("correct horse battery staple")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Set up an app").click()
    secret = page.locator("code").inner_text().replace(" ", "")
    page.get_by_label("Six digits of the app").fill(totp.code_at(secret, totp.step_now()))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="I have kept them").click()
    page.wait_for_url("**/admin")


def steps(page: Page, shop: Stack) -> Locator:
    """Open the dashboard; return the checklist."""
    page.goto(f"{shop.shop_url}/admin")
    checklist = page.get_by_role("region", name="Your first steps")
    expect(checklist).to_be_visible()
    return checklist


def open_step(page: Page, shop: Stack, title: str) -> None:
    steps(page, shop).get_by_role("link", name=f"Open: {title}").click()


def fill_in_settings(page: Page, shop: Stack) -> None:
    open_step(page, shop, "Name of the shop")
    brand = page.get_by_role("region", name="Name, mark and colours")
    expect(brand).to_be_in_viewport()
    brand.get_by_label("Name", exact=True).fill("Neelkanth Beads")
    brand.get_by_label("Name in Hindi").fill("नीलकंठ बीड्स")
    mark = FilePayload(name="a.png", mimeType="image/png", buffer=photo("PNG", size=(600, 600)))
    page.get_by_label("Choose a file: Mark").set_input_files(mark)
    expect(page.locator("figure img[src*='/products/mark.']")).to_be_visible()
    for label, value in {
        "Legal name": "Neelkanth Beads LLP",
        "Address": "1 MG Road\nPune 411001",
        "Grievance officer": "Asha Rao",
        "Email": "care@neelkanth.example",
        "Phone": "+91 98765 43210",
        "GSTIN": "27AAPFU0939F1ZW",
        "Invoice numbers begin with": "NKB",
    }.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("radio", name="Registered", exact=False).first.check()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("This is not a GSTIN").first).to_be_visible()
    page.get_by_label("GSTIN", exact=True).fill("27AAPFU0939F1ZV")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Settings saved").first).to_be_visible()


def connect(page: Page, shop: Stack, smtp: SmtpServer) -> None:
    open_step(page, shop, "Mail")
    mail = page.get_by_role("region", name="Mail server")
    mail.get_by_label("Server", exact=True).fill("127.0.0.1")
    mail.get_by_label("Port").fill(str(smtp.port))
    mail.get_by_label("Encrypted (TLS)").uncheck()
    mail.get_by_label("Sender").fill("care@neelkanth.example")
    mail.get_by_role("button", name="Try and save").click()
    expect(mail.get_by_text("Set up", exact=True)).to_be_visible()
    mail.get_by_role("button", name="Send me a test mail").click()
    expect(page.get_by_text("A test mail is on its way to nila@neelkanth.example")).to_be_visible()
    assert len(smtp.mails) == 2
    payments = page.get_by_role("region", name="PhonePe")
    for label, value in KEYS.items():
        payments.get_by_label(label, exact=True).fill(value)
    payments.get_by_role("button", name="Try and save").click()
    expect(payments.get_by_text("Set up", exact=True)).to_be_visible()


def try_payment_keys(page: Page, shop: Stack) -> None:
    step = steps(page, shop).locator("[data-step=keys]")
    step.get_by_role("button", name="Pay ₹1").click()
    answer_at_the_bank(page, "success")
    expect(page.get_by_role("heading", name="Payment Successful")).to_be_visible()
    expect(page.get_by_text("Your payment keys work: ₹1 came in and has gone back.")).to_be_visible()
    page.get_by_role("link", name="To the dashboard").click()
    expect(step.get_by_role("img", name="Done")).to_be_visible()


def confirm(page: Page, shop: Stack) -> None:
    checklist = steps(page, shop)
    for name in ("shipping", "legal"):
        step = checklist.locator(f"[data-step={name}]")
        step.get_by_role("button", name="Confirm").click()
        expect(step.get_by_role("img", name="Done")).to_be_visible()


def put_on_sale(page: Page, shop: Stack) -> None:
    page.goto(f"{shop.shop_url}/admin/categories")
    page.get_by_role("button", name="Add category").first.click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name (English)", exact=True).fill("Beads")
    form.get_by_label("Name (Hindi)", exact=True).fill("दाने")
    form.get_by_label("Address (/category/…)").fill("beads")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()
    open_step(page, shop, "First product")
    page.get_by_role("link", name="Add product").first.click()
    for label, value in {
        "Title (English)": "Blue Bead",
        "Title (Hindi)": "नीला दाना",
        "Short description (English)": "A bead.",
        "Short description (Hindi)": "एक दाना।",
        "Description (English)": "A blue bead.",
        "Description (Hindi)": "एक नीला दाना।",
        "Price (₹)": "800",
        "HSN code": "71162000",
    }.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_label("Category", exact=True).select_option(label="Beads")
    page.get_by_label("Pieces in the house").fill("6")
    picture = FilePayload(name="blue.jpg", mimeType="image/jpeg", buffer=photo())
    page.get_by_label("Add pictures").set_input_files(picture)
    page.get_by_role("button", name="Save and offer in the shop").click()
    page.wait_for_url(re.compile(r"/admin/products/[0-9a-f]{16}$"))


def text_of(mail: EmailMessage) -> str:
    """Return headers and texts of a mail; its attachments are files."""
    parts = [part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"]
    return "\n".join([*map(str, mail.values()), *parts])


def invoice_in(mails: list[EmailMessage]) -> str:
    """Return the text of the invoice that the shopper was sent; "" before it is there."""
    files = [file for mail in mails if mail["To"] == "asha@example.com" for file in mail.iter_attachments()]
    return "\n".join(text for file in files for text in page_texts(file.get_content()))


def reach_by_an_entered_address(page: Page, shop: Stack) -> None:
    """Open a product by an address that an admin has entered: its socket connects, too."""
    url = shop.serve(SITE_URL="").url
    saved = f"store_values('site', version=0, values={{'url': {url!r}}}, secrets={{}}, author='')"
    shop.manage("shell", "-c", f"from project.core.connections import store_values\n{saved}")
    opened = page.goto(f"{url}/products/blue-bead")
    assert opened is not None
    assert f"connect-src 'self' {url.replace('http', 'ws')};" in opened.headers["content-security-policy"]
    expect(page.locator("main").get_by_text("Live", exact=True)).to_be_visible()


@pytest.mark.timeout(600)
def test_owner_opens_a_shop_and_a_stranger_buys(shop: Stack, pages: Pages, smtp: SmtpServer) -> None:
    page = pages.open()
    become_admin(page, printed_link(shop))
    checklist = steps(page, shop)
    expect(checklist.get_by_text("1 of 12 done")).to_be_visible()
    expect(page.get_by_text("Not set up yet")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert wider_than_the_screen(page) <= 0
    page.set_viewport_size({"width": 1280, "height": 900})

    fill_in_settings(page, shop)
    connect(page, shop, smtp)
    try_payment_keys(page, shop)
    confirm(page, shop)
    put_on_sale(page, shop)
    expect(steps(page, shop).get_by_text("11 of 12 done")).to_be_visible()

    shopper = pages.open()
    shopper.goto(shop.shop_url)
    assert not SAMPLE.search(shopper.content())
    shopper.goto(f"{shop.shop_url}/products/blue-bead")
    press_buy_now(shopper)
    go_from_dialog_to_pay_page(shopper, shop, "asha@example.com")
    answer_at_the_bank(shopper, "success")
    expect(shopper.get_by_role("heading", name="Payment Successful")).to_be_visible()
    assert not SAMPLE.search(shopper.content())
    invoice = eventually(lambda: invoice_in(smtp.mails))
    assert "Neelkanth Beads" in invoice and not SAMPLE.search(invoice)
    assert [mail["Subject"] for mail in smtp.mails if SAMPLE.search(text_of(mail))] == []

    checklist = steps(page, shop)
    expect(checklist.get_by_text("Your shop is ready to sell.")).to_be_visible()
    checklist.get_by_role("button", name="Hide the checklist").click()
    expect(checklist).to_be_hidden()
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
    assert not SAMPLE.search(page.content())
    for path in (
        "/",
        "/about",
        "/terms",
        "/privacy",
        "/cookies",
        "/shipping",
        "/returns",
        "/refund",
        "/contact",
        "/login",
    ):
        shopper.goto(f"{shop.shop_url}{path}")
        assert not SAMPLE.search(shopper.content()), path
    reach_by_an_entered_address(shopper, shop)
