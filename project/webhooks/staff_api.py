"""Webhook endpoints for admins: where events are sent, what came of it, and sending again."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from ninja import Query

from project.accounts.auth import May, actor_of, signed_in
from project.core.rights import Right
from project.core.schemas import Empty, Success
from project.core.throttle import limited
from project.routers import ApiRouter
from project.webhooks import actions
from project.webhooks.models import Endpoint
from project.webhooks.schemas import (
    DeliveryList,
    DeliveryOut,
    DeliveryQuery,
    EndpointChangeIn,
    EndpointData,
    EndpointIn,
    EndpointList,
    EndpointOut,
    NewSecretData,
    Replayed,
    WebhookReplayIn,
)

router = ApiRouter("webhook endpoints")
_ENDPOINTS = Endpoint.objects.select_related("made_by")


@router.get("/admin/webhook-endpoints", auth=May(Right.SETTINGS))
@limited("admin-read", 240)
def list_webhook_endpoints(request: HttpRequest) -> Success[EndpointList]:
    """Return all webhook endpoints, the newest first."""
    endpoints = [EndpointOut.from_row(endpoint) for endpoint in _ENDPOINTS.order_by("-pk")]
    return Success(data=EndpointList(endpoints=endpoints))


@router.post("/admin/webhook-endpoints", auth=May(Right.SETTINGS, fresh=True))
@limited("admin-write", 60)
def create_webhook_endpoint(request: HttpRequest, payload: EndpointIn) -> Success[NewSecretData]:
    """Create an endpoint; `secret` is answered here and never again."""
    endpoint, secret = actions.create_endpoint(
        signed_in(request), name=payload.name, url=payload.url, types=payload.types
    )
    return Success(data=NewSecretData(endpoint=EndpointOut.from_row(endpoint), secret=secret))


@router.put("/admin/webhook-endpoints/{endpoint_id}", auth=May(Right.SETTINGS, fresh=True))
@limited("admin-write", 60)
def change_webhook_endpoint(
    request: HttpRequest, endpoint_id: str, payload: EndpointChangeIn
) -> Success[EndpointData]:
    """Change an endpoint, or switch it on or off."""
    endpoint = actions.change_endpoint(
        endpoint_id,
        name=payload.name,
        url=payload.url,
        types=payload.types,
        active=payload.active,
        actor=actor_of(request),
    )
    return Success(
        message=_("The webhook was saved"), data=EndpointData(endpoint=EndpointOut.from_row(endpoint))
    )


@router.post("/admin/webhook-endpoints/{endpoint_id}/secret", auth=May(Right.SETTINGS, fresh=True))
@limited("admin-write", 60)
def rotate_webhook_secret(request: HttpRequest, endpoint_id: str) -> Success[NewSecretData]:
    """Give the endpoint a new secret, answered here and never again; the old one signs, too, for a day."""
    endpoint, secret = actions.rotate_secret(endpoint_id, actor=actor_of(request))
    return Success(data=NewSecretData(endpoint=EndpointOut.from_row(endpoint), secret=secret))


@router.delete("/admin/webhook-endpoints/{endpoint_id}", auth=May(Right.SETTINGS))
@limited("admin-write", 60)
def delete_webhook_endpoint(request: HttpRequest, endpoint_id: str) -> Success[Empty]:
    """Delete an endpoint with the log of its messages."""
    actions.delete_endpoint(endpoint_id, actor=actor_of(request))
    return Success(message=_("The webhook was deleted"), data=Empty())


@router.get("/admin/webhook-endpoints/{endpoint_id}/deliveries", auth=May(Right.SETTINGS))
@limited("admin-read", 240)
def list_webhook_deliveries(
    request: HttpRequest, endpoint_id: str, query: Query[DeliveryQuery]
) -> Success[DeliveryList]:
    """Return the endpoint and a page of its messages, the newest first."""
    endpoint = get_object_or_404(_ENDPOINTS, public_id=endpoint_id)
    found = query.found(endpoint)
    return Success(
        data=DeliveryList(
            endpoint=EndpointOut.from_row(endpoint),
            deliveries=[DeliveryOut.from_row(delivery) for delivery in found[query.rows()]],
            pagination=query.pagination(found.count()),
        )
    )


@router.post("/admin/webhook-endpoints/{endpoint_id}/test", auth=May(Right.SETTINGS))
@limited("webhook-test", 20)
def send_test_webhook(request: HttpRequest, endpoint_id: str) -> Success[Empty]:
    """Send a message of the type `webhook.test`."""
    actions.send_test(endpoint_id)
    return Success(message=_("A test message is on its way"), data=Empty())


@router.post("/admin/webhook-endpoints/{endpoint_id}/replay", auth=May(Right.SETTINGS))
@limited("admin-write", 60)
def replay_webhooks(request: HttpRequest, endpoint_id: str, payload: WebhookReplayIn) -> Success[Replayed]:
    """Send messages again, under the same ids."""
    count = actions.replay(
        endpoint_id,
        actor=actor_of(request),
        message_id=payload.message_id,
        failed_since=payload.failed_since,
    )
    text = ngettext("{count} message is sent again", "{count} messages are sent again", count)
    return Success(message=text.format(count=count), data=Replayed(count=count))
