"""The transactions board: list, detail, and a check at the provider."""

from django.http import HttpRequest
from ninja import Query

from project.accounts.auth import May, signed_in
from project.core.language import current_language
from project.core.rights import Right
from project.core.schemas import Success, page_count
from project.core.throttle import limited
from project.payments.attempts.status import find_payment
from project.payments.attempts.status_check import check_for_staff
from project.payments.transactions.list import find_transactions
from project.payments.transactions.staff_schemas import (
    TransactionData,
    TransactionList,
    TransactionPages,
    TransactionQuery,
    TransactionStatistics,
    transaction_detail,
    transaction_row,
)
from project.routers import ApiRouter

router = ApiRouter("payments")


@router.get("/transactions", auth=May(Right.TRANSACTIONS))
@limited("transactions", 240)
def list_transactions(request: HttpRequest, query: Query[TransactionQuery]) -> Success[TransactionList]:
    """Return a page of the filtered transactions, newest first, with figures over all of them."""
    found = find_transactions(query.to_filter(), page=query.page, limit=query.limit, as_of=query.as_of)
    figures = found.statistics
    return Success(
        data=TransactionList(
            transactions=[transaction_row(payment) for payment in found.rows.select_related("order")],
            pagination=TransactionPages(
                page=query.page,
                limit=query.limit,
                total_pages=page_count(figures.total - found.arrived, query.limit),
                total_transactions=figures.total - found.arrived,
                as_of=query.as_of,
                has_more=found.has_more,
            ),
            statistics=TransactionStatistics.model_validate(figures),
        )
    )


def _detail(transaction_id: str) -> Success[TransactionData]:
    detail = transaction_detail(find_payment(transaction_id, whole=True), language=current_language())
    return Success(data=TransactionData(transaction=detail))


@router.get("/transactions/{transaction_id}", auth=May(Right.TRANSACTIONS))
@limited("transactions", 240)
def get_transaction(request: HttpRequest, transaction_id: str) -> Success[TransactionData]:
    """One payment with its history."""
    return _detail(transaction_id)


@router.post("/transactions/{transaction_id}/check", auth=May(Right.TRANSACTIONS))
@limited("check", 60)
def check_transaction(request: HttpRequest, transaction_id: str) -> Success[TransactionData]:
    """Ask the provider now; 503 when it does not answer."""
    check_for_staff(find_payment(transaction_id).pk, user=signed_in(request))
    return _detail(transaction_id)
