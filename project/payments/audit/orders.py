"""The ledger audit of orders: amounts, stock, status and money agree with lines, movements and history.

Each check takes any set of orders, so that the nightly audit goes through all of them in slices, and the
audit of changes through those that changed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import connection
from django.db.models import (
    CharField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, Concat

from project.catalog.models import Product
from project.events.models import Event
from project.orders.models import AT_THE_SHOP, Order, OrderLine, OrderStatus
from project.payments.models import CAPTURED, NET, Dispute, Payment, Refund
from project.payments.models import Case as StaffCase
from project.payments.refunds.lines import refunded_pieces
from project.payments.shared.audit_queries import MAX_LISTED, SLICE, count_of, describe_difference, sum_of
from project.waitlist.models import WaitlistEntry

# The pieces have left the house.
_LEFT = (
    OrderStatus.DISPATCHED,
    OrderStatus.OUT_FOR_DELIVERY,
    OrderStatus.SHIPPED,
    OrderStatus.DELIVERED,
    OrderStatus.RETURNED,
)
# They may have.
_ENDED = (OrderStatus.CANCELLED, OrderStatus.REFUNDED)


def _sql(statuses: Iterable[str]) -> str:
    return ", ".join(f"'{status}'" for status in sorted(statuses))


def order_differences(orders: "QuerySet[Order]") -> Iterator[str]:
    """Yield one line of text for each difference of these orders."""
    yield from _orders_and_lines(orders)
    yield from _orders_and_stock(orders)
    yield from _unreturned_money(orders)


# Rounded half up, in one amount or, within the seller's state, in two equal halves; a line may have no tax.
_BASE = "(CASE WHEN o.prices_include_tax THEN 10000 + l.tax_rate_basis_points ELSE 10000 END)"
_TAXED = "((l.total_paise - l.discount_paise) * l.tax_rate_basis_points)"
_AMOUNTS = f"""
    SELECT * FROM (
        SELECT o.order_id, o.subtotal_paise, o.tax_paise, o.discount_paise,
            SUM(l.total_paise - CASE WHEN o.prices_include_tax THEN l.tax_paise ELSE 0 END) AS net,
            SUM(l.tax_paise) + o.shipping_tax_paise AS tax, SUM(l.discount_paise) AS discount,
            SUM(CASE WHEN l.tax_paise IN (
                0, (2 * {_TAXED} + {_BASE}) / (2 * {_BASE}), 2 * (({_TAXED} + {_BASE}) / (2 * {_BASE}))
            ) THEN 0 ELSE 1 END) AS wrong
        FROM orders_order AS o LEFT JOIN orders_orderline AS l ON l.order_id = o.id
        WHERE o.id IN (%(orders)s)
        GROUP BY o.id, o.order_id, o.subtotal_paise, o.tax_paise, o.discount_paise, o.shipping_tax_paise
    ) AS sums
    WHERE wrong > 0 OR net IS NULL OR subtotal_paise <> net OR tax_paise <> tax OR discount_paise <> discount
