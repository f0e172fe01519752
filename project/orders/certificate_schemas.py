"""Schemas of the certificates that staff give to the pieces of an order."""

from collections import Counter
from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field

from project.catalog.models import Certificate
from project.catalog.schemas.certificates import Grams
from project.core.schemas import ApiModel, StaffIn
from project.orders import certificates
from project.orders.models import AT_THE_SHOP, Order

# Of the free certificates; an older number is typed.
MAX_CHOICES = 50


class AdminPiece(ApiModel):
    """One piece of a line and its certificate; the number is empty without one."""

    piece: int
    certificate: str
    is_void: bool
    # What staff may do now.
    can_give: bool
    can_take_back: bool


class CertifiedLine(ApiModel):
    """A line whose pieces get certificates; `line` counts the order's lines from 1."""

    line: int
    pieces: list[AdminPiece]


class FreeCertificate(ApiModel):
    """A certificate that a piece can be given; `weight` in grams."""

    number: str
    mukhi: int | None
    weight: Grams
    issued_on: date


class FreeCertificates(ApiModel):
    """The certificates that a line's pieces can be given, the newest first."""

    certificates: list[FreeCertificate]


class PieceCertificateIn(StaffIn):
    """The certificate's number; `seen`, the one that the screen showed, finds a colleague's change."""

    number: Annotated[str, Field(min_length=1, max_length=40), AfterValidator(str.strip)]
    seen: Annotated[str, Field(max_length=40)] | None = None


def certified_lines(order: Order) -> list[CertifiedLine]:
    """Return the lines of the order whose pieces get certificates, or have some."""
    given = {(row.line_id, row.piece): row.certificate for row in certificates.given_certificates(order)}
    counts = Counter(line for line, _ in given)
    shown = {line.pk for line in certificates.certified_lines(order)} | {line for line, _ in given}
    return [
        CertifiedLine(
            line=position,
            pieces=[
                _piece(order, piece, given.get((line.pk, piece)), free=line.parcel_quantity - counts[line.pk])
                for piece in range(1, line.quantity + 1)
            ],
        )
        for position, line in enumerate(order.lines.all(), start=1)
        if line.pk in shown
    ]


def free_certificates(order: Order, position: int) -> FreeCertificates:
    """Return the certificates that the pieces of the line at this position can be given.

    Raises NotFound.
    """
    found = certificates.free_certificates(certificates.find_line(order, position))
    return FreeCertificates(certificates=[FreeCertificate.model_validate(row) for row in found[:MAX_CHOICES]])


def _piece(order: Order, piece: int, given: Certificate | None, *, free: int) -> AdminPiece:
    left = order.status in certificates.WITH_CUSTOMER
    return AdminPiece(
        piece=piece,
        certificate=given.number if given else "",
        is_void=given is not None and given.is_void,
        can_give=(given is not None or free > 0)
        and (order.status in AT_THE_SHOP or (left and (given is None or given.is_void))),
        can_take_back=given is not None and not left,
    )
