"""Webhooks that the shop sends to other programs, by Standard Webhooks."""
