"""An admin enters the shop's address: it is proven first, then holds at once; the operator's wins."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from project.accounts.actions.first_admin import new_link
from project.accounts.second_factor.passkeys import relying_party
from project.backoffice.first_steps import read_first_steps
from project.core.connections import store_values
from project.core.mail_templates import render_mail
from project.core.models import Connection
from project.core.site_address import PROOF_PATH, is_own_origin, site_origins, site_url
from project.events.models import AuditEntry
from project.shop.site_trial import ConnectionFailed, normal_site_url, try_site
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.threads import at_once
from tests.tls_server import TlsServer

pytestmark = pytest.mark.django_db
SITE = "/admin/settings/connections/site"


@pytest.fixture(autouse=True)
def unset(settings: Settings) -> None:
    """A shop whose operator has set no address."""
    settings.SITE_URL, settings.LOCAL_URL = "", "http://127.0.0.1:8000"
    settings.ALLOWED_HOSTS, settings.FURTHER_HOSTS = ["*"], ["probe.internal"]


def admin() -> Api:
    return Api(token=log_in(make_user(role="admin", name="Meera", email="meera@example.com")))


def enter(url: str) -> None:
    """Save an address that was proven elsewhere."""
    version = Connection.objects.filter(pk="site").count()
    store_values("site", version=version, values={"url": url}, secrets={}, author="user:U1")


def save(api: Api, url: str, version: int = 0, **headers: str) -> Answer:
    return api.other("PUT", SITE, {"version": version, "values": {"url": url}}, **headers)


def status_at(host: str, path: str = "/api/shop") -> int:
    return Client().get(path, headers={"host": host}).status_code


@contextmanager
def server(status: int, body: bytes = b"", location: str = "") -> Iterator[str]:
    """Something else than the shop."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            if location:
                self.send_header("Location", location)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=listening.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.server_port}"
    finally:
        listening.shutdown()
        thread.join()
        listening.server_close()


# -- What is an address --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("https://shop.example", "https://shop.example"),
        ("shop.example", "https://shop.example"),
        ("https://Shop.Example/", "https://shop.example"),
        ("https://अक्षमाला.भारत", "https://xn--l1b6axeqax7bb9i.xn--h2brj9c"),
        ("http://127.0.0.1:8123", "http://127.0.0.1:8123"),
    ],
)
def test_address_is_stored_as_browsers_send_it(typed: str, stored: str) -> None:
    assert normal_site_url(typed) == stored


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "https://",
        "https://shop.example/shop",
        "https://shop.example?x=1",
        "https://shop.example#x",
        "https://meera:secret@shop.example",
        "https://shop.example:8443",
        "https://shop.example:99999",
        "https://203.0.113.5",
        "https://[::1]",
        "https://localhost.",
        "https://shop",
        "https://-shop.example",
        "https://shop_1.example",
        "https://shop..example",
        "https://shop.example\\@other.example",
        "https://shop.example other.example",
        f"https://{'a' * 64}.example",
        f"https://{'a.' * 130}example",
        "http://shop.example",
        "ftp://shop.example",
        "javascript://shop.example",
    ],
)
def test_what_is_no_address_of_a_shop_is_refused(typed: str) -> None:
    with pytest.raises(ConnectionFailed):
        normal_site_url(typed)


@pytest.mark.parametrize("url", ["https://shop.example\r\nX: y", "x" * 201])
def test_control_characters_and_endless_addresses_are_refused(url: str) -> None:
    assert save(admin(), url).status in (400, 422)


def test_in_production_this_machine_is_no_address(settings: Settings) -> None:
    settings.OUTBOUND_PRIVATE_HOSTS = []

    for typed in ("http://127.0.0.1:8123", "http://localhost", "https://localhost"):
        with pytest.raises(ConnectionFailed):
            normal_site_url(typed)


# -- The trial -----------------------------------------------------------------------------------


def refusal(url: str) -> str:
    with pytest.raises(ConnectionFailed) as failed:
        try_site(url)
    return str(failed.value)


def test_other_server_redirect_and_silence_are_told_apart(settings: Settings) -> None:
    with server(200, b"0" * 64) as other:
        assert refusal(other) == "another server"
    with server(200, b"0" * 1000) as larger:
        assert refusal(larger) == "too large"
    with server(404) as missing:
        assert refusal(missing) == "404"
    with server(302, location="https://shop.example/") as elsewhere:
        assert refusal(elsewhere) == "too many redirects"
    assert refusal(missing) == "no connection"
    assert refusal("https://nobody.invalid") == "unknown host"
    settings.OUTBOUND_PRIVATE_HOSTS = []
    assert refusal("https://127.0.0.1") == "private address"


def test_certificate_that_browsers_refuse_is_named() -> None:
    tls = TlsServer(ends_at=timezone.now() + timedelta(days=9))
    try:
        assert refusal(tls.url) == "certificate"
    finally:
        tls.stop()


def test_shop_with_another_key_is_not_this_one(live_server: LiveServer, settings: Settings) -> None:
    try_site(live_server.url)
    with server(200, Client().get(PROOF_PATH, {"challenge": "x" * 43}).content) as replayed:
        assert refusal(replayed) == "another server"


@pytest.mark.parametrize("challenge", ["", "x", "x" * 42, "x" * 44, "ü" * 43])
def test_nothing_else_than_a_challenge_is_signed(challenge: str) -> None:
    assert Client().get(PROOF_PATH, {"challenge": challenge}).status_code == 404


def test_proof_is_of_the_host_it_was_asked_by() -> None:
    proofs = {
        Client().get(PROOF_PATH, {"challenge": "x" * 43}, headers={"host": host}).content
        for host in ("shop.example", "other.example")
    }

    assert len(proofs) == 2


