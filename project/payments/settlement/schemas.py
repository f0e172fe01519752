"""Schemas of settlement reports for staff; GET and the live topic answer the same."""

from datetime import date, datetime

from django.db.models import QuerySet
from pydantic import Field

from project.accounts.staff_schemas import PersonName
from project.core.schemas import ApiModel, Pagination, Rupees
from project.payments.models import STATEMENT_KINDS, Case, Statement, StatementStatus
from project.payments.shared.ledger import balances


class StatementRow(ApiModel):
    """One report: its status, and what was paid to the bank by it, in rupees."""

    id: str = Field(validation_alias="statement_id", serialization_alias="_id")
    name: str
    status: StatementStatus
    # Null: the daily job.
    received_by: PersonName | None
    received_at: datetime
    done_at: datetime | None
    first_day: date
    last_day: date
    lines: int = Field(validation_alias="total_lines")
    lines_read: int
    # Lines that another report had brought before; they are not entered twice.
    lines_known: int
    amount: Rupees = Field(validation_alias="amount_paise")
    fees: Rupees = Field(validation_alias="fee_paise")
    settled: Rupees = Field(validation_alias="settled_paise")
    version: int


class LedgerBalances(ApiModel):
    """Present location of the customers' money, in rupees."""

    # Held by the provider until it settles.
    provider: Rupees
    # On its way back to customers.
    in_transit: Rupees
    # What the provider has kept.
    fees: Rupees
    # Paid out, as the reports say, and not found in the bank's own statement yet.
    payout: Rupees
    # What the bank's own statement shows of it, less what was set aside of it.
    bank: Rupees
    # Set aside for customers: owed beyond what they paid, and refunds of cash that wait for their transfer.
    payable: Rupees
    # Withheld as tax: a credit with the tax office.
    tax_credit: Rupees
    # Collected by couriers and not remitted yet; what couriers have kept.
    courier: Rupees
    courier_fees: Rupees
    # Claimed by the customers' banks in disputes that are not decided.
    disputed: Rupees


class StatementStatistics(ApiModel):
    """The open differences and the ledger's accounts."""

    differences: int
    balances: LedgerBalances


class StatementList(ApiModel):
    """`data` of the list of reports, newest first."""

    statements: list[StatementRow]
    pagination: Pagination
    statistics: StatementStatistics


class StatementData(ApiModel):
    """`data` of one report; `is_new`: it was not uploaded before."""

    statement: StatementRow
    is_new: bool


def statement_row(statement: Statement) -> StatementRow:
    """Return a report as staff see it; its receiver should be prefetched."""
    return StatementRow.from_row(statement)


def newest_statements() -> QuerySet[Statement]:
    """Return the reports without their files, newest first."""
    return Statement.objects.defer("packed").select_related("received_by").order_by("-received_at", "-pk")


def statement_statistics() -> StatementStatistics:
    """Return the open differences and what is in the ledger's accounts."""
    return StatementStatistics(
        differences=Case.objects.filter(closed_at=None, kind__in=STATEMENT_KINDS).count(),
        balances=LedgerBalances.model_validate(balances()),
    )
