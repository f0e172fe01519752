"""The verbs of a claim: open, withdraw, and what staff do with it.

Lock order: the order first, then the payment it was paid with, then the claim.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from project.accounts import codes
from project.accounts.errors import SecondPersonNeeded
from project.accounts.models import CodePurpose, User
from project.accounts.staff_changes import require_approver
from project.core.bank_fields import masked_upi_id
from project.core.errors import Conflict, DomainError, ErrorCode, InvalidTransition, NotFound
from project.core.money import SMALLEST_PAISE, rupees
from project.core.photos import NewPhotos, require_room
from project.events import audit
from project.orders import actions as orders
from project.orders.history import record
from project.orders.models import Order, OrderStatus
from project.payments.models import (
    MovementKind,
    Payment,
    Refund,
    RefundReason,
    RefundStatus,
)
from project.payments.refunds.lines import line_amounts
from project.payments.refunds.requests import approve_refund, request_refund
from project.payments.shared.ledger import enter_compensation
from project.returns.claims import emails
from project.returns.claims.rules import (
    Amounts,
    amounts_of,
    claimable,
    needs_second_person,
    promised_factor,
)
from project.returns.models.claim import (
    GRANTED,
    OPEN,
    PHOTOS,
    Claim,
    ClaimPhoto,
    ClaimStatus,
)
from project.returns.rules import OpenPieces

_NOT_DELIVERED = _("Only pieces of a delivered order can be claimed")
_NOT_PROMISED = _("Nothing is promised for this at present")
_TOO_MANY = _("Not that many pieces of this order can be claimed")
_NOTHING_PAID = _("Nothing was paid for these pieces")


@contextmanager
def stored_photos(
    order: Order, *, position: int, quantity: int, files: Sequence[IO[bytes]]
) -> Iterator[NewPhotos]:
    """Store the photos of a laboratory's report, for `open_claim` in the block; not inside a transaction.

    Raises NOT_CLAIMABLE, TOO_MANY_PHOTOS, PhotoRefused, StorageUnavailable.
    """
    # Asked before photos are unfolded, and again under the lock.
    _choose(order, position, quantity)
    assert files, "the form asks for a photo of the report"
    require_room(files)
    with PHOTOS.stored(files) as photos:
        yield photos


@codes.commits_refusals
def require_code(order: Order, *, code: str, keep: bool = False) -> None | DomainError:
    """Use up the code that was sent to the order's address to say where money goes; `keep` only checks it.

    A wrong try stays counted if no transaction is around it. Raises CodeExpired, CodeWrong, CodeTooMany.
    """
    return codes.spend(purpose=CodePurpose.PAYOUT, email=order.email, code=code, keep=keep)


@transaction.atomic
def open_claim(
    order: Order, *, position: int, quantity: int, text: str, pay_to: str, photos: NewPhotos, actor: str
) -> Claim:
    """Claim that pieces of the order's line at `position` (from 1) are fake; `photos` show the report.

    `text` says what the laboratory found, `pay_to` is the customer's UPI id for what no refund can carry; the
    caller has required the code for it.

    Raises NOT_CLAIMABLE.
    """
    locked = orders.get_locked(order.order_id)
    chosen = _choose(locked, position, quantity)
    claim = Claim.objects.create(
        order=locked,
        line=chosen.line,
        quantity=quantity,
        text=text,
        pay_to=pay_to,
        factor=promised_factor(locked),
    )
    ClaimPhoto.keep(photos, claim=claim)
    _tell(claim, "opened", cause="customer", actor=actor, payTo=masked_upi_id(pay_to))
    emails.claim_opened(claim)
    return claim


@transaction.atomic
def withdraw_claim(order: Order, claim_id: str, *, actor: str) -> Claim:
    """Take the claim back for its customer; idempotent.

    Raises NotFound, and InvalidTransition once anybody has decided about it.
    """
    locked = orders.get_locked(order.order_id)
    claim = _lock_claim(claim_id, locked)
    claim.pay_to = ""
    if _move(claim, ClaimStatus.WITHDRAWN):
        _tell(claim, "withdrawn", cause="customer", actor=actor)
    return claim


@transaction.atomic
def approve_claim(claim_id: str, *, note: str, user: User) -> Claim:
    """Agree for a member of staff that the claim is right; idempotent for whoever decided it.

    The price goes back by a refund, the rest is set aside for a bank transfer. Where `needs_second_person`
    says so, the first approval only proposes it, and another person's does it. `note` is for the customer; a
    blank one leaves what the first person wrote.

    Raises NotFound, InvalidTransition, SecondPersonNeeded for the one who claims it, NOT_CLAIMABLE where
    nothing was paid for the pieces, else as `require_approver`.
    """
    claim, payment = _lock(claim_id)
    if claim.status in GRANTED and claim.decided_by_id == user.pk:
        return claim
    if claim.status not in OPEN:
        raise InvalidTransition(f"{claim} is {claim.status}")
    if user.pk == claim.order.user_id:
        raise SecondPersonNeeded(str(claim))
    if claim.proposed_by is not None:
        require_approver(user, requested_by=claim.proposed_by)
    amounts = amounts_of(claim)
    if payment is None or not amounts.due:
        raise Conflict(f"{claim}: nothing was paid", text=_NOTHING_PAID, code=ErrorCode.NOT_CLAIMABLE)
    claim.note = note or claim.note
    if claim.proposed_by is None and needs_second_person(claim, payment):
        claim.proposed_by = user
        _move(claim, ClaimStatus.APPROVAL)
        _log(claim, "proposed", user, before=ClaimStatus.OPENED, due=rupees(amounts.due))
        return claim
    _grant(claim, amounts, payment, user)
    return claim


def _grant(claim: Claim, amounts: Amounts, payment: Payment, user: User) -> None:
    """Give back the price of the locked claim and set the rest aside; `user` has the last word."""
    before = claim.status
    claim.refund, unsent_paise = _give_back(claim, payment, user)
    claim.due_paise = amounts.due
    # Refunds count a line's pieces in another order, which may make a paisa's difference.
    claim.transfer_paise = min(amounts.due, amounts.due - amounts.paid + unsent_paise)
    claim.decided_by = user
    _move(claim, ClaimStatus.APPROVED)
    _log(claim, "approved", user, before=before, due=rupees(amounts.due))
    emails.claim_decided(claim)
    if claim.transfer_paise:
        enter_compensation(
            MovementKind.COMPENSATED, claim.transfer_paise, reference=claim.claim_id, payment=payment
        )
    else:
        _move(claim, ClaimStatus.PAID)


def _give_back(claim: Claim, payment: Payment, user: User) -> tuple[Refund | None, int]:
    """Refund the price of the pieces, as far as it was not given back before; None where nothing can go.

    The second is what is too little to be sent that way, in paise.
    """
    pieces = {claim.order.positions()[claim.line_id]: claim.quantity}
    owed = min(
        sum(line["amountPaise"] for line in line_amounts(claim.order, pieces)), payment.refundable_paise
    )
    amount = _sendable(owed, payment.refundable_paise)
    if not amount:
        return None, owed
    asker = claim.proposed_by or user
    refund = request_refund(
        payment.pk,
        amount_paise=amount,
        reason=RefundReason.CUSTOMER_REQUEST,
        user=asker,
        pieces=pieces,
        is_owed=True,
        request_key=claim.claim_id,
        notes=claim.claim_id,
    )
    if refund.status == RefundStatus.APPROVAL and asker != user:
        refund = approve_refund(refund.pk, user=user)
    return refund, owed - amount


def _sendable(owed_paise: int, refundable_paise: int) -> int:
    """Return how much of what is owed the provider moves: neither it nor what stays may be too little."""
    stays = refundable_paise - owed_paise
    if 0 < stays < SMALLEST_PAISE:
        owed_paise = refundable_paise - SMALLEST_PAISE
    return owed_paise if owed_paise >= SMALLEST_PAISE else 0


@transaction.atomic
def decline_claim(claim_id: str, *, note: str, user: User) -> Claim:
    """Say no to a claim; `note` tells its customer why. Idempotent for whoever decided it.

    Raises NotFound, InvalidTransition.
    """
    claim, _ = _lock(claim_id)
    before = claim.status
    if before == ClaimStatus.DECLINED and claim.decided_by_id == user.pk:
        return claim
    if before not in OPEN:
        raise InvalidTransition(f"{claim} is {before}")
    claim.note = note
    claim.decided_by = user
    claim.pay_to = ""
    _move(claim, ClaimStatus.DECLINED)
    _log(claim, "declined", user, before=before)
    emails.claim_decided(claim)
    return claim


@transaction.atomic
def pay_claim(claim_id: str, *, bank_reference: str, user: User) -> Claim:
    """Note that the transfer was made; `bank_reference` is by what the bank finds it. Idempotent.

    Raises NotFound; InvalidTransition unless it is approved, also when it was paid by another reference.
    """
    claim, payment = _lock(claim_id)
    if claim.status == ClaimStatus.PAID and claim.bank_reference == bank_reference:
        return claim
    if claim.status != ClaimStatus.APPROVED or not claim.transfer_paise or payment is None:
        raise InvalidTransition(f"{claim} is {claim.status}")
    claim.bank_reference = bank_reference
    _move(claim, ClaimStatus.PAID)
    enter_compensation(MovementKind.PAID_OUT, claim.transfer_paise, reference=claim.claim_id, payment=payment)
    _log(claim, "paid", user, before=ClaimStatus.APPROVED, bankReference=bank_reference)
    emails.claim_paid(claim)
    return claim


def _choose(order: Order, position: int, quantity: int) -> OpenPieces:
    """Return the line to claim. Raises NOT_CLAIMABLE."""
    if order.status != OrderStatus.DELIVERED:
        raise Conflict(f"{order} is {order.status}", text=_NOT_DELIVERED, code=ErrorCode.NOT_CLAIMABLE)
    if promised_factor(order) < 1:
        raise Conflict("no money back is promised", text=_NOT_PROMISED, code=ErrorCode.NOT_CLAIMABLE)
    found = next((left for left in claimable(order) if left.position == position), None)
    if found is None or not 1 <= quantity <= found.quantity:
        raise Conflict(
            f"{order}: {quantity} of line {position}", text=_TOO_MANY, code=ErrorCode.NOT_CLAIMABLE
        )
    return found


def _lock(claim_id: str) -> tuple[Claim, Payment | None]:
    """Lock the claim's order, the payment whose money it was confirmed with, and the claim."""
    found = Claim.objects.select_related("order").filter(claim_id=claim_id).first()
    if found is None:
        raise NotFound(claim_id)
    order = orders.get_locked(found.order.order_id)
    payment = order.payments.select_for_update(of=("self",)).filter(fulfils=True).first()
    if payment is not None:
        payment.order = order
    return _lock_claim(claim_id, order), payment


