"""Identity of a waiting shopper: an account, or a guest who shows the token that their browser made.

The browser makes the token, so that a join whose answer was lost can be sent again without a second entry.
"""

from dataclasses import dataclass
from typing import Self

from django.db.models import Q

from project.accounts.tokens import digest_of
from project.events.topics import Caller
from project.waitlist.models import EntryQuerySet, WaitlistEntry

MIN_TOKEN_LENGTH, MAX_TOKEN_LENGTH = 20, 64


@dataclass(frozen=True)
class Shopper:
    """A shopper as the waitlist knows them. Logged in on the way, one has both: account and token."""

    user_id: int | None = None
    token_digest: str = ""

    @classmethod
    def of(cls, user_id: int | None, token: str | None) -> Self:
        """Return the shopper of an account's id and a guest's token."""
        known = token if token and MIN_TOKEN_LENGTH <= len(token) <= MAX_TOKEN_LENGTH else ""
        return cls(user_id, digest_of(known) if known else "")

    @classmethod
    def of_caller(cls, caller: Caller) -> Self:
        """Return the shopper who watches a topic; a guest's key is the token."""
        return cls.of(caller.user_id, caller.key)

    @property
    def is_nobody(self) -> bool:
        """Return whether nothing identifies them."""
        return self.user_id is None and not self.token_digest

    def entries(self) -> EntryQuerySet:
        """Return all entries of the shopper."""
        mine = Q(pk__in=[])
        if self.user_id is not None:
            mine |= Q(user=self.user_id)
        if self.token_digest:
            mine |= Q(token_digest=self.token_digest)
        return WaitlistEntry.objects.filter(mine)


NOBODY = Shopper()
