"""Sample accounts to log in with, one of each role."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from django.contrib.auth import get_user_model

from project.accounts.actions.sessions import log_out
from project.accounts.models import Token, User
from project.accounts.tokens import access_token, open_session, record_second_factor

# Nobody receives mail at these addresses; in development the login code is read at /dev/mail.
ACCOUNTS = [
    ("admin@akshamala.example", "Sample admin", "admin"),
    ("support@akshamala.example", "Sample support", "support"),
    ("orders@akshamala.example", "Sample order desk", "orders"),
    ("catalogue@akshamala.example", "Sample catalogue", "catalogue"),
    ("finance@akshamala.example", "Sample finance", "finance"),
    ("customer@akshamala.example", "Sample customer", "customer"),
]
# Of the sample staff, those who work on the orders of sample traffic.
TRAFFIC_ROLES = ("orders", "finance", "catalogue")


def create_accounts() -> int:
    """Create the sample accounts that are missing; return how many."""
    users = get_user_model().objects
    created = 0
    for email, name, role in ACCOUNTS:
        if not users.filter(email=email).exists():
            users.create_user(email, name=name, role=role, is_sample=True)
            created += 1
    return created


@contextmanager
def log_in_staff() -> Iterator[dict[str, Callable[[], str]]]:
    """Log the sample staff in while this lasts; yield what gives their tokens, none if one is missing."""
    found = User.objects.filter(is_sample=True, is_active=True, role__in=TRAFFIC_ROLES)
    sessions = {user.role: open_session(user, device="demo traffic").session for user in found}
    tokens: dict[str, Callable[[], str]] = {
        role: partial(_fresh_token, session) for role, session in sessions.items()
    }
    try:
        yield tokens if len(tokens) == len(TRAFFIC_ROLES) else {}
    finally:
        for session in sessions.values():
            log_out(session)


def _fresh_token(session: Token) -> str:
    """Return an access token of somebody who has just proven their second factor, as refunds require."""
    record_second_factor(session)
    return access_token(session)
