"""The support cockpit: a customer's whole story in one place, notes, answers, hand-over."""
