"""Mails are rows first and leave once; a mail server that refuses gets another chance, and another."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.accounts import codes
from project.accounts.models import CodePurpose
from project.core.mail import (
    LEASE,
    PAUSES,
    forget_mails,
    queue_mail,
    report_late_mails,
    send_mail_row,
    take_due_mails,
)
from project.core.mail_templates import MailText
from project.core.models import Mail
from project.core.storage.files import PRIVATE, read
from project.events.models import Event
from project.invoices.models import DocumentFile
from project.orders.models import Order
from tests.accounts.login_helpers import code_to
from tests.buying import GUEST, check, pay, place, start
from tests.factories import make_product
from tests.http import Api
from tests.order_events import EventsOfTests
from tests.sandbox_process import SandboxProcess
from tests.smtp_server import SmtpServer
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def smtp(settings: Settings) -> Iterator[SmtpServer]:
    """A mail server that the shop is configured for."""
    server = SmtpServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_USE_TLS = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    yield server
    server.stop()


def a_mail(key: str = "one", *, to: str = "asha@example.com", kind: str = "login_code") -> Mail:
    return queue_mail(
        kind=kind, dedupe_key=key, to=to, language="en", context={"code": "123456", "minutes": 10}
    )


def bodies(mail: EmailMessage) -> tuple[str, str]:
    """Return the mail's text and its HTML."""
    plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None and html is not None
    return plain.get_content(), html.get_content()


def test_shopper_gets_the_mails_of_a_purchase_once_each(provider: SandboxProcess, smtp: SmtpServer) -> None:
    order = place(make_product(title_en="Five faces", price_paise=123_450))
    payment = pay(order, provider)

    for _ in range(3):
        sweep()

    mails = {str(mail["Message-ID"]).partition(".")[0].strip("<"): mail for mail in smtp.mails}
    assert len(smtp.mails) == 3 and set(mails) == {"order_received", "payment_received", "invoice"}
    assert {mail["To"] for mail in smtp.mails} == {GUEST["email"]}
    assert mails["order_received"]["Subject"] == f"We have received your order {order.order_id}"
    assert mails["payment_received"]["Subject"] == f"Payment received for your order {order.order_id}"
    plain, html = bodies(mails["payment_received"])
    assert "₹1,234.50" in plain and "Five faces" in html
    assert payment.transaction_id in plain and order.link() in plain
    assert set(Mail.objects.values_list("status", flat=True)) == {"sent"}


def test_invoice_travels_with_its_mail_as_it_was_kept(provider: SandboxProcess, smtp: SmtpServer) -> None:
    pay(place(make_product()), provider)
    for _ in range(2):
        sweep()

    [mail] = [mail for mail in smtp.mails if "invoice" in str(mail["Message-ID"])]
    [attached] = mail.iter_attachments()
    file = DocumentFile.objects.select_related("document").get()
    assert attached.get_content_type() == "application/pdf"
    assert attached.get_filename() == f"{file.document.number.replace('/', '-')}.pdf"
    assert attached.get_content() == read(PRIVATE, file.name)


def test_mail_is_in_the_language_the_order_was_made_in(provider: SandboxProcess, smtp: SmtpServer) -> None:
    order = place(make_product(title_hi="पाँच मुखी"), api=Api(language="hi"))
    payment = start(order)  # an English request pays; the mail still speaks Hindi
    provider.settle(payment.transaction_id, "success")
    check(payment)

    sweep()

    for mail in smtp.mails:
        body = mail.get_body(("plain",))
        assert body is not None
        assert "पाँच मुखी" in body.get_content()
        assert "हमें" in body.get_content()
        assert mail["From"] == "अक्षमाला <care@akshamala.example>"


def test_names_from_strangers_are_text_in_the_html_and_not_markup(smtp: SmtpServer) -> None:
    place(make_product(), customerInfo=GUEST | {"firstName": "<script>alert(1)</script>"})

    sweep()

    [mail] = smtp.mails
    html = mail.get_body(("html",))
    assert html is not None
    assert "<script>" not in html.get_content()
    assert "&lt;script&gt;" in html.get_content()