"""


def _select(statement: str, orders: "QuerySet[Order]", **parts: str) -> list[tuple[Any, ...]]:
    """Return the first rows of the statement about these orders."""
    keys, parameters = orders.order_by().values("pk").query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"{statement % {'orders': keys}} LIMIT {MAX_LISTED}", parameters)
        return list(cursor.fetchall())


def _orders_and_lines(orders: "QuerySet[Order]") -> Iterator[str]:
    """Each amount of an order is the sum of its lines' and its delivery's; each line's tax is of its rate.

    A payment trial has no lines.
    """
    purchases = orders.filter(payment_trial="")
    for name, subtotal, tax, discount, net, taxes, discounts, wrong in _select(_AMOUNTS, purchases):
        if net is None:
            yield f"{name}: has no lines"
            continue
        if wrong:
            yield f"{name}: the tax of {wrong} lines is not that of their rate"
        if (subtotal, tax, discount) != (net, taxes, discounts):
            yield describe_difference(
                f"{name}, of its lines",
                ("subtotal", subtotal, int(net)),
                ("tax", tax, int(taxes)),
                ("discount", discount, int(discounts)),
            )


_PIECES = f"""
    SELECT o.order_id, o.status, l.ordered, COALESCE(SUM(m.held_delta), 0) AS held,
        COALESCE(SUM(m.allocated_delta), 0) AS allocated,
        COALESCE(-SUM(CASE WHEN m.kind = 'dispatch' THEN m.on_hand_delta END), 0) AS dispatched, l.sent,
        CASE WHEN o.status = 'pending' AND o.held_until IS NOT NULL THEN l.ordered ELSE 0 END AS to_hold,
        CASE WHEN o.status IN ({_sql(AT_THE_SHOP)}) THEN l.ordered ELSE 0 END AS to_allocate,
        CASE WHEN o.status IN ({_sql(AT_THE_SHOP)}) THEN l.sendable ELSE 0 END AS not_withheld,
        CASE WHEN o.status IN ({_sql(_LEFT)}) OR (o.status IN ({_sql(_ENDED)}) AND l.sent > 0) THEN l.sendable
            ELSE 0 END AS to_send
    FROM (
        SELECT order_id, product_id, SUM(quantity) AS ordered, SUM(sent) AS sent,
            SUM(quantity) - SUM(withheld) AS sendable FROM orders_orderline
        WHERE order_id IN (%(orders)s) GROUP BY order_id, product_id
    ) AS l JOIN orders_order AS o ON o.id = l.order_id
    LEFT JOIN catalog_stockmovement AS m ON m.product_id = l.product_id AND m.reference = o.order_id
    GROUP BY o.id, o.order_id, o.status, o.held_until, l.product_id, l.ordered, l.sent, l.sendable
"""
# Refunded pieces are withheld, and go on sale again when the refund is done, or at the dispatch.
_WRONG_PIECES = f"""
    SELECT * FROM ({_PIECES}) AS p
    WHERE p.held <> p.to_hold OR p.allocated > p.to_allocate OR p.allocated < p.not_withheld
        OR p.dispatched <> p.sent OR p.sent <> p.to_send
