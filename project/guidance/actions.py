"""Send a sign's page by mail."""

import hashlib

from django.conf import settings
from django.db import transaction
from django.utils.timezone import localdate

from project.core.mail import queue_mail
from project.core.site_address import site_url
from project.core.throttle import Limit
from project.guidance.recommendation import bead_name, recommendation_for_sign, share_path
from project.guidance.signs import record_of

# Whoever asks is limited as well.
_MAILS = Limit("guidance-mail-to", 3, 3600, of_each="email address typed", counts="mails of a sign")


@transaction.atomic
def mail_sign(sign: str, *, to: str, language: str) -> None:
    """Mail what is said of a sign, the same thing at most once a day; the mail knows nothing of a birth.

    Raises NotFound for an unknown sign, RateLimited when the address got enough of them.
    """
    record = record_of(sign)
    _MAILS.count(to)
    answer = recommendation_for_sign(sign, language=language)
    digest = hashlib.sha256(f"{to} {sign} {language} {localdate()}".encode()).hexdigest()[:32]
    queue_mail(
        kind="guidance",
        dedupe_key=f"guidance:{digest}",
        to=to,
        language=language,
        context={
            "sign": answer.name,
            "primary": bead_name(record.primary, language),
            "secondary": bead_name(record.secondary, language),
            "description": answer.recommendations.description,
            "best_time": answer.recommendations.best_time,
            "mantra": answer.recommendations.mantra,
            "ritual": answer.additional_info.activation_ritual,
            "care": answer.additional_info.maintenance,
            "caution": answer.additional_info.contraindications[-1],
            "link": f"{site_url()}{share_path(record.sign)}"
            + ("" if language == settings.LANGUAGE_CODE else f"&lang={language}"),
        },
    )
