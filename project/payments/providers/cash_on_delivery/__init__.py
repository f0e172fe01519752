"""Cash on delivery: the courier collects the total, and remits it with a file that is read here."""