# -- What it changes -----------------------------------------------------------------------------


def test_entered_address_is_proven_saved_and_logged(live_server: LiveServer) -> None:
    answer = save(admin(), live_server.url)

    assert answer.status == 200, answer.body
    assert site_url() == live_server.url
    entry = AuditEntry.objects.get(action="settings.connected")
    assert (entry.subject, entry.after["url"]) == ("connection:site", live_server.url)


def test_refused_address_changes_nothing() -> None:
    with server(200, b"0" * 64) as other:
        answer = save(admin(), other)

    assert answer.refusal == (400, "CONNECTION_FAILED")
    assert not Connection.objects.exists() and site_url() == "http://127.0.0.1:8000"


def test_links_of_mails_sitemap_and_api_follow_at_once() -> None:
    def mail() -> str:
        return render_mail("login_code", "en", {"code": "123456", "minutes": 10}).text

    assert "http://127.0.0.1:8000" in mail()
    enter("https://shop.example")

    assert "https://shop.example" in mail() and "127.0.0.1" not in mail()
    robots = Client().get("/robots.txt", headers={"host": "shop.example"}).content
    assert b"https://shop.example/sitemap.xml" in robots
    assert Api().get("/shop", host="shop.example").data["siteUrl"] == "https://shop.example"
    link = new_link()
    assert link is not None and link.startswith("https://shop.example/first-admin#")
    assert relying_party() == "shop.example"


def test_host_header_chooses_no_link() -> None:
    make_product()

    answer = Client().get("/api/shop", headers={"host": "evil.example"})

    assert answer.status_code == 200
    assert b"evil.example" not in answer.content


def test_shop_without_address_answers_to_every_name_and_later_to_its_own() -> None:
    for host in ("203.0.113.5", "shop.example", "testserver"):
        assert status_at(host) == 200
    enter("https://shop.example")

    assert [status_at(host) for host in ("shop.example", "SHOP.example:443", "probe.internal")] == [200] * 3
    assert [status_at(host) for host in ("203.0.113.5", "other.example", "x.shop.example")] == [400] * 3
    assert status_at("10.0.0.9", "/healthz") == 200
    enter("https://new.example")
    assert [status_at("shop.example"), status_at("new.example")] == [400, 200]


def test_development_without_address_answers_to_this_machine_alone(settings: Settings) -> None:
    settings.DEBUG, settings.FURTHER_HOSTS = True, ["localhost", "127.0.0.1"]

    assert [status_at("127.0.0.1:8000"), status_at("rebound.example")] == [200, 400]
    assert not is_own_origin("http://rebound.example", "rebound.example")
    assert site_origins() == ["http://127.0.0.1:8000", "http://localhost:8000"]


def test_pages_of_the_host_itself_may_call_until_there_is_an_address() -> None:
    assert is_own_origin("http://203.0.113.5", "203.0.113.5")
    assert not is_own_origin("https://evil.example", "203.0.113.5")
    enter("https://shop.example")

    assert is_own_origin("https://shop.example", "shop.example")
    assert not is_own_origin("http://shop.example", "shop.example")
    assert not is_own_origin("http://203.0.113.5", "203.0.113.5")


def test_cookies_are_secure_once_the_address_is_https() -> None:
    make_user(email="asha@example.com")

    def cookies(host: str) -> set[str]:
        api = Api()
        origin = "http" if host == "testserver" else "https"
        api.post("/auth/send-otp", {"email": "asha@example.com"}, host=host, origin=f"{origin}://{host}")
        return {name for name, cookie in api.cookies.items() if cookie.value}

    assert cookies("testserver") == {"browser"}
    enter("https://shop.example")
    assert cookies("shop.example") == {"__Secure-browser"}


def test_first_step_leads_to_the_screen(settings: Settings) -> None:
    settings.SANDBOX = False

    def step() -> tuple[bool, str]:
        found = next(step for step in read_first_steps().steps if step.name == "domain")
        assert found.to == "/admin/settings/connections"
        return found.is_done, found.text

    assert step() == (False, "The shop has no address yet, so links in its mails lead nowhere.")
    enter("https://shop.example")
    assert step()[0]


# -- Who decides ---------------------------------------------------------------------------------


def test_operators_address_wins_and_is_shown(settings: Settings) -> None:
    api = admin()
    enter("https://shop.example")
    settings.SITE_URL = "https://operator.example"

    assert site_url() == "https://operator.example"
    assert save(api, "https://shop.example", version=1).refusal == (403, "FORBIDDEN")
    removal = api.other("DELETE", f"{SITE}?version=1")
    assert removal.refusal == (403, "FORBIDDEN")
    row = next(
        row for row in api.get("/admin/settings/connections").data["connections"] if row["name"] == "site"
    )
    assert row["byOperator"] and row["fields"][0]["value"] == "https://operator.example"


@pytest.mark.django_db(transaction=True)
def test_of_two_admins_one_saves(live_server: LiveServer) -> None:
    tokens = [admin().token, log_in(make_user(role="admin", email="ravi@example.com"))]

    answers = at_once(2, lambda number: save(Api(token=tokens[number]), live_server.url).status)

    assert sorted(answers) == [200, 409]
    assert Connection.objects.get().version == 1


def test_address_outlives_a_lost_key(settings: Settings) -> None:
    enter("https://shop.example")
    settings.SECRET_KEY = "k" * 60

    assert site_url() == "https://shop.example"


def test_removed_address_is_unset_again(live_server: LiveServer) -> None:
    api = admin()
    save(api, live_server.url)

    answer = api.other("DELETE", f"{SITE}?version=1", host="localhost")

    assert answer.status == 200, answer.body
    assert site_url() == "http://127.0.0.1:8000"
    assert status_at("203.0.113.5") == 200
