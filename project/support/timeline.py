"""The timeline of an order, an account or a message: what every app knows of it, in order."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from project.accounts.actor_names import names_of
from project.accounts.models import User
from project.core.models import Mail, MailStatus
from project.core.money import format_rupees, rupees
from project.core.rights import Right
from project.events.models import Event
from project.events.versions import next_version
from project.orders.models import Order, OrderStatus, PastOrder
from project.payments.models import Case, Payment, WebhookMessage
from project.payments.providers.registry import adapter_of
from project.support.answer_templates import About, recipient_of, whatsapp_link
from project.support.contact.models import Ticket, TicketStatus
from project.support.contact.schemas import StaffTicket
from project.support.models import Note, ScreenVisit, Thread
from project.support.schemas import (
    Customer,
    Entry,
    EntryKind,
    MailOut,
    OrderShortOut,
    PaymentShort,
    Person,
    SupportItem,
    SupportResult,
    SupportTimeline,
)
from project.support.search import subject_of

# As many lines as anybody reads; what came first is left out then.
ENTRIES = 400
OTHERS = 10
# Status checks, and events that other entries show already.
_HIDDEN_EVENTS = ("payment.checked", "refund.checked", "order.mail_sent", "mail.moved", "contact.received")
# Of an event, by what it happened to.
_KINDS: Mapping[str, EntryKind] = {"payment": "payment", "user": "account", "ticket": "contact"}
# What of an event's payload the screen may fill in.
_FACTS = ("status", "trackingNumber", "carrier", "number", "refund", "reason", "kind", "mail", "case")


def read_timeline(subject: str) -> SupportTimeline:
    """Return the current timeline. Raises NotFound."""
    version = next_version()
    about = subject_of(subject)
    order = about if isinstance(about, Order) else None
    payments = list(order.payments.order_by("pk")) if order else []
    mails = _mails(about, subject)
    thread = Thread.objects.select_related("assignee").filter(subject=subject).first()
    entries = [
        *_happened(subject, payments),
        *_written(about),
        *_messages(payments),
        *_mailed(mails),
        *_visits(payments),
        *_noted(thread),
        *_earlier(about),
    ]
    entries.sort(key=lambda entry: (entry.at, entry.id))
    return SupportTimeline(
        subject=subject,
        customer=_customer(about),
        order_id=order.order_id if order else None,
        status=OrderStatus(order.status) if order else None,
        payment_status=order.payment_status if order else None,
        amount=rupees(order.total_paise) if order else None,
        items=[
            SupportItem(
                title_en=line.full_title("en"), title_hi=line.full_title("hi"), quantity=line.quantity
            )
            for line in (order.lines.all() if order else ())
        ],
        address=_address(order) if order else "",
        ticket=StaffTicket.model_validate(about) if isinstance(about, Ticket) else None,
        payments=[
            PaymentShort(
                transaction_id=payment.transaction_id,
                status=payment.status,
                method=payment.instrument or adapter_of(payment.provider).label,
                amount=rupees(payment.amount_paise),
                initiated_at=payment.initiated_at,
            )
            for payment in payments
        ],
        entries=entries[-ENTRIES:],
        mails=[mail_out(mail) for mail in mails],
        others=_others(about),
        assignee=person(thread.assignee) if thread and thread.assignee else None,
        version=version,
    )


def result_of(about: About) -> SupportResult:
    """Return an order, an account or a message as a search shows it."""
    order = about if isinstance(about, Order) else None
    ticket = about if isinstance(about, Ticket) else None
    return SupportResult.from_row(
        about,
        subject=recipient_of(about).subject,
        order_id=order.order_id if order else None,
        status=OrderStatus(order.status) if order else None,
        payment_status=order.payment_status if order else None,
        amount=rupees(order.total_paise) if order else None,
        ticket_number=ticket.number if ticket else None,
        ticket_status=StaffTicket.model_validate(ticket).status if ticket else None,
        at=about.created_at,
    )


def person(user: User) -> Person:
    """Return a colleague."""
    return Person(id=user.public_id, name=user.name or user.email, role=user.role)


def colleagues() -> list[Person]:
    """Return everybody to whom a thread can be assigned, by name."""
    staff = User.objects.filter(is_active=True).exclude(role="customer").order_by("name", "pk")
    return [person(user) for user in staff if Right.SUPPORT in user.rights]


def mail_out(mail: Mail) -> MailOut:
    """Return a mail without its text; of a code not even the subject, which holds it."""
    code = mail.kind.endswith("_code")
    return MailOut.from_row(
        mail,
        subject="" if code else mail.subject,
        can_send_again=not code and mail.status in (MailStatus.FAILED, MailStatus.DUE),
    )


def _address(order: Order) -> str:
    parts = (order.address.get(name) for name in ("name", "street", "city", "state", "pincode"))
    return ", ".join(str(part) for part in parts if part)


def _customer(about: About) -> Customer:
    user = about if isinstance(about, User) else about.user
    return Customer.from_row(
        about,
        city=str(about.address.get("city", "")) if isinstance(about, Order) else "",
        user_id=user.public_id if user else None,
        whatsapp=whatsapp_link(about.phone),
    )


def _mails(about: About, subject: str) -> list[Mail]:
    wanted = Q(reference=subject)
    if isinstance(about, User):
        wanted |= Q(to=about.email, reference="")
    return list(Mail.objects.filter(wanted).order_by("-pk")[:100])


def _others(about: About) -> list[OrderShortOut]:
    same = Q(email__iexact=about.email)
    if isinstance(about, Ticket):
        # As they typed it: it may be somebody else's.
        same |= Q(order_id=about.order_id)
    user = about if isinstance(about, User) else about.user
    if user is not None:
        same |= Q(user=user)
    orders = Order.objects.filter(same).order_by("-pk")
    if isinstance(about, Order):
        orders = orders.exclude(pk=about.pk)
    return [OrderShortOut.model_validate(order) for order in orders[:OTHERS]]


def _entry(
    name: str,
    kind: EntryKind,
    at: datetime,
    event: str,
    facts: dict[str, str],
    *,
    cause: str = "",
    actor: str = "",
    text: str = "",
) -> Entry:
    return Entry(id=name, kind=kind, at=at, event=event, cause=cause, actor=actor, facts=facts, text=text)


def _happened(subject: str, payments: Sequence[Payment]) -> Iterable[Entry]:
    subjects = [subject, *(payment.topic for payment in payments)]
    rows = Event.objects.filter(subject__in=subjects).exclude(name__in=_HIDDEN_EVENTS)
    events = list(rows.exclude(name__startswith="support.").order_by("-pk")[:ENTRIES])
    names = names_of(event.actor for event in events)
    # A case keeps the words of its last closing; the newest event comes first.
    said = dict(Case.objects.filter(payment__in=payments).values_list("case_id", "closed_notes"))
    for event in events:
        facts = {name: str(event.payload[name]) for name in _FACTS if event.payload.get(name)}
        if "amount" in event.payload:
            facts["amount"] = format_rupees(round(float(event.payload["amount"]) * 100))
        kind, _, key = event.subject.partition(":")
        if kind == "payment":
            facts["transaction"] = key
        case = facts.get("case", "")
        yield Entry(
            id=f"event-{event.pk}",
            kind="case" if case else _KINDS.get(kind, "order"),
            at=event.created_at,
            event=event.name,
            # A case is opened because of what it is.
            cause="" if event.cause == facts.get("kind") else event.cause,
            actor=names.get(event.actor, event.actor),
            facts=facts,
            text=said.pop(case, "") if event.name == "case.closed" else str(event.payload.get("note") or ""),
        )


def _written(about: About) -> Iterable[Entry]:
    """Yield the messages that belong to the timeline; suspected spam is only in its own."""
    rows: Iterable[Ticket]
    if isinstance(about, Ticket):
        rows = [about]
    else:
        theirs = Q(order_id=about.order_id) if isinstance(about, Order) else Q(user=about)
        found = Ticket.objects.filter(theirs).exclude(status=TicketStatus.SUSPECTED)
        rows = found.order_by("-pk")[:OTHERS]
    for ticket in rows:
        # Its own page shows the text above the timeline.
        text = "" if ticket is about else ticket.message
        facts = {"ticket": ticket.number, "email": ticket.email}
        yield _entry(
            f"ticket-{ticket.number}", "contact", ticket.created_at, "contact.received", facts, text=text
        )


def _messages(payments: Sequence[Payment]) -> Iterable[Entry]:
    ids = [payment.transaction_id for payment in payments]
    # One that still waits to be handled is not linked to its payment yet.
    theirs = Q(payment__in=payments) | Q(payment=None, merchant_order_id__in=ids)
    rows = WebhookMessage.objects.filter(theirs).defer("body", "headers").order_by("pk")
    for row in rows.select_related("payment"):
        facts = {
            "name": row.event,
            "state": row.state,
            "message": row.message_id,
            "transaction": row.payment.transaction_id if row.payment else row.merchant_order_id,
        }
        yield _entry(
            f"message-{row.pk}", "message", row.received_at, "message.received", facts, cause="webhook"
        )


def _mailed(mails: Sequence[Mail]) -> Iterable[Entry]:
    for mail in mails:
        shown = mail_out(mail)
        facts = {"kind": mail.kind, "subject": shown.subject, "to": mail.to}
        at = mail.sent_at or mail.created_at
        yield _entry(f"mail-{mail.pk}", "mail", at, f"mail.{mail.status}", facts)


def _visits(payments: Sequence[Payment]) -> Iterable[Entry]:
    for visit in ScreenVisit.objects.filter(payment__in=payments).select_related("payment"):
        facts = {"outcome": visit.outcome, "transaction": visit.payment.transaction_id}
        yield _entry(f"visit-{visit.pk}", "visit", visit.at, "screen.seen", facts)


def _noted(thread: Thread | None) -> Iterable[Entry]:
    if thread is None:
        return
    rows: Iterable[Note] = thread.notes.select_related("author", "to")
    for note in rows:
        yield Entry(
            id=f"note-{note.note_id}",
            kind="note",
            at=note.created_at,
            event=f"note.{note.kind}",
            cause="staff",
            actor=note.author.name or note.author.email,
            facts={"to": note.to.name or note.to.email} if note.to else {},
            text=note.text,
        )


def _earlier(about: About) -> Iterable[Entry]:
    """Yield an account's orders in the shop that was here before."""
    orders = PastOrder.objects.of(about)[:OTHERS] if isinstance(about, User) else []
    for order in orders:
        facts = {"number": order.number, "amount": format_rupees(order.total_paise)}
        at = order.placed_at or order.created_at
        goods = [f"{line['quantity']} × {line['title']}" for line in order.lines]
        text = "\n".join([*goods, order.status])
        yield _entry(f"past-{order.pk}", "order", at, "past_order.placed", facts, text=text)
