"""Every place that names a line says every option that was chosen, in the reader's language, and no other."""

from dataclasses import replace
from typing import Any

import pytest

from project.core.models import Mail
from project.invoices.contents import of_order, with_options
from project.invoices.packing_slips import SlipKind, print_slips
from project.invoices.pdf import page
from project.orders.models import Order, OrderLine
from project.payments.attempts.status import payment_status_out
from project.payments.disputes.actions import NewDispute, open_dispute
from project.support.dispute_evidence.printing import pages
from tests.buying import item, pay, proof
from tests.factories import BEAD_OPTIONS, log_in, make_product, make_user
from tests.http import Api
from tests.invoices.document_helpers import bought, make_due
from tests.invoices.pdf_reading import page_texts
from tests.orders.order_helpers import WAY, advance_order
from tests.payments.refund_helpers import advance, ask, finish
from tests.returns.claims.claim_helpers import claim
from tests.returns.return_helpers import ask as ask_back
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

# What the shopper left as it was: the price depends on it all the same.
USUAL = {
    "en": "Nepal · Size: Regular",
    "hi": "नेपाल · आकार: सामान्य",
}
ALL = {
    "en": "Nepal · Size: Big · Silver pendant · X-ray certificate",
    "hi": "नेपाल · आकार: बड़ा · चाँदी पेंडेंट · एक्स-रे प्रमाणपत्र",
}


def bead(language: str = "en", **chosen: Any) -> Order:
    """Place an order for two beads of the common options."""
    product = make_product(title_en="Bead", title_hi="दाना", options=BEAD_OPTIONS)
    return bought(item(product, 2, **chosen), language=language)


def staff(role: str = "admin", language: str = "en") -> Api:
    return Api(token=log_in(make_user(role=role)), language=language)


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize(
    ("chosen", "words"),
    [({}, USUAL), ({"size": "big", "pendantType": "silver", "xrayCertification": True}, ALL)],
)
def test_line_names_every_choice(language: str, chosen: dict[str, Any], words: dict[str, str]) -> None:
    line = bead(**chosen).lines.get()

    assert line.options(language) == words[language]
    assert line.full_title(language) == f"{'दाना' if language == 'hi' else 'Bead'} ({words[language]})"


def test_line_without_a_choice_names_none() -> None:
    line = bought(make_product(title_en="Mala")).lines.get()

    assert (line.options("en"), line.full_title("en")) == ("", "Mala")


@pytest.mark.parametrize("stored", [{}, {"origin": None, "size": None, "pendantType": None}])
def test_what_an_old_line_does_not_name_was_not_chosen(stored: dict[str, Any]) -> None:
    order = bead()
    OrderLine.objects.update(customization=stored)

    [shown] = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]["items"]
    [listed] = staff().get(f"/admin/orders/{order.order_id}").data["order"]["items"]

    nothing = {"origin": "", "size": "", "pendantType": "none", "xrayCertification": False}
    assert (shown["customization"], listed["customization"]) == (nothing, nothing)
    assert order.lines.get().full_title("en") == "Bead"


@pytest.mark.parametrize("language", ["en", "hi"])
def test_mails_and_papers_name_every_choice(provider: SandboxProcess, language: str) -> None:
    order = bead(language)
    payment = pay(order, provider)
    [invoice] = make_due()
    finish(provider, advance(ask(payment, 1_000)))
    [note] = make_due()
    advance_order(order, *WAY)
    claim(order)
    ask_back(order)
    dispute = open_dispute(payment.pk, NewDispute(1_000), user=make_user(role="finance"))
    [slip] = page_texts(print_slips([order], SlipKind.SLIP))

    words = USUAL[language]
    kinds = (
        *("order_received", "payment_received", "order_dispatched", "order_delivered"),
        *("return_requested", "claim_opened"),
    )
    written = {mail.kind: (mail.text, mail.html) for mail in Mail.objects.filter(kind__in=kinds)}
    assert set(written) == set(kinds)
    assert {kind: [words in each for each in both] for kind, both in written.items()} == dict.fromkeys(
        kinds, [True, True]
    )
    assert [page(paper)["rows"][0]["options"] for paper in (invoice, note)] == [words, words]
    assert words in slip
    assert pages(dispute)["lines"][0]["options"] == USUAL["en"]


@pytest.mark.parametrize("language", ["en", "hi"])
def test_staff_read_every_choice(provider: SandboxProcess, language: str) -> None:
    order = bead()
    payment = pay(order, provider)
    advance_order(order, *WAY)
    claim(order)
    title = f"{'दाना' if language == 'hi' else 'Bead'} ({USUAL[language]})"
    api = staff(language=language)

    transaction = api.get(f"/transactions/{payment.transaction_id}").data["transaction"]
    timeline = api.get("/admin/support/timeline", {"subject": order.topic}).data
    [claimed] = api.get("/admin/claims").data["claims"]

    assert [line["title"] for line in transaction["lines"]] == [title]
    assert [line["titleHi" if language == "hi" else "titleEn"] for line in timeline["items"]] == [title]
    assert claimed["title"] == title


def test_screen_of_a_payment_has_every_choice(provider: SandboxProcess) -> None:
    payment = pay(bead(), provider)

    assert [payment_status_out(payment, language=language).pieces[0].options for language in USUAL] == list(
        USUAL.values()
    )


def test_credit_note_of_an_older_invoice_names_every_choice() -> None:
    change_shop(shipping={"flat_paise": 5_000, "free_above_paise": 1_000_000})
    order = bead()
    stands = of_order(order)
    older = replace(stands, rows=tuple(replace(row, options="") for row in stands.rows))

    assert [row.options for row in with_options(older, order).rows] == [USUAL["en"], ""]
    assert with_options(older, order) == stands
