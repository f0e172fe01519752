"""Mails: written as rows in the transaction that causes them, sent by the worker."""

import logging
import smtplib
from datetime import timedelta
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.dispatch import Signal
from django.template.loader import render_to_string
from django.utils import timezone

from project.core.models import Mail, MailStatus

logger = logging.getLogger(__name__)

# Seconds to wait after each failed try; after the last the mail is left for staff.
PAUSES = (60, 300, 900, 3600, 4 * 3600, 12 * 3600)
# While a mail is being sent nobody else takes it; a sender that dies is only late.
LEASE = timedelta(minutes=3)

# Sent with `mail` inside the transaction that records it as sent, to whoever shows that on a screen.
mail_sent = Signal()


def queue_mail(
    *,
    kind: str,
    dedupe_key: str,
    to: str,
    language: str,
    context: dict[str, object],
    reference: str = "",
) -> Mail:
    """Write the mail's row from the templates `mail/{kind}.{language}.{txt,html}`, once per `dedupe_key`.

    The first line of the text template is the subject.
    """
    words = {**context, "shop": settings.SHOP, "site": settings.SITE_URL, "language": language}
    subject, _, text = render_to_string(f"mail/{kind}.{language}.txt", words).partition("\n")
    mail, _ = Mail.objects.get_or_create(
        dedupe_key=dedupe_key,
        defaults={
            "kind": kind,
            "reference": reference,
            "to": to,
            "language": language,
            "subject": subject.strip()[:200],
            "text": text.strip() + "\n",
            "html": render_to_string("mail/layout.html", {**words, "subject": subject, "text": text.strip()}),
        },
    )
    return mail


def take_due_mails(limit: int = 50) -> list[int]:
    """Claim the mails that are due and return their keys; each is claimed by one caller only."""
    now = timezone.now()
    due = list(
        Mail.objects.filter(status=MailStatus.DUE, next_try_at__lte=now)
        .order_by("next_try_at")
        .values_list("pk", "next_try_at")[:limit]
    )
    return [
        pk
        for pk, seen in due
        if Mail.objects.filter(pk=pk, status=MailStatus.DUE, next_try_at=seen).update(next_try_at=now + LEASE)
    ]


def send_mail_row(pk: int) -> bool:
    """Send one claimed mail; True when it went out now.

    1. Read the row; one that was sent meanwhile is left alone.
    2. Hand it to the mail server (none configured: the row itself is the mailbox, read at /dev/mail).
    3. Record the outcome. A refusal tries again with growing pauses, then stays as failed for staff.

    The Message-ID is the row's own, so a mail server that gets it twice after a crash can tell.
    """
    mail = Mail.objects.get(pk=pk)
    if mail.status != MailStatus.DUE:
        return False
    if settings.EMAIL_HOST:
        domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
        message = EmailMultiAlternatives(
            mail.subject,
            mail.text,
            to=[mail.to],
            headers={"Message-ID": f"<{mail.kind}.{mail.pk}@{domain}>"},
        )
        if mail.html:
            message.attach_alternative(mail.html, "text/html")
        try:
            message.send()
        except (smtplib.SMTPException, OSError, ValueError) as error:
            # ValueError: an address or a header that cannot be written as a mail at all.
            _postpone(mail, error)
            return False
    with transaction.atomic():
        changes: dict[str, object] = {"status": MailStatus.SENT, "sent_at": timezone.now(), "last_error": ""}
        if settings.EMAIL_HOST and mail.kind.endswith("_code"):
            # A code is a key: once it has left it is not kept in the clear.
            changes |= {"text": "", "html": "", "subject": "(code)"}
        sent = bool(Mail.objects.filter(pk=pk, status=MailStatus.DUE).update(**changes))
        if sent:
            mail_sent.send(Mail, mail=mail)
    return sent


def _postpone(mail: Mail, error: Exception) -> None:
    attempts = mail.attempts + 1
    over = attempts > len(PAUSES)
    pause = PAUSES[min(attempts, len(PAUSES)) - 1]
    logger.warning("mail %s not sent (try %s): %s", mail.pk, attempts, type(error).__name__)
    Mail.objects.filter(pk=mail.pk, status=MailStatus.DUE).update(
        attempts=attempts,
        status=MailStatus.FAILED if over else MailStatus.DUE,
        next_try_at=timezone.now() + timedelta(seconds=pause),
        last_error=type(error).__name__,
    )
