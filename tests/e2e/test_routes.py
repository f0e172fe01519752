"""Everybody lands where the table of routes says, by way of the login, too."""

from collections.abc import Callable

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.stack import Stack
from tests.routes import NOT_FOUND, STAYS, Landings, Role, Route, Walker, log_in, report, routes_of

pytestmark = pytest.mark.timeout(240)


def _worth_a_visit(route: Route, role: Role) -> bool:
    """Leave out what another visit tells as well: another 404, and pages open to all."""
    if NOT_FOUND in route.landings.values():
        return route.path == "/no-such-page"
    return role == Role.VISITOR or len(set(route.landings.values())) > 1


def _sends_away_or_is_new(role: Role) -> Callable[[Route], bool]:
    """Say yes to addresses that send this role away, and to one of each kind that let it in."""
    is_new = OneOfAKind()
    return lambda route: route.landings[role] != STAYS or is_new(route)


class OneOfAKind:
    """Says yes to the first address of those that each role lands at alike: the same guard sends them on."""

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
    routes = [route for route in routes_of(page, stack.shop_url) if _worth_a_visit(route, role)]
    by_login: Callable[[Route], bool] = _every_one
    # Only a nightly run opens every page to whoever may see it, and reaches each by way of the login, too.
    if not request.config.getoption("--nightly"):
        routes = list(filter(_sends_away_or_is_new(role), routes))
        by_login = OneOfAKind()
    visits = Walker(page, stack.shop_url).walk(role, session, routes, by_login=by_login)

    assert [visit.problem for visit in visits if visit.problem] == [], report(visits)
