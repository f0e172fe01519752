"""Staff create a product, two change it concurrently, and the shop shows it."""

import base64
import io
import re

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import call, staff_token
from tests.e2e.shop_steps import SESSION_NAME, log_in, wait_for_application
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


def photo(color: str) -> FilePayload:
    """A picture as it comes from a camera."""
    file = io.BytesIO()
    Image.new("RGB", (600, 600), color).save(file, "JPEG")
    return {"name": f"{color}.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


def fill_new_product(page: Page, title: str) -> None:
    page.get_by_label("Title (English)", exact=True).fill(title)
    page.get_by_label("Description (English)", exact=True).fill("Made for a test.")
    # The shop is shared with those who look for English where Hindi is wanted.
    page.get_by_label("Title (Hindi)", exact=True).fill("परीक्षण का दाना")
    page.get_by_label("Description (Hindi)", exact=True).fill("एक परीक्षण के लिए बना।")
    page.get_by_label("Price (₹)", exact=True).fill("800")
    page.get_by_label("Pieces in the house").fill("6")
    page.get_by_label("Offered in the shop").check()


def unfold(page: Page, section: str) -> None:
    page.get_by_role("region", name=section).locator("summary").first.click()


DROPPED = """(content) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
    transfer.items.add(new File([bytes], "gold.jpg", { type: "image/jpeg" }))
    return transfer
}"""


def test_new_product_is_a_draft_with_the_options_of_its_category(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "catalogue@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/products/new")
    expect(page.get_by_label("Title (English)", exact=True)).to_be_focused()
    unfold(page, "Options")
    names = page.get_by_role("group").get_by_label("Name", exact=True)
    expect(names).to_have_count(12)
    draft = page.locator("form").get_by_role("list").filter(has=page.get_by_role("link", name="Pictures"))
    expect(draft.get_by_role("link", name="Title (Hindi)")).to_be_visible()

    page.get_by_label("Category", exact=True).select_option(label="For the altar")

    # The newest of them has three sizes.
    expect(names).to_have_count(3)
    expect(page.get_by_role("group", name="Origins").get_by_text("No choice")).to_be_visible()
    expect(page.get_by_label("Can be had with an X-ray certificate")).not_to_be_checked()
    draft.get_by_role("link", name="Title (Hindi)").click()
    expect(page.get_by_label("Title (Hindi)", exact=True)).to_be_focused()
    page.keyboard.type("दीया")
    expect(draft.get_by_role("link", name="Title (Hindi)")).to_have_count(0)
    assert violations(page) == []
    for name in ("Title", "Short description", "Description"):
        page.get_by_label(f"{name} (English)", exact=True).fill("Lamp of a test")
        page.get_by_label(f"{name} (Hindi)", exact=True).fill("परीक्षण का दीया")
    page.get_by_label("Price (₹)", exact=True).fill("800")
    page.get_by_label("Pieces in the house").fill("6")
    page.get_by_label("Add pictures").set_input_files([photo("navy")])

    # One press, when nothing is missing any more.
    page.get_by_role("button", name="Save and offer in the shop").click()
    page.wait_for_url(re.compile(r"/admin/products/[0-9a-f]{16}$"))
    expect(page.get_by_label("Offered in the shop")).to_be_checked()
    expect(draft).to_have_count(0)


# Three pages, two uploads one after the other.
@pytest.mark.timeout(300)
def test_keeper_makes_a_product_and_a_colleagues_change_is_not_lost(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    log_in(page, stack, "catalogue@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/products/new")
    page.get_by_role("button", name="Save").click()
    summary = page.get_by_role("alert").filter(has_text="Please correct")
    expect(summary).to_be_visible()
    summary.get_by_role("link", name="Title").click()
    expect(page.get_by_label("Title (English)", exact=True)).to_be_focused()

    fill_new_product(page, "Keeper's Bead")
    page.get_by_label("Add pictures").set_input_files([photo("maroon")])
    content = base64.b64encode(photo("gold")["buffer"]).decode()
    dropped = page.evaluate_handle(DROPPED, content)
    page.get_by_text("Or drop files here").dispatch_event("drop", {"dataTransfer": dropped})
    pictures = page.get_by_role("listitem").filter(
        has=page.get_by_role("button", name=re.compile("^Move picture \\d forward"))
    )
    expect(pictures).to_have_count(2, timeout=60_000)
    # The worker renders the sizes; the screen hears of each by itself.
    expect(pictures.get_by_text("Ready", exact=True)).to_have_count(2, timeout=60_000)
    for place in (0, 1):
        expect(pictures.nth(place).locator("source[type='image/avif']")).to_have_count(1)
    page.get_by_role("button", name="Move picture 2 forward").press("Enter")
    expect(page.get_by_text("Now picture 1 of 2")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile(r"/admin/products/[0-9a-f]{16}$"))
    expect(page.get_by_role("heading", level=1, name="Keeper's Bead")).to_be_visible()
    expect(page.get_by_role("button", name="Record")).to_be_visible()
    assert violations(page) == []

    # A visitor sees it, and sees a new count without asking.
    visitor = open_page()
    visitor.goto(f"{stack.shop_url}/products/keepers-bead")
    expect(visitor.get_by_role("heading", level=1, name="Keeper's Bead")).to_be_visible()

    # A colleague saves first; the keeper's own change goes on top of it.
    unfold(page, "Search engines and tags")
    page.get_by_role("textbox", name="Tags").fill("mine")
    colleague = open_page()
    log_in(colleague, stack, "admin@akshamala.example", at=stack.shop_url)
    colleague.goto(page.url.replace(stack.staff_url, stack.shop_url))
    colleague.get_by_label("Price (₹)", exact=True).fill("750")
    colleague.get_by_role("button", name="Save").click()
    expect(colleague.get_by_text("Product updated successfully").first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Changed by Sample admin")).to_be_visible()
    page.bring_to_front()
    page.get_by_role("button", name="Save").click()
    refusal = page.get_by_role("alert").filter(has_text="Somebody else has changed this product")
    expect(refusal).to_be_in_viewport()
    expect(page.locator(":focus").filter(has=refusal)).to_have_count(1)
    expect(refusal.get_by_text(re.compile("Price"))).to_be_visible()
    refusal.get_by_role("button", name="Put my changes on top").click()
    expect(page.get_by_label("Price (₹)", exact=True)).to_have_value("750")
    expect(page.get_by_role("textbox", name="Tags")).to_have_value("mine")
    page.get_by_role("button", name="Save").click()
    expect(refusal).to_have_count(0)
    expect(page.get_by_text("Everything is saved")).to_be_visible()


CORNER = """picture => {
    const canvas = document.createElement("canvas")
    canvas.width = canvas.height = 1
    const context = canvas.getContext("2d")
    context.drawImage(picture, 0, 0, 1, 1, 0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
}"""


def test_cut_out_picture_that_is_made_to_fit_stands_on_white(open_page: OpenPage, stack: Stack) -> None:
    file = io.BytesIO()
    cut_out = Image.new("RGBA", (1200, 900))
    cut_out.paste(Image.effect_noise((900, 600), 90).convert("RGBA"), (150, 150))
    cut_out.save(file, "PNG", compress_level=0)
    page = open_page()
    log_in(page, stack, "catalogue@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/products/new")

    page.get_by_label("Add pictures").set_input_files(
        {"name": "bead.png", "mimeType": "image/png", "buffer": file.getvalue()}
    )

    entry = page.get_by_role("listitem").filter(has=page.get_by_text("Ready", exact=True))
    expect(entry).to_be_visible(timeout=60_000)
    picture = entry.locator("img")
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    assert min(picture.evaluate(CORNER)) > 240


def test_xray_picture_of_a_certificate_and_words_of_an_option_reach_the_shop(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    log_in(page, stack, "catalogue@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/products/new")
    fill_new_product(page, "Certified Bead")
    unfold(page, "Options")
    page.get_by_role("group", name="Origins").get_by_label("About the choice (English)").nth(1).fill(
        "From Java"
    )
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile(r"/admin/products/[0-9a-f]{16}$"))

    page.get_by_role("button", name="Add certificate").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Number", exact=True).fill("LAB-E2E-1")
    dialog.get_by_label("Laboratory").fill("Sample Gem Lab")
    dialog.get_by_label("Issued on", exact=True).fill("2026-01-05")
    dialog.get_by_label("Origin (English)").fill("Nepal")
    dialog.get_by_label("Weight (grams)").fill("2.5")
    dialog.get_by_label("Choose X-ray picture").set_input_files([photo("gray")])
    expect(dialog.get_by_role("button", name="Remove X-ray picture")).to_be_visible(timeout=60_000)
    assert violations(page) == []
    dialog.get_by_role("button", name="Add certificate").click()
    expect(page.get_by_role("link", name="LAB-E2E-1")).to_be_visible()

    visitor = open_page()
    visitor.goto(f"{stack.shop_url}/verify/LAB-E2E-1")
    expect(visitor.get_by_role("img", name=re.compile("X-ray", re.IGNORECASE))).to_be_visible()
    visitor.goto(f"{stack.shop_url}/products/certified-bead")
    visitor.get_by_role("radio", name=re.compile("Indonesian")).check()
    expect(visitor.get_by_text("From Java")).to_be_visible()


def test_new_address_is_where_an_open_page_goes(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "catalogue@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/products/new")
    fill_new_product(page, "Renamed Bead")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile(r"/admin/products/[0-9a-f]{16}$"))
    address = page.get_by_label("Address (/products/…)")
    expect(address).to_have_value("renamed-bead")
    visitor = open_page()
    visitor.goto(f"{stack.shop_url}/products/renamed-bead")
    wait_for_application(visitor)

    address.fill("featured")
    page.get_by_role("button", name="Save").click()
    refusal = page.get_by_role("alert").filter(has_text="Please correct")
    expect(refusal.get_by_text("belongs to the shop itself")).to_be_visible()
    address.fill("bead-of-another-name")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_text("Everything is saved")).to_be_visible()
    visitor.wait_for_url("**/products/bead-of-another-name")
    expect(visitor.get_by_role("heading", level=1, name="Renamed Bead")).to_be_visible()
    visitor.goto(f"{stack.shop_url}/products/renamed-bead")
    visitor.wait_for_url("**/products/bead-of-another-name")


def test_lists_fit_a_phone_in_both_languages(open_page: OpenPage, stack: Stack) -> None:
    for language, products, categories in (("en-IN", "Products", "Categories"), ("hi-IN", "उत्पाद", "श्रेणियाँ")):
        page = open_page(language, PHONE)
        if language == "en-IN":
            log_in(page, stack, "catalogue@akshamala.example", at=stack.shop_url)
            (secret,) = (each["value"] for each in page.context.cookies() if each["name"] == "session")
        else:
            url = f"{stack.shop_url}/api/auth/"
            page.context.add_cookies([{"name": "session", "value": secret, "url": url}])
            page.add_init_script(f"localStorage.setItem('token', '{SESSION_NAME}')")
        page.goto(f"{stack.shop_url}/admin/products")
        expect(page.get_by_role("heading", level=1, name=products)).to_be_visible()
        expect(page.locator("[data-row]").first).to_be_visible()
        assert wider_than_the_screen(page) == 0
        assert violations(page) == []
        page.goto(f"{stack.shop_url}/admin/categories")
        expect(page.get_by_role("heading", level=1, name=categories)).to_be_visible()
        expect(page.locator("[data-row]").first).to_be_visible()
        assert wider_than_the_screen(page) == 0
        assert violations(page) == []


def test_archiving_a_product_and_a_discount_code_is_undone(open_page: OpenPage, stack: Stack) -> None:
    call(stack, "POST", "/admin/discounts", {"code": "ARCHIVED", "percent": 5}, token=staff_token(stack))
    page = open_page()
    log_in(page, stack, "catalogue@akshamala.example", at=stack.staff_url)
    undo = page.get_by_role("button", name="Undo", exact=True)

    page.goto(f"{stack.staff_url}/admin/products")
    name = page.get_by_role("button", name=re.compile("^Archive ")).first.get_attribute("aria-label") or ""
    archive = page.get_by_role("button", name=name, exact=True)
    archive.click()
    expect(archive).to_have_count(0)
    undo.click()
    expect(archive).to_be_visible()
    expect(page.get_by_text("The product is back").first).to_be_visible()

    page.goto(f"{stack.staff_url}/admin/discounts/ARCHIVED")
    page.get_by_role("button", name="Archive", exact=True).click()
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    undo.click()
    expect(page.get_by_role("button", name="Switch off")).to_be_visible()
