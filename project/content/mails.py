"""Mails that staff edit."""

import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from project.content.kinds import LANGUAGES, Content, Field, Kind, Problem
from project.content.mail_samples import SAMPLES
from project.content.published import find_published
from project.content.rich_text import ContentPreview
from project.core.mail_templates import (
    MailText,
    blocks,
    mail_variables,
    render_mail,
    shipped_mail,
)
from project.core.text_templates import (
    TemplateVariables,
    faults,
    is_safe_link,
    variables_in,
    without_conditions,
)

logger = logging.getLogger(__name__)


class MailKind(Kind):
    """`mail:{kind}`: subject and body of a mail."""

    name = "mail"
    fields = (Field("subject", 160), Field("body", 8_000, "lines"))

    def names(self) -> Sequence[str]:
        return [*SAMPLES]

    def shipped(self, name: str) -> Content:
        texts = {}
        for language in LANGUAGES:
            subject, _, body = shipped_mail(name, language).text.partition("\n")
            texts[language] = {"subject": subject.strip(), "body": body.strip()}
        return Content(en=texts["en"], hi=texts["hi"], options={})

    def known(self, name: str) -> TemplateVariables:
        return mail_variables(name, _sample(name))

    def problems(self, name: str, content: Content) -> list[Problem]:
        """Return what keeps the mail from being published.

        Subjects are read on locked phones and kept in logs: they name what the shipped ones name, no more.
        """
        found = super().problems(name, content)
        shipped, known = self.shipped(name), self.known(name)
        allowed = {"brand", "order_id"}.union(
            *(variables_in(shipped.texts(language)["subject"]) for language in LANGUAGES)
        )
        for language in LANGUAGES:
            texts = content.texts(language)
            found += [
                Problem(language, "subject", "not_in_subject", f"{{{word}}}")
                for word in variables_in(texts.get("subject", ""))
                if word not in allowed and word in known.values
            ]
            found += [
                Problem(language, "body", "link_refused", block.url)
                for block in blocks(without_conditions(texts.get("body", "")))
                if block.kind == "button" and not (block.url.startswith("{") or is_safe_link(block.url))
            ]
        return found

    def preview(self, name: str, content: Content, language: str) -> ContentPreview:
        """Return the mail filled in with a sample."""
        texts = content.texts(language)
        mail = render_mail(name, language, SAMPLES[name][0], MailText(texts["subject"], texts["body"]))
        return ContentPreview(title=mail.subject, lead="", text=mail.text, sections=[])


@cache
def _sample(name: str) -> Mapping[str, Any]:
    """Return every value that any variant of the mail is given."""
    return {key: value for variant in SAMPLES[name] for key, value in variant.items()}


def published_mail(kind: str, language: str) -> MailText | None:
    """Return what staff published instead of a mail's template.

    None, and a line in the log, for one that names what this release no longer knows: a mail goes out as
    shipped rather than with a gap, or not at all.
    """
    published = find_published(f"mail:{kind}")
    if published is None or kind not in SAMPLES:
        return None
    texts = published.texts[language]
    found = faults(f"{texts['subject']}\n{texts['body']}", mail_variables(kind, _sample(kind)))
    if found:
        logger.error("mail %s (%s) is sent as shipped: %s", kind, language, found)
        return None
    return MailText(texts["subject"], texts["body"])
