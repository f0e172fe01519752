"""Support: search, the timeline of a customer, notes, answers, assignment of threads."""
