"""Kinds of exports: the lists of the back office, and the accountant's documents."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import QuerySet

from project.accounts.account_administration import search_users
from project.accounts.models import User
from project.accounts.staff_schemas import UsersQuery
from project.core.email_addresses import mask_email
from project.discounts.code_list import CodeFigures, figures_of, find_codes
from project.discounts.schemas import DiscountsQuery
from project.exports import accountant_papers
from project.exports.kind import Column, Kind, rupees_of
from project.exports.masking import mask_name, mask_phone
from project.exports.models import ExportKind
from project.exports.orders import ORDERS
from project.exports.payouts import PAYOUTS
from project.exports.writers import Cell
from project.orders.models import DiscountCode
from project.payments.models import Payment
from project.payments.providers import adapter_of
from project.payments.staff_schemas import TransactionQuery

# -- Transactions --------------------------------------------------------------------------------


def _transactions(query: TransactionQuery) -> "QuerySet[Payment]":
    return Payment.objects.filtered(query.to_filter()).order_by("-initiated_at", "-pk")


_TRANSACTIONS = Kind(
    query=TransactionQuery,
    found=_transactions,
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
        Column("Transaction", "लेन-देन", lambda p: p.transaction_id),
        Column("Order", "ऑर्डर", lambda p: p.order.order_id),
        Column("Customer", "ग्राहक", lambda p: p.order.name, mask_name),
        Column("Email", "ईमेल", lambda p: p.order.email, mask_email),
        Column("Phone", "फ़ोन", lambda p: p.order.phone, mask_phone),
        Column("Amount", "राशि", lambda p: rupees_of(p.amount_paise)),
        Column("Currency", "मुद्रा", lambda p: p.currency),
        Column("Status", "स्थिति", lambda p: p.status),
        Column("Method", "माध्यम", lambda p: p.instrument),
        Column("Gateway", "गेटवे", lambda p: adapter_of(p.provider).label),
        Column("Gateway's id", "गेटवे की आईडी", lambda p: p.provider_order_id),
        Column("Received", "प्राप्त", lambda p: rupees_of(p.captured_paise)),
        Column("Refunded", "रिफ़ंड", lambda p: rupees_of(p.refunded_paise)),
        Column(
            "Taken back by bank",
            "बैंक ने वापस लिया",
            lambda p: rupees_of(p.reversed_paise + p.dispute_lost_paise),
        ),
        Column("Net", "शुद्ध प्राप्ति", lambda p: rupees_of(p.net_paise)),
        Column("Begun (IST)", "शुरू (IST)", lambda p: p.initiated_at),
        Column("Settled (IST)", "निपटा (IST)", lambda p: p.settled_at),
        Column("Error", "त्रुटि", lambda p: p.error_code),
    ),
)


# -- Users ---------------------------------------------------------------------------------------


def _users(query: UsersQuery) -> "QuerySet[User]":
    return search_users(search=query.search, role=query.role, blocked=query.blocked())


_USERS = Kind(
    query=UsersQuery,
    found=_users,
    lines=lambda rows: rows,
    columns=(
        Column("User", "उपयोगकर्ता", lambda u: u.public_id),
        Column("Name", "नाम", lambda u: u.name, mask_name),
        Column("Email", "ईमेल", lambda u: u.email, mask_email),
        Column("Phone", "फ़ोन", lambda u: u.phone, mask_phone),
        Column("Role", "भूमिका", lambda u: u.role),
        Column("Blocked", "अवरुद्ध", lambda u: "" if u.is_active else "yes"),
        Column("Joined (IST)", "जुड़े (IST)", lambda u: u.created_at),
    ),
)


# -- Discount codes ------------------------------------------------------------------------------

_CodeLine = tuple[DiscountCode, CodeFigures]


def _discounts(query: DiscountsQuery) -> "QuerySet[DiscountCode]":
    return find_codes(query.to_filter())


def _with_figures(codes: Sequence[DiscountCode]) -> Iterable[_CodeLine]:
    figures = figures_of(codes)
    return [(code, figures[code.pk]) for code in codes if code.pk in figures]


def _rupees_or_none(paise: int | None) -> Cell:
    return None if paise is None else rupees_of(paise)


_DISCOUNTS = Kind(
    query=DiscountsQuery,
    found=_discounts,
    lines=_with_figures,
    columns=(
        Column("Code", "कोड", lambda line: line[0].code),
        Column("Percent off", "छूट (%)", lambda line: line[0].percent),
        Column("Amount off", "छूट (राशि)", lambda line: _rupees_or_none(line[0].amount_paise)),
        Column("At most", "अधिकतम छूट", lambda line: _rupees_or_none(line[0].most_paise)),
        Column("Smallest order", "न्यूनतम ऑर्डर", lambda line: rupees_of(line[0].minimum_paise)),
        Column("Starts (IST)", "आरंभ (IST)", lambda line: line[0].starts_at),
        Column("Ends (IST)", "समाप्ति (IST)", lambda line: line[0].ends_at),
        Column("Status", "स्थिति", lambda line: line[1].status),
        Column("Limit", "सीमा", lambda line: line[0].limit),
        Column("Per customer", "प्रति ग्राहक", lambda line: line[0].limit_per_customer),
        Column("Uses", "उपयोग", lambda line: line[1].uses),
        Column("Paid orders", "भुगतान हुए ऑर्डर", lambda line: line[1].paid_orders),
        Column("Net revenue", "शुद्ध आय", lambda line: rupees_of(line[1].revenue_paise)),
        Column("Discount given", "दी गई छूट", lambda line: rupees_of(line[1].discount_paise)),
        Column("Batch", "समूह", lambda line: line[0].batch),
        Column("Note", "टिप्पणी", lambda line: line[0].note),
        Column("Created (IST)", "बनाया गया (IST)", lambda line: line[0].created_at),
    ),
)

KINDS: Mapping[str, Kind] = {
    ExportKind.TRANSACTIONS: _TRANSACTIONS,
    ExportKind.ORDERS: ORDERS,
    ExportKind.USERS: _USERS,
    ExportKind.DISCOUNTS: _DISCOUNTS,
    ExportKind.TAX: accountant_papers.TAX,
    ExportKind.GSTR1: accountant_papers.GSTR1,
    ExportKind.EINVOICES: accountant_papers.EINVOICES,
    ExportKind.TALLY: accountant_papers.TALLY,
    ExportKind.PAYOUTS: PAYOUTS,
}
