"""History and live topics."""
