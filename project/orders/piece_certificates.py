"""Actions of staff on the certificates of an order's pieces, each under the order's lock."""

from django.db import transaction

from project.orders import certificates
from project.orders.actions import get_locked


@transaction.atomic
def give_certificate(
    order_id: str, *, line: int, piece: int, number: str, actor: str, seen: str | None = None
) -> None:
    """Give a piece its certificate, or another one; idempotent. `line` counts the order's lines from 1.

    Raises OrderNotFound, NotFound, CertificateRefused.
    """
    order = get_locked(order_id)
    found = certificates.find_line(order, line)
    certificates.set_certificate(order, line=found, piece=piece, number=number, seen=seen, actor=actor)


@transaction.atomic
def take_back_certificate(
    order_id: str, *, line: int, piece: int, actor: str, seen: str | None = None
) -> None:
    """Take back the certificate of a piece; idempotent.

    Raises OrderNotFound, NotFound, CertificateRefused.
    """
    order = get_locked(order_id)
    found = certificates.find_line(order, line)
    certificates.remove_certificate(order, line=found, piece=piece, seen=seen, actor=actor)
