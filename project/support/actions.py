"""Actions of support: add a note, assign, answer, send a mail again, record a visit of the status screen."""

import logging
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from project.accounts.models import User
from project.core.errors import Conflict, NotFound
from project.core.mail import queue_mail
from project.core.models import Mail, MailStatus
from project.core.rights import Right
from project.events.audit import record as record_audit
from project.events.publish import publish
from project.payments.models import Payment
from project.support.answer_templates import Recipient, paragraphs_of
from project.support.models import Note, NoteKind, ScreenVisit, Thread
from project.support.search import subject_of

logger = logging.getLogger(__name__)

# Of one payment's screen; a page that is reloaded again and again is one look.
VISIT_EVERY = timedelta(minutes=5)
MAX_VISITS = 50


@transaction.atomic
def add_note(subject: str, text: str, *, author: User, kind: NoteKind = NoteKind.NOTE) -> Note:
    """Add an internal note about the order or the customer."""
    thread = _lock(subject)
    note = Note.objects.create(thread=thread, kind=kind, text=text, author=author)
    _record_change(thread, f"support.{kind}", author)
    return note


@transaction.atomic
def hand_over(subject: str, *, to: User | None, text: str, author: User) -> Thread:
    """Assign the thread to a colleague with a note, or to nobody when it is done.

    Raises NotFound when the colleague may not do support.
    """
    if to is not None and (not to.is_active or Right.SUPPORT not in to.rights):
        raise NotFound(to.public_id)
    thread = _lock(subject)
    before = thread.assignee.public_id if thread.assignee else None
    thread.assignee = to
    thread.assigned_at = timezone.now() if to else None
    thread.save(update_fields=["assignee", "assigned_at"])
    kind = NoteKind.HANDED_OVER if to else NoteKind.CLOSED
    Note.objects.create(thread=thread, kind=kind, text=text, author=author, to=to)
    _record_change(
        thread,
        f"support.{kind}",
        author,
        before={"assignee": before},
        after={"assignee": to.public_id if to else None},
    )
    return thread


@transaction.atomic
def answer_by_mail(recipient: Recipient, *, subject_line: str, text: str, author: User) -> Mail:
    """Send an answer in the language it is written in to the address of the order or account."""
    note = add_note(recipient.subject, text, author=author, kind=NoteKind.MAIL)
    return queue_mail(
        kind="support_answer",
        dedupe_key=f"support:{note.note_id}",
        reference=recipient.subject,
        to=recipient.email,
        language=recipient.language,
        context={"subject_line": subject_line, "paragraphs": paragraphs_of(text)},
    )


@transaction.atomic
def send_again(mail_pk: int, *, author: User) -> Mail:
    """Have a mail that failed tried anew, or one that waits tried now.

    Raises NotFound, Conflict: one that has left or is leaving is not sent twice, a code that
    is over not at all.
    """
    mail = Mail.objects.select_for_update().filter(pk=mail_pk).first()
    if mail is None:
        raise NotFound(str(mail_pk))
    waiting = Mail.objects.filter(pk=mail.pk, status__in=(MailStatus.FAILED, MailStatus.DUE))
    if mail.kind.endswith("_code") or not waiting.update(
        status=MailStatus.DUE, attempts=0, next_try_at=timezone.now(), last_error="", reported_late_at=None
    ):
        raise Conflict(str(mail), text=_("This email cannot be sent again"))
    actor = author.subject
    record_audit("mail.sent_again", subject=f"mail:{mail.pk}", actor=actor, after={"kind": mail.kind})
    _publish_mail(mail, "mail.sent_again", actor=actor)
    mail.refresh_from_db()
    return mail


def publish_mail_change(mail: Mail) -> None:
    """Show the new status of a mail on support's screens; called in the transaction that records it."""
    _publish_mail(mail, "mail.moved", actor="")


def record_visit(transaction_id: str, outcome: str) -> None:
    """Record a visit of the payment's screen, at most one in VISIT_EVERY.

    Only for the timeline: when it cannot be stored, the screen is shown all the same.
    """
    try:
        if not cache.add(f"support:visit:{transaction_id}", 1, timeout=int(VISIT_EVERY.total_seconds())):
            return
        is_full = Exists(ScreenVisit.objects.filter(payment=OuterRef("pk"))[MAX_VISITS - 1 :])
        payments = Payment.objects.filter(~is_full, transaction_id=transaction_id)
        for pk in payments.values_list("pk", flat=True):
            ScreenVisit.objects.create(payment_id=pk, outcome=outcome)
    except (DatabaseError, RedisError, OSError):
        logger.warning("%s: the visit of its screen was not recorded", transaction_id)


def _lock(subject: str) -> Thread:
    """Lock the thread of an order, a customer or a message, opening it if need be. Raises NotFound."""
    subject_of(subject)
    Thread.objects.get_or_create(subject=subject)
    return Thread.objects.select_for_update(of=("self",)).select_related("assignee").get(subject=subject)


def _record_change(thread: Thread, name: str, author: User, **logged: Any) -> None:
    subject, actor = thread.subject, author.subject
    thread.bump()
    # The text itself is in the note, which is deleted with the customer's data; the log is kept.
    record_audit(name, subject=subject, actor=actor, **logged)
    publish(name, subject=subject, topics=[f"support:{subject}", "staff:support"], actor=actor, cause="staff")


def _publish_mail(mail: Mail, name: str, *, actor: str) -> None:
    publish(
        name,
        subject=f"mail:{mail.pk}",
        topics=["staff:support", *([f"support:{mail.reference}"] if mail.reference else [])],
        payload={"kind": mail.kind, "reference": mail.reference},
        actor=actor,
        cause="staff" if actor else "worker",
    )
