"""The evidence of a dispute as one PDF: not among the disputes of payments, as invoices are above them."""
