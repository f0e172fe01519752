"""The mails a person was sent, for the download of their data."""

from typing import Any

from project.core.models import Mail


def sent_mails(email: str) -> list[dict[str, Any]]:
    """Return the mails we keep that were written to the address, without the keys in them.

    Mails with codes are left out, and the secret of an order's private link is cut off.
    """
    mails = Mail.objects.filter(to=email).exclude(kind__endswith="_code").order_by("-pk")
    return [
        {
            "subject": mail.subject,
            "text": mail.text_without_keys,
            "writtenAt": mail.created_at,
        }
        for mail in mails
    ]
