"""Quote and order; `customer` has the endpoints after it."""

import re
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from project.accounts.address_proofs import proves
from project.accounts.auth import Anyone, SignedIn, signed_in, user_of
from project.core.errors import NotFound
from project.core.idempotency import idempotency_key, run_once
from project.core.identifiers import plain_digits
from project.core.language import current_language
from project.core.money import rupees
from project.core.pincodes import Place, find_place
from project.core.schemas import Success
from project.core.throttle import Limit, client_network, count_different, limited
from project.orders import order_create
from project.orders.access import placing_token
from project.orders.discounts import Buyer, DiscountRefused, normal_code
from project.orders.errors import PriceChanged
from project.orders.models import UNPAID_LIFETIME, Customer
from project.orders.schemas import (
    GuestOrderIn,
    OrderCreated,
    OrderIn,
    PlaceOut,
    QuoteIn,
    QuoteOut,
)
from project.routers import ApiRouter
from project.waitlist.api import shopper_of

router = ApiRouter("orders")


@router.get("/pincodes/{pincode}")
@limited("pincode", 60)
def find_pincode(request: HttpRequest, pincode: str) -> Success[PlaceOut]:
    """City and state of a pincode, to fill an address in; empty if unknown."""
    pincode = plain_digits(pincode).strip()
    if not re.fullmatch(r"[1-9][0-9]{5}", pincode):
        raise NotFound(pincode)
    place = find_place(pincode) or Place(city="", state="")
    return Success(data=PlaceOut(pincode=pincode, city=place.city, state=place.state))


# Shoppers of one network have few codes, who guesses many.
DIFFERENT_CODES = Limit("discount-codes", 30, 600, counts="different discount codes that are tried")


def _limit_guesses(request: HttpRequest, code: str) -> None:
    """Raise RateLimited for whoever tries too many different discount codes."""
    if code:
        count_different(request, DIFFERENT_CODES, normal_code(code))


@router.post("/orders/quote", auth=Anyone())
@limited("quote", 240)
def quote(request: HttpRequest, payload: QuoteIn) -> Success[QuoteOut]:
    """Price a selection at current prices; no stock is held.

    A discount code that cannot be used takes nothing off: `discountProblem` says why. Whether this customer
    has used it before is judged for the logged-in; a guest hears it when they order.
    """
    _limit_guesses(request, payload.discount_code)
    user = user_of(request)
    buyer = Buyer(user.pk, user.email, user.phone) if user else None
    priced = order_create.quote(
        payload.to_items(),
        code=payload.discount_code,
        buyer=buyer,
        destination=payload.destination(),
        shopper=shopper_of(request),
        proven=user is not None,
    )
    return Success(data=QuoteOut.model_validate(priced))


@router.post("/orders/create-guest-order")
@limited("order", 60)
def create_guest_order(request: HttpRequest, payload: GuestOrderIn) -> Success[OrderCreated]:
    """Order without an account. `amount` is only compared: a wrong one or none answers 409 with the quote.

    Nobody is charged a price they did not see: the caller sends the same body again with the quote's total.
    """
    return _create(request, payload, payload.customer_info.to_customer(), user_id=None, needs_amount=True)


@router.post("/orders/", auth=SignedIn())
@limited("order", 60)
def create_order(request: HttpRequest, payload: OrderIn) -> Success[OrderCreated]:
    """Order as the logged-in customer, at the shop's own price, which the answer names.

    An `amount` is only compared: a wrong one answers 409 with the fresh quote.
    """
    user = signed_in(request)
    address = payload.shipping_address
    customer = Customer(
        name=address.name,
        email=address.email or user.email,
        phone=address.phone,
        address=address.stored(),
        business=address.business(),
    )
    return _create(request, payload, customer, user_id=user.pk)


def _create(
    request: HttpRequest,
    payload: GuestOrderIn | OrderIn,
    customer: Customer,
    *,
    user_id: int | None,
    needs_amount: bool = False,
) -> Success[OrderCreated]:
    items, code, agreed_paise = payload.to_items(), payload.discount_code, payload.agreed_paise()
    _limit_guesses(request, code)
    shopper = shopper_of(request)
    proven = user_id is not None or proves(request.headers.get("X-Order-Access"), customer.email)
    quote_now = partial(
        order_create.quote, items, destination=customer.destination, shopper=shopper, proven=proven
    )

    def create() -> dict[str, Any]:
        order = order_create.create_order(
            items=items,
            customer=customer,
            user_id=user_id,
            language=current_language(),
            agreed_paise=agreed_paise,
            code=code,
            shopper=shopper,
            network=client_network(request),
            proven=proven,
        )
        created = OrderCreated(
            order_id=order.order_id,
            amount=rupees(order.total_paise),
            order_key=order.key,
            order_link=order.link(),
            placing_token=placing_token(order) if user_id is None else None,
            pay_by=order.created_at + UNPAID_LIFETIME,
            payment_required=not order.is_free,
        )
        return created.json_object()

    try:
        if needs_amount and agreed_paise is None:
            buyer = Buyer(user_id, customer.email, customer.phone)
            raise order_create.PriceDiffers(quote_now(code=code, buyer=buyer))
        result = run_once(
            scope=f"order:{user_id or 'guest'}",
            key=idempotency_key(request),
            body=payload.json_object(),
            action=create,
        )
    except order_create.PriceDiffers as difference:
        fresh = QuoteOut.model_validate(difference.quote)
        raise PriceChanged(str(difference), data=fresh.json_object()) from None
    except DiscountRefused as refusal:
        # What the order costs without the code, so that the shopper can go on.
        fresh = QuoteOut.model_validate(quote_now())
        refusal.data = fresh.json_object()
        raise
    return Success(message=_("Order created"), data=OrderCreated.model_validate(result))
