"""The banner above the shop's header: a sentence for a while, such as for a festival or a delay."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from project.content.kinds import Content, Field, Kind, Problem
from project.content.published import find_published
from project.content.rich_text import ContentPreview

KEY = "banner:shop"


@dataclass(frozen=True)
class Banner:
    """Text of the banner in one language, and its period; without an end it stays until it is removed."""

    number: int
    text: str
    link: str
    starts_at: datetime | None
    ends_at: datetime | None


class BannerKind(Kind):
    """`banner:shop`: text, link, and from when until when it is shown (Indian time)."""

    name = "banner"
    fields = (Field("text", 160),)
    options = (
        Field("link", 200, "link", is_required=False),
        Field("from", 16, "moment", is_required=False),
        Field("until", 16, "moment", is_required=False),
        Field("on", 1, "switch", is_required=False),
    )

    def names(self) -> Sequence[str]:
        return ["shop"]

    def shipped(self, name: str) -> Content:
        """Return no banner."""
        return Content(
            en={"text": ""}, hi={"text": ""}, options={"link": "", "from": "", "until": "", "on": ""}
        )

    def problems(self, name: str, content: Content) -> list[Problem]:
        found = super().problems(name, content)
        moments = {field: content.options.get(field, "") for field in ("from", "until")}
        found += [
            Problem("", field, "invalid") for field, text in moments.items() if text and moment(text) is None
        ]
        start, end = moment(moments["from"]), moment(moments["until"])
        if start and end and end <= start:
            found.append(Problem("", "until", "ends_before"))
        return found

    def preview(self, name: str, content: Content, language: str) -> ContentPreview:
        return ContentPreview(title=content.texts(language)["text"], lead="", text="", sections=[])


def moment(text: str) -> datetime | None:
    """Return the moment of a day and a time in India, such as 2026-11-27T18:30; None for anything else."""
    try:
        found = datetime.strptime(text, "%Y-%m-%dT%H:%M")
    except ValueError:
        return None
    return timezone.make_aware(found)


def current_banner(language: str) -> Banner | None:
    """Return the published banner, also one that is still to come; None when it is off or over."""
    published = find_published(KEY)
    if published is None or published.options.get("on") != "1":
        return None
    end = moment(published.options.get("until", ""))
    if end is not None and end <= timezone.now():
        return None
    return Banner(
        number=published.number,
        text=published.texts[language]["text"],
        link=published.options.get("link", ""),
        starts_at=moment(published.options.get("from", "")),
        ends_at=end,
    )
