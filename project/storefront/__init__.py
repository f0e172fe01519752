"""The shop's pages as the server sends them, and what crawlers ask for."""
