"""The webhook inbox: verified messages, and messages that failed the signature check."""

from functools import partial

from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.core.identifiers import random_id
from project.payments.models.payment import Payment
from project.payments.models.refund import Refund


class WebhookMessage(models.Model):
    """A verified webhook message as received; due for processing until handled."""

    message_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "MSG-", 12))
    provider = models.CharField(max_length=20)
    dedupe_key = models.CharField(max_length=200)
    event = models.CharField(max_length=100)
    merchant_order_id = models.CharField(max_length=100, db_index=True)
    state = models.CharField(max_length=64, blank=True)
    # How it was verified: "hmac" covers the body, "sha" is a constant password.
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
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="webhook_due"),
            models.Index(fields=["-received_at", "-id"], name="webhook_newest"),
            models.Index(
                fields=["-received_at", "-id"], condition=Q(handled_at__isnull=True), name="webhook_waiting"
            ),
            models.Index(
                fields=["-received_at", "-id"],
                condition=Q(payment__isnull=True, handled_at__isnull=False),
                name="webhook_unknown",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["provider", "dedupe_key"], name="webhook_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.merchant_order_id}"


class RefusedMessage(models.Model):
    """A message that failed the signature check: stored for staff, never processed, oldest deleted first."""

    # The number of rows that are kept, so that a flood cannot fill the disk.
    KEPT = 500
    LONGEST_BODY = 8 * 1024

    message_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "REF-", 12))
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
