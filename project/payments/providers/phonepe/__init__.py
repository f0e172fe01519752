"""PhonePe v2 Standard Checkout; what the shop uses of it is the class in `adapter`."""
