"""The shop's Postgres backend, with a quick flush for tests."""
