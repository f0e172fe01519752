"""Disputes, reversals, and what the provider reports of both."""
