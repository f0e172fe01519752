"""The provider's messages: rows to be delivered, as broken as the faults want them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import faults
from .store import Row, Transaction


@dataclass(frozen=True)
class Message:
    """One message in its provider's words."""

    event: str
    body: dict[str, Any]


def announce(
    db: Transaction,
    event: str,
    order: Row,
    messages: Sequence[Message],
    alter: Callable[[Mapping[str, Any], dict[str, Any]], dict[str, Any]],
) -> None:
    """Queue the messages about one event of an order, as broken as the faults want them."""
    wanted = db.setting("webhook_events")
    sent = [each for each in messages if wanted is None or each.event in wanted]
    name = order["merchant_order_id"]
    if not sent or faults.take(db, "webhook_missing", event, name):
        return
    altered = faults.take(db, "alter", event, name)
    signing = "good"
    if faults.take(db, "webhook_forged", event, name):
        signing = "forged"
    elif faults.take(db, "webhook_unsigned", event, name):
        signing = "unsigned"
    delay = faults.take(db, "webhook_delay", event, name)
    copies = faults.take(db, "webhook_duplicate", event, name)
    for message in sent:
        body = message.body
        if altered is not None and isinstance(altered.value, dict):
            body = alter(altered.value, body)
        event_id = secrets.token_hex(7)
        for _ in range(int(copies.value or 2) if copies else 1):
            db.insert(
                "deliveries",
                provider=order["provider"],
                event_id=event_id,
                merchant_order_id=name,
                event=message.event,
                signing=signing,
                body=json.dumps(body, separators=(",", ":")),
                state="due",
                due_at=db.now() + (int(delay.seconds * 1000) if delay else 0),
            )
