"""A public page is rendered once for everybody, and nobody can put anything of their own into it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from project.catalog.actions.stock import set_on_hand
from project.core import public_cache
from project.core.connections import store_values
from project.core.public_cache import move_catalogue_version
from tests.factories import log_in, make_category, make_product, make_user
from tests.http import headers_for_all
from tests.pages import small_build as build
from tests.server_process import ServerProcess, start_renderer
from tests.threads import at_once
from tests.waiting import eventually

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client(small_client: Client, settings: Settings) -> Client:
    settings.RENDERER_MILLISECONDS = 10_000
    return small_client


@pytest.fixture
def own_renderer(
    client: Client, small_build: Path, settings: Settings, tmp_path: Path
) -> Iterator[ServerProcess]:
    """A renderer that may be killed."""
    process = start_renderer(tmp_path, entry=build.entry_of(small_build))
    settings.RENDERER_URL = process.url
    yield process
    process.stop()


def number(content: bytes) -> int:
    """Return which rendering of /counted this is."""
    found = re.search(rb"<h1>Rendered (\d+)</h1>", content)
    assert found is not None, content[-500:]
    return int(found[1])


def is_rendered(client: Client, path: str = "/counted") -> bool:
    return b"<h1" in client.get(path).content


def test_page_is_rendered_once_and_read_without_the_database(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = client.get("/counted")
    with django_assert_num_queries(0):
        again = client.get("/counted")

    assert again.content == first.content
    assert headers_for_all(again) == headers_for_all(first)


def test_kept_page_and_its_304_need_no_renderer(client: Client, own_renderer: ServerProcess) -> None:
    eventually(lambda: is_rendered(client), seconds=10)
    first = client.get("/counted")

    own_renderer.kill()
    again = client.get("/counted")
    same = client.get("/counted", headers={"if-none-match": first["ETag"]})

    assert again.content == first.content
    assert (same.status_code, same.content) == (304, b"")
    assert same["Cache-Control"] == first["Cache-Control"]


def test_page_that_stands_in_while_the_renderer_is_away_is_not_kept(
    client: Client, own_renderer: ServerProcess
) -> None:
    eventually(lambda: is_rendered(client, "/"), seconds=10)

    own_renderer.kill()
    plain = [client.get("/counted") for _ in range(3)]
    own_renderer.restart()
    eventually(lambda: is_rendered(client), seconds=10)

    assert all(b'<div id="root"></div>' in response.content for response in plain)
    assert {response["Cache-Control"] for response in plain} == {"no-store"}
    assert not any(response.has_header("X-Accel-Expires") for response in plain)
    assert number(client.get("/counted").content) == number(client.get("/counted").content)


def test_nothing_of_a_person_is_in_the_page_or_changes_it(client: Client) -> None:
    user = make_user(email="asha@example.com")
    person = Client(headers={"authorization": f"Bearer {log_in(user)}", "x-cart-token": "basket-7"})
    person.cookies["refresh"] = "secret-of-asha"
    person.cookies["sessionid"] = "session-of-asha"

    theirs = person.get("/counted")
    others = client.get("/counted")

    assert theirs.content == others.content
    assert headers_for_all(theirs) == headers_for_all(others)
    assert not theirs.cookies and not others.cookies
    assert not re.search(rb"asha|basket-7", theirs.content)


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"x-forwarded-host": "evil.example"},
        {"x-forwarded-proto": "gopher"},
        {"x-forwarded-for": "evil.example"},
        {"forwarded": "host=evil.example"},
        {"x-original-url": "/evil"},
        {"x-rewrite-url": "/evil"},
        {"x-http-method-override": "DELETE"},
        {"origin": "https://evil.example"},
        {"referer": "https://evil.example/"},
        {"accept-language": "hi"},
        {"content-language": "hi"},
        {"range": "bytes=0-1"},
        {"accept": "application/json, */*"},
        {"accept-encoding": "br"},
        {"cookie": "django_language=hi; lang=hi; language=evil"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_header_of_one_visitor_leaves_no_trace_in_the_next_one_s_page(
    client: Client, settings: Settings, headers: dict[str, str]
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    make_product(slug="bead")
    clean = client.get("/products/bead")
    move_catalogue_version()

    attacked = client.get("/products/bead", headers=headers)
    after = client.get("/products/bead")

    assert attacked.status_code in (200, 404)
    assert after.content == clean.content
    assert headers_for_all(after) == headers_for_all(clean)
    assert b"evil" not in after.content


def test_query_adds_nothing_to_the_page_but_known_parameters(client: Client) -> None:
    first = number(client.get("/counted?page=2&search=five").content)

    for address in (
        "/counted?search=five&page=2",
        "/counted?search=five&page=2&utm_source=evil",
        "/counted?search=five&search=evil&page=2&page=3",
        "/counted?search=%20five%20&page=2&sort=",
        "/counted?lang=en&search=five&page=2",
        "/%63ounted?search=%66ive&page=2",
    ):
        assert number(client.get(address).content) == first, address


@pytest.mark.parametrize(
    "other",
    [
        "/counted",
        "/counted?search=five",
        "/counted?search=Five&page=2",
        "/counted?search=five%26page%3D2",
        "/counted?search=five&page=2&lang=hi",
        "/counted?search=five%00&page=2",
        f"/counted?search={'five' * 4000}&page=2",
    ],
    ids=lambda address: address[:40],
)
def test_other_known_parameters_are_another_page(client: Client, other: str) -> None:
    first = number(client.get("/counted?search=five&page=2").content)

    assert number(client.get(other).content) != first


def test_encoded_path_is_no_other_page_s_address(client: Client) -> None:
    make_product(slug="bead")
    page = client.get("/products/bead").content

    for path in ("/products/bead%3Flang=hi", "/products%2Fbead%2F", "/products/bead%23", "/products/./bead"):
        client.get(path)

    assert client.get("/products/bead").content == page


def test_one_page_in_each_language_however_it_was_chosen(client: Client) -> None:
    hindi = Client()
    hindi.cookies["language"] = "hi"

    english, by_cookie, by_address = (
        client.get("/counted"),
        hindi.get("/counted"),
        client.get("/counted?lang=hi"),
    )

    assert number(by_cookie.content) == number(by_address.content) != number(english.content)
    assert b'<html lang="hi">' in by_address.content and b'<html lang="en">' in english.content
    assert by_cookie["Cache-Control"].startswith("private")
    assert by_address["Cache-Control"].startswith("public")
    assert number(client.get("/counted", headers={"accept-language": "hi"}).content) == number(
        english.content
    )


def test_what_was_missing_is_found_as_soon_as_it_is_there(client: Client) -> None:
    assert client.get("/products/bead").status_code == 404

    make_product(slug="bead")

    assert client.get("/products/bead").status_code == 200


def test_own_pages_are_kept_by_nobody(client: Client) -> None:
    first, second = client.get("/admin/products/7"), client.get("/admin/products/8")

    assert b"/admin/products/7" in first.content and b"/admin/products/7" not in second.content
    assert first["Cache-Control"] == second["Cache-Control"] == "no-store"


def test_change_is_in_the_next_page(client: Client) -> None:
    product = make_product(slug="bead", stock=5)

    for pieces in (4, 3, 7):
        client.get("/products/bead")
        set_on_hand(product, pieces)

        assert f'"sellable":{pieces}' in client.get("/products/bead").content.decode()


def test_sale_of_another_product_leaves_a_page_in_the_cache_unless_it_shows_that_one(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Slugs are given: products share 128 versions of their stock by slug, and these share none.
    category = make_category()
    make_product(slug="bead", category=category)
    related = [make_product(slug=f"bead-{number}", category=category) for number in range(1, 5)]
    other = make_product(slug="other", category=make_category(slug="others"), stock=5)
    client.get("/products/bead")

    set_on_hand(other, 4)
    with django_assert_num_queries(0):
        client.get("/products/bead")

    set_on_hand(related[0], 4)
    with CaptureQueriesContext(connection) as queries:
        client.get("/products/bead")
    assert len(queries) > 0


def test_change_that_a_page_does_not_show_renders_it_no_second_time(client: Client) -> None:
    other = make_product(slug="bead", stock=5)
    first = client.get("/counted")

    set_on_hand(other, 4)
    again = client.get("/counted")

    assert number(again.content) == number(first.content)
    assert headers_for_all(again) == headers_for_all(first)


def test_thousand_equal_requests_at_once_are_rendered_once(client: Client) -> None:
    def ask(_: int) -> set[int]:
        visitor = Client()
        return {number(visitor.get("/counted?search=all").content) for _ in range(25)}

    before = number(client.get("/counted").content)
    numbers = at_once(40, ask)
    after = number(client.get("/counted?search=after").content)

    assert set().union(*numbers) == {before + 1}
    assert after == before + 2


def test_kept_pages_are_counted_like_others(client: Client, settings: Settings, limits: None) -> None:
    settings.ANONYMOUS_MILLISECONDS = 0

    statuses = [client.get("/counted", REMOTE_ADDR="10.201.0.1").status_code for _ in range(602)]

    assert statuses == [200] * 600 + [429] * 2
    assert client.get("/counted", REMOTE_ADDR="10.201.0.2").status_code == 200


def test_cached_and_refused_pages_ask_no_database_for_an_address_entered_on_screen(
    client: Client, settings: Settings, limits: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS, settings.ANONYMOUS_MILLISECONDS = "", ["*"], 0
    store_values("site", version=0, values={"url": "https://mala.example"}, secrets={}, author="user:U1")
    headers = {"host": "mala.example"}
    client.get("/counted", headers=headers)

    with django_assert_num_queries(0):
        answers = [client.get("/counted", headers=headers) for _ in range(601)]

    assert [answer.status_code for answer in answers] == [200] * 599 + [429] * 2
    assert "connect-src 'self' wss://mala.example;" in answers[-1]["Content-Security-Policy"]


@pytest.mark.parametrize("addresses", [500, pytest.param(10_000, marks=pytest.mark.nightly)])
def test_many_addresses_fill_the_slots_and_no_more(
    client: Client, settings: Settings, small_renderer: ServerProcess, addresses: int
) -> None:
    settings.PUBLIC_CACHE_SLOTS = 50
    caches["public"].clear()

    def memory() -> int:
        """Return the kilobytes that the renderer's processes hold."""
        children = Path(f"/proc/{small_renderer.pid}/task/{small_renderer.pid}/children").read_text().split()
        statuses = (Path(f"/proc/{pid}/status").read_text() for pid in (small_renderer.pid, *children))
        return sum(int(status.partition("VmRSS:")[2].split()[0]) for status in statuses)

    for page in range(100):
        client.get(f"/counted?search=warm-up&page={page}")
    before = memory()
    for page in range(addresses):
        assert client.get(f"/counted?search={'x' * 500}&page={page}").status_code == 200

    slots = [f"{public_cache.release()}:{slot}" for slot in range(4096)]
    assert len(caches["public"].get_many(slots)) <= 50
    assert memory() - before < 100 * 1024
