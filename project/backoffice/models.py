"""Tables of the back office: saved views."""

from functools import partial

from django.db import models

from project.accounts.models import User
from project.core.identifiers import random_id

MAX_PATH = 60
MAX_VIEW_NAME = 40
MAX_QUERY = 1000


class SavedView(models.Model):
    """Filters of a list under a name; only the member of staff who saved them sees them."""

    public_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "V", 12))
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="saved_views")
    # The list's page, such as "/admin/orders".
    path = models.CharField(max_length=MAX_PATH)
    name = models.CharField(max_length=MAX_VIEW_NAME)
    # The filters as the page's URL has them, such as "status=shipped&search=asha".
    query = models.CharField(max_length=MAX_QUERY)

    class Meta:
        ordering = ["path", "name"]
        constraints = [models.UniqueConstraint(fields=["user", "path", "name"], name="saved_view_one_name")]

    def __str__(self) -> str:
        return self.public_id
