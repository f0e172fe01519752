"""The inbox: what the provider sent, and what came in its name without proof."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.payments.models.payment import Payment
from project.payments.models.refund import Refund


class WebhookMessage(models.Model):
    """A message the provider signed, as it came. The row is the work: it is due until handled."""

    provider = models.CharField(max_length=20)
    dedupe_key = models.CharField(max_length=200)
    event = models.CharField(max_length=100)
    merchant_order_id = models.CharField(max_length=100, db_index=True)
    state = models.CharField(max_length=64, blank=True)
    # What proved it: "hmac" covers the body, "sha" is a constant password.
    proof = models.CharField(max_length=8, blank=True)
    headers = models.JSONField()
    body = models.BinaryField()
    payment = models.ForeignKey(Payment, null=True, on_delete=models.PROTECT, related_name="messages")
    refund = models.ForeignKey(Refund, null=True, on_delete=models.PROTECT, related_name="messages")
    status_before = models.CharField(max_length=24, blank=True)
    status_after = models.CharField(max_length=24, blank=True)
    copies = models.PositiveIntegerField(default=1)
    received_at = models.DateTimeField(auto_now_add=True, db_index=True)
    next_try_at = models.DateTimeField(null=True, default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    handled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="webhook_due")
        ]
        constraints = [
            models.UniqueConstraint(fields=["provider", "dedupe_key"], name="webhook_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.merchant_order_id}"


class RefusedMessage(models.Model):
    """What came in the provider's name without its proof. Kept to be read, never acted on; the oldest go."""

    # The newest so many are kept: whoever floods the address fills no disk.
    KEPT = 500
    LONGEST_BODY = 8 * 1024

    provider = models.CharField(max_length=20)
    # "no proof" or "wrong proof".
    verdict = models.CharField(max_length=20)
    headers = models.JSONField()
    # The first LONGEST_BODY bytes.
    body = models.BinaryField()
    address = models.CharField(max_length=45, blank=True)
    received_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.verdict} {self.received_at:%Y-%m-%d %H:%M}"
