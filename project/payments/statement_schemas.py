"""Schemas of settlement reports for staff; GET and the live topic answer the same."""

from datetime import date, datetime

from django.db.models import QuerySet
from pydantic import Field

from project.core.money import rupees
from project.core.schemas import ApiModel, PageNumber, Pagination, RowsOfPage, StablePaging
from project.payments.actions.ledger import balances
from project.payments.models import STATEMENT_KINDS, Account, Case, Statement, StatementStatus


class StatementRow(ApiModel):
    """One report: its status, and what was paid to the bank by it, in rupees."""

    id: str = Field(serialization_alias="_id")
    name: str
    status: StatementStatus
    # Null: the daily job.
    received_by: str | None
    received_at: datetime
    done_at: datetime | None
    first_day: date
    last_day: date
    lines: int
    lines_read: int
    # Lines that another report had brought before; they are not entered twice.
    lines_known: int
    amount: float
    fees: float
    settled: float
    version: int


class LedgerBalances(ApiModel):
    """Present location of the customers' money, in rupees."""

    # Held by the provider until it settles.
    provider: float
    # On its way back to customers.
    in_transit: float
    # What the provider has kept.
    fees: float
    # Paid out, as the reports say, and not found in the bank's own statement yet.
    payout: float
    # What the bank's own statement shows of it, less what was set aside of it.
    bank: float
    # Set aside for customers: owed beyond what they paid, and refunds of cash that wait for their transfer.
    payable: float
    # Withheld as tax: a credit with the tax office.
    tax_credit: float
    # Collected by couriers and not remitted yet; what couriers have kept.
    courier: float
    courier_fees: float
    # Claimed by the customers' banks in disputes that are not decided.
    disputed: float


class StatementStatistics(ApiModel):
    """The open differences and the ledger's accounts."""

    differences: int
    balances: LedgerBalances


class StatementQuery(StablePaging):
    """The page."""

    page: PageNumber = 1
    limit: RowsOfPage = 20


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
    by = statement.received_by
    return StatementRow(
        id=statement.statement_id,
        name=statement.name,
        status=StatementStatus(statement.status),
        received_by=(by.name or by.email) if by else None,
        received_at=statement.received_at,
        done_at=statement.done_at,
        first_day=statement.first_day,
        last_day=statement.last_day,
        lines=statement.total_lines,
        lines_read=statement.lines_read,
        lines_known=statement.lines_known,
        amount=rupees(statement.amount_paise),
        fees=rupees(statement.fee_paise),
        settled=rupees(statement.amount_paise - statement.fee_paise),
        version=statement.version,
    )


def newest_statements() -> QuerySet[Statement]:
    """Return the reports without their files, newest first."""
    return Statement.objects.defer("packed").select_related("received_by").order_by("-received_at", "-pk")


def statement_statistics() -> StatementStatistics:
    """Return the open differences and what is in the ledger's accounts."""
    held = balances()
    return StatementStatistics(
        differences=Case.objects.filter(closed_at=None, kind__in=STATEMENT_KINDS).count(),
        balances=LedgerBalances(
            provider=rupees(held[Account.PROVIDER]),
            in_transit=rupees(held[Account.IN_TRANSIT]),
            fees=rupees(held[Account.FEES]),
            payout=rupees(held[Account.PAYOUT]),
            bank=rupees(held[Account.BANK]),
            payable=rupees(held[Account.PAYABLE]),
            tax_credit=rupees(held[Account.TAX_CREDIT]),
            courier=rupees(held[Account.COURIER]),
            courier_fees=rupees(held[Account.COURIER_FEES]),
            disputed=rupees(held[Account.DISPUTED]),
        ),
    )
