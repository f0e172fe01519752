"""Everybody lands where the table of routes says, by way of the login, too."""

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.stack import Stack
from tests.routes import NOT_FOUND, Role, Route, Walker, log_in, report, routes_of

pytestmark = pytest.mark.timeout(240)


def _worth_a_visit(route: Route, role: Role) -> bool:
    """Leave out what another visit tells as well: another 404, and pages open to all."""
    if NOT_FOUND in route.landings.values():
        return route.path == "/no-such-page"
    return role == Role.VISITOR or len(set(route.landings.values())) > 1


@pytest.mark.parametrize("role", list(Role))
def test_everybody_lands_where_the_table_says(stack: Stack, open_page: OpenPage, role: Role) -> None:
    page = open_page()
    session = ""
    if role != Role.VISITOR:
        session = log_in(page, stack.shop_url, f"{role}@akshamala.example", stack.mailbox)
    routes = [route for route in routes_of(page, stack.shop_url) if _worth_a_visit(route, role)]

    visits = Walker(page, stack.shop_url).walk(role, session, routes)

    assert [visit.problem for visit in visits if visit.problem] == [], report(visits)
