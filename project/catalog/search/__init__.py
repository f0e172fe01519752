"""Finding products by words: `query` reads what was typed, `index` holds what is found, `keys` spelling."""

from project.catalog.search.index import note_all, refresh
from project.catalog.search.query import categories_with, products_with, suggestion, understand

__all__ = ["categories_with", "note_all", "products_with", "refresh", "suggestion", "understand"]
