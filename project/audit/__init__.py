"""Append-only log of staff actions: who, what, when and from where; admins read it."""
