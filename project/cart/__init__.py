"""Carts of guests and customers, and wishlists of customers."""
