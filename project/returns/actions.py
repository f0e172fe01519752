"""The verbs of a return: ask, withdraw, and what staff do with it.

Lock order: the order first, then the request.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from project.catalog.actions import stock
from project.core.errors import Conflict, ErrorCode, InvalidTransition, NotFound
from project.core.photos import NewPhotos, require_room
from project.events import audit
from project.orders import actions as orders
from project.orders import emails
from project.orders.certificates import free_returned
from project.orders.history import record
from project.orders.models import Order
from project.orders.unpaid_goods import require_money
from project.returns.models import (
    PHOTOS,
    Return,
    ReturnKind,
    ReturnLine,
    ReturnPhoto,
    ReturnReason,
    ReturnStatus,
)
from project.returns.rules import returnable
from project.returns.upward_calls import ReturnEvents

_OVER = _("The time in which this order could be sent back is over")
_TOO_MANY = _("Not that many pieces of this order can be sent back any more")
_NOT_SO_MANY = _("Not that many pieces came back")
_CUSTOM = _(
    "A piece made to your choice cannot be returned. If it is defective or incorrect, please ask for a "
    "replacement"
)


@contextmanager
def stored_photos(
    order: Order, *, kind: ReturnKind, pieces: Mapping[int, int], files: Sequence[IO[bytes]]
) -> Iterator[NewPhotos]:
    """Store the photos of how goods came, for `request_return` in the block; not inside a transaction.

    Raises NOT_RETURNABLE, TOO_MANY_PHOTOS, PhotoRefused, StorageUnavailable.
    """
    # Asked before photos are unfolded, and again under the lock.
    _choose(order, kind, pieces)
    require_room(files)
    with PHOTOS.stored(files) as photos:
        yield photos


@transaction.atomic
def request_return(
    order: Order,
    *,
    kind: ReturnKind,
    reason: ReturnReason,
    text: str,
    pieces: Mapping[int, int],
    photos: NewPhotos,
    actor: str,
) -> Return:
    """Ask to send back `pieces` (how many by the line's position), with `stored_photos` of how they came.

    Raises NOT_RETURNABLE.
    """
    locked = orders.get_locked(order.order_id)
    lines = _choose(locked, kind, pieces)
    request = Return.objects.create(order=locked, kind=kind, reason=reason, text=text)
    for line in lines:
        line.request = request
    ReturnLine.objects.bulk_create(lines)
    ReturnPhoto.keep(photos, request=request)
    _tell(locked, request, "requested", cause="customer", actor=actor)
    emails.return_requested(
        locked,
        return_id=request.return_id,
        replacement=kind == ReturnKind.REPLACEMENT,
        pieces={row.line: row.quantity for row in lines},
    )
    return request


@transaction.atomic
def withdraw(order: Order, return_id: str, *, actor: str) -> Return:
    """Take the request back for its customer; idempotent.

    Raises NotFound, and InvalidTransition once the goods are on their way.
    """
    locked = orders.get_locked(order.order_id)
    request = _lock_return(return_id)
    if request.order_id != locked.pk:
        raise NotFound(return_id)
    return _move(locked, request, ReturnStatus.WITHDRAWN, note="", cause="customer", actor=actor)


@transaction.atomic
def move_return(
    return_id: str,
    *,
    to: ReturnStatus,
    note: str,
    actor: str,
    sellable: Mapping[int, int] | None = None,
    certificates: Collection[str] = (),
    unpaid_reason: str = "",
) -> Return:
    """Move the request for a member of staff, with a word to its customer; idempotent.

    Once all that was sold is back, the order is "returned". Of goods that are back the `sellable` pieces, by
    the line's position, go on sale again, and their certificates are free again: `certificates` names them
    where not all pieces of a line are back. The pieces that replace others leave the stock, and where the
    order's money is all back only for an `unpaid_reason`, which is logged.

    Raises NotFound, InvalidTransition; NOT_RETURNABLE for more sellable pieces than came; CertificateRefused
    for more certificates than pieces; GOODS_NOT_PAID; OutOfStock when there is nothing to replace them with.
    """
    found = Return.objects.select_related("order").filter(return_id=return_id).first()
    if found is None:
        raise NotFound(return_id)
    order = orders.get_locked(found.order.order_id)
    request = _lock_return(return_id)
    before = request.status
    if to == ReturnStatus.REPLACED and request.kind != ReturnKind.REPLACEMENT:
        raise InvalidTransition(f"{request} is for its money")
    _move(order, request, to, note=note, cause="staff", actor=actor)
    if before == to:
        return request
    audit.record(
        "return.moved",
        subject=order.topic,
        actor=actor,
        before={"status": before},
        after={"status": to, "return": return_id},
        note=note,
    )
    if to == ReturnStatus.RECEIVED:
        _restock(order, request, sellable or {}, certificates, actor=actor)
        if request.kind == ReturnKind.RETURN and _all_is_back(order):
            orders.mark_returned(order, cause="staff", actor=actor)
        ReturnEvents.bound().after_received(request, by=actor)
    if to == ReturnStatus.REPLACED:
        require_money(order, step=str(to), actor=actor, unpaid_reason=unpaid_reason)
        pieces = Counter({row.line.product_id: -row.quantity for row in _rows_of(request)})
        _count(pieces, cause=f"replaced {return_id}", actor=actor)
    if to in (ReturnStatus.APPROVED, ReturnStatus.REJECTED):
        emails.return_decided(
            order,
            return_id=return_id,
            replacement=request.kind == ReturnKind.REPLACEMENT,
            approved=to == ReturnStatus.APPROVED,
            note=note,
        )
    return request


def _restock(
    order: Order, request: Return, sellable: Mapping[int, int], certificates: Collection[str], *, actor: str
) -> None:
    """Put pieces that are back on sale again, with their certificates."""
    positions = order.positions()
    came = {positions[row.line_id]: row for row in _rows_of(request)}
    pieces: Counter[int] = Counter()
    for position, quantity in sellable.items():
        row = came.get(position)
        if row is None or quantity > row.quantity:
            raise Conflict(
                f"{request}: {quantity} of line {position}", text=_NOT_SO_MANY, code=ErrorCode.NOT_RETURNABLE
            )
        pieces[row.line.product_id] += quantity
        free_returned(
            order, row.line, quantity=quantity, numbers=certificates, cause=f"returned {request}", actor=actor
        )
    _count(pieces, cause=f"returned {request}", actor=actor)


def _rows_of(request: Return) -> list[ReturnLine]:
    return list(request.lines.select_related("line"))


def _count(pieces: Mapping[int, int], *, cause: str, actor: str) -> None:
    """Change how many pieces there are in the house, by the product's key. Raises OutOfStock."""
    for pk, product in stock.lock_products(pieces).items():
        stock.set_on_hand(product, product.on_hand + pieces[pk], actor=actor, cause=cause)


def _choose(order: Order, kind: ReturnKind, pieces: Mapping[int, int]) -> list[ReturnLine]:
    """Return the lines to write. Raises NOT_RETURNABLE."""
    left = {found.position: found for found in returnable(order)}
    if not left:
        raise Conflict(f"{order}: nothing to return", text=_OVER, code=ErrorCode.NOT_RETURNABLE)
    if any(n not in left or not 1 <= quantity <= left[n].quantity for n, quantity in pieces.items()):
        raise Conflict(f"{order}: {dict(pieces)}", text=_TOO_MANY, code=ErrorCode.NOT_RETURNABLE)
    if not all(left[position].goes_back_as(kind) for position in pieces):
        raise Conflict(f"{order}: made to choice", text=_CUSTOM, code=ErrorCode.NOT_RETURNABLE)
    return [ReturnLine(line=left[position].line, quantity=n) for position, n in pieces.items()]


def _lock_return(return_id: str) -> Return:
    request = Return.objects.select_for_update().filter(return_id=return_id).first()
    if request is None:
        raise NotFound(return_id)
    return request


def _move(order: Order, request: Return, to: ReturnStatus, *, note: str, cause: str, actor: str) -> Return:
    if request.transition_to(to):
        request.status_at = timezone.now()
        request.note = note
        request.save(update_fields=["status_at", "note"])
        _tell(order, request, to, cause=cause, actor=actor)
    return request


def _tell(order: Order, request: Return, step: str, *, cause: str, actor: str) -> None:
    """Write it into the locked order's history: its page shows the request."""
    order.bump()
    payload = {"returnId": request.return_id, "kind": request.kind, "note": request.note}
    record(order, f"order.return_{step}", cause=cause, actor=actor, payload=payload)


def _all_is_back(order: Order) -> bool:
    back = ReturnLine.objects.filter(
        request__order=order, request__kind=ReturnKind.RETURN, request__status=ReturnStatus.RECEIVED
    )
    return sum(line.quantity for line in back) == sum(line.sent for line in order.lines.all())
