"""The evidence of a dispute as one PDF; not in payments, which may not import invoices."""
