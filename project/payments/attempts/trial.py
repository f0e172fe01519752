"""Payment trials: an admin pays one rupee with the shop's own keys, and it goes back by itself.

A trial is an order without goods or buyer (`Order.payment_trial`). It takes the way of every order, but its
capture requests its refund in the same transaction instead of confirming it (`decisions.py`).
"""

from project.core.connections import providers_set_up
from project.core.errors import NotFound
from project.core.idempotency import run_once
from project.core.language import current_language
from project.events.audit import record as audit
from project.orders.models import Order
from project.orders.order_create import find_or_create_trial
from project.payments.attempts.start import start_payment
from project.payments.attempts.trial_keys import trial_keys
from project.payments.models import CAPTURED, Payment


def is_tried(provider: str) -> bool:
    """Return True when a trial was paid with the present keys of the provider, which is set up."""
    return Payment.objects.filter(order__payment_trial=trial_keys(provider), status__in=CAPTURED).exists()


def open_trial(provider: str, *, key: str | None, actor: str) -> Payment:
    """Return a payment of one rupee at the provider, with its pay page; one that is open is shared.

    `key` is the idempotency key.

    Raises NotFound for a provider that is not set up, AlreadyPaid when the key's trial was paid meanwhile,
    and what else `start_payment` raises.
    """
    if provider not in providers_set_up():
        raise NotFound(provider)
    keys = trial_keys(provider)

    def create() -> dict[str, str]:
        order = find_or_create_trial(keys, language=current_language(), actor=actor)
        audit("settings.payment_tried", subject=f"connection:{provider}", actor=actor)
        return {"orderId": order.order_id}

    created = run_once(scope="payment-trial", key=key, body={"keys": keys, "by": actor}, action=create)
    return start_payment(Order.objects.get(order_id=created["orderId"]), proven=True)
