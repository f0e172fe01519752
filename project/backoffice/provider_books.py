"""Our books against the provider's: the same money in, the same money out, and nothing twice."""

from collections.abc import Iterator, Mapping

from django.db.models import Case as CaseOf
from django.db.models import Count, F, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from project.core.models import Mail
from project.events.models import Event
from project.invoices.models import Document, DocumentKind, DueDocument
from project.orders.models import Order
from project.payments import actions
from project.payments.models import CAPTURED, Case, Payment, Refund, RefundStatus


def differences(*, paid: Mapping[str, int], returned: Mapping[str, int]) -> Iterator[str]:
    """Name what does not agree; `paid` and `returned` are the provider's own sums, in paise by our ids."""
    yield from actions.prove_books()
    captured = Payment.objects.filter(status__in=CAPTURED).values_list("transaction_id", "captured_paise")
    yield from _pairs("paid", dict(captured), paid)
    done = Refund.objects.filter(status=RefundStatus.DONE).values_list("refund_id", "amount_paise")
    yield from _pairs("returned", dict(done), returned)
    yield from _forgotten()
    yield from _twice()
    yield from _invoices()


def _pairs(what: str, ours: Mapping[str, int], theirs: Mapping[str, int]) -> Iterator[str]:
    for name in sorted(ours.keys() | theirs.keys()):
        if ours.get(name, 0) != theirs.get(name, 0):
            here, there = ours.get(name, 0), theirs.get(name, 0)
            yield f"{name}: {what} {here} paise here, {there} at the provider"


def _forgotten() -> Iterator[str]:
    """Money without a valid order is on its way back, or a person is shown it."""
    for payment in Payment.objects.filter(status__in=CAPTURED).select_related("order"):
        valid = payment.fulfils and payment.order.status not in ("cancelled", "returned")
        # A case that only waits for a refund is no answer where no refund is promised.
        shown = Case.objects.filter(payment=payment, closed_at=None).exclude(proposal="wait")
        if not (valid or payment.refundable_paise == 0 or shown.exists()):
            yield f"{payment}: {payment.refundable_paise} paise without a valid order, and nobody is told"


def _twice() -> Iterator[str]:
    confirmed = Event.objects.filter(name="order.confirmed").values_list("subject")
    for subject, times in confirmed.annotate(times=Count("pk")).filter(times__gt=1):
        yield f"{subject}: confirmed {times} times"
    told = Mail.objects.filter(kind="payment_received").values_list("reference")
    for reference, times in told.annotate(times=Count("pk")).filter(times__gt=1):
        yield f"{reference}: told {times} times that it is paid"


def _invoices() -> Iterator[str]:
    """A paid order has one invoice, printed or still due; one with a number and no PDF yet is still due.

    One statement, so that an invoice printed meanwhile is not missed in one place and not yet in the other.
    """
    invoices = Document.objects.filter(order=OuterRef("pk"), kind=DocumentKind.INVOICE)
    due = DueDocument.objects.filter(order=OuterRef("pk"), refund=None)
    orders = Order.objects.annotate(
        printed=_how_many(invoices.filter(file__isnull=False)), due=_how_many(due)
    ).annotate(wanted=CaseOf(When(paid_at=None, then=0), default=1))
    wrong = orders.exclude(wanted=F("printed") + F("due")).order_by("pk")
    for row in wrong.values_list("order_id", "printed", "due", "wanted", named=True):
        yield f"{row.order_id}: {row.printed} invoices printed and {row.due} due, wanted {row.wanted}"


def _how_many(rows: QuerySet[Document] | QuerySet[DueDocument]) -> Coalesce:
    counted = rows.order_by().values("order").annotate(times=Count("pk")).values("times")
    return Coalesce(Subquery(counted), 0)
