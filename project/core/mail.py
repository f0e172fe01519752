"""Mails: written as rows in the transaction that causes them, sent by the worker until the server has them.

A row holds the mail's kind and context; the worker renders it, outside of the transaction that queued it.

Nobody can have a mail server take a message exactly once: between its "250" and our note of it a process can
die. Then the mail is sent again under the same Message-ID, by which servers and readers drop the second copy:
one too many is better than an invoice that never came. A mail is marked as being sent before the server gets
the first byte of its text, so that it is not withdrawn meanwhile.
"""

import contextlib
import logging
import smtplib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from email.utils import formataddr, parseaddr
from typing import cast

from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import SafeMIMEText, sanitize_address
from django.db import transaction
from django.db.models import Case, QuerySet, When
from django.template import TemplateDoesNotExist
from django.utils import timezone

from project.core.leases import claim
from project.core.mail_server import MailServer, mail_server, waits_for_server
from project.core.mail_templates import MailText, plain_values, render_mail
from project.core.models import Mail, MailStatus, RenderedMail
from project.core.request_log import current_request_id, on_behalf_of
from project.core.shop import one_reading, shop
from project.core.storage.errors import StorageUnavailable
from project.core.upward_calls import UpwardCalls

logger = logging.getLogger(__name__)

# Seconds to wait after each failed try; after the last the mail is left for staff.
PAUSES = (60, 300, 900, 3600, 4 * 3600, 12 * 3600)
# What an error is named when the mail server could not be reached at all; other refusals are of one mail.
UNREACHABLE = (
    "ConnectionRefusedError",
    "ConnectionResetError",
    "TimeoutError",
    "gaierror",
    "OSError",
    "SMTPConnectError",
    "SMTPServerDisconnected",
)
# While a mail is being sent nobody else takes it; a sender that dies is only late.
LEASE = timedelta(minutes=3)
# A code is not worth sending after it has expired.
CODES_LIVE = timedelta(minutes=10)


@dataclass(frozen=True)
class Attachment:
    """A file that goes with a mail."""

    name: str
    content_type: str
    content: bytes


class MailEvents(UpwardCalls, ABC):
    """Effects of mails in other apps, in the transaction of the change, and what these add to mails."""

    @abstractmethod
    def after_mail_sent(self, mail: Mail) -> None:
        """Follow a mail that the server has taken."""

    @abstractmethod
    def after_mail_failed(self, mail: Mail) -> None:
        """Follow a mail that is tried no more."""

    @abstractmethod
    def after_mail_late(self, mail: Mail) -> None:
        """Follow a mail that should have left by now, and is still tried."""

    @abstractmethod
    def edited_mail(self, kind: str, language: str) -> MailText | None:
        """Return what staff wrote instead of a mail's template ('en' or 'hi'); None where they did not."""

    @abstractmethod
    def document(self, number: str) -> Attachment:
        """Return the file of an invoice or a credit note; the mail's row holds no copy."""


def late_after() -> timedelta:
    """Return after how long staff hear of a mail that has not left."""
    return timedelta(minutes=shop().hours.mail_late_minutes)


def queue_mail(
    *,
    kind: str,
    dedupe_key: str,
    to: str,
    language: str,
    context: Mapping[str, object],
    reference: str = "",
    attachment: str = "",
    delay: timedelta = timedelta(),
) -> Mail:
    """Write the mail's row, once per `dedupe_key`; the worker renders it when it sends it.

    The answer has the row's key; a mail that was queued before is not read for it.

    Raises TypeError when the context holds more than texts, integers, lists and mappings of them.
    """
    mail = Mail(
        dedupe_key=dedupe_key,
        kind=kind,
        reference=reference,
        to=to,
        language=language,
        context=plain_values(context),
        attachment=attachment,
        next_try_at=timezone.now() + delay,
        request_id=current_request_id(),
    )
    # One statement, where asking first takes four: other orders wait for this one's products meanwhile.
    # What was queued before keeps its context.
    Mail.objects.bulk_create(
        [mail], update_conflicts=True, unique_fields=["dedupe_key"], update_fields=["dedupe_key"]
    )
    return mail


def content_of(mail: Mail) -> RenderedMail:
    """Return the mail's stored texts; one without is rendered.

    Of a kind that only another release has nothing but its name is known.
    """
    try:
        return _content(mail)
    except TemplateDoesNotExist:
        return RenderedMail(mail.kind, "", "")


Mail.renderer = content_of


def _content(mail: Mail) -> RenderedMail:
    """Return the stored texts, else those of the template or, where staff published another, of theirs."""
    if mail.stored_html is not None:
        return RenderedMail(mail.stored_subject, mail.stored_text, mail.stored_html)
    text = MailEvents.bound().edited_mail(mail.kind, "hi" if mail.language == "hi" else "en")
    return render_mail(mail.kind, mail.language, mail.context, text)


