"""The Postgres backend (base.py)."""
