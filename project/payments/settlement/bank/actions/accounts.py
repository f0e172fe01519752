"""Bank accounts, by the name that staff give them."""

from django.db import IntegrityError, transaction

from project.accounts.models import User
from project.core.errors import Conflict, ErrorCode
from project.events.audit import record as audit
from project.payments.models.bank import BankAccount


def create_account(*, name: str, user: User) -> BankAccount:
    """Add an account. Raises BANK_ACCOUNT_EXISTS when there is one of this name."""
    try:
        with transaction.atomic():
            account = BankAccount.objects.create(name=name)
            audit(
                "bank.account_added",
                subject=f"bank:{account.account_id}",
                actor=user.subject,
                after={"name": name},
            )
            return account
    except IntegrityError:
        raise Conflict(name, code=ErrorCode.BANK_ACCOUNT_EXISTS) from None
