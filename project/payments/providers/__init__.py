"""Adapters to payment providers; each turns one provider's words into the types of `base`."""
