"""Orders: buyer, prices and status."""

from collections import Counter
from datetime import datetime
from functools import partial
from typing import Any, get_args

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Max, Min, Q, Sum
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from project.catalog.models import Contention, Product
from project.core.days import in_days
from project.core.gst import WITHOUT_TAX, Registration, SellerTax, split_tax
from project.core.identifiers import random_id, typed_id
from project.core.limits import MAX_NAME, PHONE_DIGITS
from project.core.models import Stateful
from project.core.money import SMALLEST_PAISE
from project.core.phone_numbers import searched_texts
from project.core.shop import shop, shop_at
from project.core.site_address import site_url
from project.core.text_search import SearchColumns, has_text
from project.orders.models.discount_code import DiscountCode
from project.orders.models.order_values import (
    BY_MONEY,
    CASH_AT_THE_SHOP,
    ERASED_EMAIL,
    HOLD_GRACE,
    STATUS_CHANGES,
    UNPAID_LIFETIME,
    OrderFilter,
    OrderPaymentStatus,
    OrderStatistics,
    OrderStatus,
    is_order_id,
    new_key,
)
from project.waitlist.models import WaitlistEntry

# The columns of the trigram index `order_search`.
SEARCHED = ("order_id", "name", "email", "phone", "tracking_number", "payment_id")


class OrderQuerySet(models.QuerySet["Order"]):
    """Filters and aggregates of orders."""

    def filtered(self, wanted: OrderFilter) -> "OrderQuerySet":
        """Return the orders that match all filters."""
        found = self.narrowed(wanted)
        if text := wanted.search.strip():
            found = found.search(text)
        return found

    def narrowed(self, wanted: OrderFilter) -> "OrderQuerySet":
        """Return the orders that match all filters but the search."""
        return self.filter(in_days("created_at", wanted.start_date, wanted.end_date), **wanted.statuses())

    def search(self, text: str) -> "OrderQuerySet":
        """Return the orders with this text in what staff look for.

        What is typed whole finds its orders alone, each kind by an index of its own: an order id, a tracking
        number, an e-mail address; a payment's transaction id or bank reference; a certificate's number.
        """
        typed = typed_id(text)
        if is_order_id(typed):
            return self.filter(order_id=typed)
        for whole in (
            Q(tracking_number__iexact=typed),
            Q(email__iexact=text),
            Q(payments__transaction_id=typed),
            Q(payments__bank_reference__iexact=typed),
            Q(lines__certificates__certificate__number=typed),
        ):
            named = Order.objects.filter(whole)
            if named.exists():
                return self.filter(pk__in=named.values("pk"))
        return self.alias(search_text=SearchColumns(*SEARCHED)).filter(
            has_text("search_text", *searched_texts(text))
        )

    def statistics(self) -> OrderStatistics:
        """Return the figures over these orders, in one query that reads them all."""
        sums = self.aggregate(
            total=Count("pk"),
            revenue_paise=Sum("net_paise", default=0),
            pending=Count("pk", filter=Q(status=OrderStatus.PENDING)),
            paid=Count("pk", filter=Q(payment_status=OrderPaymentStatus.PAID)),
        )
        return OrderStatistics(**sums)

    def with_code(self, code: DiscountCode) -> "OrderQuerySet":
        """Return the orders that count as a use of the discount code: paid, or unpaid with a live hold.

        Cancelled, refunded and abandoned orders do not count.
        """
        taken = self.filter(discount_code=code).exclude(
            status__in=(OrderStatus.CANCELLED, OrderStatus.REFUNDED)
        )
        return taken.exclude(status=OrderStatus.PENDING, held_until__isnull=True)

    def overtakable(self) -> "OrderQuerySet":
        """Return the unpaid orders whose pieces a proven buyer may take: unproven, and held for a while."""
        until = timezone.now() - HOLD_GRACE
        return self.filter(
            status=OrderStatus.PENDING, held_until__isnull=False, held_since__lte=until, proven_at=None
        )

    def contention(self, product: Product) -> Contention | None:
        """Return who holds the product unpaid: orders, and shoppers of the waitlist with an offer."""
        now = timezone.now()
        holding = self.filter(status=OrderStatus.PENDING, held_until__gt=now, lines__product=product)
        offered = WaitlistEntry.objects.offered().filter(product=product, offered_until__gt=now)
        groups = [
            holding.aggregate(
                buyers=Count("pk", distinct=True), first=Min("held_until"), last=Max("held_until")
            ),
            offered.aggregate(buyers=Count("pk"), first=Min("offered_until"), last=Max("offered_until")),
        ]
        held = [group for group in groups if group["buyers"]]
        if not held:
            return None
        return Contention(
            buyers=sum(group["buyers"] for group in held),
            first_end=min(group["first"] for group in held),
            last_end=max(group["last"] for group in held),
        )


