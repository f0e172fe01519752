"""Retention of events: what is nobody's money is forgotten after a time; the database refuses all else."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from project.core.retention import old_slices
from project.core.shop import shop
from project.events.models import Event

# Their own rows say what is true of these, and nothing reads old events of them. Events of orders, payments
# and cases are history for good, as are those of messages that support still shows. `triggers.py`
# says the same to the database; a change needs a migration that drops those triggers and creates them again.
FORGETTABLE_SUBJECTS = ("wishlist:", "user:", "picture:", "export:", "mail:")
# Of products only what the sitemap and the live link ask for is kept; stock has a history of its own.
KEPT_PRODUCT_EVENTS = ("product.created", "product.changed", "product.deleted")


def forget_old_events() -> int:
    """Delete the old events that nobody reads again; return how many."""
    forgettable = Q(subject__startswith="product:") & ~Q(name__in=KEPT_PRODUCT_EVENTS)
    for subject in FORGETTABLE_SUBJECTS:
        forgettable |= Q(subject__startswith=subject)
    before = timezone.now() - timedelta(days=shop().retention.events_days)
    slices = old_slices(Event.objects.all(), "created_at", before=before)
    return sum(part.filter(forgettable).delete()[0] for part in slices)
