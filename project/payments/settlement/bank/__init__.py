"""The bank's own statements: imported, and reconciled with the payouts that should have arrived."""
