"""Earlier orders for their customers."""

from django.http import HttpRequest
from ninja import Query

from project.accounts.auth import SignedIn, signed_in
from project.core.paging import cut_page
from project.core.schemas import Success
from project.core.throttle import limited
from project.orders.models import PastOrder
from project.orders.order_list_schemas import OwnOrdersQuery
from project.orders.past_orders.schemas import PastOrderOut, PastOrders
from project.routers import ApiRouter

router = ApiRouter("orders")


@router.get("/auth/past-orders", auth=SignedIn())
@limited("order-read", 120)
def list_past_orders(request: HttpRequest, query: Query[OwnOrdersQuery]) -> Success[PastOrders]:
    """One's own orders in the shop that was here before, the newest first."""
    rows, pagination = cut_page(PastOrder.objects.of(signed_in(request)), query, query.as_of)
    return Success(data=PastOrders(orders=[PastOrderOut.of(row) for row in rows], pagination=pagination))
