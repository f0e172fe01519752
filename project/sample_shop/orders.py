"""Sample orders of the last weeks, for a shop that starts in development.

Every step is one of the shop's own actions at the time it happened, and the sandbox provider knows the money:
what staff refund or approve later goes on as with any other order. The same each time, counted from now.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import heapify, heappop, heappush
from io import BytesIO
from itertools import cycle
from typing import IO

import time_machine
from django.db import transaction
from django.utils import timezone
from PIL import Image, ImageDraw

from project.accounts.models import Role, User
from project.catalog.models import Product
from project.catalog.pricing import Selection
from project.core.models import Mail, MailStatus
from project.core.photos import NewPhotos
from project.invoices.actions.issuing import issue
from project.invoices.models import DueDocument
from project.orders import actions as orders
from project.orders.certificates import free_certificates
from project.orders.models import UNPAID_LIFETIME, Customer, Order, OrderStatus
from project.orders.order_create import create_order
from project.orders.order_status import Shipment, change_order_status
from project.orders.piece_certificates import give_certificate
from project.orders.pricing import Item
from project.payments.attempts.start import lease_open_payment, save_pay_page
from project.payments.attempts.status_check import apply_provider_answer
from project.payments.models import Payment, Refund, RefundReason, RefundStatus
from project.payments.providers.registry import get_provider
from project.payments.refunds.processing import begin_refund, settle_refund
from project.payments.refunds.requests import request_refund
from project.returns import actions as returns
from project.returns.claims import actions as claims
from project.returns.models import ReturnKind, ReturnReason, ReturnStatus
from project.sample_shop.traffic import CITIES, NAMES
from project.sandbox import ledger
from project.sandbox.store import Store, Transaction

DAYS = 30
# So many pieces stay in stock whatever the samples take.
LEFT_IN_STOCK = 3
# A name that says on every screen what it is.
LAST_NAME = "(sample)"
DOMAIN = "@akshamala.example"

# What became of the orders of the first weeks, which are so many hours apart.
STORIES = (
    "delivered",
    "shipped",
    "retried",
    "delivered",
    "cancelled",
    "part refunded",
    "delivered",
    "abandoned",
    "returned",
    "shipped",
    "failed",
    "claim asked",
    "waits for approval",
    "expired",
    "return asked",
    "delivered",
)
HOURS_APART = 30
# The newest ones, by the hours since they were placed: one in each status that orders pass through.
NEWEST = (
    (200, "return waits"),
    (110, "delivered"),
    (75, "delivered"),
    (66, "shipped"),
    (36, "delivered"),
    (26, "delivered"),
    (12, "delivered"),
    (4, "delivered"),
    (1, "abandoned"),
)
PAGE_MILLISECONDS = 900_000
MODES = ("UPI_INTENT", "CARD", "UPI_QR", "NET_BANKING", "UPI_INTENT", "UPI_COLLECT")

Story = Iterator[timedelta]


@transaction.atomic
def add_sample_orders(store: Store) -> int:
    """Play the orders of the last weeks into a shop that has none; return how many."""
    if Order.objects.exists():
        return 0
    last_mail = Mail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    played = _Weeks(store).play()
    # In the story they were sent weeks ago.
    Mail.objects.filter(pk__gt=last_mail, status=MailStatus.DUE).delete()
    return played


@dataclass(order=True)
class _Due:
    at: datetime
    number: int
    story: Story = field(compare=False)


class _Weeks:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._random = random.Random(108)
        self._modes = cycle(MODES)
        self._desk = self._staff(Role.ORDERS)
        self._finance = self._staff(Role.FINANCE)
        self._customer = User.objects.get(email=f"customer{DOMAIN}")

    def play(self) -> int:
        now = timezone.now()
        first = DAYS * 24
        stories = [
            (first - n * HOURS_APART - self._random.uniform(0, 9), name) for n, name in enumerate(STORIES)
        ]
        due = [
            _Due(now - timedelta(hours=hours), number, self._story(number, name))
            for number, (hours, name) in enumerate([*stories, *NEWEST])
        ]
        count = len(due)
        heapify(due)
        while due and (step := heappop(due)).at < now:
            with time_machine.travel(step.at, tick=False):
                pause = next(step.story, None)
            if pause is not None:
                heappush(due, _Due(step.at + pause, step.number, step.story))
        return count

    def _staff(self, role: Role) -> User:
        return User.objects.get(email=f"{role}{DOMAIN}")

    # -- What happens to an order; each step yields how long until the next --

    def _story(self, number: int, name: str) -> Story:
        order = self._place(number)
        yield timedelta(minutes=3)
        if name == "abandoned":
            yield UNPAID_LIFETIME
            orders.cancel_unpaid(order.order_id, cause="clock")
            return
        payment = self._begin(order)
        if name == "expired":
            yield timedelta(hours=1)
            self._look(payment)
            return
        yield timedelta(minutes=4)
        if name in ("failed", "retried"):
            self._bank(payment, "failure")
            if name == "failed":
                return
            yield timedelta(minutes=6)
            payment = self._begin(order)
            yield timedelta(minutes=2)
        self._bank(payment, "success")
        self._document(order)
        if name == "cancelled":
            yield timedelta(hours=5)
            orders.cancel(order.order_id, actor="")
            yield from self._refunds(payment)
            return
        yield from self._deliver(order, shipped=name == "shipped")
        yield timedelta(hours=20)
        match name:
            case "part refunded":
                amount = payment.captured_paise // 4
                self._ask_back(payment, amount, user=self._finance)
                yield from self._refunds(payment)
            case "waits for approval":
                self._ask_back(payment, payment.captured_paise // 3, user=self._desk)
            case "return asked":
                self._ask_return(order)
            case "claim asked":
                self._ask_claim(order)
            case "returned":
                yield from self._return(order, by=self._finance)
                yield from self._refunds(payment)
            case "return waits":
                # Who may not send money leaves the refund to somebody who may.
                yield from self._return(order, by=self._desk)

    def _deliver(self, order: Order, *, shipped: bool) -> Story:
        on_its_way = OrderStatus.SHIPPED if shipped else OrderStatus.OUT_FOR_DELIVERY
        number = f"{self._random.randrange(10**10):010d}"
        for hours, status in (
            (9, OrderStatus.PROCESSING),
            (14, OrderStatus.PACKAGING),
            (8, OrderStatus.DISPATCHED),
            (30, on_its_way),
            (26, OrderStatus.DELIVERED),
        ):
            yield timedelta(hours=hours)
            parcel = Shipment("Delhivery", number) if status == OrderStatus.DISPATCHED else Shipment()
            if status == OrderStatus.DISPATCHED:
                self._give_certificates(order)
            change_order_status(
                order.order_id,
                to=status,
                actor=self._desk.subject,
                shipment=parcel,
                # The sample shop has fewer certificates than pieces.
                without_certificates=True,
            )

    def _give_certificates(self, order: Order) -> None:
        for position, line in enumerate(order.lines.all(), start=1):
            free = free_certificates(line)[: line.parcel_quantity]
            for piece, certificate in enumerate(free, start=1):
                give_certificate(
                    order.order_id,
                    line=position,
                    piece=piece,
                    number=certificate.number,
                    actor=self._desk.subject,
                )

    def _return(self, order: Order, *, by: User) -> Story:
        return_id = self._ask_return(order)
        for status in (ReturnStatus.APPROVED, ReturnStatus.PICKUP, ReturnStatus.RECEIVED):
            yield timedelta(days=1)
            returns.move_return(return_id, to=status, note="", actor=by.subject)

    def _ask_return(self, order: Order) -> str:
        order.refresh_from_db()
        lines = enumerate(order.lines.all(), start=1)
        pieces = {position: line.sent for position, line in lines if line.sent}
        request = returns.request_return(
            order,
            kind=ReturnKind.RETURN,
            reason=ReturnReason.DAMAGED,
            text="The bead came with a crack.",
            pieces=pieces,
            photos=NewPhotos(),
            actor="",
        )
        return request.return_id

    def _ask_claim(self, order: Order) -> None:
        order.refresh_from_db()
        with claims.stored_photos(order, position=1, quantity=1, files=[_report()]) as photos:
            claims.open_claim(
                order,
                position=1,
                quantity=1,
                text="The laboratory found that the faces were carved by hand.",
                pay_to="sample@okbank",
                photos=photos,
                actor="",
            )

    def _refunds(self, payment: Payment) -> Story:
        """Send what waits to go back, and hear of it when it has arrived."""
        refund = payment.refunds.filter(status=RefundStatus.REQUESTED).first()
        if refund is None:
            return
        yield timedelta(minutes=10)
        begin_refund(refund.pk, cause="clock")
        with self._store.transaction() as db:
            paid = ledger.refresh_order(db, payment.transaction_id)
            ledger.open_refund(db, paid, refund.refund_id, refund.amount_paise)
        yield timedelta(hours=20)
        with self._store.transaction() as db:
            ledger.sweep(db)
            told = ledger.refund_facts(db, ledger.refund(db, refund.refund_id))
            answer = get_provider(payment.provider).read_refund(told)
            _drop_webhooks(db)
        settle_refund(refund.pk, answer, cause="clock")
        self._document(payment.order)

    # -- The steps --

    def _place(self, number: int) -> Order:
        first_name, _ = NAMES[number % len(NAMES)]
        city, state, pincode = CITIES[number % len(CITIES)]
        is_known = number % 8 == 3
        return create_order(
            items=[Item(product.public_id, 1, Selection()) for product in self._choose()],
            customer=Customer(
                name=f"{first_name} {LAST_NAME}",
                email=self._customer.email if is_known else f"sample-{number}{DOMAIN}",
                phone=f"90000{number:05}",
                address={
                    "street": "Sample street 1",
                    "city": city,
                    "state": state,
                    "pincode": pincode,
                    "country": "India",
                },
            ),
            user_id=self._customer.pk if is_known else None,
            language="hi" if number % 3 == 1 else "en",
            agreed_paise=None,
        )

    def _choose(self) -> Sequence[Product]:
        shown = Product.objects.visible().filter(price_paise__lte=300_000).order_by("slug")
        plenty = [product for product in shown if product.sellable > LEFT_IN_STOCK]
        return self._random.sample(plenty, k=self._random.choice((1, 1, 1, 2)))

    def _begin(self, order: Order) -> Payment:
        payment, _ = lease_open_payment(order.pk, "")
        if payment.provider_order_id:
            return payment  # its page is still open: there a failed attempt does not end it
        with self._store.transaction() as db:
            row = ledger.open_order(
                db,
                provider=payment.provider,
                merchant_order_id=payment.transaction_id,
                amount=payment.amount_paise,
                expire_at=db.now() + PAGE_MILLISECONDS,
                redirect_url="http://localhost/",
            )
        expires_at = datetime.fromtimestamp(row["expire_at"] / 1000, UTC)
        return save_pay_page(payment.pk, row["order_id"], "", expires_at)

    def _bank(self, payment: Payment, outcome: str) -> None:
        """Let the bank answer, and the shop hear of it."""
        with self._store.transaction() as db:
            mode = next(self._modes)
            ledger.settle(db, payment.transaction_id, outcome, mode=mode, final=outcome == "failure")
        self._look(payment)

    def _look(self, payment: Payment) -> None:
        with self._store.transaction() as db:
            row = ledger.refresh_order(db, payment.transaction_id)
            told = ledger.order_facts(db, row)
            answer = get_provider(payment.provider).read_order(told)
            _drop_webhooks(db)
        apply_provider_answer(payment.pk, answer, cause="clock")
        payment.refresh_from_db()

    def _ask_back(self, payment: Payment, amount_paise: int, *, user: User) -> Refund:
        return request_refund(
            payment.pk,
            amount_paise=amount_paise,
            reason=RefundReason.CUSTOMER_REQUEST,
            user=user,
            notes="Sample refund",
        )

    def _document(self, order: Order) -> None:
        """Give invoice or credit note the number and day they would have; the worker prints them."""
        with transaction.atomic():
            for due in DueDocument.objects.filter(order=order).select_related("order", "refund"):
                issue(due)


def _report() -> IO[bytes]:
    """Return a picture that says what it stands for."""
    picture, file = Image.new("RGB", (480, 640), "#fdfbf5"), BytesIO()
    ImageDraw.Draw(picture).text((40, 40), "Sample laboratory report", fill="#3b2a1a")
    picture.save(file, "PNG")
    return file


def _drop_webhooks(db: Transaction) -> None:
    """Delete the webhooks of what just happened: the shop has processed it."""
    db.run("DELETE FROM deliveries")
