"""Bank accounts, by the name that staff give them."""

from django.db import IntegrityError, transaction

from project.accounts.models import User
from project.audit.actions import record as audit
from project.bank.errors import BankAccountExists
from project.bank.models import BankAccount


def create_account(*, name: str, user: User) -> BankAccount:
    """Add an account. Raises BankAccountExists when there is one of this name."""
    try:
        with transaction.atomic():
            account = BankAccount.objects.create(name=name)
            audit(
                "bank.account_added",
                subject=f"bank:{account.account_id}",
                actor=f"user:{user.public_id}",
                after={"name": name},
            )
            return account
    except IntegrityError:
        raise BankAccountExists(name) from None
