"""A buyer's review on its way from the form to everybody's screen, and a certificate's own page."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import order_as_customer, pay
from tests.e2e.shop_steps import access_token, log_in, wait_until_paid
from tests.e2e.stack import Stack

# No sample review and no other test is about these.
BEAD = "8-mukhi-rudraksha"
OTHER_BEAD = "9-mukhi-rudraksha"


def photo() -> FilePayload:
    """A photo as a phone takes it."""
    file = io.BytesIO()
    Image.effect_noise((1200, 900), 40).convert("RGB").save(file, "JPEG", quality=90)
    return {"name": "bead.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


def open_reviews(page: Page, address: str, slug: str) -> Locator:
    """Open a product at its reviews."""
    page.goto(f"{address}/products/{slug}#reviews")
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_role("heading").first).to_be_visible()
    return panel


def buy(page: Page, stack: Stack, slug: str, *, email: str) -> None:
    """Log in, having bought the bead."""
    log_in(page, stack, email, at=stack.shop_url)
    token = access_token(page)
    transaction_id = pay(stack, order_as_customer(stack, token, slug=slug), token=token)
    wait_until_paid(stack, transaction_id, seconds=30)


# Three people and a purchase: on a busy machine that takes its time.
@pytest.mark.timeout(300)
def test_a_buyers_review_reaches_an_open_page_when_it_is_published(open_page: OpenPage, stack: Stack) -> None:
    watcher = open_page()
    watched = open_reviews(watcher, stack.staff_url, BEAD)
    expect(watched.get_by_role("heading", name="No reviews yet")).to_be_visible()
    expect(watched.get_by_role("link", name="Log in to review")).to_be_visible()

    author = open_page(size=PHONE)
    buy(author, stack, BEAD, email="reviewer@akshamala.example")
    mine = open_reviews(author, stack.shop_url, BEAD)
    mine.get_by_role("button", name="Write a review").click()
    form = author.get_by_role("dialog", name="Write a review")
    form.get_by_role("button", name="Send review").click()
    expect(form.get_by_text("Please choose a number of stars")).to_be_visible()
    # By keyboard: the first star has the focus, arrows choose.
    for _ in range(3):
        author.keyboard.press("ArrowRight")
    form.get_by_label("Heading").fill("Eight clear lines")
    form.get_by_label("Your review").fill("<b>Even</b> lines from top to bottom.\n\nWell packed.")
    form.get_by_label("Add photos").set_input_files([photo()])
    expect(form.get_by_alt_text("Photo 1")).to_be_visible()
    assert violations(author) == []
    form.get_by_role("button", name="Send review").click()
    expect(form).to_be_hidden()
    expect(mine.get_by_text("Being read")).to_be_visible()
    expect(watched.get_by_role("heading", name="No reviews yet")).to_be_visible()

    admin = open_page()
    log_in(admin, stack, "admin@akshamala.example", at=stack.staff_url)
    admin.goto(f"{stack.staff_url}/admin/reviews")
    waiting = admin.get_by_role("article", name=re.compile("Eight clear lines"))
    expect(waiting.get_by_text("<b>Even</b> lines")).to_be_visible()
    assert violations(admin) == []
    waiting.focus()
    admin.keyboard.press("p")
    # A toast that is pointed at stays until it is wanted.
    undo = admin.get_by_role("button", name="Undo")
    undo.hover()
    expect(admin.get_by_text("No reviews to read")).to_be_visible()

    # Nobody reloaded: the live link brought it.
    shown = watched.get_by_role("article")
    expect(shown.get_by_role("heading", name="Eight clear lines")).to_be_visible()
    expect(shown.get_by_text("<b>Even</b> lines")).to_be_visible()
    expect(shown.get_by_text("Verified buyer")).to_be_visible()
    expect(watched.get_by_text("from 1 review")).to_be_visible()
    expect(watcher.get_by_text("Rated").first).to_be_attached()
    shown.get_by_role("button", name=re.compile("^Photo 1|^Open photo 1")).click()
    expect(watcher.get_by_role("dialog", name="Photos by").get_by_role("img").first).to_be_visible()
    watcher.keyboard.press("Escape")
    author.reload()
    expect(mine.get_by_text("Your review is on this page")).to_be_visible()

    undo.click()
    expect(watched.get_by_role("heading", name="No reviews yet")).to_be_visible()


def test_what_was_typed_outlives_a_reload_and_a_rejection_says_why(open_page: OpenPage, stack: Stack) -> None:
    author = open_page()
    buy(author, stack, OTHER_BEAD, email="caller@akshamala.example")
    mine = open_reviews(author, stack.shop_url, OTHER_BEAD)
    mine.get_by_role("button", name="Write a review").click()
    author.get_by_label("Heading").fill("Call me: 98765 43210")
    author.get_by_label("Your review").fill("I sell these beads, too.")
    author.reload()
    mine.get_by_role("button", name="Write a review").click()
    expect(author.get_by_label("Heading")).to_have_value("Call me: 98765 43210")
    # The label is what one sees and presses: it holds the star.
    stars = author.get_by_role("dialog", name="Write a review").get_by_role("radiogroup")
    stars.locator("label").last.click()
    expect(stars.get_by_role("radio", checked=True)).to_have_count(1)
    author.get_by_role("button", name="Send review").click()
    expect(author.get_by_role("dialog", name="Write a review")).to_be_hidden()

    admin = open_page()
    log_in(admin, stack, "admin@akshamala.example", at=stack.staff_url)
    admin.goto(f"{stack.staff_url}/admin/reviews")
    waiting = admin.get_by_role("article", name=re.compile("Call me"))
    waiting.get_by_role("button", name="Reject").click()
    dialog = admin.get_by_role("dialog", name="Reject this review")
    assert violations(admin) == []
    dialog.get_by_role("button", name="Reject").click()
    expect(dialog.get_by_text("Please choose a reason")).to_be_visible()
    dialog.get_by_role("radio", name="The review contains personal details").check()
    dialog.get_by_label("In your words").fill("Numbers may stand in your profile.")
    dialog.get_by_role("button", name="Reject").click()
    expect(waiting).to_be_hidden()

    author.reload()
    expect(mine.get_by_text("Not published")).to_be_visible()
    expect(mine.get_by_text("The review contains personal details")).to_be_visible()
    expect(mine.get_by_text("Numbers may stand in your profile.")).to_be_visible()
    # Staff chose it in English; its author reads it in their own language.
    author.get_by_role("button", name="हिन्दी – Hindi").click()
    expect(mine.get_by_text("समीक्षा में फ़ोन नंबर या पते जैसी निजी जानकारी है।")).to_be_visible()
    author.get_by_role("button", name="EN – English").click()
    mine.get_by_role("button", name="Delete review").click()
    author.get_by_role("dialog", name="Delete your review?").get_by_role("button", name="Delete").click()
    expect(mine.get_by_role("button", name="Write a review")).to_be_visible()


def test_support_reads_and_has_no_buttons(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "support@akshamala.example", at=stack.staff_url)

    page.goto(f"{stack.staff_url}/admin/reviews?status=published")

    expect(page.get_by_role("article").first).to_be_visible()
    expect(page.get_by_text("Publishing and rejecting is for admins")).to_be_visible()
    expect(page.get_by_role("button", name="Reject")).to_have_count(0)


@pytest.mark.parametrize("language", [pytest.param("en-IN", marks=pytest.mark.nightly), "hi-IN"])
def test_sample_reviews_say_what_they_are(open_page: OpenPage, stack: Stack, language: str) -> None:
    page = open_page(language=language, size=PHONE)
    sample = "Sample review" if language == "en-IN" else "नमूना समीक्षा"

    panel = open_reviews(page, stack.shop_url, "5-mukhi-rudraksha")

    articles = panel.get_by_role("article")
    expect(articles).to_have_count(6)
    expect(articles.filter(has_text=sample)).to_have_count(6)
    assert violations(page) == []
    assert wider_than_the_screen(page) == 0


def test_stars_and_pages_choose_what_is_shown(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    panel = open_reviews(page, stack.shop_url, "5-mukhi-rudraksha")
    articles = panel.get_by_role("article")
    expect(articles).to_have_count(6)

    panel.get_by_role("button", name="Next").click()
    expect(panel.get_by_text("Page 2 of 2")).to_be_visible()
    panel.get_by_role("button", name=re.compile("^2 stars")).click()
    expect(articles).to_have_count(1)
    expect(articles.get_by_role("heading")).to_have_text("Came late")
    page.reload()

    expect(articles.get_by_role("heading")).to_have_text("Came late")
    panel.get_by_role("button", name=re.compile("^2 stars")).click()
    expect(articles).to_have_count(6)


@pytest.mark.parametrize("language", ["en-IN", "hi-IN"])
def test_anybody_checks_a_certificate_by_its_number(open_page: OpenPage, stack: Stack, language: str) -> None:
    english = language == "en-IN"
    page = open_page(language=language, size=PHONE)
    page.goto(f"{stack.shop_url}/verify")

    page.get_by_role("textbox").fill(" sgl-2026-0001 ")
    page.get_by_role("button", name="Check" if english else "जाँचें", exact=True).click()

    page.wait_for_url("**/verify/SGL-2026-0001")
    sheet = page.get_by_role("article")
    expect(sheet.get_by_text("Sample Gem Lab")).to_be_visible()
    expect(sheet.get_by_text("1 mukhi" if english else "1 मुखी", exact=True)).to_be_visible()
    code = sheet.get_by_alt_text("QR code that leads to this page" if english else "इस पेज का QR कोड")
    # Its file may still be under way.
    expect(code).not_to_have_js_property("naturalWidth", 0)
    assert violations(page) == []
    assert wider_than_the_screen(page) == 0
    page.goto(f"{stack.shop_url}/verify/NO-SUCH-NUMBER")
    expect(page.get_by_text("NO-SUCH-NUMBER").last).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("@"))).not_to_have_count(0)
    assert violations(page) == []
