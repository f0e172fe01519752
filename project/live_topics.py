"""The catalogue of live topics.

A row has the topic's name, in which the part in braces varies, then its class with the right that staff need,
and the packages whose actions publish its changes. The class, in `live.py` of its app, says who may watch it
and has the payload's schema in its bases. The front end's types are generated from here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

from pydantic import BaseModel, create_model
from typing_extensions import get_original_bases

from project.accounts import live as accounts
from project.backoffice import live as backoffice
from project.cart import live as cart
from project.catalog import live as catalog
from project.content import live as content
from project.core.rights import Right
from project.discounts import live as discounts
from project.events.topics import Topic
from project.exports import live as exports
from project.move_in import live as move_in
from project.orders import live as orders
from project.payments import live as payments
from project.reviews import live as reviews
from project.shop import live as shop
from project.support import live as support
from project.support.contact import live as contact
from project.waitlist import live as waitlist

LIVE_TOPICS: Final[Mapping[str, tuple[Topic, Sequence[str]]]] = {
    # Anyone
    "shop": (shop.ShopTopic(), ["shop.actions"]),
    "product:{slug}": (catalog.ProductTopic(), ["catalog.actions", "reviews.actions"]),
    "waitlist:{productId}": (waitlist.WaitlistTopic(), ["catalog.actions", "waitlist.actions"]),
    # The hub counts who watches it (`realtime/visitors.py`), and nothing is pushed.
    "visit:{place}": (backoffice.VisitTopic(), []),
    # The person alone, or whoever knows a secret
    "account:{userId}": (accounts.AccountTopic(), ["accounts.actions"]),
    "wishlist:{userId}": (cart.WishlistTopic(), ["cart.actions"]),
    "orders:{userId}": (orders.OrdersTopic(), ["orders.history"]),
    "order:{orderId}": (orders.OrderTopic(), ["orders.history", "payments.shared"]),
    "payment:{transactionId}": (
        payments.PaymentTopic(),
        ["orders.history", "payments.attempts", "payments.shared"],
    ),
    # Read again every two seconds, as `staff:live` is.
    "live-wall": (backoffice.WallTopic(), []),
    # Staff
    "presence:{subject}": (accounts.PresenceTopic(), ["accounts.actions"]),
    "picture:{key}": (catalog.PictureTopic(Right.CATALOGUE), ["catalog.actions"]),
    "support:{subject}": (support.TimelineTopic(Right.SUPPORT), ["orders.actions", "support"]),
    "staff:dashboard": (
        backoffice.DashboardTopic(Right.DASHBOARD),
        [
            "accounts.actions",
            "backoffice.actions",
            "catalog.actions",
            "invoices.actions",
            "orders.history",
            "payments.shared",
        ],
    ),
    "staff:operations": (
        backoffice.OperationsTopic(Right.DASHBOARD),
        ["payments.audit", "payments.disputes"],
    ),
    "staff:live": (backoffice.LiveViewTopic(Right.DASHBOARD), []),
    "staff:payment-health": (
        payments.HealthTopic(Right.TRANSACTIONS),
        ["payments.attempts", "payments.shared"],
    ),
    "staff:bank": (payments.BankTopic(Right.REFUNDS), ["payments.settlement.bank.actions"]),
    "staff:discounts": (discounts.DiscountsTopic(Right.CATALOGUE), ["discounts.actions", "orders.history"]),
    "staff:exports": (exports.ExportsTopic(), ["exports.actions"]),
    "staff:imports": (move_in.ImportsTopic(), ["move_in.actions"]),
    "staff:reviews": (reviews.ReviewQueueTopic(Right.REVIEWS_READ), ["reviews.actions"]),
    "staff:settings": (shop.SettingsTopic(Right.SETTINGS), ["shop.actions"]),
    "staff:support": (support.QueueTopic(Right.SUPPORT), ["orders.actions", "support"]),
    # Lists of staff, of which the changed rows are pushed
    "staff:orders": (orders.StaffOrdersTopic(Right.ORDERS_READ), ["orders.history"]),
    "staff:transactions": (payments.TransactionsTopic(Right.TRANSACTIONS), ["payments.shared"]),
    "staff:refunds": (payments.RefundsTopic(Right.TRANSACTIONS), ["payments.refunds"]),
    "staff:cases": (payments.CasesTopic(Right.CASES), ["payments.shared"]),
    "staff:disputes": (payments.DisputesTopic(Right.TRANSACTIONS), ["payments.disputes"]),
    "staff:statements": (payments.StatementsTopic(Right.REFUNDS), ["payments.settlement"]),
    "staff:products": (catalog.ProductsTopic(Right.CATALOGUE), ["catalog.actions"]),
    "staff:categories": (catalog.CategoriesTopic(Right.CATALOGUE), ["catalog.actions"]),
    "staff:contact": (contact.TicketsTopic(Right.SUPPORT), ["support.contact.actions"]),
    "staff:content": (content.ContentTopic(Right.CONTENT), ["content.actions"]),
}
_PREFIXED: Final = {
    name.partition(":")[0]: topic for name, (topic, _) in LIVE_TOPICS.items() if name.endswith("}")
}


def _schemas_of(topic: Topic) -> tuple[Any, ...]:
    """Return the schemas that the topic's class has in its bases; a list has one for its rows, too."""
    (schemas,) = {get_args(base) for base in get_original_bases(type(topic))}
    return schemas


def payload_schemas() -> Sequence[type[BaseModel]]:
    """Return the payloads of topics by name (of lists the figures), and the rows of lists."""
    schemas: dict[str, Any] = {name: _schemas_of(topic) for name, (topic, _) in LIVE_TOPICS.items()}
    return [
        create_model("LiveTopics", **{name: found[-1] for name, found in schemas.items()}),
        create_model("LiveRows", **{name: found[0] for name, found in schemas.items() if found[1:]}),
    ]


def find(name: str) -> Topic | None:
    """Return the topic that answers for `name`."""
    if name in LIVE_TOPICS:
        return LIVE_TOPICS[name][0]
    prefix, _, rest = name.partition(":")
    return _PREFIXED.get(prefix) if rest else None
