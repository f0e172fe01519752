"""The certificates of sold pieces: give one to a piece, take it back, free those of pieces that are back.

Lock order: the order first, then the certificate.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from project.catalog.actions.certificates import lock_certificate
from project.catalog.models import Certificate
from project.core.errors import Conflict, ErrorCode, NotFound
from project.events import audit
from project.orders.history import record
from project.orders.models import AT_THE_SHOP, Order, OrderLine, OrderStatus, PieceCertificate

# The parcel has left: a certificate goes with its piece.
WITH_CUSTOMER = frozenset(
    {OrderStatus.DISPATCHED, OrderStatus.OUT_FOR_DELIVERY, OrderStatus.SHIPPED, OrderStatus.DELIVERED}
)

_UNKNOWN = gettext_lazy("This product has no certificate with this number")
_VOID = gettext_lazy("This certificate was withdrawn")
_LEFT = gettext_lazy("The parcel has left, and the certificate with it. It can no longer be changed")
_UNPAID = gettext_lazy("Pieces get their certificates once the order is paid")
_CLOSED = gettext_lazy("This order is over: its pieces get no certificates any more")
_CHANGED = gettext_lazy(
    "Somebody changed the certificate of this piece meanwhile. Please look at it and decide again"
)
_SURPLUS = gettext_lazy(
    "A line has more certificates than pieces to send, as some are refunded. Please take back those of the "
    "pieces that stay here"
)
_ALL_GIVEN = gettext_lazy(
    "All pieces of this line that are sent have their certificates; the others are refunded"
)
_NOT_OF_RETURN = gettext_lazy(
    "Certificates go back on sale only with pieces that came back and can be sold again"
)


class CertificateRefused(Conflict):
    """The certificate cannot be given, changed or taken back; `text` says why."""

    code = ErrorCode.CERTIFICATE_REFUSED


def free_certificates(line: OrderLine) -> QuerySet[Certificate]:
    """Return the certificates of the line's product that can be given to a piece, the newest first."""
    given = PieceCertificate.objects.filter(certificate=OuterRef("pk"))
    return Certificate.objects.filter(~Exists(given), product=_certified(line), voided_at__isnull=True)


def _certified(line: OrderLine) -> int:
    """Return the key of the product whose certificates fit: a variant has those of its parent."""
    return line.product.parent_id or line.product_id


def given_certificates(order: Order) -> Sequence[PieceCertificate]:
    """Return the certificates of the order's pieces, by line and piece."""
    return list(
        PieceCertificate.objects.filter(line__order=order).select_related("certificate", "line__product")
    )


def certified_lines(order: Order) -> Sequence[OrderLine]:
    """Return the lines whose pieces get a certificate: their product has one, or its parent, not void."""
    of_product = Q(product=OuterRef("product")) | Q(product__variants=OuterRef("product"))
    valid = Certificate.objects.filter(of_product, voided_at__isnull=True)
    return list(order.lines.filter(Exists(valid)))


def missing_certificates(order: Order) -> int:
    """Return how many pieces in the parcel, of certified products, have no valid certificate yet."""
    pieces = sum(line.parcel_quantity for line in certified_lines(order))
    return pieces - sum(not row.certificate.is_void for row in given_certificates(order))


def require_no_surplus(order: Order) -> None:
    """Refuse the dispatch of a line with more certificates than pieces in the parcel.

    Which pieces stay is seen by whoever packs, so nobody else takes a certificate back.

    Raises CertificateRefused.
    """
    given = Counter(row.line_id for row in given_certificates(order))
    for line in order.lines.all():
        if given[line.pk] > line.parcel_quantity:
            raise _refused(f"{line}: {given[line.pk]} for {line.parcel_quantity} pieces", _SURPLUS)


def find_line(order: Order, position: int) -> OrderLine:
    """Return the line at this position, counted from 1. Raises NotFound."""
    lines = list(order.lines.all())
    if not 1 <= position <= len(lines):
        raise NotFound(f"{order}: line {position}")
    return lines[position - 1]


