"""The contact form, and what staff read of it."""

from django.http import HttpRequest
from ninja import Query

from project.accounts.auth import Anyone, May, actor_of, user_of
from project.core.language import current_language
from project.core.paging import cut_page
from project.core.rights import Right
from project.core.schemas import Success
from project.core.shop import shop
from project.core.throttle import limited
from project.routers import ApiRouter
from project.support.contact import actions
from project.support.contact.form_key import FASTEST, new_form_key
from project.support.contact.models import Ticket
from project.support.contact.schemas import (
    FormOut,
    MessageIn,
    StaffTicket,
    TicketCounts,
    TicketData,
    TicketMoveIn,
    TicketOut,
    TicketsPage,
    TicketsQuery,
)

router = ApiRouter("contact")


@router.post("/contact/form")
@limited("contact-form", 60)
def open_contact_form(request: HttpRequest) -> Success[FormOut]:
    """Open a form: its key is good for one message."""
    return Success(data=FormOut(form_key=new_form_key(), usable_in=FASTEST + 1))


@router.post("/contact", auth=Anyone())
@limited("contact", 10, 3600)
def send_message(request: HttpRequest, body: MessageIn) -> Success[TicketOut]:
    """Write to the shop; sending the same form twice makes one ticket.

    An address that others name is mailed few copies an hour; further messages arrive without one.
    """
    number, is_copied = actions.take_message(
        body.words(),
        form_key=body.form_key,
        is_trapped=body.website != "",
        user=user_of(request),
        language=current_language(),
    )
    return Success(
        data=TicketOut(
            number=number,
            email=body.email,
            is_copied=is_copied,
            answer_hours=shop().hours.answer_hours,
        )
    )


@router.get("/admin/contact", auth=May(Right.SUPPORT))
@limited("staff-contact", 240)
def list_tickets(request: HttpRequest, query: Query[TicketsQuery]) -> Success[TicketsPage]:
    """List the messages, newest first."""
    found = Ticket.objects.search(query.search.strip()).filter(created_at__lte=query.as_of)
    found = found.order_by("-created_at", "-pk")
    if query.status:
        found = found.filter(status=query.status)
    rows, pagination = cut_page(found, query, query.as_of)
    return Success(
        data=TicketsPage(
            tickets=[StaffTicket.model_validate(ticket) for ticket in rows],
            counts=TicketCounts(**Ticket.objects.all().counts()),
            pagination=pagination,
        )
    )


@router.post("/admin/contact/{number}/status", auth=May(Right.SUPPORT))
@limited("staff-contact", 240)
def move_ticket(request: HttpRequest, number: str, body: TicketMoveIn) -> Success[TicketData]:
    """Open or close a ticket."""
    ticket = actions.move_ticket(number, body.status, actor=actor_of(request))
    return Success(data=TicketData(ticket=StaffTicket.model_validate(ticket)))