_PARTS = F("subtotal_paise") + F("tax_paise") + F("shipping_paise") - F("discount_paise")


class Order(Stateful):
    """One purchase. Prices and options are copies: later edits of a product never change an order."""

    TRANSITIONS = STATUS_CHANGES

    # 60 random bits, short enough to read out on the phone.
    order_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "AKS-", 12))
    key = models.CharField(max_length=40, default=new_key)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="orders"
    )
    language = models.CharField(max_length=2, default="en")
    status = models.CharField(max_length=24, choices=OrderStatus, default=OrderStatus.PENDING)
    payment_status = models.CharField(
        max_length=8, choices=OrderPaymentStatus, default=OrderPaymentStatus.PENDING
    )
    # The payment that confirmed the order.
    payment_id = models.CharField(max_length=40, blank=True)

    name = models.CharField(max_length=MAX_NAME)
    email = models.EmailField(db_index=True)
    phone = models.CharField(max_length=PHONE_DIGITS)
    # street, city, state, pincode, country
    address = models.JSONField()
    # gstin, name: of the business it is bought for, as its invoice says; null for a consumer. Never changed.
    business: "models.JSONField[dict[str, str] | None, dict[str, str] | None]" = models.JSONField(null=True)

    subtotal_paise = models.PositiveBigIntegerField()
    tax_paise = models.PositiveBigIntegerField()
    # Charge of the delivery; includes tax where prices do.
    shipping_paise = models.PositiveBigIntegerField(default=0)
    # The share of `tax_paise` that is the delivery's.
    shipping_tax_paise = models.PositiveBigIntegerField(default=0)
    discount_paise = models.PositiveBigIntegerField(default=0)
    discount_code = models.ForeignKey(
        DiscountCode, null=True, on_delete=models.PROTECT, related_name="orders"
    )
    total_paise = models.PositiveBigIntegerField()
    # Net revenue: what is left of the money paid for it; a trigger of payments keeps it.
    net_paise = models.BigIntegerField(default=0, db_default=0)
    prices_include_tax = models.BooleanField()
    # The seller as registered when it was placed; see `seller_tax`.
    seller_registration = models.CharField(max_length=12, blank=True, default="", db_default="")
    seller_state = models.CharField(max_length=40, blank=True, default="", db_default="")
    seller_gstin = models.CharField(max_length=15, blank=True, default="", db_default="")

    # Of a payment trial, whose money goes back at once: provider and digest of the keys that it tries
    # (`payments/attempts/trial.py`). It has no lines. '' for a purchase.
    payment_trial = models.CharField(max_length=60, blank=True, default="", db_default="")

    # When the current status was set.
    status_at = models.DateTimeField(default=timezone.now)
    # Set at the dispatch.
    carrier = models.CharField(max_length=40, blank=True)
    tracking_number = models.CharField(max_length=40, blank=True)
    # Start of the return window.
    delivered_at = models.DateTimeField(null=True)

    # Expiry of the stock hold of an unpaid order; null before the first payment attempt and after the hold.
    held_until = models.DateTimeField(null=True)
    # When that hold began; null without one.
    held_since = models.DateTimeField(null=True)
    # Network prefix of the payment attempt, or of a free order that waits for the shop, for the limits of
    # holds; empty without either.
    hold_network = models.CharField(max_length=64, blank=True)
    # When its buyer was known by an account, or by a code sent to the e-mail address; null: anybody may have
    # typed the address.
    proven_at = models.DateTimeField(null=True)
    estimated_delivery = models.DateField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    updated_at = models.DateTimeField(auto_now=True)
    paid_at = models.DateTimeField(null=True)
    # When its customer confirmed that the courier collects the total; null: it is paid before it is sent.
    cash_on_delivery_at = models.DateTimeField(null=True)

    objects = OrderQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["held_until"], condition=Q(held_until__isnull=False), name="order_holds"),
            models.Index(fields=["status"], condition=CASH_AT_THE_SHOP, name="order_cash_at_shop"),
            models.Index(fields=["status", "-created_at", "-id"], name="order_status_newest"),
            models.Index(fields=["payment_status", "-created_at", "-id"], name="order_payment_newest"),
            # Few orders may have both of two frequent statuses.
            models.Index(fields=["status", "payment_status", "-created_at", "-id"], name="order_both_newest"),
            models.Index(fields=["paid_at"], condition=Q(paid_at__isnull=False), name="order_paid"),
            models.Index(fields=["payment_trial"], condition=~Q(payment_trial=""), name="order_trial"),
            # Whoever has a discount code: of one customer, all uses, the newest.
            *(
                models.Index(
                    fields=["discount_code", *fields],
                    condition=Q(discount_code__isnull=False),
                    name=f"order_code_{name}",
                )
                for name, fields in {
                    "uses": ["status", "held_until"],
                    "newest": ["-created_at", "-id"],
                    "user": ["user"],
                    "email": ["email"],
                    "phone": ["phone"],
                }.items()
            ),
            models.Index(Upper("email"), name="order_email_any_case"),
            models.Index(Upper("tracking_number"), name="order_tracking"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=OrderStatus.values), name="order_status_known"),
            models.CheckConstraint(
                condition=Q(payment_status__in=OrderPaymentStatus.values), name="order_payment_status_known"
            ),
            models.CheckConstraint(
                condition=Q(prices_include_tax=False, total_paise=_PARTS)
                | Q(prices_include_tax=True, total_paise=_PARTS - F("shipping_tax_paise")),
                name="order_total_adds_up",
            ),
            models.CheckConstraint(
                condition=Q(seller_registration="", seller_state="", seller_gstin="")
                | (Q(seller_registration__in=get_args(Registration)) & ~Q(seller_state="")),
                name="order_seller_tax_known",
            ),
            # Who may not charge tax has charged none.
            models.CheckConstraint(
                condition=~Q(seller_registration__in=sorted(WITHOUT_TAX))
                | Q(tax_paise=0, shipping_tax_paise=0, prices_include_tax=True),
                name="order_without_tax",
            ),
            # Nothing, or what a payment provider takes.
            models.CheckConstraint(
                condition=Q(total_paise=0) | Q(total_paise__gte=SMALLEST_PAISE), name="order_total_payable"
            ),
            # Nobody pays for an order that costs nothing: it is confirmed where it is placed.
            models.CheckConstraint(
                condition=Q(total_paise__gt=0)
                | Q(payment_status=OrderPaymentStatus.PAID, paid_at__isnull=False, payment_id=""),
                name="order_free_needs_no_payment",
            ),
            # Nobody is sent anything for a trial.
            models.CheckConstraint(
                condition=Q(payment_trial="")
                | Q(
                    total_paise=SMALLEST_PAISE,
                    status__in=(OrderStatus.PENDING, OrderStatus.CANCELLED, OrderStatus.REFUNDED),
                    cash_on_delivery_at=None,
                ),
                name="order_trial_is_never_confirmed",
            ),
        ]

    def __str__(self) -> str:
        return self.order_id

    @property
    def topic(self) -> str:
        """The live topic of this order."""
        return f"order:{self.order_id}"

    def store(self, **columns: Any) -> None:
        """Set these columns of the locked row and save them."""
        for name, value in columns.items():
            setattr(self, name, value)
        self.save(update_fields=[*columns, "updated_at"])

    def bump(self, **columns: Any) -> None:
        """Set these columns, if any, with `updated_at`, and count the version up. The row must be locked."""
        super().bump(**columns, **({"updated_at": timezone.now()} if columns else {}))

    def move(self, new: OrderStatus, **columns: Any) -> bool:
        """Change the locked row's status, `status_at` and these columns; False when it is `new` already.

        Raises InvalidTransition.
        """
        now = timezone.now()
        return self.transition_to(new, status_at=now, updated_at=now, hold_network="", **columns)

    def move_back(self, earlier: OrderStatus) -> None:
        """Take back the last status change, which came from `earlier`. The row must be locked.

        Raises InvalidTransition.
        """
        now = timezone.now()
        self.take_back_transition(earlier, status_at=now, updated_at=now)

    @property
    def next_by_hand(self) -> list[OrderStatus]:
        """The statuses that staff may set next: TRANSITIONS without those set by money."""
        allowed = self.TRANSITIONS[self.status] - BY_MONEY
        return [status for status in OrderStatus if status in allowed]

    @property
    def seller_tax(self) -> SellerTax:
        """The seller as registered when it was placed: with the lines' rates, all that its tax came from."""
        if self.seller_state:
            return SellerTax(self.seller_registration, self.seller_state, self.seller_gstin)
        # Of a release that did not keep it, and charged tax whoever the seller was.
        tax = shop_at(self.created_at).tax
        return SellerTax("registered" if tax.gstin else "unset", tax.state, tax.gstin)

    def tax_of(self, paise: int, rate_basis_points: int, *, inclusive: bool) -> int:
        """Return the tax in an amount of the order, or on it unless `inclusive`, rounded like its lines."""
        interstate = not self.prices_include_tax or self.address.get("state", "") != self.seller_tax.state
        return sum(split_tax(paise, rate_basis_points, inclusive=inclusive, interstate=interstate))

    @property
    def goods_paise(self) -> int:
        """The sum of the lines as they are priced, before the discount: with tax where prices include it."""
        return self.subtotal_paise + (
            self.tax_paise - self.shipping_tax_paise if self.prices_include_tax else 0
        )

    @property
    def delivery_paise(self) -> int:
        """The charge of the delivery with its tax."""
        return self.shipping_paise + (0 if self.prices_include_tax else self.shipping_tax_paise)

    def positions(self) -> dict[int, int]:
        """Return the place of each line among the order's, counted from 1, by the line's key."""
        return {line.pk: position for position, line in enumerate(self.lines.all(), start=1)}

    def quantities(self) -> Counter[int]:
        """Return the quantity by product key, summed over the lines."""
        return self._count_pieces("quantity")

    def parcel_quantities(self) -> Counter[int]:
        """Return the quantity in the parcel by product key: of each line, ordered less withheld."""
        return self._count_pieces("parcel_quantity")

    def _count_pieces(self, name: str) -> Counter[int]:
        pieces: Counter[int] = Counter()
        for line in self.lines.all():
            pieces[line.product_id] += getattr(line, name)
        return pieces

    def link(self) -> str:
        """Return the private link; it opens the order without personal data for anybody who has it."""
        return f"{site_url()}/order/{self.order_id}?key={self.key}"

    @property
    def return_days(self) -> int:
        """Days to send something back: as promised when it was ordered, or now if that is more."""
        return max(each.returns.return_days for each in (shop_at(self.created_at), shop()))

    @property
    def trial_provider(self) -> str:
        """The provider whose keys a payment trial tries; '' for a purchase."""
        return self.payment_trial.partition(":")[0]

    @property
    def is_payable(self) -> bool:
        """Return whether the order is unpaid and not closed."""
        return self.status == OrderStatus.PENDING

    @property
    def is_proven(self) -> bool:
        """Return True when the order's buyer is known, not typed."""
        return self.proven_at is not None

    @property
    def is_free(self) -> bool:
        """Return True when there is nothing to pay: a discount covers all of it."""
        return self.total_paise == 0

    @property
    def awaits_cash(self) -> bool:
        """Return whether the courier has yet to collect the total."""
        over = (OrderStatus.CANCELLED, OrderStatus.RETURNED, OrderStatus.REFUNDED)
        return self.cash_on_delivery_at is not None and self.paid_at is None and self.status not in over

    @property
    def is_erased(self) -> bool:
        """Return whether there is no personal data of a buyer, or not any more."""
        return self.email == ERASED_EMAIL

    @property
    def pay_by(self) -> datetime | None:
        """Last moment to pay the order; None when it is not payable."""
        return self.created_at + UNPAID_LIFETIME if self.is_payable else None

    @property
    def promised_until(self) -> datetime | None:
        """Expiry of the live stock hold of an unpaid order; None without one."""
        live = self.is_payable and self.held_until is not None and self.held_until > timezone.now()
        return self.held_until if live else None

    def opens_with(self, key: str | None) -> bool:
        """Return whether this is the secret of the order's private link."""
        return key is not None and constant_time_compare(self.key, key)
