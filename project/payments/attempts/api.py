"""Start and check payments."""

import logging

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from project.accounts.auth import Anyone, caller_of
from project.core.errors import NotFound
from project.core.idempotency import idempotency_key, run_once
from project.core.identifiers import ORDER_ID_MISSING, required_id, typed_id
from project.core.language import current_language
from project.core.money import rupees
from project.core.qr import qr_picture
from project.core.schemas import Success
from project.core.site_address import site_url
from project.core.throttle import client_network, limited
from project.orders.access import View, view_of
from project.orders.errors import PriceChanged
from project.orders.models import Order
from project.orders.unpaid_orders import with_unpaid_orders
from project.payments.attempts.schemas import OrderShort, PayIn, PayOut, VerifyIn, seconds_since
from project.payments.attempts.start import start_payment
from project.payments.attempts.status import StatusCheck, find_payment, status_check
from project.payments.attempts.status_check import check_loaded
from project.payments.errors import PaymentProviderDown
from project.payments.models import Payment, PaymentStatus
from project.payments.providers.registry import adapter_of
from project.payments.shared import api_names
from project.routers import ApiRouter
from project.waitlist import actions as waitlist
from project.waitlist.api import shopper_of

logger = logging.getLogger(__name__)
router = ApiRouter("payments")

# Debounce: the provider is not asked again sooner than this.
FRESH_SECONDS = 2.0


@router.post(api_names.CREATE_PAYMENT, auth=Anyone())
@limited("pay", 60)
def create_payment(request: HttpRequest, payload: PayIn) -> Success[PayOut]:
    """Open the order's payment page, or return the one that is open.

    The amount is the order's own: one that was sent and differs answers 409 with the right one.

    409 HOLD_PROOF_REQUIRED wants proof of the order's address (`X-Order-Access`), by a code; HOLD_LIMIT wants
    other orders paid or cancelled first. The `data` of both lists the caller's own unpaid `orders`, with
    those of the tokens in `X-Order-Placing`.
    """
    order = _payable_order(request, payload)
    agreed = payload.agreed_paise()
    if agreed is not None and agreed != order.total_paise:
        own = OrderShort(order_id=order.order_id, total_amount=rupees(order.total_paise))
        raise PriceChanged(f"{order}: agreed to {agreed} paise", data=own.json_object())
    run_once(
        scope=f"pay:{order.order_id}",
        key=idempotency_key(request),
        body={"orderId": payload.order_id},
        action=dict,
    )
    # A guest's order may be older than the offer: this browser shows whose offer it is.
    waitlist.note_order(shopper_of(request), order.order_id, order.lines.values_list("product_id", flat=True))
    with with_unpaid_orders(request, order):
        payment = start_payment(
            order,
            network=client_network(request),
            proven=view_of(caller_of(request), order) == View.OWNER,
        )
    return Success(
        message=_("Redirecting to {provider} for secure payment...").format(
            provider=adapter_of(payment.provider).label
        ),
        data=PayOut.of(payment),
    )


class NotPayable(NotFound):
    """There is no such order, or nothing that was sent shows that the caller may pay it."""

    def __init__(self, order_id: str) -> None:
        super().__init__(
            order_id,
            text=_(
                "No order to pay here. Log in, open the order's private link, or have a code sent to its "
                "email address."
            ),
        )


def _payable_order(request: HttpRequest, payload: PayIn) -> Order:
    """Return the order for its owner, staff, and whoever proves that it is theirs to pay.

    The order's id alone does not: tracking hands it out to anybody who knows an e-mail address, and the
    answer leads on to the amount. Without an account it takes the secret of the order's link (the answer to
    placing it carries that), the id of one of its payments, the proof of its address, or a guest's address,
    phone number and total together, of which tracking tells none. They also pay from
    a device where the customer is not logged in, such as the phone that read the code on the laptop's screen.
    """
    wanted = required_id(payload.order_id, ORDER_ID_MISSING)
    # The payment reads the order again under its lock.
    orders = Order.objects.only("order_id", "key", "user", "email", "phone", "total_paise")
    order = orders.filter(order_id=wanted).first()
    if order is None or not (
        view_of(caller_of(request), order)
        or order.opens_with(payload.key)
        or payload.names_buyer_of(order)
        or order.payments.filter(transaction_id=typed_id(payload.transaction_id)).exists()
    ):
        raise NotPayable(payload.order_id)
    return order


@router.get(f"{api_names.PAYMENT_STATUS}/{{transaction_id}}")
@limited("status", 120)
def get_payment_status(request: HttpRequest, transaction_id: str) -> StatusCheck:
    """Return the payment's status in our database; the scheduler and webhooks keep it fresh."""
    return status_check(find_payment(transaction_id), language=current_language())


@router.post(api_names.VERIFY_PAYMENT)
@limited("verify", 60)
def verify_payment(request: HttpRequest, payload: VerifyIn) -> StatusCheck:
    """Ask the provider now (the shopper has come back), then answer with the payment's status.

    Without an answer from the provider it is the last known status: a failed call says nothing about money.
    """
    payment = find_payment(payload.merchant_transaction_id)
    if _ask_provider(payment, cause="return"):
        payment = find_payment(payment.transaction_id)
    return status_check(payment, language=current_language())


@router.get(f"{api_names.PAYMENT_CODE}/{{transaction_id}}.svg", response={200: None})
@limited("status", 120)
def get_payment_code(request: HttpRequest, transaction_id: str) -> HttpResponse:
    """Return the QR code of the payment's own screen, to go on with it on another device."""
    payment = find_payment(transaction_id)
    picture = qr_picture(f"{site_url()}/order-confirmation/{payment.transaction_id}")
    picture["Cache-Control"] = "private, max-age=86400"
    return picture


def _ask_provider(payment: Payment, *, cause: str, actor: str = "") -> bool:
    """Check the payment unless it is settled or was checked just now; False when it was not asked about."""
    settled = payment.status in (PaymentStatus.SUCCESS, PaymentStatus.REFUNDED)
    if settled or seconds_since(payment.checked_at) < FRESH_SECONDS:
        return False
    try:
        check_loaded(payment, cause=cause, actor=actor)
    except PaymentProviderDown:
        logger.info("%s: asked for by %s, no answer", payment, cause)
    return True
