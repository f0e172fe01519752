"""The payment providers' double: PhonePe's and Razorpay's APIs over HTTP, with test money only.

A service of its own that knows nothing of the shop: it keeps its own SQLite file, calls the shop's webhook
address and offers a pay page for people, faults on demand and a clock that tests can move.
"""
