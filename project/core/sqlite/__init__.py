"""SQLite, whose writing transactions of one process take turns."""
