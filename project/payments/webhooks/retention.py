"""Retention of webhook messages: bodies and headers are emptied, the rows stay."""

from datetime import timedelta

from django.utils import timezone

from project.core.retention import old_slices
from project.core.shop import shop
from project.payments.models import WebhookMessage


def forget_old_webhook_bodies() -> int:
    """Empty the bodies of handled messages whose time is over; return how many.

    They hold what customers paid with. The rows stay: they keep a repeated message from being handled again.
    """
    before = timezone.now() - timedelta(days=shop().retention.webhook_bodies_days)
    slices = old_slices(WebhookMessage.objects.all(), "received_at", before=before)
    return sum(
        part.filter(handled_at__isnull=False).exclude(body=b"").update(body=b"", headers={})
        for part in slices
    )
