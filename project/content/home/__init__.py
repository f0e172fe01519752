"""The home page: its lists of products, and the chapters of its story."""
