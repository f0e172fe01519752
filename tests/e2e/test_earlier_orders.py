"""Customers and orders of another shop are brought in on screen, and their customer reads the orders."""

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import ADMIN
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_customer_of_the_earlier_shop_logs_in_and_reads_the_orders(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    def text(key: str) -> str:
        return localized_message(language, key)

    email = f"earlier-{language}@akshamala.example"
    files = {
        "customers": f"Name,Email,Phone\nAsha Sample,{email},9876543210\n",
        "orders": f"Order Number,Email,Total,Date,Item Name,Quantity,Item Cost\n#7,{email},1499,2024-01-05,"
        "Onyx mala,2,749.50\n",
    }
    staff = open_page(language=f"{language}-IN")
    log_in(staff, stack, ADMIN, at=stack.staff_url)
    for kind, content in files.items():
        staff.goto(f"{stack.staff_url}/admin/move-in")
        file = {"name": f"{kind}.csv", "mimeType": "text/csv", "buffer": content.encode()}
        staff.get_by_label(text(f"moveIn:upload.{kind}")).set_input_files(file)  # type: ignore[arg-type]
        staff.get_by_role("button", name=text("moveIn:verbs.run"), exact=True).click()
        expect(staff.get_by_text(text("moveIn:statuses.done")).first).to_be_visible()
        assert violations(staff) == []

    customer = open_page(language=f"{language}-IN", size=PHONE)
    log_in(customer, stack, email, at=stack.shop_url)
    customer.goto(f"{stack.shop_url}/orders")
    earlier = customer.get_by_role("region", name=text("orders:past.title"))
    expect(earlier).to_contain_text("2 × Onyx mala")
    expect(earlier).to_contain_text("₹1,499")
    assert (violations(customer), wider_than_the_screen(customer)) == ([], 0)
