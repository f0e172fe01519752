"""Enquiries by the contact form, answered by staff without reloading."""

import re
import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.screen_texts import localized_message
from tests.e2e.stack import Stack
from tests.e2e.test_refunds import BY_ITSELF_MS, staff

pytestmark = pytest.mark.any_stack
WRITER = "writer@akshamala.example"


def text(key: str) -> str:
    """Return what the screens of support say in English."""
    return localized_message("en", f"support:{key}")


class Writer:
    """Somebody who has opened the contact form; what is sent from it at once is taken for a machine's."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        opened = http.post("/contact/form").json()["data"]
        self._key = opened["formKey"]
        self._usable_at = time.monotonic() + opened["usableIn"]

    def write(self, message: str) -> str:
        """Write to the shop as a person does; return the number of the enquiry."""
        time.sleep(max(0.0, self._usable_at - time.monotonic()))
        answer = self._http.post(
            "/contact",
            json={
                "formKey": self._key,
                "name": "Asha Writer",
                "email": WRITER,
                "topic": "product",
                "message": message,
            },
        )
        return str(answer.json()["data"]["number"])


@pytest.fixture
def writer(stack: Stack) -> Iterator[Writer]:
    """Somebody who asks."""
    with httpx.Client(base_url=f"{stack.shop_url}/api", timeout=30, trust_env=False) as http:
        yield Writer(http)


def test_an_enquiry_arrives_by_itself_and_is_found_answered_and_closed(
    open_page: OpenPage, stack: Stack, writer: Writer
) -> None:
    page = staff(open_page, stack, "/admin/contact", "support@akshamala.example")
    expect(page.get_by_role("heading", name=text("tickets.title"), exact=True)).to_be_visible()

    number = writer.write("Does the 5 mukhi bead have a certificate?")

    row = page.locator(f"[data-row='{number}']")
    expect(row.get_by_text(WRITER)).to_be_visible(timeout=BY_ITSELF_MS)

    page.goto(f"{stack.staff_url}/admin/support?q={number.lower()}")
    message = page.get_by_role("region", name=text("tickets.message"))
    expect(message.get_by_text("Does the 5 mukhi bead have a certificate?")).to_be_visible()

    answer = page.get_by_label(text("answer.text"))
    expect(answer).to_have_value(re.compile("^Dear Asha Writer,"))
    answer.fill("Dear Asha, every bead has one.")
    page.get_by_role("button", name=text("answer.close"), exact=True).click()
    expect(page.get_by_text(text("events.note_mail"))).to_be_visible(timeout=BY_ITSELF_MS)
    expect(message.get_by_text(text("tickets.statuses.closed"), exact=True)).to_be_visible()

    message.get_by_role("button", name=text("tickets.reopen"), exact=True).click()
    expect(page.get_by_role("button", name=text("answer.mail"), exact=True)).to_be_enabled()
    message.get_by_role("button", name=text("tickets.close"), exact=True).click()
    expect(message.get_by_text(text("tickets.statuses.closed"), exact=True)).to_be_visible()
    expect(message.get_by_role("button", name=text("tickets.reopen"))).to_be_enabled()
