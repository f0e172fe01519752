"""The line for a product whose last pieces unpaid orders hold: look, join, leave."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from project.accounts.auth import Anyone, user_of
from project.catalog.models import Product
from project.core.proof_of_work import require_work
from project.core.schemas import Success
from project.core.throttle import client_address, limited, prefixes_of
from project.routers import ApiRouter
from project.waitlist import actions
from project.waitlist.schemas import WaitlistData, WaitlistOut
from project.waitlist.shopper import Shopper

router = ApiRouter("waitlist")


def shopper_of(request: HttpRequest) -> Shopper:
    """Return who is asking: the account, and the guest whose X-Waitlist-Token the request shows."""
    user = user_of(request)
    return Shopper.of(user.pk if user else None, request.headers.get("X-Waitlist-Token"))


@router.get("/waitlist/{product_id}", auth=Anyone())
@limited("waitlist", 240)
def get_waitlist(request: HttpRequest, product_id: str) -> Success[WaitlistData]:
    """Return how many are paying for the last pieces, how many wait, and the caller's own place."""
    return _answer(product_id, shopper_of(request))


@router.post("/waitlist/{product_id}", auth=Anyone())
@limited("waitlist-change", 30)
def join_waitlist(request: HttpRequest, product_id: str) -> Success[WaitlistData]:
    """Wait for one piece; idempotent.

    Customers come before guests; of either the first come is the first served, but networks take turns.
    Whoever let an offer pass comes after everybody for an hour. A guest who logs in calls again to move up.

    A guest is known by an X-Waitlist-Token of their own making (20 to 64 random characters), which they also
    send to the cart, and with the quote and the order for which a piece is offered. Guests are asked for a
    proof of work.
    """
    shopper = shopper_of(request)
    if shopper.user_id is None:
        require_work("waitlist")
    actions.join(shopper, product_id, network=prefixes_of(client_address(request))[-1])
    return _answer(product_id, shopper)


@router.delete("/waitlist/{product_id}", auth=Anyone())
@limited("waitlist-change", 30)
def leave_waitlist(request: HttpRequest, product_id: str) -> Success[WaitlistData]:
    """Leave the line; a piece that was offered goes to the next. Idempotent."""
    shopper = shopper_of(request)
    actions.leave(shopper, product_id)
    return _answer(product_id, shopper)


def _answer(product_id: str, shopper: Shopper) -> Success[WaitlistData]:
    product = get_object_or_404(Product.objects.on_offer(), public_id=product_id)
    return Success(data=WaitlistData(waitlist=WaitlistOut.of(product, shopper)))
