"""User accounts for staff: the list, and one account with its orders, payments and audit log."""

from collections.abc import Sequence

from django.db.models import Count, Sum
from django.http import HttpRequest
from ninja import Query

from project.accounts import account_administration
from project.accounts.auth import May
from project.accounts.models import User
from project.accounts.staff_schemas import (
    AdminUser,
    StaffChangeOut,
    UsersQuery,
    admin_user,
    admin_users,
    last_change,
)
from project.accounts.tokens import live_tokens
from project.backoffice.audit_log import AuditRow, audit_rows
from project.core.lists import bounded_count, page_of
from project.core.money import rupees
from project.core.rights import Right
from project.core.schemas import ApiModel, BoundedPagination, Success
from project.core.throttle import limited
from project.events.models import AuditEntry
from project.orders.models import Order
from project.orders.staff_schemas import AdminOrder, admin_orders, with_rows
from project.payments.models import Payment
from project.payments.transactions.staff_schemas import TransactionRow, transaction_row
from project.routers import ApiRouter

router = ApiRouter("users")
# Of each kind, the newest.
SHOWN = 20


class AdminUserRow(AdminUser):
    """A line of the list."""

    orders: int


class AdminUserList(ApiModel):
    """`data` of the list, the newest account first."""

    users: list[AdminUserRow]
    pagination: BoundedPagination


class AdminUserDetail(ApiModel):
    """`data` of one account: its orders, payments and audit entries, the newest first."""

    user: AdminUser
    last_change: StaffChangeOut | None
    total_orders: int
    # Net revenue of the orders, in rupees.
    spent: float
    # Devices that are logged in.
    sessions: int
    orders: list[AdminOrder]
    payments: list[TransactionRow]
    log: list[AuditRow]


@router.get("/admin/users", auth=May(Right.USERS))
@limited("admin-read", 240)
def list_users(request: HttpRequest, query: Query[UsersQuery]) -> Success[AdminUserList]:
    """Return a page of the accounts, the newest first."""
    found = account_administration.search_users(search=query.search, role=query.role, blocked=query.blocked())
    found = found.filter(created_at__lte=query.as_of)
    total, has_more = bounded_count(found)
    users = list(page_of(found, "-created_at", "-pk", page=query.page, limit=query.limit))
    return Success(
        data=AdminUserList(
            users=_rows(users),
            pagination=query.bounded_pagination(total, has_more=has_more),
        )
    )


def _rows(users: Sequence[User]) -> list[AdminUserRow]:
    orders = dict(Order.objects.filter(user__in=users).values_list("user").annotate(Count("pk")))
    return [
        AdminUserRow(**dict(row), orders=orders.get(user.pk, 0))
        for user, row in zip(users, admin_users(users), strict=True)
    ]


@router.get("/admin/users/{user_id}", auth=May(Right.USERS, Right.SUPPORT))
@limited("admin-read", 240)
def get_user(request: HttpRequest, user_id: str) -> Success[AdminUserDetail]:
    """One account with its orders, its payments, and what staff did about it."""
    user = account_administration.get_user(user_id)
    theirs = Order.objects.filter(user=user)
    sums = theirs.aggregate(
        total=Count("pk"),
        spent=Sum("net_paise", default=0),
    )
    payments = Payment.objects.select_related("order").filter(order__user=user).order_by("-initiated_at")
    log = AuditEntry.objects.filter(subject=user.subject)
    return Success(
        data=AdminUserDetail(
            user=admin_user(user),
            last_change=last_change(user),
            total_orders=sums["total"],
            spent=rupees(sums["spent"]),
            sessions=live_tokens().filter(user=user).count(),
            orders=admin_orders(list(with_rows(theirs).order_by("-created_at", "-pk")[:SHOWN])),
            payments=[transaction_row(payment) for payment in payments[:SHOWN]],
            log=audit_rows(list(log[:SHOWN])),
        )
    )
