"""Sample accounts to log in with, one of each role."""

from django.contrib.auth import get_user_model

# Nobody receives mail at these addresses; in development the login code is read at /dev/mail.
ACCOUNTS = [
    ("admin@akshamala.example", "Sample admin", "admin"),
    ("support@akshamala.example", "Sample support", "support"),
    ("orders@akshamala.example", "Sample order desk", "orders"),
    ("catalogue@akshamala.example", "Sample catalogue", "catalogue"),
    ("finance@akshamala.example", "Sample finance", "finance"),
    ("customer@akshamala.example", "Sample customer", "customer"),
]


def create_accounts() -> int:
    """Create the sample accounts that are missing; return how many."""
    users = get_user_model().objects
    created = 0
    for email, name, role in ACCOUNTS:
        if not users.filter(email=email).exists():
            users.create_user(email, name=name, role=role)
            created += 1
    return created