def set_certificate(
    order: Order, *, line: OrderLine, piece: int, number: str, seen: str | None, actor: str
) -> None:
    """Give the piece of the locked order this certificate, in place of what it has; idempotent.

    Until the dispatch a certificate can be replaced. After it only a piece without a valid one gets one: a
    number that was forgotten, or one for the replacement of a piece whose certificate was withdrawn. `seen`
    is the number that the caller's screen showed.

    Raises NotFound, CertificateRefused.
    """
    current = _find(line, piece)
    certificate = lock_certificate(number)
    if certificate is None or certificate.product_id != _certified(line):
        raise _refused(number, _UNKNOWN)
    if current is not None and current.certificate_id == certificate.pk:
        return
    _require_open(order)
    _require_seen(current, seen)
    if certificate.is_void:
        raise _refused(number, _VOID)
    _require_free(certificate)
    if current is None:
        if line.certificates.count() >= line.parcel_quantity:
            raise _refused(number, _ALL_GIVEN)
        PieceCertificate.objects.create(line=line, piece=piece, certificate=certificate)
    else:
        if order.status in WITH_CUSTOMER and not current.certificate.is_void:
            raise _refused(number, _LEFT)
        PieceCertificate.objects.filter(pk=current.pk).update(certificate=certificate)
    before = current.certificate.number if current else ""
    _record(order, "order.certificate_given", certificate.number, cause="staff", actor=actor)
    audit.record(
        "order.certificate_given",
        subject=order.topic,
        actor=actor,
        before={"certificate": before} if before else {},
        after={"certificate": certificate.number, "title": line.title_en, "piece": piece},
    )


def remove_certificate(order: Order, *, line: OrderLine, piece: int, seen: str | None, actor: str) -> None:
    """Take back the certificate of a piece of the locked order that is in the house; idempotent.

    Of an order cancelled on its way, or set to returned by hand, staff free the certificates by this, as they
    count its stock.

    Raises NotFound, CertificateRefused.
    """
    current = _find(line, piece)
    if current is None:
        return
    number = current.certificate.number
    if order.status in WITH_CUSTOMER:
        raise _refused(number, _LEFT)
    _require_seen(current, seen)
    current.delete()
    _record(order, "order.certificate_taken_back", number, cause="staff", actor=actor)
    audit.record(
        "order.certificate_taken_back",
        subject=order.topic,
        actor=actor,
        before={"certificate": number, "title": line.title_en, "piece": piece},
    )


def free_all(order: Order, *, cause: str, actor: str) -> None:
    """Free the certificates of the locked order, whose pieces never left."""
    _free(order, given_certificates(order), cause=cause, actor=actor)


def free_returned(
    order: Order, line: OrderLine, *, quantity: int, numbers: Collection[str], cause: str, actor: str
) -> None:
    """Free the certificates of `quantity` pieces of the locked order that are back and sold again.

    All pieces of a line bring all of its certificates; of some pieces, the caller names the `numbers`.

    Raises CertificateRefused for more certificates than pieces.
    """
    rows = list(line.certificates.select_related("certificate"))
    back = rows if quantity == line.sent else [row for row in rows if row.certificate.number in numbers]
    if len(back) > quantity:
        raise _refused(", ".join(numbers), _NOT_OF_RETURN)
    _free(order, back, cause=cause, actor=actor)


def _free(order: Order, rows: Sequence[PieceCertificate], *, cause: str, actor: str) -> None:
    PieceCertificate.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for row in rows:
        _record(order, "order.certificate_taken_back", row.certificate.number, cause=cause, actor=actor)


def _find(line: OrderLine, piece: int) -> PieceCertificate | None:
    if not 1 <= piece <= line.quantity:
        raise NotFound(f"{line}: piece {piece}")
    return line.certificates.select_related("certificate").filter(piece=piece).first()


def _require_open(order: Order) -> None:
    if order.status not in AT_THE_SHOP | WITH_CUSTOMER:
        text = _UNPAID if order.status == OrderStatus.PENDING else _CLOSED
        raise _refused(f"{order} is {order.status}", text)


def _require_seen(current: PieceCertificate | None, seen: str | None) -> None:
    now = current.certificate.number if current else ""
    if seen is not None and seen != now:
        raise _refused(f"{now or 'none'}, seen {seen or 'none'}", _CHANGED)


def _require_free(certificate: Certificate) -> None:
    given = PieceCertificate.objects.filter(certificate=certificate).select_related("line__order").first()
    if given is not None:
        order_id = given.line.order.order_id
        raise _refused(
            certificate.number,
            _("This certificate is already another piece’s, in order {order_id}").format(order_id=order_id),
        )


def _record(order: Order, name: str, number: str, *, cause: str, actor: str) -> None:
    order.bump()
    record(order, name, cause=cause, actor=actor, payload={"certificate": number})


def _refused(detail: str, text: str | Promise) -> CertificateRefused:
    return CertificateRefused(detail, errors={"number": ErrorCode.CERTIFICATE_REFUSED}, text=text)
