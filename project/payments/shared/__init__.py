"""Parts of all subjects: ledger entries, cases, history, row locks."""
