"""Last editors of products and categories, for the notice of a conflicting edit."""

from collections.abc import Iterable

from django.db.models import Max

from project.accounts.actor_names import names_of
from project.events.models import AuditEntry


def last_editors(subjects: Iterable[str]) -> dict[str, str]:
    """Return the name of who edited each subject last; nothing of one that nobody edited."""
    edits = AuditEntry.objects.filter(subject__in=list(subjects), after__has_key="version")
    newest = edits.order_by().values("subject").annotate(last=Max("pk")).values_list("last", flat=True)
    actors = dict(AuditEntry.objects.filter(pk__in=list(newest)).values_list("subject", "actor"))
    names = names_of(actors.values())
    return {subject: names[actor] for subject, actor in actors.items()}