@contextmanager
def edited_to(subject: str) -> Iterator[list[str]]:
    """Let every mail have this subject; yield the kinds that are rendered."""
    rendered: list[str] = []

    def edit(kind: str) -> MailText:
        rendered.append(kind)
        return MailText(subject, "= {code}")

    EventsOfTests.edits.append(edit)
    try:
        yield rendered
    finally:
        EventsOfTests.edits.remove(edit)


@pytest.mark.django_db(transaction=True)
def test_mails_of_a_purchase_are_rendered_when_they_are_sent(
    provider: SandboxProcess, smtp: SmtpServer
) -> None:
    with edited_to("Hello") as rendered:
        pay(place(make_product()), provider)
        assert rendered == []
        for _ in range(2):
            sweep()

    assert sorted(rendered) == ["invoice", "order_received", "payment_received"]
    assert {mail["Subject"] for mail in smtp.mails} == {"Hello"}


@pytest.mark.django_db(transaction=True)
def test_rendering_inside_a_transaction_fails_a_test() -> None:
    with transaction.atomic():
        mail = a_mail()
        with pytest.raises(AssertionError, match="login_code"):
            _ = mail.text

    assert "123456" in mail.text


def test_row_shows_what_will_be_sent_and_then_what_was(smtp: SmtpServer) -> None:
    mail = a_mail(kind="order_received")
    with edited_to("Edited"):
        shown = Mail.objects.get().content
        smtp.hang_up = True
        send_mail_row(mail.pk)
    smtp.hang_up = False
    Mail.objects.update(next_try_at=timezone.now())

    sweep()

    mail.refresh_from_db()
    assert (mail.status, mail.content) == ("sent", shown)
    assert [sent["Subject"] for sent in smtp.mails] == ["Edited", "Edited"]
    for sent in smtp.mails:
        plain, html = bodies(sent)
        assert plain.splitlines() == shown.text.splitlines()
        assert html.splitlines() == shown.html.splitlines()


def test_row_that_the_previous_release_rendered_is_sent_as_it_stands(smtp: SmtpServer) -> None:
    mail = Mail.objects.create(
        dedupe_key="1",
        kind="order_received",
        to="asha@example.com",
        stored_subject="Old",
        stored_text="Old text",
        stored_html="<p>Old</p>",
    )

    assert send_mail_row(mail.pk)

    assert smtp.mails[0]["Subject"] == "Old"
    assert [body.strip() for body in bodies(smtp.mails[0])] == ["Old text", "<p>Old</p>"]


def test_mail_of_a_kind_that_only_another_release_has_is_tried_again_and_listed(smtp: SmtpServer) -> None:
    mail = a_mail(kind="order_praised")

    assert send_mail_row(mail.pk) is False

    mail.refresh_from_db()
    assert (mail.status, mail.last_error) == ("due", "TemplateDoesNotExist")
    assert (mail.subject, mail.text) == ("order_praised", "")


def test_mail_is_queued_with_plain_values_only() -> None:
    with pytest.raises(TypeError, match="plain values"):
        queue_mail(
            kind="login_code", dedupe_key="1", to="a@example.com", language="en", context={"code": object()}
        )

    assert not Mail.objects.exists()


def test_forgotten_mail_keeps_none_of_its_facts() -> None:
    mail = a_mail()
    Mail.objects.update(status="failed")

    assert forget_mails(Mail.objects.all()) == 1

    mail.refresh_from_db()
    assert (mail.to, mail.context, mail.subject, mail.text, mail.html) == ("", {}, "", "", "")


def test_same_occasion_makes_one_mail() -> None:
    first, second = a_mail("same"), a_mail("same")

    assert first.pk == second.pk
    assert Mail.objects.count() == 1


def test_code_is_erased_once_it_has_left(smtp: SmtpServer) -> None:
    codes.send(purpose=CodePurpose.LOGIN, email="asha@example.com", language="en")
    code = code_to("asha@example.com")

    sweep()

    [mail] = smtp.mails
    assert code in bodies(mail)[0]
    row = Mail.objects.get()
    assert code not in row.subject + row.text + row.html and row.context == {}
    assert row.status == "sent" and row.sent_at is not None