def withdraw_mails(*, reference: str, kind: str) -> None:
    """Drop the mails of this kind that have not left yet: what they say is no longer so."""
    Mail.objects.filter(reference=reference, kind=kind, status=MailStatus.DUE).delete()


def forget_mails(mails: QuerySet[Mail], *, limit: int = 1000) -> int:
    """Empty those of the mails that have gone their way; return how many.

    The rows stay: their keys keep the same mail from being written again.
    """
    gone = mails.filter(status__in=(MailStatus.SENT, MailStatus.FAILED)).exclude(to="")
    forgotten = list(gone.values_list("pk", flat=True)[:limit])
    Mail.objects.filter(pk__in=forgotten).update(to="", attachment="", **_emptied(""))
    return len(forgotten)


def _stored(content: RenderedMail) -> dict[str, object]:
    """Return the columns of a mail that says this, whatever becomes of its template."""
    return {
        "stored_subject": content.subject,
        "stored_text": content.text,
        "stored_html": content.html,
    }


def _emptied(subject: str) -> dict[str, object]:
    """Return the columns of a mail that keeps neither its facts nor its texts."""
    return {"context": {}, **_stored(RenderedMail(subject, "", ""))}


def forget_old_mails() -> int:
    """Empty the mails whose time is over; return how many."""
    before = timezone.now() - timedelta(days=shop().retention.mails_days)
    return forget_mails(Mail.objects.filter(created_at__lt=before))


def take_due_mails(limit: int = 50) -> list[int]:
    """Claim the mails that are due and return their keys, codes first; one caller claims each."""
    if waits_for_server():
        return []
    under_way = Mail.objects.filter(status__in=(MailStatus.DUE, MailStatus.SENDING))
    first = under_way.order_by(Case(When(kind__endswith="_code", then=0), default=1), "next_try_at")
    columns = ("kind", "status", "attempts")
    claimed = claim(first, "next_try_at", lease=LEASE, limit=limit, columns=columns)
    for mail in claimed:
        if mail.status == MailStatus.SENDING:
            _postpone(mail, "interrupted")
    due = [mail for mail in claimed if mail.status == MailStatus.DUE]
    return [mail.pk for mail in sorted(due, key=_is_no_code)]


def _is_no_code(mail: Mail) -> bool:
    return not mail.kind.endswith("_code")


def send_mail_row(pk: int) -> bool:
    """Send one claimed mail; True when it went out now.

    1. Read the row; one that was sent or withdrawn meanwhile is left alone.
    2. Render it; its texts are stored before the server gets them, so that every copy says the same.
    3. Hand it to the mail server (none configured: the row itself is the mailbox, read at /dev/mail).
    4. Record the outcome. A refusal tries again with growing pauses, then stays as failed for staff.
    """
    mail = Mail.objects.filter(pk=pk, status=MailStatus.DUE).first()
    if mail is None:
        return False
    with one_reading(), on_behalf_of(mail.request_id):
        return _send(mail)


def _send(mail: Mail) -> bool:
    is_code = mail.kind.endswith("_code")
    server = mail_server()
    if server and is_code and timezone.now() > mail.created_at + CODES_LIVE:
        _fail(mail, MailStatus.DUE, "expired")
        return False
    try:
        content = _content(mail)
        if server is None:
            return _sent(mail, MailStatus.DUE, content)
        return _deliver(mail, content, server)
    except (smtplib.SMTPException, OSError, ValueError, StorageUnavailable, TemplateDoesNotExist) as error:
        # ValueError: an address or a header that cannot be written as a mail at all.
        _postpone(mail, type(error).__name__)
        return False


def report_late_mails() -> int:
    """Tell staff, once each, of the mails that should have left by now; return how many."""
    after = late_after()
    late = Mail.objects.filter(
        status__in=(MailStatus.DUE, MailStatus.SENDING),
        created_at__lte=timezone.now() - after,
        reported_late_at=None,
    )
    told = 0
    for mail in late[:100]:
        with transaction.atomic():
            if Mail.objects.filter(pk=mail.pk, reported_late_at=None).update(reported_late_at=timezone.now()):
                logger.error("mail %s (%s) has not left after %s", mail.pk, mail.kind, after)
                MailEvents.bound().after_mail_late(mail)
                told += 1
    return told


