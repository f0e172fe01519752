"""The fixed pages: what the shop says of its terms, of deliveries, of itself, in both languages."""
