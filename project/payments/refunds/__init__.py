"""Refunds: requests, processing, sums, lines.

`processing.settle_refund` alone applies the provider's answer.
"""
