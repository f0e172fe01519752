"""The implementation of order events in tests, which watches and edits mails."""

from collections.abc import Callable
from typing import ClassVar

from django.db import connection

from project.core.mail_templates import MailText
from project.order_events import ShopEvents


class EventsOfTests(ShopEvents):
    """The shop's, which fail when a mail is rendered in a transaction: its locks on orders would be held."""

    # Texts that a test gives to mails.
    edits: ClassVar[list[Callable[[str], MailText]]] = []

    def edited_mail(self, kind: str, language: str) -> MailText | None:
        # The transaction of a test case is not the shop's.
        own = [block for block in connection.atomic_blocks if not getattr(block, "_from_testcase", False)]
        assert not own, f"the mail {kind} is rendered inside a transaction"
        if self.edits:
            return self.edits[-1](kind)
        return super().edited_mail(kind, language)
