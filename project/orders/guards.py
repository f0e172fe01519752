"""Guards of calls about one order, which look at path and headers alone."""

from typing import Any

from django.http import HttpRequest

from project.accounts.auth import Anyone, caller_of
from project.orders.access import open_order


class OrderOpener(Anyone):
    """Whoever may see all of the order that the path names.

    For calls that take files: the framework reads a request's body before the handler runs, and after its
    guards.
    """

    def __call__(self, request: HttpRequest) -> Any:
        """Return the user, or True for a guest; raises OrderNotFound."""
        user = super().__call__(request)
        if user:
            request.auth = user  # type: ignore[attr-defined]
            match = request.resolver_match
            assert match is not None
            open_order(caller_of(request), match.kwargs["order_id"])
        return user
