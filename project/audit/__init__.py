"""Who of the staff did what, when, and from where; written once, read by admins."""
