"""Settlement reports, payouts, and what is reconciled with them."""
