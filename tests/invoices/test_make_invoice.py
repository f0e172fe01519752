"""A paid order gets its invoice by itself, once, as a PDF that never changes, and a mail with it."""

import hashlib
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from project.core.mail import load_attachment
from project.core.models import Mail
from project.events.models import Event
from project.invoices.actions.order_invoice import invoice_of
from project.invoices.actions.printing import make_document
from project.invoices.actions.queueing import queue_missing, take_due_documents
from project.invoices.models import Document, DocumentFile, DueDocument
from project.invoices.pdf import page, print_document
from tests.buying import item, pay
from tests.factories import make_product
from tests.invoices.document_helpers import (
    bought,
    invoice_for,
    living_in,
    make_due,
    nothing_due,
    paid,
    pdf_bytes,
    pdf_text,
)
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def test_payment_that_is_recorded_makes_invoice_and_mail_by_itself(provider: SandboxProcess) -> None:
    order = bought(make_product(title_en="Five Mukhi Rudraksha", price_paise=123_450))
    pay(order, provider)

    sweep()

    invoice = Document.objects.get(order=order)
    mail = Mail.objects.get(kind="invoice")
    assert (mail.to, mail.reference, mail.attachment) == (
        order.email,
        order.topic,
        f"document:{invoice.number}",
    )
    text = pdf_text(invoice)
    for words in (invoice.number, order.order_id, "Five Mukhi Rudraksha", "₹1,234.50", "Asha Rao"):
        assert words in text
    assert Event.objects.filter(subject=order.topic, name="order.invoice_issued").count() == 1
    assert nothing_due()


def test_nothing_is_made_for_an_order_that_is_not_paid() -> None:
    bought()

    queue_missing()

    assert nothing_due()


def test_kept_bytes_are_those_of_the_digest_and_of_the_mail() -> None:
    invoice = invoice_for(bought())

    file = DocumentFile.objects.get(document=invoice)
    attached = load_attachment(Mail.objects.get(kind="invoice").attachment)

    assert pdf_bytes(invoice).startswith(b"%PDF-")
    assert file.sha256 == hashlib.sha256(pdf_bytes(invoice)).hexdigest()
    assert (file.size, file.pdf) == (len(pdf_bytes(invoice)), None)
    assert attached.content == pdf_bytes(invoice)
    assert (attached.name, attached.content_type) == (
        f"{invoice.number.replace('/', '-')}.pdf",
        "application/pdf",
    )


def test_document_whose_maker_died_is_made_half_a_minute_later() -> None:
    order = paid(bought())
    [claimed] = take_due_documents()
    assert take_due_documents() == []

    DueDocument.objects.update(next_try_at=F("next_try_at") - timedelta(seconds=30))

    assert take_due_documents() == [claimed]
    assert make_document(claimed) == Document.objects.get(order=order)


def test_sweeping_again_makes_nothing_more() -> None:
    order = bought()
    paid(order)
    for _ in range(3):
        make_due()
        queue_missing()

    assert Document.objects.filter(order=order).count() == 1
    assert Mail.objects.filter(kind="invoice").count() == 1


def test_invoice_that_is_queued_once_more_just_after_it_was_made_stays_the_one_it_is() -> None:
    document = invoice_for(bought())
    file = DocumentFile.objects.get(document=document)
    again = DueDocument.objects.create(order=document.order)

    assert make_document(again.pk) == document

    assert nothing_due()
    assert DocumentFile.objects.get(document=document) == file


def test_invoice_that_nobody_noted_is_found() -> None:
    order = paid(bought())
    DueDocument.objects.all().delete()

    assert queue_missing() == 1

    make_due()
    assert invoice_of(order) is not None


def test_order_keeps_its_own_words_when_the_shop_changes() -> None:
    product = make_product(title_en="Old name")
    order = bought(product)
    invoice = invoice_for(order)
    product.title_en = "New name"
    product.save()
    change_shop(seller={"legal_name": "Somebody else"})

    printed_again = print_document(Document.objects.get(pk=invoice.pk))

    assert "Old name" in pdf_text(invoice)
    assert "Somebody else" not in str(page(invoice))
    assert len(printed_again) > 1000


def test_hindi_order_gets_a_hindi_invoice_whose_words_can_be_copied_in_their_order() -> None:
    buyer = living_in("Uttar Pradesh", "201301", firstName="श्रीमती आशा", lastName="क्षत्रिय")
    product = make_product(title_hi="पाँच मुखी रुद्राक्ष", title_en="Five Mukhi")
    order = bought(item(product, 2), customer=buyer, language="hi")

    invoice = invoice_for(order)

    shown = page(invoice)
    assert shown["buyer"]["name"] == "श्रीमती आशा क्षत्रिय"
    assert shown["buyer"]["state"] == "उत्तर प्रदेश (09)"
    assert shown["rows"][0]["title"] == "पाँच मुखी रुद्राक्ष"
    lines = pdf_text(invoice).splitlines()
    for line in (
        "अक्षमाला",
        "श्रीमती आशा क्षत्रिय",
        "उत्तर प्रदेश (09)",
        shown["payment"],
        "एक हज़ार रुपये मात्र",
        "कुल भुगतान ₹1,000.00",
    ):
        assert line in lines
    assert any(line.startswith("पाँच मुखी रुद्राक्ष") for line in lines)


def test_names_from_strangers_are_text_and_fetch_nothing() -> None:
    buyer = living_in(
        "Maharashtra", "411001", firstName='<img src="http://127.0.0.1:1/x">', lastName="<b>Rao"
    )

    invoice = invoice_for(bought(customer=buyer))

    assert '<imgsrc="http://127.0.0.1:1/x"><b>Rao' in "".join(pdf_text(invoice).split())


def test_long_names_and_many_lines_go_on_to_further_pages() -> None:
    buyer = living_in("Maharashtra", "411001", firstName="A" * 60, lastName="B" * 50)
    order = bought(
        *[make_product(title_en=f"Piece {number} " + "x" * 90) for number in range(20)], customer=buyer
    )

    text = pdf_text(invoice_for(order)).replace("\n", " ")

    assert all(f"Piece {number} " in text for number in range(20))
    assert "Page 1 / 2" in text and "Page 2 / 2" in text


def test_failure_is_tried_again_ever_later_and_staff_are_told() -> None:
    order = paid(bought())
    order.address = []  # such an order cannot be printed
    order.save(update_fields=["address"])
    waits = []

    for _ in range(4):
        DueDocument.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
        assert make_due() == []
        waits.append(round((DueDocument.objects.get().next_try_at - timezone.now()).total_seconds()))

    assert waits == [10, 60, 300, 900]
    assert DueDocument.objects.get().last_error != ""
    assert Event.objects.filter(subject=order.topic, name="document.failed").count() == 1
    order.address = bought().address
    order.save(update_fields=["address"])
    DueDocument.objects.update(next_try_at=timezone.now())
    [document] = make_due()
    assert document.sequence == 1
