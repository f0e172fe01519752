"""Kinds of exports: the lists of the back office, and the accountant's documents."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from project.accounts.account_administration import search_users
from project.accounts.staff_schemas import UsersQuery
from project.core.email_addresses import mask_email
from project.core.money import exact_rupees
from project.discounts.code_list import CodeFigures, figures_of, find_codes
from project.discounts.schemas import DiscountsQuery
from project.exports import accounting_exports
from project.exports.kind import Column, Kind
from project.exports.masking import mask_name, mask_phone
from project.exports.models import ExportKind
from project.exports.orders import ORDERS
from project.exports.payouts import PAYOUTS
from project.exports.writers import Cell
from project.orders.models import DiscountCode
from project.payments.models import Payment
from project.payments.providers.registry import adapter_of
from project.payments.transactions.staff_schemas import TransactionQuery

# -- Transactions --------------------------------------------------------------------------------


_TRANSACTIONS = Kind(
    query=TransactionQuery,
    found=lambda query: Payment.objects.filtered(query.to_filter()).order_by("-initiated_at", "-pk"),
    lines=lambda rows: rows,
    related=("order",),
    only=(
        "transaction_id",
        "order__order_id",
        "order__name",
        "order__email",
        "order__phone",
        "amount_paise",
        "currency",
        "status",
        "instrument",
        "provider",
        "provider_order_id",
        "captured_paise",
        "refunded_paise",
        "reversed_paise",
        "dispute_lost_paise",
        "initiated_at",
        "settled_at",
        "error_code",
    ),
    columns=(
        Column(_("Transaction"), lambda p: p.transaction_id),
        Column(_("Order"), lambda p: p.order.order_id),
        Column(_("Customer"), lambda p: p.order.name, mask_name),
        Column(_("Email"), lambda p: p.order.email, mask_email),
        Column(_("Phone"), lambda p: p.order.phone, mask_phone),
        Column(_("Amount"), lambda p: exact_rupees(p.amount_paise)),
        Column(_("Currency"), lambda p: p.currency),
        Column(_("Status"), lambda p: p.status),
        Column(_("Method"), lambda p: p.instrument),
        Column(_("Gateway"), lambda p: adapter_of(p.provider).label),
        Column(_("Gateway's id"), lambda p: p.provider_order_id),
        Column(_("Received"), lambda p: exact_rupees(p.captured_paise)),
        Column(_("Refunded"), lambda p: exact_rupees(p.refunded_paise)),
        Column(
            _("Taken back by bank"),
            lambda p: exact_rupees(p.reversed_paise + p.dispute_lost_paise),
        ),
        Column(_("Net"), lambda p: exact_rupees(p.net_paise)),
        Column(_("Begun (IST)"), lambda p: p.initiated_at),
        Column(_("Settled (IST)"), lambda p: p.settled_at),
        Column(_("Error"), lambda p: p.error_code),
    ),
)


# -- Users ---------------------------------------------------------------------------------------


_USERS = Kind(
    query=UsersQuery,
    found=lambda query: search_users(search=query.search, role=query.role, blocked=query.blocked()),
    lines=lambda rows: rows,
    columns=(
        Column(_("User"), lambda u: u.public_id),
        Column(_("Name"), lambda u: u.name, mask_name),
        Column(_("Email"), lambda u: u.email, mask_email),
        Column(_("Phone"), lambda u: u.phone, mask_phone),
        Column(_("Role"), lambda u: u.role),
        Column(_("Blocked"), lambda u: "" if u.is_active else "yes"),
        Column(_("Joined (IST)"), lambda u: u.created_at),
    ),
)


# -- Discount codes ------------------------------------------------------------------------------

_CodeLine = tuple[DiscountCode, CodeFigures]


def _with_figures(codes: Sequence[DiscountCode]) -> Iterable[_CodeLine]:
    figures = figures_of(codes)
    return [(code, figures[code.pk]) for code in codes if code.pk in figures]


def _rupees_or_none(paise: int | None) -> Cell:
    return None if paise is None else exact_rupees(paise)


_DISCOUNTS = Kind(
    query=DiscountsQuery,
    found=lambda query: find_codes(query.to_filter()),
    lines=_with_figures,
    columns=(
        Column(_("Code"), lambda line: line[0].code),
        Column(_("Percent off"), lambda line: line[0].percent),
        Column(_("Amount off"), lambda line: _rupees_or_none(line[0].amount_paise)),
        Column(_("At most"), lambda line: _rupees_or_none(line[0].most_paise)),
        Column(_("Smallest order"), lambda line: exact_rupees(line[0].minimum_paise)),
        Column(_("Starts (IST)"), lambda line: line[0].starts_at),
        Column(_("Ends (IST)"), lambda line: line[0].ends_at),
        Column(_("Status"), lambda line: line[1].status),
        Column(_("Limit"), lambda line: line[0].limit),
        Column(_("Per customer"), lambda line: line[0].limit_per_customer),
        Column(_("Uses"), lambda line: line[1].uses),
        Column(_("Paid orders"), lambda line: line[1].paid_orders),
        Column(_("Net revenue"), lambda line: exact_rupees(line[1].revenue_paise)),
        Column(_("Discount given"), lambda line: exact_rupees(line[1].discount_paise)),
        Column(_("Batch"), lambda line: line[0].batch),
        Column(_("Note"), lambda line: line[0].note),
        Column(_("Created (IST)"), lambda line: line[0].created_at),
    ),
)

KINDS: Mapping[str, Kind] = {
    ExportKind.TRANSACTIONS: _TRANSACTIONS,
    ExportKind.ORDERS: ORDERS,
    ExportKind.USERS: _USERS,
    ExportKind.DISCOUNTS: _DISCOUNTS,
    ExportKind.TAX: accounting_exports.TAX,
    ExportKind.GSTR1: accounting_exports.GSTR1,
    ExportKind.EINVOICES: accounting_exports.EINVOICES,
    ExportKind.TALLY: accounting_exports.TALLY,
    ExportKind.PAYOUTS: PAYOUTS,
}
