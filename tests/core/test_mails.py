"""Mails are rows first and leave once; a mail server that refuses gets another chance, and another."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.accounts.actions import send_code
from project.core.mail import PAUSES, queue_mail, send_mail_row, take_due_mails
from project.core.models import Mail
from tests.buying import GUEST, check, place, start
from tests.factories import make_product
from tests.http import Api
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


def test_shopper_gets_both_mails_of_a_purchase_once(provider: SandboxProcess, smtp: SmtpServer) -> None:
    order = place(make_product(title_en="Five faces", price_paise=123_450))
    payment = start(order)
    provider.settle(payment.transaction_id, "success")
    check(payment)

    for _ in range(3):
        sweep()

    received, paid = sorted(smtp.mails, key=lambda mail: str(mail["Message-ID"]))
    assert received["To"] == paid["To"] == GUEST["email"]
    assert received["Subject"] == f"We have received your order {order.order_id}"
    assert paid["Subject"] == f"Payment received for your order {order.order_id}"
    plain = paid.get_body(("plain",))
    html = paid.get_body(("html",))
    assert plain is not None and html is not None
    assert "₹1,234.50" in plain.get_content()
    assert "Five faces" in html.get_content()
    assert f"/order-confirmation/{payment.transaction_id}" in plain.get_content()
    assert order.key not in plain.get_content()
    assert set(Mail.objects.values_list("status", flat=True)) == {"sent"}


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


def test_names_from_strangers_are_text_in_the_html_and_not_markup(smtp: SmtpServer) -> None:
    place(make_product(), customerInfo=GUEST | {"firstName": "<script>alert(1)</script>"})

    sweep()

    [mail] = smtp.mails
    html = mail.get_body(("html",))
    assert html is not None
    assert "<script>" not in html.get_content()
    assert "&lt;script&gt;" in html.get_content()


def test_same_occasion_makes_one_mail() -> None:
    first, second = a_mail("same"), a_mail("same")

    assert first.pk == second.pk
    assert Mail.objects.count() == 1


def test_code_is_erased_once_it_has_left(smtp: SmtpServer) -> None:
    send_code(email="asha@example.com", language="en")
    code = Mail.objects.get().subject[:6]
    assert code.isdigit()

    sweep()

    [mail] = smtp.mails
    assert code in mail["Subject"]
    row = Mail.objects.get()
    assert code not in row.subject + row.text + row.html
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


def test_mail_sent_twice_after_a_crash_can_be_told_by_its_id(smtp: SmtpServer) -> None:
    mail = a_mail()
    send_mail_row(mail.pk)
    # The process died between the mail server's yes and our own note of it.
    Mail.objects.update(status="due", next_try_at=timezone.now(), subject="again", text="again")
    send_mail_row(mail.pk)

    assert len({str(each["Message-ID"]) for each in smtp.mails}) == 1


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