def test_failed_tries_wait_ever_longer_and_then_the_mail_is_left_for_staff(smtp: SmtpServer) -> None:
    mail = a_mail()
    smtp.refusal = "451 later"
    waits = []
    for _ in range(len(PAUSES)):
        asked = timezone.now()
        assert send_mail_row(mail.pk) is False
        mail.refresh_from_db()
        assert (mail.status, mail.last_error) == ("due", "SMTPDataError")
        waits.append(round((mail.next_try_at - asked).total_seconds()))
        assert take_due_mails() == []

    assert send_mail_row(mail.pk) is False

    mail.refresh_from_db()
    assert waits == list(PAUSES) == sorted(PAUSES)
    assert (mail.status, mail.attempts) == ("failed", len(PAUSES) + 1)
    assert "123456" not in mail.last_error


def test_mail_server_that_comes_back_gets_the_mail(smtp: SmtpServer) -> None:
    mail = a_mail()
    smtp.refusal = "554 no"
    sweep()
    assert smtp.mails == []
    smtp.refusal = ""

    Mail.objects.update(next_try_at=timezone.now())
    sweep()

    mail.refresh_from_db()
    assert (mail.status, mail.attempts, len(smtp.mails)) == ("sent", 1, 1)


def test_mail_that_goes_through_wakes_those_that_wait_for_the_server(
    smtp: SmtpServer, settings: Settings
) -> None:
    refused, one, two, code = (a_mail(key) for key in ("refused", "one", "two", "code"))
    Mail.objects.filter(pk__in=(one.pk, two.pk)).update(kind="order_received")
    smtp.refusal = "451 later"
    send_mail_row(refused.pk)
    smtp.refusal, port, settings.EMAIL_PORT = "", settings.EMAIL_PORT, 1
    sweep()
    settings.EMAIL_PORT = port
    assert take_due_mails() == []

    send_mail_row(a_mail("fresh").pk)

    assert take_due_mails() == [code.pk, one.pk, two.pk]
    refused.refresh_from_db()
    assert refused.next_try_at > timezone.now() + timedelta(seconds=30)


def test_mail_server_that_is_gone_is_no_accident(smtp: SmtpServer, settings: Settings) -> None:
    mail = a_mail()
    settings.EMAIL_PORT = 1

    sweep()

    mail.refresh_from_db()
    assert (mail.status, mail.attempts, mail.last_error) == ("due", 1, "ConnectionRefusedError")


@pytest.mark.parametrize("address", ["asha@exa mple.com", "asha", "a@" + "x" * 70 + ".com", "ä@ö..de"])
def test_address_no_mail_can_be_written_to_does_not_stop_the_others(smtp: SmtpServer, address: str) -> None:
    bad, good = a_mail("bad", to=address), a_mail("good")

    sweep()

    bad.refresh_from_db()
    good.refresh_from_db()
    assert good.status == "sent"
    assert bad.status == "sent" or (bad.status, bad.attempts) == ("due", 1)


def test_sender_that_died_is_followed_by_another_when_its_claim_ends(smtp: SmtpServer) -> None:
    mail = a_mail()
    assert take_due_mails() == [mail.pk]
    assert take_due_mails() == []
    sweep()
    assert smtp.mails == []

    Mail.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))  # three minutes later
    sweep()

    assert len(smtp.mails) == 1


def test_mail_whose_sender_died_is_sent_again_after_its_lease(smtp: SmtpServer) -> None:
    mail = a_mail()
    # What a process leaves behind that is killed while the server answers.
    Mail.objects.update(status="sending", next_try_at=timezone.now() + LEASE)

    sweep()
    mail.refresh_from_db()
    assert (mail.status, smtp.mails) == ("sending", [])

    Mail.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
    sweep()
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, mail.last_error) == ("due", 1, "interrupted")

    Mail.objects.update(next_try_at=timezone.now())
    sweep()
    mail.refresh_from_db()
    assert (mail.status, len(smtp.mails)) == ("sent", 1)
    assert not Event.objects.filter(name="mail.failed").exists()