def _lock_claim(claim_id: str, order: Order) -> Claim:
    """Lock a claim of the locked order. Raises NotFound."""
    claims = Claim.objects.select_for_update(of=("self",)).select_related("line")
    claim = claims.filter(claim_id=claim_id, order=order).first()
    if claim is None:
        raise NotFound(claim_id)
    claim.order = claim.line.order = order
    return claim


def _move(claim: Claim, to: ClaimStatus) -> bool:
    """Save the locked claim and move it; False when it is there already. Raises InvalidTransition."""
    if claim.status != to:
        # First the rest: the database wants amounts and reference before the status that has them.
        claim.status_at = timezone.now()
        claim.save()
    return claim.transition_to(to)


def _tell(claim: Claim, step: str, *, cause: str, actor: str, **more: str) -> None:
    """Write it into the locked order's history: its page shows the claim."""
    claim.order.bump()
    # The note is about the decision; once is enough.
    payload = {"claimId": claim.claim_id, "note": "" if step == "paid" else claim.note, **more}
    record(claim.order, f"order.claim_{step}", cause=cause, actor=actor, payload=payload)


def _log(claim: Claim, step: str, user: User, *, before: str, **facts: float | str) -> None:
    """Write a step of staff into the order's history, and into the log of what staff do."""
    _tell(claim, step, cause="staff", actor=user.subject)
    audit.record(
        f"claim.{step}",
        subject=claim.order.topic,
        actor=user.subject,
        before={"status": before},
        after={"status": claim.status, "claim": claim.claim_id, **facts},
        note=claim.note,
    )