def _deliver(mail: Mail, content: RenderedMail, server: MailServer) -> bool:
    """Speak to the mail server. An error after it was given the text leaves open whether it has the mail.

    Raises SMTPException, OSError or ValueError when the server certainly did not take the mail.
    """
    message = _message(mail, content, server)
    sender = sanitize_address(message.from_email, "utf-8")
    receiver = sanitize_address(mail.to, "utf-8")
    body = cast(SafeMIMEText, message.message()).as_bytes(linesep="\r\n")
    backend = server.backend()
    try:
        backend.open()
        client = backend.connection
        assert isinstance(client, smtplib.SMTP)
        client.ehlo_or_helo_if_needed()
        code, reply = client.mail(sender)
        if code != 250:
            raise smtplib.SMTPSenderRefused(code, reply, sender)
        code, reply = client.rcpt(receiver)
        if code not in (250, 251):
            raise smtplib.SMTPRecipientsRefused({receiver: (code, reply)})
        due = Mail.objects.filter(pk=mail.pk, status=MailStatus.DUE)
        if not due.update(status=MailStatus.SENDING, **_stored(content)):
            return False  # withdrawn while we were connecting
        try:
            code, reply = client.data(body)
        except smtplib.SMTPDataError:
            raise
        except (smtplib.SMTPException, OSError):
            # It may have it; its Message-ID is the same next time.
            _postpone(mail, "interrupted")
            return False
        if code != 250:
            raise smtplib.SMTPDataError(code, reply)
        if sent := _sent(mail, MailStatus.SENDING, content):
            _wake_unreached()
        return sent
    finally:
        with contextlib.suppress(smtplib.SMTPException, OSError):
            backend.close()


def _wake_unreached() -> None:
    """Make the mails due that wait because the mail server was away: it has just taken one.

    Their tries begin anew, so that a server that comes and goes does not use them up.
    """
    now = timezone.now()
    waiting = Mail.objects.filter(status=MailStatus.DUE, next_try_at__gt=now, last_error__in=UNREACHABLE)
    waiting.update(next_try_at=now, attempts=0)


def _message(mail: Mail, content: RenderedMail, server: MailServer) -> EmailMultiAlternatives:
    now = shop()
    email = now.contact.email
    sender_name, sender = parseaddr(server.sender)
    message = EmailMultiAlternatives(
        content.subject,
        content.text,
        from_email=formataddr((sender_name or now.brand.name_in(mail.language), sender)),
        to=[mail.to],
        reply_to=[email] if email else None,
        # The row's own and the same at every try, so that whoever gets it twice can tell.
        headers={
            "Message-ID": f"<{mail.kind}.{mail.pk}@{server.sender_domain}>",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(content.html, "text/html")
    if mail.attachment:
        file = load_attachment(mail.attachment)
        message.attach(file.name, file.content, file.content_type)
    return message


def load_attachment(name: str) -> Attachment:
    """Return the file that a mail names: "document:AKS/26-27/000001"."""
    return MailEvents.bound().document(name.removeprefix("document:"))


@transaction.atomic
def _sent(mail: Mail, status: MailStatus, content: RenderedMail) -> bool:
    changes = {"status": MailStatus.SENT, "sent_at": timezone.now(), "last_error": ""}
    if not _close(mail, status, changes | _stored(content)):
        return False
    logger.info("mail %s (%s) has left", mail.pk, mail.kind)
    MailEvents.bound().after_mail_sent(mail)
    return True


@transaction.atomic
def _fail(mail: Mail, status: MailStatus, reason: str) -> None:
    if _close(mail, status, {"status": MailStatus.FAILED, "last_error": reason}):
        logger.error("mail %s (%s) is left for staff: %s", mail.pk, mail.kind, reason)
        MailEvents.bound().after_mail_failed(mail)


def _close(mail: Mail, status: MailStatus, changes: dict[str, object]) -> bool:
    """End the mail's way with these changes; False when somebody else did."""
    if mail.kind.endswith("_code") and mail_server():
        # A code is a key: once it has left, or can no longer leave, it is not kept in the clear.
        changes |= _emptied("(code)")
    return Mail.objects.filter(pk=mail.pk, status=status).update(**changes) > 0


def _postpone(mail: Mail, reason: str) -> None:
    """Note that the server did not say it has it: tries come ever later, after the last it is for staff."""
    attempts = mail.attempts + 1
    logger.warning("mail %s not sent (try %s): %s", mail.pk, attempts, reason)
    under_way = Mail.objects.filter(pk=mail.pk, status__in=(MailStatus.DUE, MailStatus.SENDING))
    pause = PAUSES[min(attempts, len(PAUSES)) - 1]
    under_way.update(
        attempts=attempts,
        status=MailStatus.DUE,
        next_try_at=timezone.now() + timedelta(seconds=pause),
        last_error=reason,
    )
    if attempts > len(PAUSES):
        _fail(mail, MailStatus.DUE, reason)
