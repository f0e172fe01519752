"""The shop's own data as everybody reads it, and its settings as the owner changes them."""
