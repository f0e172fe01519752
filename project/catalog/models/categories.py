"""The categories of the shop."""

from functools import cache
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.query import RawQuerySet

from project.catalog.models.pictures import Picture
from project.catalog.models.texts import Bilingual, new_public_id
from project.core.models import Versioned

MAX_CATEGORY_SLUG = 80


class Category(Bilingual, Versioned):
    """A category. An inactive one is hidden together with its products and all categories below it."""

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(max_length=MAX_CATEGORY_SLUG, unique=True)
    name_en = models.CharField(max_length=80)
    name_hi = models.CharField(max_length=80)
    description_en = models.TextField(blank=True)
    description_hi = models.TextField(blank=True)
    picture = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    icon = models.CharField(max_length=16, blank=True, help_text="One emoji")
    is_active = models.BooleanField(default=True)
    # Active, and so is every category above it. Derived: the actions on categories keep it true, and what is
    # public asks for nothing else.
    is_shown = models.BooleanField(default=True, editable=False)
    is_featured = models.BooleanField(default=False)
    # For search engines; empty means name and description.
    meta_title_en = models.CharField(max_length=120, blank=True)
    meta_title_hi = models.CharField(max_length=120, blank=True)
    meta_description_en = models.CharField(max_length=320, blank=True)
    meta_description_hi = models.CharField(max_length=320, blank=True)
    sort_order = models.PositiveSmallIntegerField(default=0)
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )

    class Meta:
        ordering = ["sort_order", "slug"]
        verbose_name_plural = "categories"
        constraints = [
            models.CheckConstraint(
                condition=Q(parent__isnull=True) | ~Q(parent=F("id")), name="category_not_its_own_parent"
            ),
            models.CheckConstraint(
                condition=Q(is_shown=False) | Q(is_active=True), name="category_shown_is_active"
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row, shown or not as it and the category above it say; those below are the caller's."""
        self.is_shown = self.is_active and (self.parent is None or self.parent.is_shown)
        if kwargs.get("update_fields") is not None:
            kwargs["update_fields"] = {*kwargs["update_fields"], "is_shown"}
        super().save(*args, **kwargs)

    @classmethod
    def shown(cls) -> "RawQuerySet[Category]":
        """Return the categories that the shop shows in their order, with what a link to them needs.

        Every list of products asks this, so Django writes it once: that takes longer than the answer.
        """
        return cls.objects.raw(_shown_query())

    @property
    def name(self) -> str:
        """The name in the caller's language."""
        return str(self.text("name"))

    @property
    def description(self) -> str:
        """The description in the caller's language."""
        return str(self.text("description"))


@cache
def _shown_query() -> str:
    shown = Category.objects.filter(is_shown=True)
    return str(shown.only("public_id", "slug", "name_en", "name_hi").query)


class CategoryAlias(models.Model):
    """Another word that leads to a category in links and queries: 'rudraksh', or a slug given up."""

    slug = models.SlugField(max_length=MAX_CATEGORY_SLUG, unique=True)
    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="aliases")

    class Meta:
        verbose_name_plural = "category aliases"

    def __str__(self) -> str:
        return f"{self.slug} -> {self.category}"
