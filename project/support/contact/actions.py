"""Take messages in, and move their tickets."""

import re
from dataclasses import asdict
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from project.accounts.models import User
from project.core.errors import NotFound
from project.core.idempotency import run_once
from project.core.language import translate
from project.core.mail import queue_mail
from project.core.mail_templates import quoted
from project.core.shop import shop
from project.core.throttle import Limit, RateLimited
from project.events.audit import record
from project.events.publish import publish
from project.support.contact.form_key import is_too_quick, opened_form
from project.support.contact.models import Message, Ticket, TicketStatus, TicketTopic

# Whoever sends messages is limited as well.
_COPIES = Limit(
    "contact-copies",
    3,
    3600,
    of_each="email address typed, or account of that address",
    counts="copies of messages",
    note="further messages still arrive",
)
# Advertisements are made of links; questions have one or two.
_MANY_LINKS: Final = 4
_LINK = re.compile(r"https?://|www\.", re.IGNORECASE)
# Of each paragraph the copy quotes no more.
MAX_COPIED: Final = 1000
# What staff read is in English; the message itself stays as it was written.
_STAFF_LANGUAGE: Final = "en"

TOPICS: Final = {
    TicketTopic.ORDER: _("My order"),
    TicketTopic.PAYMENT: _("Payment or refund"),
    TicketTopic.RETURN: _("Return or replacement"),
    TicketTopic.PRODUCT: _("A bead or a stone"),
    TicketTopic.GRIEVANCE: _("Grievance"),
    TicketTopic.OTHER: _("Something else"),
}


def take_message(
    message: Message, *, form_key: str, is_trapped: bool, user: User | None, language: str
) -> tuple[str, bool]:
    """Store a message; return its number, and whether the answer may say that a copy is mailed.

    The same form sent again answers the same.

    What looks like a machine's is stored too, for staff to look at, and gets a number like any other: it
    learns nothing. Only nobody is mailed. `is_trapped`: the field that no person sees was filled in.

    Raises FORM_EXPIRED, IdempotencyMismatch when a form is sent again with other words.
    """
    form = opened_form(form_key)
    suspected = is_trapped or is_too_quick(form_key) or len(_LINK.findall(message.message)) >= _MANY_LINKS

    def store() -> dict[str, Any]:
        is_copied = True
        try:
            _COPIES.count(f"user-{user.pk}" if user and user.email == message.email else message.email)
        except RateLimited:
            is_copied = False
        ticket = Ticket.objects.create(
            status=TicketStatus.SUSPECTED if suspected else TicketStatus.OPEN,
            **asdict(message),
            language=language,
            user=user,
        )
        if not suspected:
            _mail(ticket, is_copied=is_copied)
        _tell(ticket, "contact.received", actor=user.subject if user else "guest")
        return {"number": ticket.number, "is_copied": is_copied}

    result = run_once(scope="contact", key=form, body=asdict(message), action=store)
    return result["number"], result.get("is_copied", True)


@transaction.atomic
def move_ticket(number: str, status: str, *, actor: str) -> Ticket:
    """Open or close a ticket; one that was suspected wrongly is mailed now.

    Raises NotFound, InvalidTransition.
    """
    ticket = Ticket.objects.select_for_update().filter(number=number).first()
    if ticket is None:
        raise NotFound(f"ticket {number!r}")
    before = ticket.status
    if ticket.transition_to(status):
        record(
            "contact.moved",
            subject=ticket.subject,
            actor=actor,
            before={"status": before},
            after={"status": ticket.status},
        )
        if status == TicketStatus.CLOSED:
            _tell(ticket, "contact.closed", actor=actor)
        elif before == TicketStatus.CLOSED:
            _tell(ticket, "contact.reopened", actor=actor)
        else:
            _tell(ticket, "contact.admitted", actor=actor)
            _mail(ticket)
    return ticket


def _tell(ticket: Ticket, name: str, *, actor: str) -> None:
    """Show it on the screens of support; what was written stays in the ticket, which can be erased."""
    publish(
        name,
        subject=ticket.subject,
        topics=[f"staff:contact#{ticket.number}", f"support:{ticket.subject}", "staff:support"],
        actor=actor,
        cause="" if name == "contact.received" else "staff",
    )


def _mail(ticket: Ticket, *, is_copied: bool = True) -> None:
    """Send the shop the message, and the writer a copy."""
    context: dict[str, Any] = {
        "number": ticket.number,
        "name": ticket.name,
        "email": ticket.email,
        "phone": ticket.phone,
        "order_id": ticket.order_id,
        "paragraphs": [line for line in ticket.message.split("\n") if line],
    }
    if is_copied:
        queue_mail(
            kind="contact_copy",
            dedupe_key=f"contact:{ticket.number}:copy",
            to=ticket.email,
            language=ticket.language,
            context=context
            | {
                # The address is unproven: what is quoted to it makes no links.
                "paragraphs": [quoted(line, longest=MAX_COPIED) for line in context["paragraphs"]],
                "topic": _topic(ticket, ticket.language),
                "hours": shop().hours.answer_hours,
                "grievance_days": shop().hours.grievance_days if ticket.topic == TicketTopic.GRIEVANCE else 0,
            },
            reference=ticket.subject,
        )
    if email := shop().contact.email:
        queue_mail(
            kind="contact_message",
            dedupe_key=f"contact:{ticket.number}:shop",
            to=email,
            language=_STAFF_LANGUAGE,
            context=context | {"topic": _topic(ticket, _STAFF_LANGUAGE)},
            reference=ticket.subject,
        )


def _topic(ticket: Ticket, language: str) -> str:
    return translate(TOPICS[TicketTopic(ticket.topic)], language)