def test_mail_interrupted_again_and_again_is_left_for_staff(smtp: SmtpServer) -> None:
    mail = a_mail()

    for _ in range(len(PAUSES) + 1):
        Mail.objects.update(status="sending", next_try_at=timezone.now() - timedelta(seconds=1))
        take_due_mails()

    mail.refresh_from_db()
    assert (mail.status, mail.last_error) == ("failed", "interrupted")
    assert Event.objects.filter(name="mail.failed", subject=f"mail:{mail.pk}").count() == 1


def test_server_that_is_gone_before_it_says_yes_is_given_the_mail_again_under_the_same_id(
    smtp: SmtpServer,
) -> None:
    mail = a_mail()
    smtp.hang_up = True

    assert send_mail_row(mail.pk) is False
    smtp.hang_up = False
    Mail.objects.update(next_try_at=timezone.now())
    sweep()

    mail.refresh_from_db()
    assert mail.status == "sent"
    first, second = smtp.mails
    assert first["Message-ID"] and first["Message-ID"] == second["Message-ID"]


@pytest.mark.parametrize("command", ["MAIL", "RCPT", ""])
def test_refusal_at_any_step_is_tried_again(smtp: SmtpServer, command: str) -> None:
    mail = a_mail()
    smtp.refusal, smtp.refuse_at = "451 later", command
    assert send_mail_row(mail.pk) is False
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, smtp.mails) == ("due", 1, [])

    smtp.refusal = smtp.refuse_at = ""
    assert send_mail_row(mail.pk) is True
    assert len(smtp.mails) == 1


def test_mail_of_an_order_that_cannot_be_sent_shows_on_the_order(smtp: SmtpServer) -> None:
    order = place(make_product())
    mail = Mail.objects.get(kind="order_received")
    smtp.refusal = "550 no such mailbox"
    version = Order.objects.get(pk=order.pk).version

    for _ in range(len(PAUSES) + 1):
        send_mail_row(mail.pk)

    mail.refresh_from_db()
    event = Event.objects.get(name="order.mail_failed", subject=order.topic)
    assert mail.status == "failed"
    assert event.payload["mail"] == "order_received" and "staff:dashboard" in event.topics
    assert order.email not in str(event.payload)
    assert Order.objects.get(pk=order.pk).version > version


def test_code_that_has_expired_is_not_sent_any_more(smtp: SmtpServer) -> None:
    mail = a_mail()
    Mail.objects.update(created_at=timezone.now() - timedelta(minutes=11))

    sweep()

    mail.refresh_from_db()
    assert (mail.status, mail.last_error, mail.text, smtp.mails) == ("failed", "expired", "", [])
    assert mail.context == {}


def test_staff_hear_once_of_a_mail_that_has_not_left_after_a_quarter_of_an_hour(smtp: SmtpServer) -> None:
    order = place(make_product())
    smtp.refusal = "451 later"
    sweep()
    assert report_late_mails() == 0

    Mail.objects.update(created_at=timezone.now() - timedelta(minutes=15, seconds=1))
    assert report_late_mails() == 1
    assert report_late_mails() == 0

    assert Event.objects.filter(name="order.mail_late", subject=order.topic).count() == 1
    smtp.refusal = ""
    Mail.objects.update(next_try_at=timezone.now())
    sweep()
    assert Mail.objects.get().status == "sent"


@pytest.mark.django_db(transaction=True)
def test_mail_is_claimed_by_one_of_many_workers() -> None:
    for number in range(10):
        a_mail(f"mail {number}")

    claims = at_once(5, lambda number: take_due_mails())

    assert sorted(sum(claims, [])) == sorted(Mail.objects.values_list("pk", flat=True))


def test_without_a_mail_server_the_row_is_the_mailbox(settings: Settings) -> None:
    settings.EMAIL_HOST = ""
    mail = a_mail()

    sweep()

    mail.refresh_from_db()
    assert mail.status == "sent"
    assert "123456" in mail.text  # read at /dev/mail
