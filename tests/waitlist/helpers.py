"""Shoppers who wait, and how time passes for what they are offered."""

from datetime import timedelta
from itertools import count
from typing import Any

from django.db.models import F
from django.utils import timezone

from project.catalog.models import Product
from project.events.topics import Caller, State
from project.live_topics import find
from project.orders.models import Order
from project.waitlist.models import WaitlistEntry
from tests.buying import let_order_pass
from tests.http import Answer, Api
from worker.tasks import sweep

_networks = count()


def token_of(number: int) -> str:
    """Return the token of a guest's browser."""
    return f"guest-{number:020d}"


class Guest(Api):
    """A guest's browser, which sends its token with every call."""

    def __init__(self, number: int, *, address: str = "") -> None:
        # Of a network of their own, unless an address says otherwise.
        own = next(_networks)
        super().__init__(address=address or f"172.{16 + (own >> 8)}.{own & 255}.1")
        self.waitlist_token = token_of(number)

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return super()._headers({"X_Waitlist_Token": self.waitlist_token} | more)


def join(api: Api, product: Product) -> Answer:
    return api.post(f"/waitlist/{product.public_id}")


def leave(api: Api, product: Product) -> Answer:
    return api.other("DELETE", f"/waitlist/{product.public_id}")


def look(api: Api, product: Product) -> dict[str, Any]:
    data: dict[str, Any] = api.get(f"/waitlist/{product.public_id}").data["waitlist"]
    return data


def place(api: Api, product: Product) -> tuple[str, int | None] | None:
    """Return the status and the position of the shopper; None when they are not in the line."""
    own = look(api, product)["place"]
    return (own["status"], own["position"]) if own else None


def watch(product: Product, caller: Caller) -> State:
    """Return what the caller's subscription is told."""
    name = f"waitlist:{product.public_id}"
    topic = find(name)
    assert topic is not None
    assert topic.may(caller, name)
    state = topic.read(caller, name)
    assert state is not None
    return state


def let_hold_lapse(order: Order) -> None:
    """Let the order's hold end and the worker find it."""
    let_order_pass(order, timedelta(hours=1))
    sweep()


def let_offers_expire() -> None:
    """Let time pass for every offer; the worker has not seen it yet."""
    WaitlistEntry.objects.offered().update(offered_until=F("offered_until") - timedelta(hours=1))


def elapse(span: timedelta) -> None:
    """Let time pass for all lines, and the worker see what is due."""
    entries = WaitlistEntry.objects
    entries.update(created_at=F("created_at") - span)
    entries.exclude(offered_until=None).update(offered_until=F("offered_until") - span)
    sweep()


def time_until_offered(api: Api, product: Product, most: timedelta) -> timedelta:
    """Let each offer of the product be missed until the shopper has one, and return how long that took."""
    waited = timedelta()
    while place(api, product) != ("offered", None):
        until = WaitlistEntry.objects.offered().get(product=product).offered_until
        assert until is not None
        left = until - timezone.now()
        waited += left
        assert waited < most, waited
        elapse(left)
    return waited
