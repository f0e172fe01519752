"""Pictures of whatever the shop shows."""

from django.conf import settings
from django.db import models


class Picture(models.Model):
    """A square picture in every size the shop shows, and what a screen draws until it has arrived.

    `pictures.store` makes the files. The content's digest is part of their names: a picture that changes
    gets a new address, so browsers may keep the old one for ever.
    """

    key = models.SlugField(max_length=80, unique=True)
    digest = models.CharField(max_length=12, help_text="Of the source's content")
    width = models.PositiveSmallIntegerField(help_text="Of the source, in pixels; nothing larger is made")
    height = models.PositiveSmallIntegerField()
    placeholder = models.TextField(help_text="The picture in 16 pixels, as a data: address")
    color = models.CharField(max_length=7, help_text="Its average, #rrggbb")
    unused_since = models.DateTimeField(
        null=True, blank=True, help_text="When nothing was first seen to show it; empty while something does"
    )

    def __str__(self) -> str:
        return self.key

    @property
    def url(self) -> str:
        """What the addresses of all sizes begin with: `{url}-400.webp`, `{url}-800.avif`, ..."""
        return f"{settings.MEDIA_URL}products/{self.key}.{self.digest}"

    @property
    def image(self) -> str:
        """Address of the one file for readers that know no others, like mail: 800 pixels, WebP."""
        return f"{self.url}-800.webp"
