"""Product search: `query` parses and ranks, `index` holds the documents, `normalization` the spelling."""

from project.catalog.search.index import mark_all_stale, refresh
from project.catalog.search.query import categories_with, products_with, suggestion, understand

__all__ = ["categories_with", "mark_all_stale", "products_with", "refresh", "suggestion", "understand"]
