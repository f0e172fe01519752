"""Orders of the shop that was here before, for their customers."""
