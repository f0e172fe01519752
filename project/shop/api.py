"""The shop's own data, for everybody."""

from django.http import HttpRequest
from ninja import Router
from ninja.decorators import decorate_view

from project.core.public_reads import public_read
from project.core.schemas import Success
from project.shop.schemas import ShopOut

router = Router(tags=["shop"], by_alias=True)


@router.get("/shop", response=Success[ShopOut], operation_id="getShop")
@decorate_view(public_read("shop", 240))
def get_shop(request: HttpRequest) -> Success[ShopOut]:
    """Who sells, how to reach them, and what they promise."""
    return Success(data=ShopOut.read())
