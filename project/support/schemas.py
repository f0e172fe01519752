"""The JSON of the support pages."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from project.core.schemas import ApiModel, Rupees, StaffIn
from project.orders.models import OrderStatus
from project.orders.order_schemas import OrderOut
from project.payments.attempts.status import PaymentStatusOut
from project.support.contact.schemas import StaffTicket
from project.support.contact.schemas import Status as TicketState
from project.support.models import MAX_NOTE

EntryKind = Literal["order", "payment", "message", "mail", "visit", "note", "case", "account", "contact"]
Subject = Annotated[str, Field(max_length=80, pattern=r"^(order:AKS-|user:U|ticket:TKT-)[A-Z0-9]+$")]
Text = Annotated[str, AfterValidator(str.strip), Field(min_length=1, max_length=MAX_NOTE)]


class SupportResult(ApiModel):
    """One match of a search."""

    subject: str
    name: str
    email: str
    phone: str
    # Of an order; null for an account without one.
    order_id: str | None
    status: OrderStatus | None
    payment_status: str | None
    amount: float | None
    # Of a message; null for anything else.
    ticket_number: str | None = None
    ticket_status: TicketState | None = None
    at: datetime


class SupportResults(ApiModel):
    """`data` of a search; `exact` says that the text is the id or a reference of what was found."""

    found: list[SupportResult]
    exact: bool


class Person(ApiModel):
    """A colleague."""

    id: str = Field(serialization_alias="_id")
    name: str
    role: str


class Entry(ApiModel):
    """One entry of the timeline. `event` is a key of the screen's texts, `facts` are their values."""

    id: str = Field(serialization_alias="_id")
    kind: EntryKind
    at: datetime
    event: str
    cause: str
    # A name where we know one, else what the event says.
    actor: str
    facts: dict[str, str]
    # Text of people: a note, a reason.
    text: str


class PaymentShort(ApiModel):
    """One attempt to pay."""

    transaction_id: str
    status: str
    method: str
    amount: float
    initiated_at: datetime


class MailOut(ApiModel):
    """A mail with its status; login codes are never shown."""

    id: int = Field(validation_alias="pk", serialization_alias="_id")
    kind: str
    to: str
    subject: str
    status: str
    attempts: int
    error: str = Field(validation_alias="last_error")
    created_at: datetime
    sent_at: datetime | None
    reference: str
    can_send_again: bool


class AnswerOut(ApiModel):
    """An answer with true facts filled in."""

    key: str
    language: Literal["en", "hi"]
    subject_line: str
    text: str


class OrderShortOut(ApiModel):
    """Another order of the same customer."""

    order_id: str
    status: OrderStatus
    amount: Rupees = Field(validation_alias="total_paise")
    at: datetime = Field(validation_alias="created_at")


class SupportItem(ApiModel):
    """A line of the order as it was bought; its titles name every choice."""

    title_en: str
    title_hi: str
    quantity: int


class Customer(ApiModel):
    """The customer of a timeline."""

    name: str
    email: str
    phone: str
    language: str
    city: str
    user_id: str | None
    whatsapp: str


class SupportTimeline(ApiModel):
    """Everything about one order, one account or one message, in the order it happened."""

    subject: str
    customer: Customer
    order_id: str | None
    status: OrderStatus | None
    payment_status: str | None
    amount: float | None
    # What was ordered, and where it goes in one line; empty for anything but an order.
    items: list[SupportItem]
    address: str
    # The message that the timeline is about; null for one about an order or an account.
    ticket: StaffTicket | None
    payments: list[PaymentShort]
    entries: list[Entry]
    mails: list[MailOut]
    others: list[OrderShortOut]
    assignee: Person | None
    version: int


class AnswerList(ApiModel):
    """`data` of the answers that are true now, in both languages."""

    answers: list[AnswerOut]
    colleagues: list[Person]


class SupportThread(ApiModel):
    """A thread with its assignee."""

    subject: str
    name: str
    order_id: str | None
    ticket_number: str | None
    assignee: Person
    assigned_at: datetime
    # The word it was handed over with.
    text: str


class SupportQueue(ApiModel):
    """The support queue: assigned threads, open messages, mails that were not sent."""

    threads: list[SupportThread]
    mails: list[MailOut]
    open_tickets: int
    failed_mails: int
    late_mails: int
    version: int


class NoteIn(StaffIn):
    """An internal note."""

    subject: Subject
    text: Text


class HandOverIn(StaffIn):
    """The new assignee with a note; none when the thread is done."""

    subject: Subject
    to: str | None = Field(default=None, max_length=24)
    text: Text


class AnswerIn(StaffIn):
    """An answer as it goes out."""

    subject: Subject
    channel: Literal["mail", "whatsapp"]
    language: Literal["en", "hi"]
    subject_line: Annotated[str, AfterValidator(str.strip), Field(min_length=1, max_length=150)]
    text: Text


class Answered(ApiModel):
    """The result; `url` opens WhatsApp with the text."""

    channel: Literal["mail", "whatsapp"]
    url: str


class CustomerView(ApiModel):
    """Content of the customer's own screens, word for word."""

    language: str
    order: OrderOut
    payment: PaymentStatusOut | None
