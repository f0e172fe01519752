"""Retention of webhook messages: bodies and headers are emptied, the rows stay."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from project.core.retention import old_slices
from project.payments.models import WebhookMessage


def forget_old_webhook_bodies() -> int:
    """Empty the bodies of handled messages whose time is over; return how many.

    They hold what customers paid with. The rows stay: they keep a repeated message from being handled again.
    """
    before = timezone.now() - timedelta(days=settings.WEBHOOK_BODIES_KEPT_DAYS)
    slices = old_slices(WebhookMessage.objects.all(), "received_at", before=before)
    return sum(
        part.filter(handled_at__isnull=False).exclude(body=b"").update(body=b"", headers={})
        for part in slices
    )
