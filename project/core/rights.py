"""Rights of each role; the only definition, for REST and for live topics."""

from collections.abc import Mapping
from enum import StrEnum


class Right(StrEnum):
    """One thing staff may or may not do; the browser gets the values, and hides what is not allowed."""

    DASHBOARD = "dashboard"
    # Products, categories, stock, certificates, discount codes.
    CATALOGUE = "catalogue"
    # Drafts of the texts of pages, mails and the banner; to publish them is a right of its own: they are the
    # terms that the shop sells under.
    CONTENT = "content"
    CONTENT_PUBLISH = "content:publish"
    ORDERS_READ = "orders:read"
    # Statuses, returns, packing slips, which piece gets which certificate; asking for refunds.
    ORDERS_WRITE = "orders:write"
    # The board, the provider's messages, asking the provider now.
    TRANSACTIONS = "transactions"
    # Sending money: refunds, approvals, the money side of cases, replaying a message.
    REFUNDS = "refunds"
    CASES = "cases"
    EXPORTS = "exports"
    REVIEWS_READ = "reviews:read"
    REVIEWS = "reviews"
    # Support: search, timelines, notes and answers.
    SUPPORT = "support"
    # Roles and blocking.
    USERS = "users"
    AUDIT = "audit"
    # Who sells, what is promised, charged and taxed.
    SETTINGS = "settings"


_ALL = frozenset(Right)

# A support person answers customers and moves orders, but sends no money and carries no lists away.
RIGHTS: Mapping[str, frozenset[Right]] = {
    "admin": _ALL,
    # The dashboard shows revenue, which is not theirs to see.
    "catalogue": frozenset({Right.CATALOGUE, Right.CONTENT, Right.REVIEWS_READ, Right.REVIEWS}),
    "orders": frozenset(
        {
            Right.DASHBOARD,
            Right.ORDERS_READ,
            Right.ORDERS_WRITE,
            Right.TRANSACTIONS,
            Right.CASES,
            Right.SUPPORT,
        }
    ),
    "finance": frozenset(
        {
            Right.DASHBOARD,
            Right.ORDERS_READ,
            Right.TRANSACTIONS,
            Right.REFUNDS,
            Right.CASES,
            Right.EXPORTS,
        }
    ),
    "support": frozenset(
        {
            Right.ORDERS_READ,
            Right.ORDERS_WRITE,
            Right.TRANSACTIONS,
            Right.CASES,
            Right.REVIEWS_READ,
            Right.SUPPORT,
        }
    ),
}

# Rights that an API token may have. The work of the others needs a second factor, or would give access.
TOKEN_RIGHTS = _ALL - {Right.CONTENT_PUBLISH, Right.EXPORTS, Right.USERS, Right.SETTINGS}


def rights_of(role: str) -> frozenset[Right]:
    """Return what the role may do; customers and guests have none of these rights."""
    return RIGHTS.get(role, frozenset())
