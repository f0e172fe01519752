"""The development mailbox: every mail on a phone, on a desktop and as text, and a sample of every kind."""

from collections.abc import Callable

import pytest
from django.http import Http404, HttpResponse
from django.test import RequestFactory

from project import views
from project.content.mail_samples import SAMPLES
from project.core.models import Mail
from project.invoices.actions.printing import pdf_of
from tests.buying import place
from tests.factories import make_product
from tests.invoices.document_helpers import bought, invoice_for

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


def test_list_leads_to_every_mail_and_to_a_sample_of_every_kind() -> None:
    place(make_product())
    mail = Mail.objects.get()

    page = views.mailbox(RequestFactory().get("/dev/mail")).content.decode()

    assert mail.subject in page and mail.to in page
    for link in (f"/dev/mail/{mail.pk}", f"/dev/mail/{mail.pk}/preview", f"/dev/mail/{mail.pk}?plain"):
        assert f'href="{link}"' in page
    for kind in SAMPLES:
        assert f'href="/dev/mail/samples/{kind}/hi"' in page


def test_mail_is_shown_as_html_and_as_text_in_frames_of_our_own_page_only() -> None:
    place(make_product(title_en="Five faces"))
    mail = Mail.objects.get()

    html = views.mailbox_item(RequestFactory().get("/"), mail.pk)
    text = views.mailbox_item(RequestFactory().get("/?plain"), mail.pk)

    assert html.content.decode() == mail.html and text.content.decode() == mail.text
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    for response in (html, text):
        assert response["X-Frame-Options"] == "SAMEORIGIN"
        assert "default-src 'none'" in response["Content-Security-Policy"]


def test_preview_has_both_widths_and_what_the_mail_carries() -> None:
    invoice = invoice_for(bought())
    mail = Mail.objects.get(kind="invoice")

    page = views.mailbox_preview(RequestFactory().get("/"), mail.pk).content.decode()
    carried = views.mailbox_attachment(RequestFactory().get("/"), mail.pk)

    for wanted in ('class="phone"', 'class="desktop"', 'class="plain"', invoice.number):
        assert wanted in page
    assert carried.content == pdf_of(invoice.number).content


@pytest.mark.parametrize("language", ["en", "hi"])
def test_samples_show_every_variant(language: str) -> None:
    page = views.mail_sample_preview(RequestFactory().get("/"), "return_decided", language).content.decode()

    for number in range(4):
        source = f"/dev/mail/samples/return_decided/{language}/{number}"
        assert f'src="{source}"' in page
        shown = views.mail_sample(RequestFactory().get("/"), "return_decided", language, str(number))
        assert f'lang="{language}"' in shown.content.decode()


def test_what_does_not_exist_is_not_found() -> None:
    place(make_product())
    request = RequestFactory().get("/")

    looks: list[Callable[[], HttpResponse]] = [
        lambda: views.mailbox_item(request, 0),
        lambda: views.mailbox_preview(request, 0),
        lambda: views.mailbox_attachment(request, Mail.objects.get().pk),
        lambda: views.mail_sample(request, "nothing", "en", "0"),
        lambda: views.mail_sample(request, "order_received", "en", "9"),
        lambda: views.mail_sample_preview(request, "nothing", "en"),
    ]
    for look in looks:
        with pytest.raises(Http404):
            look()
