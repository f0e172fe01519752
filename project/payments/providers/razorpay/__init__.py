"""Razorpay's Payment Links; the shop uses the class in `adapter`, the facts are in README.md."""
