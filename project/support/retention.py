"""Retention of messages to the shop, counted from their creation; open ones stay."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from project.core.shop import shop
from project.support.contact.models import Ticket, TicketStatus
from project.support.models import Thread


@transaction.atomic
def forget_old_tickets(limit: int = 1000) -> int:
    """Remove the messages whose time is over, with what support wrote about them; return how many."""
    before = timezone.now() - timedelta(days=shop().retention.tickets_days)
    settled = Ticket.objects.exclude(status=TicketStatus.OPEN).filter(created_at__lt=before)
    old = dict(settled.values_list("pk", "number")[:limit])
    Thread.objects.filter(subject__in=[f"ticket:{number}" for number in old.values()]).delete()
    Ticket.objects.filter(pk__in=old).delete()
    return len(old)
