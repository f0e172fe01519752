"""The live topics of one order, of all orders of a customer, and of all orders for staff."""

from collections.abc import Hashable, Iterable, Sequence

from django.utils import timezone

from project.accounts.models import User
from project.core.identifiers import typed_id
from project.core.schemas import ApiModel
from project.events.topics import Caller, StaffListTopic, State, Topic
from project.orders.access import View, find_order, view_of
from project.orders.models import Order, OrderRollup
from project.orders.order_list_schemas import ORDERS_PER_PAGE, OrdersPage, orders_page
from project.orders.order_schemas import OrderData, order_out
from project.orders.staff_schemas import AdminOrder, AdminOrderSummary, admin_orders, with_rows


class OrderTopic(Topic[OrderData]):
    """`order:{orderId}`: the owner, the holder of the order link's secret, staff."""

    def may(self, caller: Caller, name: str) -> bool:
        """Apply the rule of GET /auth/orders/{orderId}."""
        return self._view(caller, name) is not None

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Return the language and the part of the order that the caller may see."""
        return caller.language, self._view(caller, name)

    def read(self, caller: Caller, name: str) -> State[OrderData] | None:
        order = find_order(caller, self.id_in(name))
        view = view_of(caller, order) if order else None
        if order is None or view is None:
            return None
        answer = OrderData(order=order_out(order, language=caller.language, view=view))
        return State(order.version, answer)

    def _view(self, caller: Caller, name: str) -> View | None:
        """Return the part that the caller may see, by the columns that decide it."""
        order_id = typed_id(self.id_in(name))
        order = Order.objects.filter(order_id=order_id).only("user", "email", "key").first()
        return view_of(caller, order) if order else None


class OrdersTopic(Topic[OrdersPage]):
    """`orders:{userId}`: a customer's own list, by the user's public id."""

    def may(self, caller: Caller, name: str) -> bool:
        """Apply the rule of GET /auth/orders: only one's own."""
        return caller.user_id is not None and self._user_id(name) == caller.user_id

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Return the language."""
        return caller.language

    def read(self, caller: Caller, name: str) -> State[OrdersPage] | None:
        """Return what GET answers for the first page."""
        user_id = self._user_id(name)
        if user_id is None:
            return None
        page = orders_page(
            user_id, page=1, limit=ORDERS_PER_PAGE, language=caller.language, as_of=timezone.now()
        )
        return State.of(page)

    def _user_id(self, name: str) -> int | None:
        public_id = self.id_in(name)
        return User.objects.filter(public_id=public_id, is_active=True).values_list("pk", flat=True).first()


class OrderFigures(ApiModel):
    """The figures of `staff:orders`, nested as its GET nests them."""

    summary: AdminOrderSummary


class StaffOrdersTopic(StaffListTopic[AdminOrder, OrderFigures]):
    """`staff:orders`: the list of GET /admin-orders/orders."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, AdminOrder]]:
        for row in admin_orders(list(with_rows(Order.objects.filter(order_id__in=ids)))):
            yield row.order_id, row.version, row

    def read_statistics(self) -> OrderFigures:
        """Return the unfiltered figures."""
        return OrderFigures(summary=AdminOrderSummary.model_validate(OrderRollup.objects.all().statistics()))
