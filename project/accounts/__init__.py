"""Users, address books, codes, tokens, roles."""
