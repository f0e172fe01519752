"""The transactions board of staff."""
