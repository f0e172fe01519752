"""The inbox: what the provider sent, for staff to read, search and replay."""

from django.http import HttpRequest
from ninja import Query

from project.accounts.auth import May, signed_in
from project.core.errors import NotFound
from project.core.idempotency import run_once, stored_result
from project.core.rights import Right
from project.core.schemas import BoundedPagination, Success
from project.core.throttle import limited
from project.orders.api import idempotency_key
from project.payments import actions
from project.payments.inbox_schemas import (
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
from project.payments.models import RefusedMessage, WebhookMessage
from project.routers import ApiRouter

router = ApiRouter("webhooks")


@router.get("/admin/webhooks", auth=May(Right.TRANSACTIONS))
@limited("webhooks", 240)
def list_webhooks(request: HttpRequest, query: Query[MessageQuery]) -> Success[MessageList]:
    """Return the provider's messages, newest first; those without proof apart."""
    start, has_more = (query.page - 1) * query.limit, False
    page = slice(start, start + query.limit)
    if query.status == "refused":
        refused = query.refused()
        total, rows = refused.count(), [refused_row(message) for message in refused[page]]
    else:
        messages, total, has_more = query.found()
        rows = [message_row(message) for message in messages]
    return Success(
        data=MessageList(
            messages=rows,
            pagination=BoundedPagination.bounded(
                page=query.page, limit=query.limit, total=total, has_more=has_more, as_of=query.as_of
            ),
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
    found = _proven(message_id) or RefusedMessage.objects.filter(message_id=message_id).first()
    if found is None:
        raise NotFound(message_id)
    return Success(data=MessageData(message=message_detail(found)))


@router.post("/admin/webhooks/{message_id}/replay", auth=May(Right.REFUNDS))
@limited("replay", 60)
def replay_webhook(request: HttpRequest, message_id: str, payload: ReplayIn) -> Success[ReplayOut]:
    """Follow a message again, or only say what that would change; one without proof is never followed.

    The same Idempotency-Key again answers what it changed the first time. 503 when the provider does not
    answer: what it says is the fact, the message is only the hint.
    """
    message = _proven(message_id)
    if message is None:
        raise NotFound(message_id)
    user = signed_in(request)
    if payload.dry_run:
        return Success(data=ReplayOut.from_row(actions.preview_webhook(message.pk), dry_run=True))
    scope, key, body = f"replay:{message.pk}", idempotency_key(request), {"by": user.public_id}
    before = stored_result(scope=scope, key=key, body=body)
    if before is None:
        # It asks the provider, so no transaction spans it; replaying a message is idempotent.
        shown = ReplayOut.from_row(actions.replay_webhook(message.pk, user=user), dry_run=False)
        before = run_once(scope=scope, key=key, body=body, action=shown.json_object)
    return Success(data=ReplayOut.model_validate(before))


def _proven(message_id: str) -> WebhookMessage | None:
    rows = WebhookMessage.objects.select_related("payment__order", "refund")
    return rows.filter(message_id=message_id).first()
