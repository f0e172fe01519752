"""Log in while strangers flood the shop with codes: the browser works, or the mail's link logs in."""

import re
import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.stack import Stack


@pytest.fixture(scope="module")
def flooded(stack: Stack) -> Iterator[str]:
    """The address of a server with limits on, where strangers have been mailed more codes than a day's."""
    server = stack.serve(RATE_LIMIT_FACTOR="1")
    stack.change_shop(limits={"codes_per_day": 1})
    stack.manage(
        "shell",
        "-c",
        "from django.utils import timezone\n"
        "from project.accounts.models import EmailCode\n"
        "EmailCode.objects.bulk_create(EmailCode(purpose='login', email='flood@example.com', digest='0',\n"
        "    requester=str(n), expires_at=timezone.now()) for n in range(2))",
    )
    yield server.url
    server.stop()
    stack.restore_shop()


@pytest.fixture
def email() -> str:
    return f"person-{uuid.uuid4().hex[:10]}@akshamala.example"


def link_in_mail(stack: Stack, email: str) -> str:
    """Return path and fragment of the link in the newest mail to the address."""
    found = re.search(r"/(?:login|track-orders)#\S+", stack.mailbox.text_to(email, containing="#email="))
    assert found is not None
    return found.group()


def ask(page: Page, url: str, email: str) -> None:
    page.goto(f"{url}/login?redirect=/profile")
    page.get_by_role("textbox", name="Email").fill(email)
    page.get_by_role("button", name="Send code").click()


def test_browser_does_the_work_and_logs_in(
    stack: Stack, flooded: str, open_page: OpenPage, email: str
) -> None:
    page = open_page()
    answers: list[int] = []
    page.on(
        "response", lambda response: answers.append(response.status) if "send-otp" in response.url else None
    )
    ask(page, flooded, email)
    page.get_by_label("Six-digit code").fill(stack.mailbox.code_to(email))
    page.get_by_role("button", name="Verify and login").click()

    page.wait_for_url("**/profile")
    assert answers == [428, 200]


@pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.nightly)], ids=["phone", "desktop"]
)
def test_owner_whose_address_strangers_use_up_logs_in_by_the_link(
    stack: Stack, flooded: str, open_page: OpenPage, email: str, size: tuple[int, int]
) -> None:
    for _ in range(3):
        page = open_page(size=size)
        page.request.post(f"{stack.shop_url}/api/auth/send-otp", data={"email": email})
        stack.manage(
            "shell",
            "-c",
            "from datetime import timedelta\nfrom django.db.models import F\n"
            "from project.accounts.models import EmailCode\n"
            f"EmailCode.objects.filter(email={email!r}).update(requester='', closed_at=F('created_at'),\n"
            "    created_at=F('created_at') - timedelta(minutes=1))",
        )
    ask(page, flooded, email)
    expect(page.get_by_text("Open the link in the newest one, or try again in 5")).to_be_visible()

    link = link_in_mail(stack, email)
    page.goto(f"{flooded}{link}")
    expect(page.get_by_text(email)).to_be_visible()
    assert violations(page) == []
    assert not wider_than_the_screen(page)
    page.get_by_role("button", name="Login", exact=True).click()
    expect(page.get_by_text("Login successful!")).to_be_visible()
    page.wait_for_url(f"{flooded}/")

    other = open_page(size=size)
    other.goto(f"{flooded}{link}")
    other.get_by_role("button", name="Login", exact=True).click()
    expect(other.get_by_text("This link no longer works")).to_be_visible()
    other.get_by_role("button", name="Send a new code").click()
    expect(other.get_by_role("textbox", name="Email")).to_be_visible()


def test_link_opens_the_orders_of_its_address(
    stack: Stack, flooded: str, open_page: OpenPage, email: str
) -> None:
    page = open_page(size=PHONE)
    page.request.post(f"{stack.shop_url}/api/data/code", data={"email": email})

    page.goto(f"{flooded}{link_in_mail(stack, email)}")
    assert violations(page) == []
    page.get_by_role("button", name="Open the orders").click()

    expect(page.get_by_text("No orders found for this email address")).to_be_visible()
