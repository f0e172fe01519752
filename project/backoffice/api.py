"""What admins see first."""

from datetime import datetime
from typing import Annotated

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router
from ninja.decorators import decorate_view

from project.accounts.auth import May, signed_in
from project.backoffice import actions
from project.backoffice.dashboard import Dashboard, read_dashboard
from project.backoffice.live import DEFAULT_DAYS
from project.backoffice.live_view import LiveView, WallView, read_live_view
from project.backoffice.operations import Operations, read_operations
from project.backoffice.wall import LIFETIME, read_wall
from project.core.money import rupees
from project.core.public_reads import public_read
from project.core.rights import Right
from project.core.schemas import ApiModel, Success
from project.core.throttle import limited

router = Router(tags=["back office"], by_alias=True)


class Promises(ApiModel):
    """The numbers the shop stands by; pages, mails and dialogs read them here."""

    delivery_days: str
    delivery_promise_days: int
    return_days: int
    # Rupees; null where shipping is always free.
    free_shipping_above: float | None
    shipping_fee: float
    authentic: bool
    lab_certified: bool
    # How many times the price a proven fake pays back; 0 where that is not promised.
    money_back_factor: int
    support_around_the_clock: bool
    support_answer_hours: int
    payment_support_hours: int
    # Of the mail that confirms a payment: minutes it may take, minutes after which one should write, and
    # working hours after which it is there at the latest.
    confirmation_mail_minutes: str
    mail_late_minutes: int
    confirmation_mail_hours: int


class ShopOut(ApiModel):
    """The seller, as an Indian online shop must name itself; what is not configured is empty."""

    # The shop's own address without a slash at the end, for links that must be absolute.
    site_url: str
    name: str
    legal_name: str
    address: str
    email: str
    phone: str
    whatsapp: str
    grievance_officer: str
    gstin: str
    social: dict[str, str]
    promises: Promises
    prices_include_tax: bool
    # Whether payments go to the sandbox: nothing is sold, and the page says so.
    is_sample: bool


@router.get("/shop", response=Success[ShopOut], operation_id="getShop", tags=["shop"])
@decorate_view(public_read("shop", 240))
def get_shop(request: HttpRequest) -> Success[ShopOut]:
    """Who sells, how to reach them, and what they promise."""
    fee = settings.SHIPPING_FLAT_PAISE
    promises = Promises(
        delivery_days=settings.DELIVERY_DAYS,
        delivery_promise_days=settings.DELIVERY_PROMISE_DAYS,
        return_days=settings.RETURN_DAYS,
        free_shipping_above=rupees(settings.SHIPPING_FREE_ABOVE_PAISE) if fee else None,
        shipping_fee=rupees(fee),
        authentic=settings.PROMISE_AUTHENTIC,
        lab_certified=settings.PROMISE_LAB_CERTIFIED,
        money_back_factor=settings.MONEY_BACK_FACTOR,
        support_around_the_clock=settings.SUPPORT_AROUND_THE_CLOCK,
        support_answer_hours=settings.SUPPORT_ANSWER_HOURS,
        payment_support_hours=settings.PAYMENT_SUPPORT_HOURS,
        confirmation_mail_minutes=settings.CONFIRMATION_MAIL_MINUTES,
        mail_late_minutes=settings.MAIL_LATE_MINUTES,
        confirmation_mail_hours=settings.CONFIRMATION_MAIL_HOURS,
    )
    shop = ShopOut.model_validate(
        {
            **settings.SHOP,
            "siteUrl": settings.SITE_URL,
            "promises": promises,
            "pricesIncludeTax": settings.PRICES_INCLUDE_TAX,
            "isSample": settings.SANDBOX,
        }
    )
    return Success(data=shop)


@router.get(
    "/admin/dashboard", response=Success[Dashboard], auth=May(Right.DASHBOARD), operation_id="getDashboard"
)
@limited("dashboard", 120)
def get_dashboard(
    request: HttpRequest, period: Annotated[int, Query(ge=1, le=366)] = DEFAULT_DAYS
) -> Success[Dashboard]:
    """The figures now, and orders and revenue of the last `period` days."""
    return Success(data=read_dashboard(days=period))


@router.get(
    "/admin/operations", response=Success[Operations], auth=May(Right.DASHBOARD), operation_id="getOperations"
)
@limited("dashboard", 120)
def get_operations(request: HttpRequest) -> Success[Operations]:
    """What runs and what is stuck."""
    return Success(data=read_operations())


@router.get("/admin/live", response=Success[LiveView], auth=May(Right.DASHBOARD), operation_id="getLiveView")
@limited("dashboard", 120)
def get_live_view(request: HttpRequest) -> Success[LiveView]:
    """Who is in the shop now, and today's orders: counts and sums."""
    return Success(data=read_live_view())


class WallKey(ApiModel):
    """`data` of a new big screen: the key that opens it, and until when."""

    key: str
    expires_at: datetime


@router.post(
    "/admin/live/wall", response=Success[WallKey], auth=May(Right.DASHBOARD), operation_id="openLiveWall"
)
@limited("dashboard", 120)
def open_live_wall(request: HttpRequest) -> Success[WallKey]:
    """Make the key of a big screen, which shows the live view without a login and without money for a day."""
    expires_at = timezone.now() + LIFETIME
    return Success(data=WallKey(key=actions.open_live_wall(signed_in(request)), expires_at=expires_at))


@router.get("/live-wall", response=Success[WallView], operation_id="getLiveWall")
@limited("live-wall", 60)
def get_live_wall(request: HttpRequest) -> Success[WallView]:
    """What the big screen shows, for its key (`X-Wall-Key`)."""
    return Success(data=read_wall(request.headers.get("X-Wall-Key")))
