"""The support queue: assigned threads, mails that were not sent, open messages."""

from datetime import timedelta

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from project.accounts.models import User
from project.core.mail import late_after
from project.core.models import Mail, MailStatus
from project.events.versions import next_version
from project.orders.models import Order
from project.support.answer_templates import About
from project.support.contact.models import Ticket, TicketStatus
from project.support.models import Note, Thread
from project.support.schemas import SupportQueue, SupportThread
from project.support.timeline import mail_out, person

THREADS_ON_DESK = 100
MAILS_ON_DESK = 50
# A failed mail nobody cared for in this time is history.
LOOKS_BACK = timedelta(days=30)


def read_queue() -> SupportQueue:
    """Return what waits for support, the longest waiting first."""
    version = next_version()
    failed, late = _stuck_mails()
    return SupportQueue(
        threads=_handed_over(),
        mails=[mail_out(mail) for mail in [*failed, *late][:MAILS_ON_DESK]],
        open_tickets=Ticket.objects.filter(status=TicketStatus.OPEN).count(),
        failed_mails=len(failed),
        late_mails=len(late),
        version=version,
    )


def _handed_over() -> list[SupportThread]:
    words = Note.objects.filter(thread=OuterRef("pk"), to__isnull=False).order_by("-pk")
    threads = list(
        Thread.objects.filter(assignee__isnull=False)
        .select_related("assignee")
        .annotate(word=Subquery(words.values("text")[:1]))
        .order_by("assigned_at")[:THREADS_ON_DESK]
    )
    orders = Order.objects.in_bulk([t.subject.removeprefix("order:") for t in threads], field_name="order_id")
    people = User.objects.in_bulk([t.subject.removeprefix("user:") for t in threads], field_name="public_id")
    tickets = Ticket.objects.in_bulk(
        [t.subject.removeprefix("ticket:") for t in threads], field_name="number"
    )
    items: list[SupportThread] = []
    for thread in threads:
        _, _, key = thread.subject.partition(":")
        about: About | None = orders.get(key) or people.get(key) or tickets.get(key)
        if about is None or thread.assignee is None or thread.assigned_at is None:
            continue
        items.append(
            SupportThread(
                subject=thread.subject,
                name=about.name or about.email,
                order_id=about.order_id if isinstance(about, Order) else None,
                ticket_number=about.number if isinstance(about, Ticket) else None,
                assignee=person(thread.assignee),
                assigned_at=thread.assigned_at,
                text=thread.word or "",
            )
        )
    return items


def _stuck_mails() -> tuple[list[Mail], list[Mail]]:
    """Return the mails that failed, and those that should have left by now."""
    now = timezone.now()
    failed = Mail.objects.filter(status=MailStatus.FAILED, created_at__gte=now - LOOKS_BACK)
    late = Mail.objects.filter(
        status__in=(MailStatus.DUE, MailStatus.SENDING), created_at__lte=now - late_after()
    )
    return list(failed.order_by("-pk")[:500]), list(late.order_by("-pk")[:500])
