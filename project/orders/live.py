"""The live topic of one order."""

from collections.abc import Hashable

from project.events import topics
from project.events.topics import Caller, State
from project.orders.models import Order
from project.orders.schemas import OrderData, order_out


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
