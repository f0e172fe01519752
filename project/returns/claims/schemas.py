"""Request and response schemas of claims."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from project.accounts.models import User
from project.accounts.schemas.fields import Code
from project.accounts.staff_schemas import name_of
from project.core.bank_fields import BankReference, UpiId
from project.core.messages import field_error
from project.core.money import rupees, rupees_or_none
from project.core.rights import Right
from project.core.schemas import ApiModel, Note, PageNumber, Pagination, StaffIn
from project.orders.after_sales_schemas import CanClaimOut, ClaimOut
from project.orders.models import Order
from project.returns.claims.rules import amounts_of, claimable, needs_second_person, promised_factor
from project.returns.models.claim import (
    GRANTED,
    MAX_TEXT,
    OPEN,
    WAITING,
    Claim,
    ClaimStatus,
)
from project.returns.schemas import Item, counted_of_order

Decision = Literal["approve", "decline"]
Step = Literal["approve", "decline", "pay"]


def _not_blank(text: str) -> str:
    """Return the text without blanks around it. Raises PydanticCustomError when nothing is left."""
    text = text.strip()
    if not text:
        raise field_error("Please write what the laboratory found")
    return text


class ClaimIn(ApiModel):
    """A claim, as the fields of a form with photos of the report; `item` is "line:pieces"."""

    item: Item
    # What the laboratory found.
    text: Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(_not_blank)]
    # The UPI id for what no refund can carry, and the code that was sent to the order's address for it.
    pay_to: UpiId
    code: Code

    def pieces(self) -> tuple[int, int]:
        """Return the line's position, from 1, and how many of its pieces."""
        position, _, quantity = self.item.partition(":")
        return int(position), int(quantity)


class ClaimDecisionIn(StaffIn):
    """Decision of staff about a claim; declining one needs a reason."""

    decision: Decision
    note: Note = ""

    @model_validator(mode="after")
    def _refusal_needs_reason(self) -> "ClaimDecisionIn":
        if self.decision == "decline" and not self.note:
            raise PydanticCustomError("required", "who declines says why")
        return self


class ClaimPaidIn(StaffIn):
    """By what the bank finds the transfer that was made (UTR)."""

    bank_reference: BankReference


class ClaimQuery(ApiModel):
    """Filter of the claims shown to staff."""

    status: ClaimStatus | None = None
    order_id: str = Field(default="", max_length=20)
    page: PageNumber = 1
    limit: int = Field(default=20, ge=1, le=50)


class ClaimRow(ClaimOut):
    """A claim with its order, for staff; `payTo` is blank for those who send no money.

    `paid` is what was paid for the pieces, `wouldBeDue` what is owed for them once it is approved.
    """

    order_id: str
    customer: str
    order_at: datetime
    title: str
    paid: float
    would_be_due: float
    # Whether one approval is not enough; the names are empty as long as nobody has.
    needs_second_person: bool
    proposed_by: str
    # The public id of who approved first; null as long as nobody has.
    proposed_by_id: str | None
    decided_by: str
    # What the caller may do with it now.
    next: list[Step]


class ClaimData(ApiModel):
    """`data` of one claim."""

    claim: ClaimRow


class ClaimPage(ApiModel):
    """Claims for staff, the oldest first."""

    claims: list[ClaimRow]
    pagination: Pagination


def of_order(order: Order) -> Mapping[str, Any]:
    """Return what an order's page says about claims that a piece is fake."""
    left = claimable(order)
    can_claim = None
    if left:
        can_claim = CanClaimOut.model_validate({"factor": promised_factor(order), "items": left})
    claims = order.claims.select_related("refund").prefetch_related("photos", "order__lines")
    return {"can_claim": can_claim, "claims": [_claim_out(claim) for claim in claims]}


def waiting_of_order() -> Combinable:
    """Return how many claims of an order wait for the shop, as a column of the order."""
    return counted_of_order(Claim.objects.filter(status__in=WAITING))


def with_rows(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Return the claims with all that their rows show, however many they are."""
    people_and_goods = claims.select_related("order", "line__order", "refund", "proposed_by", "decided_by")
    return people_and_goods.prefetch_related(
        "photos", "line__claims", "order__lines", "order__claims", "order__payments"
    )


def claim_row(claim: Claim, *, user: User, language: str) -> ClaimRow:
    """Return a claim, read by `with_rows`, as this member of staff sees it."""
    order = claim.order
    sends_money = Right.REFUNDS in user.rights
    amounts = amounts_of(claim)
    payment = next((payment for payment in order.payments.all() if payment.fulfils), None)
    two = claim.proposed_by is not None or (claim.status in OPEN and needs_second_person(claim, payment))
    shown = _claim_out(claim).model_dump() | {
        "note": claim.note,
        "pay_to": claim.pay_to if sends_money else "",
    }
    return ClaimRow(
        **shown,
        order_id=order.order_id,
        customer=order.name,
        order_at=order.created_at,
        title=claim.line.full_title(language),
        paid=rupees(amounts.paid),
        would_be_due=rupees(amounts.due),
        needs_second_person=two,
        proposed_by=name_of(claim.proposed_by),
        proposed_by_id=claim.proposed_by.public_id if claim.proposed_by else None,
        decided_by=name_of(claim.decided_by),
        next=_steps(claim, user) if sends_money else [],
    )


def _steps(claim: Claim, user: User) -> list[Step]:
    """Return what somebody who may send money can do with the claim now."""
    if claim.status == ClaimStatus.APPROVED:
        return ["pay"]
    if claim.status not in OPEN:
        return []
    is_their_own = user.pk in (claim.proposed_by_id, claim.order.user_id)
    return ["decline"] if is_their_own else ["approve", "decline"]


def _claim_out(claim: Claim) -> ClaimOut:
    is_granted = claim.status in GRANTED
    derived = {
        "line": claim.order.positions()[claim.line_id],
        # What one of two people wrote is no decision yet.
        "note": "" if claim.status == ClaimStatus.APPROVAL else claim.note,
        "photos": claim.photos,
        "due": rupees_or_none(claim.due_paise),
        "refund": rupees(claim.refund.amount_paise if claim.refund else 0) if is_granted else None,
        "transfer": rupees_or_none(claim.transfer_paise),
        "can_withdraw": ClaimStatus.WITHDRAWN in Claim.TRANSITIONS[claim.status],
    }
    return ClaimOut.model_validate(vars(claim) | derived)