"""


def _orders_and_stock(orders: "QuerySet[Order]") -> Iterator[str]:
    """Check that the stock movements of an order match its status, for all pieces of its lines."""
    rows = _select(_WRONG_PIECES, orders)
    for name, status, ordered, held, allocated, dispatched, sent, *_ in rows:
        yield (
            f"{name}: is {status} with {ordered} pieces, {sent} sent; its stock movements hold {held},"
            f" allocate {allocated} and dispatch {dispatched}"
        )
    touched = Q(lines__withheld__gt=0) | Q(payments__refunds__isnull=False)
    for order in orders.filter(touched, status__in=AT_THE_SHOP).distinct().order_by("pk"):
        yield from _withheld_and_refunds(order)


def _withheld_and_refunds(order: Order) -> Iterator[str]:
    """Of an order that has not left, the refunded pieces of each line are withheld."""
    payment = order.payments.filter(fulfils=True).first()
    refunded = refunded_pieces(payment) if payment is not None else Counter()
    for number, line in enumerate(order.lines.all(), start=1):
        wanted = min(refunded[number], line.quantity)
        if line.withheld != wanted:
            yield f"{order}: line {number} withholds {line.withheld} pieces; {wanted} are refunded"


def stock_of_no_order(products: "QuerySet[Product]") -> Iterator[str]:
    """Yield the products of which pieces are held or allocated for no open order and no waitlist offer."""
    lines = OrderLine.objects.filter(product=OuterRef("pk"))
    pending = lines.filter(order__status=OrderStatus.PENDING, order__held_until__isnull=False)
    offers = WaitlistEntry.objects.offered()
    rows = products.annotate(
        wanted_held=sum_of(pending, "quantity", of="product") + count_of(offers, of="product"),
        wanted_allocated=sum_of(lines.filter(order__status__in=AT_THE_SHOP), "quantity", of="product"),
    )
    wrong = rows.filter(~Q(held=F("wanted_held")) | Q(allocated__gt=F("wanted_allocated")))
    for row in wrong.order_by("pk").values()[:MAX_LISTED]:
        yield (
            f"{row['title_en']} ({row['public_id']}): held {row['held']}, allocated {row['allocated']};"
            f" its open orders and offers come to {row['wanted_held']} and {row['wanted_allocated']}"
        )


def _unreturned_money(orders: "QuerySet[Order]") -> Iterator[str]:
    """Check that the money of a cancelled order is refunded or promised, or has a case."""
    payments = Payment.objects.filter(order=OuterRef("pk"), status__in=CAPTURED)
    kept = payments.annotate(kept=NET - F("refund_pending_paise") - F("disputed_paise")).filter(kept__gt=0)
    told = StaffCase.objects.filter(payment__order=OuterRef("pk"))
    wrong = orders.filter(Exists(kept), ~Exists(told), status=OrderStatus.CANCELLED)
    for name in wrong.order_by("pk").values_list("order_id", flat=True)[:MAX_LISTED]:
        yield f"{name}: is cancelled, and keeps money that is neither refunded nor promised"


# -- History ---------------------------------------------------------------------------------------


def _last(field: str, prefix: str, name: str, *, about: str = "", key: str = "") -> Subquery:
    """Return a subquery: this field of the last event of the subject that has it, and is about this key."""
    subject = Concat(Value(prefix), OuterRef(name), output_field=CharField())
    events = Event.objects.filter(subject=subject).annotate(said=KeyTextTransform(field, "payload"))
    if about:
        events = events.annotate(about=KeyTextTransform(about, "payload")).filter(about=OuterRef(key))
    return Subquery(events.filter(said__isnull=False).order_by("-pk").values("said")[:1])


def _unlike(rows: "QuerySet[Any]", name: str, said: Subquery) -> Iterator[str]:
    judged = rows.annotate(said=Coalesce(said, Value("nothing"), output_field=CharField()))
    for key, status, told in judged.exclude(said=F("status")).values_list(name, "status", "said")[
        :MAX_LISTED
    ]:
        yield f"{key}: is {status}; its history says {told}"


def orders_and_history(orders: "QuerySet[Order]") -> Iterator[str]:
    """Yield the orders whose status is not the one that their last event tells."""
    yield from _unlike(orders, "order_id", _last("status", "order:", "order_id"))


def payments_and_history(payments: "QuerySet[Payment]") -> Iterator[str]:
    """Yield the payments whose status is not the one that their last event tells."""
    yield from _unlike(payments, "transaction_id", _last("status", "payment:", "transaction_id"))


def refunds_and_history(refunds: "QuerySet[Refund]") -> Iterator[str]:
    """Yield the refunds whose status is not the one that their payment's last event about them tells."""
    said = _last("refundStatus", "payment:", "payment__transaction_id", about="refund", key="refund_id")
    yield from _unlike(refunds, "refund_id", said)


def disputes_and_history(disputes: "QuerySet[Dispute]") -> Iterator[str]:
    """Yield the disputes whose status is not the one that their payment's last event about them tells."""
    said = _last("disputeStatus", "payment:", "payment__transaction_id", about="dispute", key="dispute_id")
    yield from _unlike(disputes, "dispute_id", said)


def steps_not_allowed(events: "QuerySet[Event]") -> Iterator[str]:
    """Yield the changes of status that no transition allows, among the events of orders and payments."""
    seen: dict[str, str] = {}
    told = events.filter(payload__has_key="status").order_by("pk").values_list("subject", "payload")
    for subject, payload in told.iterator(chunk_size=SLICE):
        model = {"order": Order, "payment": Payment}.get(subject.partition(":")[0])
        if model is None:
            continue
        old, new = seen.get(subject), payload["status"]
        seen[subject] = new
        if old and new != old and new not in model.TRANSITIONS[old]:
            yield f"{subject.partition(':')[2]}: went from {old} to {new}, which is no transition"
