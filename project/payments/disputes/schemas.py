"""Schemas of disputes for staff; GET and the live topic answer the same."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Literal

from django.db.models import Count, F, Min, Q, QuerySet, Sum
from pydantic import AfterValidator, AliasPath, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from project.accounts.actor_names import names_of
from project.accounts.staff_schemas import PersonName
from project.core.identifiers import typed_id
from project.core.money import paise
from project.core.schemas import (
    ApiModel,
    Moment,
    Note,
    Pagination,
    Rupees,
    SearchText,
    StaffIn,
    StaffPageQuery,
    WholePaise,
)
from project.events.models import Event
from project.payments.disputes.actions import NewDispute, is_reported_by_provider
from project.payments.models import (
    ACTIVE,
    HELD,
    Dispute,
    DisputeOrigin,
    DisputePhase,
    DisputeStatus,
    RefundStatus,
)
from project.payments.providers.registry import adapter_of

Step = Literal["evidence", "accept", "won", "lost", "close", "check"]
# What a step of staff makes of a dispute.
DECISIONS: dict[Step, DisputeStatus] = {
    "accept": DisputeStatus.ACCEPTED,
    "won": DisputeStatus.WON,
    "lost": DisputeStatus.LOST,
    "close": DisputeStatus.CLOSED,
}


class DisputeQuery(StaffPageQuery):
    """Filters and page of the disputes; "active" are those to be decided, the nearest deadline first."""

    status: DisputeStatus | Literal["active", ""] = "active"
    search: Annotated[SearchText, AfterValidator(str.strip)] = ""

    def found(self) -> "QuerySet[Dispute]":
        """Return the disputes that match."""
        rows = with_all(Dispute.objects.filter(created_at__lte=self.as_of))
        if self.status == "active":
            rows = rows.filter(status__in=ACTIVE)
        elif self.status:
            rows = rows.filter(status=self.status)
        if self.search:
            typed = typed_id(self.search)
            rows = rows.filter(
                Q(dispute_id=typed)
                | Q(provider_dispute_id__iexact=self.search)
                | Q(payment__transaction_id=typed)
                | Q(payment__order__order_id=typed)
            )
        if self.status == "active":
            return rows.order_by(F("respond_by").asc(nulls_last=True), "pk")
        return rows.order_by("-opened_at", "-pk")


class DisputeIn(StaffIn):
    """A dispute that the provider told staff of."""

    transaction_id: str = Field(max_length=40)
    amount: Annotated[float, Field(gt=0, le=1e9), WholePaise]
    phase: DisputePhase = DisputePhase.CHARGEBACK
    # By which the provider knows it.
    provider_dispute_id: Annotated[str, StringConstraints(strip_whitespace=True, max_length=64)] = ""
    reason_code: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    respond_by: Moment | None = None
    notes: Note = ""

    def wanted(self) -> NewDispute:
        """Return it as the action takes it."""
        facts = self.model_dump(exclude={"transaction_id", "amount"})
        return NewDispute(amount_paise=paise(self.amount), **facts)


class DisputeStepIn(StaffIn):
    """Decision of staff about a dispute; closing one needs a reason."""

    step: Step
    notes: Note = ""

    @model_validator(mode="after")
    def _ending_needs_reason(self) -> "DisputeStepIn":
        if self.step in DECISIONS and not self.notes:
            raise PydanticCustomError("required", "who ends a dispute says why")
        return self


class DisputeRow(ApiModel):
    """A dispute as a line of the list."""

    id: str = Field(validation_alias="dispute_id", serialization_alias="_id")
    transaction_id: str = Field(validation_alias=AliasPath("payment", "transaction_id"))
    order_id: str = Field(validation_alias=AliasPath("payment", "order", "order_id"))
    customer_name: str = Field(validation_alias=AliasPath("payment", "order", "name"))
    gateway: str
    provider_dispute_id: str
    amount: Rupees = Field(validation_alias="amount_paise")
    currency: str = Field(validation_alias=AliasPath("payment", "currency"))
    # What of it is reserved now: an inquiry reserves nothing.
    held: Rupees = Field(validation_alias="held_paise")
    status: DisputeStatus
    phase: DisputePhase
    origin: DisputeOrigin
    reason_code: str
    notes: str
    opened_at: datetime
    respond_by: datetime | None
    evidence_sent_at: datetime | None
    decided_at: datetime | None
    opened_by: PersonName
    decided_by: PersonName
    # What those who may send money can do with it now.
    next: list[Step]
    version: int


class DisputeEntry(ApiModel):
    """One step of a dispute's history."""

    event: str = Field(validation_alias="name")
    at: datetime = Field(validation_alias="created_at")
    cause: str
    actor: str


