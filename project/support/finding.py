"""Find whom somebody means, by whatever they have at hand: ids, a bank's reference, a phone, a name."""

import re
from collections.abc import Iterable

from django.db.models import BooleanField, Func, Q, Value
from django.db.models.fields import BinaryField

from project.accounts.models import Role, User
from project.orders.models import Order
from project.payments.models import Payment, Refund, WebhookMessage

# More than anybody looks through; a longer text finds fewer.
FOUND = 20
# A bank's reference of a payment, which only the provider's message names: digits, or letters and digits.
_BANK_REFERENCE = re.compile(r"[A-Za-z0-9]{10,40}")
_MESSAGES_SEARCHED = 20_000


class _Holds(Func):
    """Whether a body holds some bytes; each engine has its own word for it."""

    function = "instr"
    output_field = BooleanField()
    template = "(%(function)s(%(expressions)s) > 0)"
    arity = 2

    def as_postgresql(self, compiler, connection, **context):  # type: ignore[no-untyped-def]
        """Return the expression for Postgres."""
        return super().as_sql(compiler, connection, function="position", arg_joiner=" in ", **context)


def orders_like(text: str) -> list[Order]:
    """Return the orders that this may mean, the newest first; an exact id before all else."""
    text = text.strip()
    if not text:
        return []
    exact = _by_id(text)
    if exact:
        return exact
    digits = re.sub(r"\D", "", text)
    wanted = Q(name__icontains=text) | Q(email__icontains=text)
    if len(digits) >= 4 and re.fullmatch(r"[\d\s+()-]+", text):
        # +91 98765 43210, 09876543210: the last ten are the number.
        wanted |= Q(phone__endswith=digits[-10:])
    found = list(Order.objects.filter(wanted).order_by("-pk")[:FOUND])
    return found or _by_message(text)


def _by_id(text: str) -> list[Order]:
    payments = Payment.objects.filter(
        Q(transaction_id__iexact=text) | Q(provider_order_id__iexact=text) & ~Q(provider_order_id="")
    ).values("order")
    refunds = Refund.objects.filter(
        Q(refund_id__iexact=text) | Q(provider_refund_id__iexact=text) | Q(bank_reference__iexact=text)
    ).values("payment__order")
    wanted = (
        Q(order_id__iexact=text)
        | Q(pk__in=payments)
        | Q(pk__in=refunds)
        | Q(tracking_number__iexact=text)
        | Q(returns__return_id__iexact=text)
        | Q(documents__number__iexact=text)
    )
    return list(Order.objects.filter(wanted).distinct().order_by("-pk")[:FOUND])


def _by_message(text: str) -> list[Order]:
    """Return the orders whose payments the provider's messages name together with this reference."""
    if not (_BANK_REFERENCE.fullmatch(text) and any(letter.isdigit() for letter in text)):
        return []
    newest = WebhookMessage.objects.order_by("-pk").values_list("pk", flat=True)[:_MESSAGES_SEARCHED]
    oldest = list(newest)[-1:]
    value = Value(f'"{text}"'.encode(), output_field=BinaryField())
    messages = WebhookMessage.objects.filter(pk__gte=oldest[0] if oldest else 0, payment__isnull=False)
    holding = messages.annotate(holds=_holding(value)).filter(holds=True)
    return list(
        Order.objects.filter(payments__in=holding.values("payment")).distinct().order_by("-pk")[:FOUND]
    )


def _holding(value: Value) -> Func:
    from django.db import connection

    # "position(part in whole)" and "instr(whole, part)" take their two the other way round.
    if connection.vendor == "postgresql":
        return _Holds(value, "body")
    return _Holds("body", value)


def people_like(text: str, *, besides: Iterable[Order]) -> list[User]:
    """Return the customers with an account that this may mean and that none of these orders shows."""
    text = text.strip()
    if not text:
        return []
    shown = {order.user_id for order in besides if order.user_id}
    digits = re.sub(r"\D", "", text)
    wanted = Q(public_id__iexact=text) | Q(name__icontains=text) | Q(email__icontains=text)
    if len(digits) >= 4:
        wanted |= Q(phone__endswith=digits[-10:])
    people = User.objects.filter(wanted, role=Role.CUSTOMER, is_active=True).exclude(pk__in=shown)
    return list(people.order_by("-pk")[:FOUND])
