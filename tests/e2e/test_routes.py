"""Everybody lands where the table of routes says, by way of the login, too."""

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.stack import Stack
from tests.routes import Landings, Role, Route, Walker, log_in, report, routes_of

pytestmark = pytest.mark.timeout(240)


class OneOfAKind:
    """Says yes to the first address of those that each role lands at alike: the same guard sends them on.

    frontend/src/app/routes.test.ts looks at the guard of each.
    """

    def __init__(self) -> None:
        self._seen: list[Landings] = []

    def __call__(self, route: Route) -> bool:
        is_new = route.landings not in self._seen
        self._seen.append(route.landings)
        return is_new


def _every_one(route: Route) -> bool:
    return True


@pytest.mark.parametrize("role", list(Role))
def test_everybody_lands_where_the_table_says(
    stack: Stack, open_page: OpenPage, role: Role, request: pytest.FixtureRequest
) -> None:
    page = open_page()
    session = ""
    if role != Role.VISITOR:
        session = log_in(page, stack.shop_url, f"{role}@akshamala.example", stack.mailbox)
    # Only a nightly run opens every page, and reaches each by way of the login, too.
    worth_a_visit, by_login = (
        (_every_one, _every_one) if request.config.getoption("--nightly") else (OneOfAKind(), OneOfAKind())
    )
    routes = list(filter(worth_a_visit, routes_of(page, stack.shop_url)))
    visits = Walker(page, stack.shop_url).walk(role, session, routes, by_login=by_login)

    assert [visit.problem for visit in visits if visit.problem] == [], report(visits)
