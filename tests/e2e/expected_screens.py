"""The back office's expected screens, computed from the tables alone.

Run as a script it answers each line it reads, a JSON list such as `["board"]`, with what the screen must say:
texts by where they stand. The figures are added up here, row by row, and not by the queries that feed the
screens. `ExpectedScreens` is the test's side of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.e2e.screen_formats import counted, moment, number, percent, rate, rupees, shown, words
from tests.e2e.screen_texts import localized_message
from tests.realtime.action_process import ActionProcess, serve

if TYPE_CHECKING:
    from project.orders.models import Order
    from project.payments.models import Payment

# What one screen says: the texts of each row, or of each group of figures, by where they stand.
Said = dict[str, list[str]]

PAGE_SIZE = 20


class ExpectedScreens(ActionProcess):
    """The process that reads the tables, started with a shop's environment."""

    module = "tests.e2e.expected_screens"

    def read(self, screen: str, *arguments: Any) -> Said:
        """Return what the screen must say now."""
        answer: Said = self.do(screen, *arguments)
        return answer

    def changes(self) -> int:
        """Return how often payments have changed so far."""
        return int(self.do("changes"))


def _pager(total: int) -> Said:
    if total <= PAGE_SIZE:
        return {}
    text = words("admin:pager.showing", **{"from": 1, "to": PAGE_SIZE, "total": number(total)})
    return {"pages": [text]}


