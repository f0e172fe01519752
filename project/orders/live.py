"""The live topics of one order, and of all orders of a customer."""

from collections.abc import Hashable

from project.accounts.models import User
from project.events import topics
from project.events.topics import Caller, State
from project.orders.access import find_order, view_of
from project.orders.models import Order
from project.orders.order_schemas import OrderData, order_out, orders_page

ORDERS_PER_PAGE = 10


class OrderTopic:
    """`order:{orderId}`: the owner, the holder of the order link's secret, staff."""

    pattern = "order:"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /auth/orders/{orderId}."""
        return find_order(caller, name.removeprefix(self.pattern)) is not None

    def audience(self, caller: Caller, name: str) -> Hashable:
        """All who see as much of it see the same, in their language."""
        order = Order.objects.filter(order_id=name.removeprefix(self.pattern)).first()
        return caller.language, view_of(caller, order) if order else None

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers."""
        order = find_order(caller, name.removeprefix(self.pattern))
        view = view_of(caller, order) if order else None
        if order is None or view is None:
            return None
        data = OrderData(order=order_out(order, language=caller.language, view=view))
        return State(version=order.version, data=data.json_object())


class OrdersTopic:
    """`orders:{userId}`: a customer's own list, by the user's public id."""

    pattern = "orders:"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /auth/orders: only one's own."""
        return caller.user_id is not None and self._user_id(name) == caller.user_id

    def audience(self, caller: Caller, name: str) -> Hashable:
        """One person sees it, in the language of each of their screens."""
        return caller.language

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers for the first page."""
        user_id = self._user_id(name)
        if user_id is None:
            return None
        page = orders_page(user_id, page=1, limit=ORDERS_PER_PAGE, language=caller.language)
        return State(version=page.version, data=page.json_object())

    def _user_id(self, name: str) -> int | None:
        public_id = name.removeprefix(self.pattern)
        return User.objects.filter(public_id=public_id, is_active=True).values_list("pk", flat=True).first()


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(OrderTopic())
    topics.register(OrdersTopic())
