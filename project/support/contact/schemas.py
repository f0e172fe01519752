"""Request and response schemas of messages to the shop."""

import re
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from project.accounts.schemas.fields import Email, Line, OptionalPhone
from project.core.identifiers import typed_id
from project.core.schemas import ApiModel, Pagination, SearchText, StaffIn, StaffPageQuery
from project.support.contact.models import MAX_MESSAGE, Message

Topic = Literal["order", "payment", "return", "product", "grievance", "other"]
Status = Literal["open", "closed", "suspected"]
_SPACES = re.compile(r"[^\S\n]+")


def _message(value: str) -> str:
    """Return what was written: its lines are kept, what cannot be seen is not."""
    lines = [
        _SPACES.sub(" ", line).strip() for line in value.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


class FormOut(ApiModel):
    """A form that was opened: its key is good for one message, `usable_in` seconds from now on."""

    form_key: str
    usable_in: int


class MessageIn(ApiModel):
    """Message to the shop."""

    form_key: str = Field(max_length=200)
    name: Line
    email: Email
    phone: OptionalPhone = ""
    topic: Topic
    order_id: Annotated[str, AfterValidator(typed_id), Field(max_length=32)] = ""
    message: Annotated[str, AfterValidator(_message), Field(min_length=1, max_length=MAX_MESSAGE)]
    # No person sees this field.
    website: str = Field("", max_length=500)

    def words(self) -> Message:
        """Return what was written, apart from how it was sent."""
        return Message(**self.model_dump(exclude={"form_key", "website"}))


class TicketOut(ApiModel):
    """The number of a message that has arrived."""

    number: str
    email: str
    is_copied: bool = Field(description="whether a copy is mailed to the address")
    answer_hours: int


class StaffTicket(ApiModel):
    """A message as staff read it."""

    id: str = Field(validation_alias="number", serialization_alias="_id")
    number: str
    status: Status
    topic: Topic
    name: str
    email: str
    phone: str
    order_id: str
    message: str
    language: str
    created_at: datetime
    version: int


class TicketCounts(ApiModel):
    """Number of messages by status, whatever the filters."""

    open: int
    closed: int
    suspected: int


class TicketsQuery(StaffPageQuery):
    """Filter of messages; "" for every status."""

    status: Literal["", "open", "closed", "suspected"] = ""
    search: SearchText = ""


class TicketsPage(ApiModel):
    """A page of messages, the newest first."""

    tickets: list[StaffTicket]
    counts: TicketCounts
    pagination: Pagination


class TicketMoveIn(StaffIn):
    """New status of a ticket."""

    status: Literal["open", "closed"]


class TicketData(ApiModel):
    """One message."""

    ticket: StaffTicket
