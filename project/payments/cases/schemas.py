"""Schemas of cases for staff; GET and the live topic answer the same."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Literal

from django.db.models import Q, QuerySet
from pydantic import AfterValidator, Field

from project.accounts.staff_schemas import PersonName
from project.core.identifiers import typed_id
from project.core.limits import MAX_NOTE
from project.core.lists import bounded_count, newest_keys, page_of
from project.core.money import rupees
from project.core.schemas import (
    ApiModel,
    BoundedPagination,
    SearchText,
    StaffIn,
    StaffPageQuery,
)
from project.orders.models import Order
from project.payments.models import PAYOUT_KINDS, STATEMENT_KINDS, Case, CaseKind, Payment, Proposal

# Proposals that are a step a person can take here.
_STEPS = (Proposal.REFUND, Proposal.REFUND_AGAIN, Proposal.APPROVE, Proposal.ASK_PROVIDER)


class CaseRow(ApiModel):
    """One case: what does not fit, what we propose, and how it ended."""

    id: str = Field(validation_alias="case_id", serialization_alias="_id")
    kind: CaseKind
    proposal: Proposal
    can_act: bool
    transaction_id: str | None
    order_id: str | None
    refund_id: str | None
    # The public id of who requested the refund: somebody else has to approve it.
    requested_by_id: str | None
    customer_name: str | None
    # What should have come or gone, and what the provider says did; rupees.
    expected_amount: float | None
    amount: float | None
    currency: str
    provider_state: str
    error_code: str
    # Words for a person where numbers do not say enough.
    details: list[str]
    opened_at: datetime
    closed_at: datetime | None
    closed_by: PersonName | None
    # The rule that closed it by itself: "settled", "refunded", "decided", "balanced".
    closed_rule: str
    closed_notes: str
    version: int


class CaseStatistics(ApiModel):
    """Number of open cases."""

    open: int


class CaseQuery(StaffPageQuery):
    """Filters and page of the cases."""

    status: Literal["open", "closed", ""] = "open"
    kind: CaseKind | Literal[""] = ""
    # "statement": only what a settlement report brought up; "payout": only what the bank's statement did.
    about: Literal["statement", "payout", ""] = ""
    search: Annotated[SearchText, AfterValidator(str.strip)] = ""

    def condition(self) -> Q:
        """Return the filter for the table, without the search."""
        wanted = Q()
        if self.status:
            wanted &= Q(closed_at__isnull=self.status == "open")
        if self.kind:
            wanted &= Q(kind=self.kind)
        if self.about:
            wanted &= Q(kind__in=STATEMENT_KINDS if self.about == "statement" else PAYOUT_KINDS)
        return wanted

    def found(self) -> tuple[QuerySet[Case], int, bool]:
        """Return the page, newest first, the number of cases that match, and whether there are more."""
        matching = Case.objects.filter(self.condition(), opened_at__lte=self.as_of)
        if self.search:
            parts = list(_search_parts(matching, self.search))
            keys, has_more = newest_keys(matching, parts, self.search, "opened_at")
            return with_all(Q(pk__in=keys[self.rows()])), len(keys), has_more
        total, has_more = bounded_count(matching)
        page = page_of(matching, "-opened_at", "-pk", page=self.page, limit=self.limit)
        return with_all(Q(pk__in=page.values("pk"))), total, has_more


def _search_parts(cases: QuerySet[Case], text: str) -> Iterator[QuerySet[Case]]:
    """Yield the cases that the text finds: by themselves, and by their order."""
    typed = typed_id(text)
    yield cases.filter(
        Q(case_id=typed)
        | Q(subject__icontains=text)
        | Q(payment__in=Payment.objects.filter(transaction_id=typed).values("pk"))
    )
    orders = Order.objects.search(text).filter(Q(order_id=typed) | Q(email__icontains=text))
    yield cases.filter(payment__in=Payment.objects.filter(order__in=orders.values("pk")).values("pk"))


class CaseList(ApiModel):
    """`data` of the list of cases, newest first."""

    cases: list[CaseRow]
    pagination: BoundedPagination
    statistics: CaseStatistics


class CaseData(ApiModel):
    """`data` of one case."""

    case: CaseRow


class CaseCloseIn(StaffIn):
    """The reason for closing a case without the proposed step."""

    notes: Annotated[str, AfterValidator(str.strip), Field(min_length=3, max_length=MAX_NOTE)]


def case_row(case: Case) -> CaseRow:
    """Return a case as staff see it; payment, order, refund and closer should be prefetched."""
    facts, payment = case.facts, case.payment
    requester = case.refund.requested_by if case.refund else None
    return CaseRow.from_row(
        case,
        can_act=case.closed_at is None and case.proposal in _STEPS,
        transaction_id=payment.transaction_id if payment else None,
        order_id=payment.order.order_id if payment else None,
        refund_id=case.refund.refund_id if case.refund else facts.get("refundId"),
        requested_by_id=requester.public_id if requester else None,
        customer_name=payment.order.name if payment else None,
        expected_amount=_rupees(facts.get("expectedPaise", facts.get("refundablePaise"))),
        amount=_rupees(facts.get("amountPaise")),
        currency=str(facts.get("currency") or "INR"),
        provider_state=str(facts.get("state") or ""),
        error_code=str(facts.get("code") or ""),
        details=[str(each) for each in facts.get("details", [])],
    )


def with_all(condition: Q) -> QuerySet[Case]:
    """Return the cases with what a row shows, in one query."""
    return (
        Case.objects.filter(condition)
        .select_related("payment__order", "refund__requested_by", "closed_by")
        .order_by("-opened_at", "-pk")
    )


def case_statistics() -> CaseStatistics:
    """Return how many are open."""
    return CaseStatistics(open=Case.objects.filter(closed_at=None).count())


def _rupees(value: object) -> float | None:
    return rupees(value) if isinstance(value, int) else None
