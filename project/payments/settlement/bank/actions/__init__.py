"""Actions on bank accounts, statements and matches; no other code changes them."""
