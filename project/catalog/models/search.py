"""The tables of the search index; its rules are in `project.catalog.search`."""

from django.db import models

from project.catalog.models.products import Product


class SearchDocument(models.Model):
    """A product's normalized words, a space around each. Written by `search.index` alone."""

    # Without a constraint: it would lock the product until the commit, while others who lock the product wait
    # for whoever writes the index.
    product = models.OneToOneField(
        Product,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="search_document",
        db_constraint=False,
    )
    title = models.TextField(help_text="Of both titles, in their order")
    category_names = models.TextField(help_text="Of the category's names")
    words = models.TextField(help_text="All of them, each once")
    title_length = models.PositiveSmallIntegerField()
    texts = models.JSONField(help_text="Language → key → the word as written")

    def __str__(self) -> str:
        return str(self.product)


class SearchWord(models.Model):
    """A word that occurs in a document, and how titles write it. Written by `search.index` alone."""

    word = models.CharField(max_length=40, unique=True)
    in_title = models.BooleanField(help_text="Of a product or a category")
    text_en = models.CharField(max_length=120, blank=True)
    text_hi = models.CharField(max_length=120, blank=True)

    def __str__(self) -> str:
        return self.word


class SearchChange(models.Model):
    """A product whose document is stale. Written by the database's triggers alone."""

    product_id = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.product_id)
