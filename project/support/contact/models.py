"""Messages to the shop: one ticket each."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.accounts.models import User
from project.core.identifiers import random_id, typed_id
from project.core.limits import MAX_NAME, PHONE_DIGITS
from project.core.models import Stateful
from project.core.phone_numbers import part_of_phone

MAX_MESSAGE = 4000


class TicketTopic(models.TextChoices):
    """Subject of a message; complaints have time limits set by law."""

    ORDER = "order"
    PAYMENT = "payment"
    RETURN = "return"
    PRODUCT = "product"
    GRIEVANCE = "grievance"
    OTHER = "other"


class TicketStatus(models.TextChoices):
    """The status of a ticket."""

    OPEN = "open"
    CLOSED = "closed"
    # It looks as if a machine had sent it: nobody is mailed, and staff decide.
    SUSPECTED = "suspected"


@dataclass(frozen=True)
class Message:
    """Content of a message to the shop; already validated and cleaned."""

    name: str
    email: str
    phone: str
    topic: str
    order_id: str
    message: str


class TicketQuerySet(models.QuerySet["Ticket"]):
    """Search filter of staff."""

    def counts(self) -> dict[str, int]:
        """Return the number of messages by status."""
        found = dict(self.order_by().values_list("status").annotate(models.Count("pk")))
        return {status: found.get(status, 0) for status in TicketStatus.values}

    def search(self, text: str) -> "TicketQuerySet":
        """Return those with this text in their number, order, name, e-mail address or phone number."""
        if not text:
            return self
        typed = typed_id(text)
        wanted = Q(number__icontains=typed) | Q(order_id__icontains=typed)
        if digits := part_of_phone(text):
            wanted |= Q(phone__contains=digits)
        return self.filter(wanted | Q(name__icontains=text) | Q(email__icontains=text))


class Ticket(Stateful):
    """One message somebody wrote to the shop."""

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        TicketStatus.OPEN: frozenset({TicketStatus.CLOSED}),
        TicketStatus.CLOSED: frozenset({TicketStatus.OPEN}),
        TicketStatus.SUSPECTED: frozenset({TicketStatus.OPEN, TicketStatus.CLOSED}),
    }

    number = models.CharField(max_length=16, unique=True, default=partial(random_id, "TKT-", 8))
    status = models.CharField(max_length=24, choices=TicketStatus, default=TicketStatus.OPEN)
    topic = models.CharField(max_length=12, choices=TicketTopic)
    name = models.CharField(max_length=MAX_NAME)
    email = models.EmailField(max_length=254)
    phone = models.CharField(max_length=PHONE_DIGITS, blank=True)
    # As it was typed: it need not be one of ours.
    order_id = models.CharField(max_length=32, blank=True)
    message = models.TextField(max_length=MAX_MESSAGE)
    language = models.CharField(max_length=2)
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="tickets")
    created_at = models.DateTimeField(default=timezone.now)

    objects = TicketQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["status", "-created_at"], name="ticket_list")]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=TicketStatus.values), name="ticket_status_known"),
            models.CheckConstraint(condition=Q(topic__in=TicketTopic.values), name="ticket_topic_known"),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def subject(self) -> str:
        """Its name in events, the audit log and support's timelines."""
        return f"ticket:{self.number}"