class DisputeSettlement(ApiModel):
    """A line of a settlement report about a dispute: deducted (negative), given back, or charged for it."""

    word: str
    settled_on: date
    bank_reference: str
    amount: Rupees = Field(validation_alias="amount_paise")
    fee: Rupees = Field(validation_alias="fee_paise")


class DisputeDetail(DisputeRow):
    """A dispute with its history, its settlement, and what of its payment is refunded."""

    captured: Rupees = Field(validation_alias=AliasPath("payment", "captured_paise"))
    refunded: Rupees = Field(validation_alias=AliasPath("payment", "refunded_paise"))
    refund_pending: Rupees = Field(validation_alias=AliasPath("payment", "refund_pending_paise"))
    refundable: Rupees = Field(validation_alias=AliasPath("payment", "refundable_paise"))
    # A refund that was sent before the dispute: it cannot be called back.
    refund_under_way: bool
    # The other disputes of the payment.
    others: list[str]
    history: list[DisputeEntry]
    settlement: list[DisputeSettlement]


class DisputeStatistics(ApiModel):
    """Number of open disputes, number of those without evidence, and the next deadline."""

    active: int
    open: int
    held: Rupees
    next_deadline: datetime | None


class DisputeList(ApiModel):
    """`data` of the list of disputes."""

    disputes: list[DisputeRow]
    pagination: Pagination
    statistics: DisputeStatistics


class DisputeData(ApiModel):
    """`data` of one dispute."""

    dispute: DisputeDetail


def with_all(rows: "QuerySet[Dispute]") -> "QuerySet[Dispute]":
    """Return the disputes with what a row shows, in one query."""
    return rows.select_related("payment__order", "opened_by", "decided_by")


def dispute_row(dispute: Dispute) -> DisputeRow:
    """Return a dispute, read by `with_all`, as staff see it."""
    return DisputeRow.from_row(dispute, **_computed(dispute))


def _computed(dispute: Dispute) -> dict[str, object]:
    return {"gateway": adapter_of(dispute.provider).label, "next": _steps(dispute)}


def _steps(dispute: Dispute) -> Sequence[Step]:
    told = is_reported_by_provider(dispute)
    steps: list[Step] = ["check"] if told else []
    if not dispute.is_active:
        return steps
    if dispute.status == DisputeStatus.OPEN:
        steps.append("evidence")
    # Where the provider reports disputes, it reports their outcome, too.
    return [*steps, *([] if told else ["won", "lost", "close"]), "accept"]  # type: ignore[list-item]


def dispute_detail(dispute: Dispute) -> DisputeDetail:
    """Return a dispute, read by `with_all`, with all that its page shows."""
    payment = dispute.payment
    events = list(
        Event.objects.filter(subject=payment.topic, name__startswith="dispute.")
        .filter(payload__dispute=dispute.dispute_id)
        .order_by("pk")
    )
    names = names_of(event.actor for event in events)
    lines = dispute.statement_lines.order_by("settled_on", "pk")
    return DisputeDetail.from_row(
        dispute,
        **_computed(dispute),
        refund_under_way=payment.refunds.filter(status=RefundStatus.UNDER_WAY).exists(),
        others=list(
            payment.disputes.exclude(pk=dispute.pk).order_by("pk").values_list("dispute_id", flat=True)
        ),
        history=[DisputeEntry.from_row(event, actor=names[event.actor]) for event in events],
        settlement=[DisputeSettlement.from_row(line) for line in lines],
    )


def dispute_statistics() -> DisputeStatistics:
    """Return the figures over the disputes that are to be decided."""
    waiting = Q(status=DisputeStatus.OPEN)
    figures = Dispute.objects.filter(status__in=ACTIVE).aggregate(
        active=Count("pk"),
        open=Count("pk", filter=waiting),
        held=Sum("amount_paise", filter=HELD, default=0),
        next_deadline=Min("respond_by", filter=waiting),
    )
    return DisputeStatistics.model_validate(figures)
