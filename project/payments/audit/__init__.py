"""Audit of the ledger against orders, payments and settlement reports."""
