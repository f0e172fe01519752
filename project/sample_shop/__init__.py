"""A catalogue, accounts, reviews, orders and traffic for a trial shop; no other app reads it."""
