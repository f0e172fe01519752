"""What people do in the shop, by what they see."""

import re
import time

import httpx
from playwright.sync_api import Page, Request, expect

from tests.e2e.stack import Stack

BEAD = "5-mukhi-rudraksha"


def open_dialog(page: Page, stack: Stack, slug: str = BEAD) -> None:
    """Open a product and press Buy Now."""
    page.goto(f"{stack.shop_url}/products/{slug}")
    page.get_by_role("button", name="Buy Now").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def fill_details(page: Page, email: str) -> None:
    """Fill in the details step as a guest."""
    dialog = page.get_by_role("dialog")
    for label, value in {
        "First name": "Sample",
        "Last name": "Shopper",
        "Email": email,
        "Phone": "98765 43210",
        "Street": "12 Sample Road",
        "City": "Pune",
        "Pincode": "411001",
    }.items():
        field = dialog.get_by_label(label, exact=True)
        field.fill(value)
        expect(field).to_have_value(value)
    dialog.get_by_label("State", exact=True).select_option("Maharashtra")


def go_to_pay_page(
    page: Page, stack: Stack, *, email: str = "guest@akshamala.example", slug: str = BEAD
) -> str:
    """Buy as a guest up to the provider's page; return the transaction id."""
    open_dialog(page, stack, slug)
    fill_details(page, email)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name=re.compile(r"^Pay ₹")).click()
    page.wait_for_url(f"{stack.sandbox.url}/**")
    transaction_id = re.search(r"TXN\w+", page.locator("main").inner_text())
    assert transaction_id is not None
    return transaction_id[0]


def answer_at_the_bank(page: Page, answer: str) -> None:
    """Press the provider's own buttons: pay, then what the bank says."""
    page.get_by_role("button", name=re.compile("^Pay")).click()
    page.locator(f'button[name="outcome"][value="{answer}"]').click()
    page.wait_for_url("**/order-confirmation/*")


def log_in(page: Page, stack: Stack, email: str, *, at: str) -> None:
    """Log in by the code in the mail, on the given server."""
    page.goto(f"{at}/login")
    log_in_here(page, stack, email)


def log_in_here(page: Page, stack: Stack, email: str) -> None:
    """Log in by the code in the mail, on the login page that is shown."""
    mark = stack.last_mail_id()
    page.get_by_label("Email").fill(email)
    page.get_by_role("button", name="Send code").click()
    page.get_by_label("Six-digit code").fill(login_code(stack, email, after=mark))
    verify = page.get_by_role("button", name="Verify and login")
    if verify.is_visible() and verify.is_enabled():
        verify.click()
    page.wait_for_url(lambda url: "/login" not in url)


def login_code(stack: Stack, email: str, *, after: int) -> str:
    """Return the code that the next mail to the address brings."""
    code = re.search(r"\b\d{6}\b", stack.mail_to(email, containing="login code", after=after))
    assert code is not None
    return code[0]


class Questions:
    """The REST questions a page asks from now on; the navigation counts, too."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if "/api/" in request.url or request.is_navigation_request():
            self.asked.append(f"{request.method} {request.url}")


def wait_until_paid(stack: Stack, transaction_id: str, *, seconds: float) -> None:
    """Wait until the shop's books say so, without the help of any page."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = httpx.get(f"{stack.shop_url}/api/phonepe/status-check/{transaction_id}", trust_env=False)
        if answer.json()["data"]["status"] == "SUCCESS":
            return
        time.sleep(0.5)
    raise AssertionError(f"{transaction_id} is not paid\n{stack.log()}")
