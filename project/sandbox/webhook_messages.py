"""The provider's messages: rows to be delivered, as broken as the faults want them."""

from __future__ import annotations

import json
from typing import Any

from . import faults
from .store import Transaction


def announce(db: Transaction, event: str, merchant_order_id: str, payload: dict[str, Any]) -> None:
    """Queue a message, as broken as the faults want it."""
    wanted = db.setting("webhook_events")
    if wanted is not None and event not in wanted:
        return
    if faults.take(db, "webhook_missing", event, merchant_order_id):
        return
    kind = event.removeprefix("checkout.").replace(".", "_").upper()
    body = {
        "event": event,
        "type": f"CHECKOUT_{kind}"
        if event.startswith("checkout.")
        else kind,  # deprecated; old readers need it
        "payload": faults.alter(db, payload, event, merchant_order_id),
    }
    signing = "good"
    if faults.take(db, "webhook_forged", event, merchant_order_id):
        signing = "forged"
    elif faults.take(db, "webhook_unsigned", event, merchant_order_id):
        signing = "unsigned"
    delay = faults.take(db, "webhook_delay", event, merchant_order_id)
    copies = faults.take(db, "webhook_duplicate", event, merchant_order_id)
    for _ in range(int(copies.value or 2) if copies else 1):
        db.insert(
            "deliveries",
            merchant_order_id=merchant_order_id,
            event=event,
            signing=signing,
            body=json.dumps(body, separators=(",", ":")),
            state="due",
            due_at=db.now() + (int(delay.seconds * 1000) if delay else 0),
        )
