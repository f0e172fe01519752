"""Tables of support: threads, notes, answers, sampled screen visits."""

from functools import partial

from django.conf import settings
from django.db import models
from django.utils import timezone

from project.core.identifiers import random_id
from project.core.models import Versioned
from project.payments.models import Payment
from project.support.contact import models as contact

# Django finds the models of an app here.
Ticket = contact.Ticket

MAX_NOTE = 2000


class Thread(Versioned):
    """Thread of support about one order, one customer or one message, with the person in charge."""

    # "order:AKS-…", "user:U…" or "ticket:TKT-…".
    subject = models.CharField(max_length=80, unique=True)
    # Null: nobody in particular.
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    assigned_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.subject


class NoteKind(models.TextChoices):
    """The kind of a note."""

    NOTE = "note"
    HANDED_OVER = "handed_over"
    CLOSED = "closed"
    MAIL = "mail"
    WHATSAPP = "whatsapp"


class Note(models.Model):
    """A word between colleagues, or an answer to the customer as it was given. Never changed."""

    note_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "N", 12))
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=12, choices=NoteKind, default=NoteKind.NOTE)
    text = models.CharField(max_length=MAX_NOTE)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    # Of a hand-over.
    to = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.note_id


class ScreenVisit(models.Model):
    """Somebody looked at the status screen of a payment; kept at most once in a while."""

    payment = models.ForeignKey(Payment, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    # The outcome that was shown.
    outcome = models.CharField(max_length=12)

    def __str__(self) -> str:
        return f"{self.payment} {self.at:%H:%M}"
