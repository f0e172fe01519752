"""Pictures of whatever the shop shows."""

from collections.abc import Mapping
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from project.core.models import Stateful


class PictureStatus(models.TextChoices):
    """Progress of rendering the sizes of a picture."""

    # Shown as its source until the worker has rendered the sizes.
    PROCESSING = "processing"
    READY = "ready"
    # The worker gave up; it is still shown as its source.
    FAILED = "failed"


class Picture(Stateful):
    """A square picture in every size the shop shows, and what a screen draws until it has arrived.

    The worker renders them. The content's digest is part of their names: a picture that changes gets a new
    address, so browsers may keep the old one for ever.
    """

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        PictureStatus.PROCESSING: frozenset({PictureStatus.READY, PictureStatus.FAILED}),
        PictureStatus.READY: frozenset({PictureStatus.PROCESSING}),
        PictureStatus.FAILED: frozenset({PictureStatus.PROCESSING}),
    }

    status = models.CharField(max_length=24, choices=PictureStatus, default=PictureStatus.READY)
    key = models.SlugField(max_length=80, unique=True)
    digest = models.CharField(max_length=12, help_text="Of the source's content")
    width = models.PositiveSmallIntegerField(help_text="Of the source, in pixels; nothing larger is made")
    height = models.PositiveSmallIntegerField()
    placeholder = models.TextField(help_text="The picture in 16 pixels, as a data: address")
    color = models.CharField(max_length=7, help_text="Its average, #rrggbb")
    unused_since = models.DateTimeField(
        null=True, blank=True, help_text="When nothing was first seen to show it; empty while something does"
    )

    # Counts the tries; a renderer whose number is no longer this one has been given up.
    attempt = models.PositiveSmallIntegerField(default=0)
    # When it is due (again): a lease while the worker renders it; null when there is nothing left to do.
    next_try_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="picture_due"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=PictureStatus.values), name="picture_status_known"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def topic(self) -> str:
        """Name in events and on the live link."""
        return f"picture:{self.key}"

    @property
    def is_ready(self) -> bool:
        """Return whether every size is there."""
        return self.status == PictureStatus.READY

    @property
    def pending(self) -> str | None:
        """The key of the upload while sizes are missing; None when all are rendered."""
        return None if self.is_ready else self.key

    @property
    def url(self) -> str:
        """Common prefix of the addresses of all sizes: `{url}-400.webp`, `{url}-800.avif`, ...

        Until they are there it is the whole address of the one file that is.
        """
        address = f"{settings.PICTURES_URL}products/{self.key}.{self.digest}"
        return address if self.is_ready else f"{address}-source.jpg"

    @property
    def image(self) -> str:
        """Address of the one file for readers that know no others, like mail: 800 pixels, WebP."""
        return f"{self.url}-800.webp" if self.is_ready else self.url


def small_address(image: str) -> str:
    """Return the address of the 400 pixels of a picture's `image`, for mails; any other address as it is."""
    return image.replace("-800.webp", "-400.webp")


def kept_address(shown: str) -> str:
    """Return a picture's address as rows keep it, which is the same wherever pictures are fetched from."""
    return f"{settings.MEDIA_URL}{shown.removeprefix(settings.PICTURES_URL)}" if shown else ""


def shown_address(kept: str) -> str:
    """Return where the picture is fetched from now whose address a row keeps."""
    if not kept.startswith(settings.MEDIA_URL):
        return kept
    return f"{settings.PICTURES_URL}{kept.removeprefix(settings.MEDIA_URL)}"
