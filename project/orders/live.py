"""The live topics of one order, and of all orders of a customer."""

from collections.abc import Hashable

from project.accounts.models import User
from project.events import topics
from project.events.topics import Caller, State
from project.orders.models import Order
from project.orders.schemas import OrderData, order_out, orders_page

ORDERS_PER_PAGE = 10


class OrderTopic:
    """`order:{orderId}`: the owner, the holder of the order link's secret, staff."""

    pattern = "order:"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /auth/orders/{orderId}."""
        return find_order(caller, name.removeprefix(self.pattern)) is not None

    def audience(self, caller: Caller, name: str) -> Hashable:
        """All who may see it see the same, in their language."""
        return caller.language

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers."""
        order = Order.objects.filter(order_id=name.removeprefix(self.pattern)).first()
        if order is None:
            return None
        data = OrderData(order=order_out(order, language=caller.language))
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


def find_order(caller: Caller, order_id: str) -> Order | None:
    """Return the order if this caller may see it; a stranger's order does not exist for them."""
    order = Order.objects.visible_to(caller).filter(order_id=order_id).first()
    if order is None and caller.key:
        order = Order.objects.filter(order_id=order_id).first()
        if order is not None and not order.opens_with(caller.key):
            return None
    return order


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(OrderTopic())
    topics.register(OrdersTopic())
