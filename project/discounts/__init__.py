"""Discount codes as staff manage them: make, edit, switch off, follow what they bring in.

The codes are rows of orders (`project.orders.models.DiscountCode`), and what one takes off is their rule:
`project/orders/discounts.py`.
"""
