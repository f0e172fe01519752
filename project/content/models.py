"""Edited content: one entry for each text that staff may edit, and its published versions."""

from datetime import datetime

from django.db import models
from django.utils import timezone

from project.core.models import Versioned

MAX_KEY = 80
# Of a path, and of a target with its query.
MAX_ADDRESS = 500


class ContentEntry(Versioned):
    """A text that staff edited, under a key such as "page:about"; without a row the shipped one is shown."""

    key = models.CharField(max_length=MAX_KEY, unique=True)
    # The fields of `content.kinds.Content`; None when nothing waits to be published.
    draft = models.JSONField(null=True)
    draft_by = models.CharField(max_length=64, blank=True)
    draft_at = models.DateTimeField(null=True)
    # The revision that is shown; None: the shipped text.
    published = models.ForeignKey(
        "ContentRevision", null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.key

    def last_change(self) -> tuple[str, datetime | None]:
        """Return who changed the draft or published last, and when; it reads `published`."""
        found = [(self.draft_by, self.draft_at)]
        if self.published is not None:
            found.append((self.published.published_by, self.published.published_at))
        return max(found, key=lambda each: each[1].timestamp() if each[1] else 0.0)


class ContentRevision(models.Model):
    """Published version, its time and its author; the database refuses to change a written row."""

    entry = models.ForeignKey(
        ContentEntry, on_delete=models.PROTECT, related_name="revisions", db_index=False
    )
    number = models.PositiveIntegerField()
    # None: back to the shipped text.
    content = models.JSONField(null=True)
    published_by = models.CharField(max_length=64)
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["entry", "number"], name="content_revision_number")]

    def __str__(self) -> str:
        return f"{self.entry_id} no. {self.number}"


class OldAddress(models.Model):
    """A path of the shop that was here before, and the page of today that it leads to."""

    # As `old_addresses.addresses.normal_path` writes it.
    path = models.CharField(max_length=MAX_ADDRESS, unique=True)
    target = models.CharField(max_length=MAX_ADDRESS)
    made_by = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    last_used_on = models.DateField(null=True)

    class Meta:
        verbose_name_plural = "old addresses"
        ordering = ["path"]

    def __str__(self) -> str:
        return f"{self.path} -> {self.target}"
