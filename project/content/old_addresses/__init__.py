"""Addresses of the shop that was here before: each leads to a page of today, for good."""
