"""The shop's own data, for everybody."""

from django.http import HttpRequest
from ninja.decorators import decorate_view

from project.core.public_reads import public_read
from project.core.schemas import Success
from project.core.throttle import limited
from project.routers import ApiRouter
from project.shop.schemas import ShopOut, SupportNowOut

router = ApiRouter("shop")


@router.get("/shop")
@decorate_view(public_read("shop", 240, any_availability=False))
def get_shop(request: HttpRequest) -> Success[ShopOut]:
    """Return the seller, the contact details and the promises of the shop."""
    return Success(data=ShopOut.read())


@router.get("/shop/support-now")
@limited("support-now", 120)
def get_support_now(request: HttpRequest) -> Success[SupportNowOut]:
    """Return whether support is open at this moment, and when next; never from a cache."""
    return Success(data=SupportNowOut.read())
