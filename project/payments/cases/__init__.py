"""Cases that staff decide."""
