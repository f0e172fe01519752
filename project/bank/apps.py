"""The bank app."""

from django.apps import AppConfig


class BankConfig(AppConfig):
    """The bank's own statements, reconciled with payouts."""

    name = "project.bank"

    def ready(self) -> None:
        """Register the ledger audit."""
        from project.bank import ledger_audit
        from project.payments.hooks import ledger_audits

        # Payments lie below and import nothing of this app: hence hooks.
        ledger_audits.append(ledger_audit.differences)
