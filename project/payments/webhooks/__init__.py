"""Webhooks: receiving, processing, replay, and the inbox of staff."""
