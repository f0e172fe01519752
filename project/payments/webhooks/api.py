"""Receive the providers' webhooks."""

from django.http import HttpRequest

from project.core.errors import NotFound
from project.core.schemas import Empty, Success
from project.core.throttle import client_address
from project.payments.providers.registry import provider_names
from project.payments.shared import api_names
from project.payments.shared.queue import queue_now
from project.payments.webhooks import receiving
from project.payments.webhooks.tasks import handle_webhook
from project.routers import ApiRouter

router = ApiRouter("payments")


@router.post(api_names.webhook_path("{provider}"))
def receive_webhook(request: HttpRequest, provider: str) -> Success[Empty]:
    """Take a message of an installed provider: check the signature over the raw body, store it, answer.

    The work is the stored row; the job queued here only saves the wait for the next sweep. Only messages
    without proof are limited: the provider may send as fast as it can.
    """
    if provider not in provider_names():
        raise NotFound(provider)
    stored = receiving.receive_webhook(
        provider=provider,
        headers=dict(request.headers),
        body=request.body,
        address=client_address(request),
    )
    if stored.handled_at is None and stored.copies == 1:
        queue_now(handle_webhook, stored.pk)
    return Success(data=Empty())