def board() -> Said:
    """The transactions: figures over all of them, and the newest."""
    from project.payments.models import CAPTURED, Payment

    payments = list(Payment.objects.select_related("order").order_by("-initiated_at", "-pk"))
    good = [each for each in payments if each.status in CAPTURED]
    money = sum(each.captured_paise for each in good)
    status = Counter(each.status for each in payments)
    successes = rate(round(len(good) * 100 / len(payments), 1) if payments else 0)
    figures = [
        shown(
            localized_message("en", "admin:figures.total"),
            number(len(payments)),
            words("admin:figures.totalNote", amount=rupees(sum(each.amount_paise for each in payments))),
        ),
        shown(
            localized_message("en", "admin:figures.successful"),
            number(len(good)),
            words("admin:figures.successRate", rate=successes),
            localized_message("en", "admin:figures.successRateCounts"),
        ),
        shown(
            localized_message("en", "admin:figures.failed"),
            number(status["FAILED"]),
            counted("admin:figures.pending", status["PENDING"]),
        ),
        shown(localized_message("en", "admin:figures.cancelled"), number(status["CANCELLED"])),
        shown(localized_message("en", "admin:figures.expired"), number(status["EXPIRED"])),
        shown(
            localized_message("en", "admin:figures.revenue"),
            rupees(money),
            words("admin:figures.average", amount=rupees(money // len(good) if good else 0)),
            "·",
            words("admin:figures.net", amount=rupees(money - sum(each.refunded_paise for each in good))),
        ),
    ]
    rows = {f"row {each.transaction_id}": _transaction(each) for each in payments[:PAGE_SIZE]}
    return {"figures": figures, **_health(), **rows, **_pager(len(payments)), **_order_of(rows)}


def changes() -> int:
    """Return the number of changes of payments, their creation included."""
    from project.payments.models import Payment

    return sum(Payment.objects.values_list("version", flat=True))


def _order_of(rows: Iterable[str]) -> Said:
    return {"order of rows": [name.removeprefix("row ") for name in rows]}


def _transaction(payment: "Payment") -> list[str]:
    name, order = payment.transaction_id, payment.order
    in_hand = payment.captured_paise - payment.refunded_paise - payment.refund_pending_paise
    actions: list[str] = []
    if payment.status == "SUCCESS" and in_hand > 0:
        actions.insert(0, words("admin:row.refundOf", id=name))
    if payment.status not in ("SUCCESS", "REFUNDED"):
        actions.insert(0, words("admin:row.checkOf", id=name))
    back = [
        words(f"admin:row.{word}", amount=rupees(paise))
        for word, paise in (
            ("refunded", payment.refunded_paise),
            ("refundPending", payment.refund_pending_paise),
        )
        if paise
    ]
    return [
        shown(name, order.order_id),
        shown(order.name, order.email),
        shown(rupees(payment.amount_paise), *back),
        shown(
            localized_message("en", f"admin:statuses.{payment.status}"),
            localized_message("en", "admin:row.inReview") if payment.in_review else "",
        ),
        localized_message("en", f"admin:methods.{payment.instrument or 'PhonePe'}"),
        moment(payment.initiated_at),
        "; ".join(actions),
    ]


def _health() -> Said:
    """Return the newest payments' results of the last hour by payment method."""
    from project.payments.models import Payment

    now = datetime.now(UTC)
    recent = list(
        Payment.objects.filter(initiated_at__gte=now - timedelta(hours=1)).order_by("-initiated_at")
    )
    ours = ("BANK_TECHNICAL_ISSUE", "TXN_NOT_COMPLETED", "OTHERS", "AUTH_TIMEOUT", "TXN_AUTO_FAILED")

    def seconds(payment: "Payment") -> float:
        return ((payment.settled_at or now) - payment.initiated_at).total_seconds()

    def tells(payment: "Payment") -> bool:
        if payment.status == "FAILED":
            return payment.error_code in ours
        hangs = payment.status == "PENDING" and seconds(payment) > 240
        return hangs or payment.status in ("SUCCESS", "REFUNDED")

    found: Said = {}
    for way in ("UPI", "Card", "NetBanking", "Wallet"):
        mine = [each for each in recent if each.instrument == way and tells(each)][:20]
        paid = sum(each.status in ("SUCCESS", "REFUNDED") for each in mine)
        ended = sum(each.status != "PENDING" for each in mine)
        waits = [seconds(each) for each in mine if each.status != "FAILED"]
        if len(mine) < 5:
            status = "unknown"
        elif ended and paid / ended < 0.6:
            status = "failing"
        else:
            status = "slow" if waits and median(waits) > 150 else "fine"
        texts = [
            localized_message("en", f"payHealth:staff.instruments.{way}"),
            localized_message("en", f"payHealth:staff.statuses.{status}"),
        ]
        if mine and ended and waits:
            share, middle = rate(round(paid / ended * 100, 1)), round(median(waits))
            texts.append(counted("payHealth:staff.figures", len(mine), rate=share, seconds=middle))
        elif mine:
            texts.append(counted("payHealth:staff.count", len(mine)))
        found[f"way {way}"] = [shown(*texts)]
    return found


def orders() -> Said:
    """The newest orders, as they are now."""
    from project.orders.models import Order

    every = list(Order.objects.order_by("-created_at", "-pk"))
    page = every[:PAGE_SIZE]
    invoices, returns, claims = _extras(page)
    rows = {
        f"row {each.order_id}": _order(each, invoices.get(each.pk, ""), returns[each.pk], claims[each.pk])
        for each in page
    }
    return {**rows, **_pager(len(every)), **_order_of(rows)}


def _extras(page: "list[Order]") -> tuple[dict[int, str], Counter[int], Counter[int]]:
    from project.invoices.models import Document
    from project.returns.models import Return
    from project.returns.models.claim import WAITING, Claim

    documents = Document.objects.filter(order__in=page, kind="invoice", file__isnull=False).values_list(
        "order_id", "number"
    )
    waiting = Return.objects.filter(order__in=page, status__in=("requested", "approved", "pickup"))
    claims = Claim.objects.filter(order__in=page, status__in=WAITING)
    return (
        dict(documents),
        Counter(waiting.values_list("order_id", flat=True)),
        Counter(claims.values_list("order_id", flat=True)),
    )


def _order(order: "Order", invoice: str, returns: int, claims: int) -> list[str]:
    name = order.order_id
    actions = [words("adminOrders:row.moveOf", id=name)] if order.next_by_hand else []
    guest = "" if order.user_id else f"· {localized_message('en', 'adminOrders:row.guest')}"
    return [
        words("admin:selection.select", id=name),
        shown(
            name,
            invoice,
            counted("adminOrders:row.returns", returns) if returns else "",
            counted("adminOrders:row.claims", claims) if claims else "",
        ),
        shown(order.name, guest, order.email),
        rupees(order.total_paise),
        localized_message("en", f"admin:orderStatuses.{order.status}"),
        localized_message("en", f"admin:orderPayments.{order.payment_status}"),
        moment(order.created_at),
        "; ".join(actions),
    ]


def dashboard() -> Said:
    """The dashboard of the last 30 days."""
    from project.orders.models import Order
    from project.payments.models import CAPTURED, Case, Payment

    every = list(Order.objects.order_by("-created_at", "-pk"))
    payments = list(Payment.objects.all())
    good = [each for each in payments if each.status in CAPTURED]
    pending = sum(each.status == "PENDING" for each in payments)
    cases = Case.objects.filter(closed_at=None).count()
    found = {
        "cards": _cards(every, good, pending, cases),
        **_chart(every, good),
        **_instruments(payments),
        "funnel": _funnel(every),
        **_low_stock(),
        **_activity(),
    }
    for order in every[:8]:
        found[f"recent {order.order_id}"] = [
            shown(
                order.order_id,
                rupees(order.total_paise),
                moment(order.created_at),
                localized_message("en", f"admin:orderStatuses.{order.status}"),
                localized_message("en", f"admin:orderPayments.{order.payment_status}"),
            )
        ]
    return found


def _cards(every: "list[Order]", good: "list[Payment]", pending: int, cases: int) -> list[str]:
    from project.accounts.models import User
    from project.catalog.models import Product

    def card(name: str, value: str, *notes: str) -> str:
        return shown(
            localized_message("en", f"admin:dashboard.{name}"),
            value,
            *(localized_message("en", note) for note in notes),
        )

    case_notes = ["casesNote", "casesLink"] if cases else ["casesNone"]
    return [
        card(
            "revenue",
            rupees(sum(each.captured_paise - each.refunded_paise for each in good)),
            "admin:dashboard.revenueNote",
        ),
        card("orders", number(len(every))),
        card("pending", number(pending), *(["admin:dashboard.pendingLink"] if pending else [])),
        card("cases", number(cases), *(f"admin:dashboard.{note}" for note in case_notes)),
        card("users", number(User.objects.count())),
        card("products", number(Product.objects.filter(is_visible=True).count())),
    ]


def _chart(every: "list[Order]", good: "list[Payment]") -> Said:
    from django.utils.timezone import localdate

    days = [localdate() - timedelta(days=back) for back in range(30)]
    placed = Counter(localdate(each.created_at) for each in every)
    earned: Counter[Any] = Counter()
    for each in good:
        assert each.settled_at is not None
        earned[localdate(each.settled_at)] += each.captured_paise - each.refunded_paise
    rows = [[day.isoformat(), rupees(earned[day]), number(placed[day])] for day in days]
    total = [rupees(sum(earned[day] for day in days)), number(sum(placed[day] for day in days))]
    rows.append([localized_message("en", "admin:chart.total"), *total])
    return {f"chart {row[0]}": row for row in rows}


def _instruments(payments: "list[Payment]") -> Said:
    tried = Counter(each.instrument for each in payments)
    paid = Counter(each.instrument for each in payments if each.status in ("SUCCESS", "REFUNDED"))
    rows = {}
    for way, total in sorted(tried.items(), key=lambda item: (-item[1], item[0])):
        name = localized_message("en", f"admin:methods.{way}" if way else "admin:instruments.unknown")
        count = words("admin:instruments.count", successful=number(paid[way]), total=number(total))
        rows[f"instrument {name}"] = [name, rate(round(paid[way] * 100 / total, 1)), count]
    return rows


def _funnel(every: "list[Order]") -> list[str]:
    gone = ("dispatched", "out_for_delivery", "shipped", "delivered", "returned")
    paid = [each for each in every if each.paid_at is not None]
    sent = [each for each in paid if each.status in gone or each.delivered_at or each.tracking_number]
    steps = {"placed": len(every), "paid": len(paid), "dispatched": len(sent)}
    return [
        shown(localized_message("en", f"admin:funnel.{name}"), number(count), percent(count, len(every)))
        for name, count in steps.items()
    ]


def _low_stock() -> Said:
    from project.catalog.models import Product

    left = [
        (product.on_hand - product.allocated - product.held, product.pk, product.title_en)
        for product in Product.objects.filter(is_visible=True)
    ]
    low = sorted(each for each in left if each[0] <= 3)
    found: Said = {"low stock": [counted("admin:lowStock.count", len(low))] if low else []}
    for pieces, _, title in low[:6]:
        left_over = (
            counted("admin:lowStock.left", pieces)
            if pieces > 0
            else localized_message("en", "admin:lowStock.gone")
        )
        found[f"scarce {title}"] = [shown(title, left_over)]
    return found


def _activity() -> Said:
    from project.events.models import Event

    found: Said = {}
    for event in Event.objects.order_by("-pk").iterator():
        try:
            told = localized_message("en", f"admin:activity.{event.name.replace('.', '_', 1)}")
        except KeyError:
            continue
        kind, _, name = event.subject.partition(":")
        texts = [told, moment(event.created_at), "" if kind == "user" else name]
        found[f"activity {len(found) + 1}"] = [shown(*texts)]
        if len(found) == 12:
            break
    return found


def _main() -> None:
    import django

    django.setup()

    known: Mapping[str, Callable[..., Any]] = {
        "board": board,
        "orders": orders,
        "dashboard": dashboard,
        "changes": changes,
    }
    serve(known)


if __name__ == "__main__":
    _main()
