"""The mail to the admins about a webhook that was switched off."""

from urllib.parse import urlsplit

from django.utils import timezone

from project.accounts.models import Role, User
from project.core.language import format_moment
from project.core.mail import queue_mail
from project.core.site_address import site_url
from project.webhooks.models import Endpoint


def switched_off(endpoint: Endpoint) -> None:
    """Queue the mail to every admin."""
    now = timezone.now()
    for admin in User.objects.filter(role=Role.ADMIN, is_active=True):
        queue_mail(
            kind="webhook_off",
            dedupe_key=f"webhook-off:{endpoint.pk}:{now.isoformat()}:{admin.pk}",
            to=admin.email,
            language=admin.language,
            context={
                "name": endpoint.name,
                "host": urlsplit(endpoint.url).hostname or "",
                "since": format_moment(endpoint.failing_since or now, admin.language),
                "link": f"{site_url()}/admin/users/webhooks/{endpoint.public_id}",
            },
        )
