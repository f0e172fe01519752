"""Payment trials: an admin pays one rupee with the shop's own keys, and it goes back by itself.

A trial is an order without goods or buyer (`Order.payment_trial`). It takes the way of every order, but its
capture requests its refund in the same transaction instead of confirming it (`decisions.py`).
"""

import json

from django.conf import settings
from django.utils.crypto import salted_hmac

from project.core.connections import providers_set_up, stored_values
from project.core.errors import NotFound
from project.core.idempotency import run_once
from project.core.language import current_language
from project.events.audit import record as audit
from project.orders.models import Order
from project.orders.order_create import find_or_create_trial
from project.payments.attempts.start import start_payment
from project.payments.models import CAPTURED, Payment
from project.payments.providers.registry import adapter_of


def is_tried(provider: str) -> bool:
    """Return True when a trial was paid with the present keys of the provider, which is set up."""
    return Payment.objects.filter(order__payment_trial=_keys(provider), status__in=CAPTURED).exists()


def open_trial(provider: str, *, key: str | None, actor: str) -> Payment:
    """Return a payment of one rupee at the provider, with its pay page; one that is open is shared.

    `key` is the idempotency key.

    Raises NotFound for a provider that is not set up, AlreadyPaid when the key's trial was paid meanwhile,
    and what else `start_payment` raises.
    """
    if provider not in providers_set_up():
        raise NotFound(provider)
    keys = _keys(provider)

    def create() -> dict[str, str]:
        order = find_or_create_trial(keys, language=current_language(), actor=actor)
        audit("settings.payment_tried", subject=f"connection:{provider}", actor=actor)
        return {"orderId": order.order_id}

    created = run_once(scope="payment-trial", key=key, body={"keys": keys, "by": actor}, action=create)
    return start_payment(Order.objects.get(order_id=created["orderId"]), proven=True)


def _keys(provider: str) -> str:
    """Return the provider with a digest of its present keys, which tells nothing about them."""
    adapter = adapter_of(provider)
    if provider in settings.PROVIDERS_ON_SCREEN:
        stored = stored_values(provider)
        values = [stored.get(field, "") for field in adapter.entered]
    else:
        values = [getattr(settings, adapter.setting(field)) for field in adapter.entered]
    digest = salted_hmac("payment trial", json.dumps(values), algorithm="sha256").hexdigest()[:32]
    return f"{provider}:{digest}"
