"""The inbox: what the provider sent, for staff to read, search and replay."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query

from project.accounts.auth import May, signed_in
from project.core.idempotency import idempotency_key, run_once, stored_result
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.payments.models import RefusedMessage, WebhookMessage
from project.payments.webhooks import replay
from project.payments.webhooks.replay import preview_webhook
from project.payments.webhooks.schemas import (
    MessageData,
    MessageList,
    MessageQuery,
    MessageStatistics,
    ReplayIn,
    ReplayOut,
    message_detail,
    message_row,
    refused_row,
)
from project.routers import ApiRouter

router = ApiRouter("webhooks")


@router.get("/admin/webhooks", auth=May(Right.TRANSACTIONS))
@limited("webhooks", 240)
def list_webhooks(request: HttpRequest, query: Query[MessageQuery]) -> Success[MessageList]:
    """Return the provider's messages, newest first; those without proof apart."""
    has_more = False
    if query.status == "refused":
        refused = query.refused()
        total, rows = refused.count(), [refused_row(message) for message in refused[query.rows()]]
    else:
        messages, total, has_more = query.found()
        rows = [message_row(message) for message in messages]
    return Success(
        data=MessageList(
            messages=rows,
            pagination=query.bounded_pagination(total, has_more=has_more),
            statistics=MessageStatistics(
                waiting=WebhookMessage.objects.filter(handled_at=None).count(),
                refused=RefusedMessage.objects.count(),
            ),
        )
    )


@router.get("/admin/webhooks/{message_id}", auth=May(Right.TRANSACTIONS))
@limited("webhooks", 240)
def get_webhook(request: HttpRequest, message_id: str) -> Success[MessageData]:
    """One message with its headers and its body."""
    proven = _proven().filter(message_id=message_id).first()
    found = proven or get_object_or_404(RefusedMessage, message_id=message_id)
    return Success(data=MessageData(message=message_detail(found)))


@router.post("/admin/webhooks/{message_id}/replay", auth=May(Right.REFUNDS))
@limited("replay", 60)
def replay_webhook(request: HttpRequest, message_id: str, payload: ReplayIn) -> Success[ReplayOut]:
    """Follow a message again, or only say what that would change; one without proof is never followed.

    The same Idempotency-Key again answers what it changed the first time. 503 when the provider does not
    answer: what it says is the fact, the message is only the hint.
    """
    message = get_object_or_404(_proven(), message_id=message_id)
    user = signed_in(request)
    if payload.dry_run:
        return Success(data=ReplayOut.from_row(preview_webhook(message.pk), dry_run=True))
    scope, key, body = f"replay:{message.pk}", idempotency_key(request), {"by": user.public_id}
    before = stored_result(scope=scope, key=key, body=body)
    if before is None:
        # It asks the provider, so no transaction spans it; replaying a message is idempotent.
        shown = ReplayOut.from_row(replay.replay_webhook(message.pk, user=user), dry_run=False)
        before = run_once(scope=scope, key=key, body=body, action=shown.json_object)
    return Success(data=ReplayOut.model_validate(before))


def _proven() -> "QuerySet[WebhookMessage]":
    return WebhookMessage.objects.select_related("payment__order", "refund")
