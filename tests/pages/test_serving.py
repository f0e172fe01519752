"""Pages, pictures and health: safe headers, real 404s, nothing outside their folder."""

import gzip
from pathlib import Path

import brotli
import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from project.core.throttle import count
from tests.factories import make_product

pytestmark = pytest.mark.any_stack


@pytest.fixture
def client(small_client: Client, settings: Settings, tmp_path: Path) -> Client:
    """A browser in front of a few pages and some pictures."""
    (tmp_path / "media" / "products").mkdir(parents=True)
    (tmp_path / "media" / "products" / "bead.webp").write_bytes(b"RIFF")
    (tmp_path / "media" / "private.txt").write_text("classified")
    settings.MEDIA_ROOT = tmp_path / "media"
    return small_client


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/products", "/sitemap.xml"])
@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_answers_are_compressed_as_the_reader_can_take_it(client: Client, path: str, encoding: str) -> None:
    for _ in range(3):
        make_product()
    plain = client.get(path).content

    response = client.get(path, headers={"accept-encoding": f"{encoding};q=1.0, identity"})

    unpack = {"br": brotli.decompress, "gzip": gzip.decompress}[encoding]
    assert response["Content-Encoding"] == encoding
    assert "Accept-Encoding" in response["Vary"]
    assert unpack(response.content) == plain
    assert len(response.content) < len(plain)


@pytest.mark.django_db
def test_one_reader_is_not_served_without_end(client: Client, settings: Settings) -> None:
    settings.RATE_LIMIT_FACTOR = 1
    for _ in range(600):
        count("pages", "10.99.0.1", 600, 60)

    limited = client.get("/cart", REMOTE_ADDR="10.99.0.1")

    assert limited.status_code == 429
    assert int(limited["Retry-After"]) > 0
    assert client.get("/cart", REMOTE_ADDR="10.99.0.2").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/static/nothing.js", "/assets/nothing.js", "/sandbox/control/state", "/media/x"]
)
def test_missing_file_is_a_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("refreshing", [True, False])
def test_what_the_build_holds_for_the_server_is_no_page(
    client: Client, settings: Settings, refreshing: bool
) -> None:
    settings.WHITENOISE_ROOT = settings.FRONTEND_DIST
    settings.WHITENOISE_AUTOREFRESH = refreshing
    (settings.FRONTEND_DIST / ".vite").mkdir(exist_ok=True)
    (settings.FRONTEND_DIST / ".vite" / "manifest.json").write_text("{}")

    for path in ("/index.html", "/.vite/manifest.json"):
        assert client.get(path).status_code == 404
    styles = client.get("/assets/index-1.css")
    styles.close()
    assert styles.status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/dev/mail", "/dev/mail/1"])
def test_development_mailbox_is_closed_outside_of_development(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/api/shop", "/api/nothing", "/healthz", "/media/products/bead.webp"]
)
def test_every_answer_carries_the_security_headers(client: Client, path: str) -> None:
    response = client.get(path)
    response.getvalue() if response.streaming else response.content

    directives = (part.partition(" ") for part in response["Content-Security-Policy"].split("; "))
    policy = {name: sources for name, _, sources in directives}
    assert policy["default-src"] == "'self'"
    for directive in ("script-src", "style-src", "connect-src"):
        assert policy[directive].startswith("'self'")
        assert "unsafe" not in policy[directive] and "*" not in policy[directive]
    assert policy["frame-ancestors"] == "'none'"
    assert policy["object-src"] == "'none'"
    # Only pages open sockets.
    assert ("wss://shop.example" in policy["connect-src"]) == (path in ("/", "/nothing"))
    # Not even the payment provider's script runs beside somebody's session: its page takes the whole window.
    hashed = [source for source in policy["script-src"].split() if source.startswith("'sha256-")]
    assert policy["script-src"].split() == ["'self'", *hashed]
    assert policy["frame-src"] == "'none'"
    # Django's default would strip the referrer, and the provider's page then refuses to open.
    assert response["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cross-Origin-Resource-Policy"] == (
        "cross-origin" if path.startswith("/media/products/") else "same-origin"
    )
    assert "camera=()" in response["Permissions-Policy"]


@pytest.mark.django_db
def test_api_answers_are_not_kept_by_anyone_unless_they_are_equal_for_all(client: Client) -> None:
    assert client.get("/api/cart")["Cache-Control"] == "no-store"
    assert client.get("/api/shop")["Cache-Control"] == "public, max-age=0, must-revalidate"


def test_picture_is_served_with_its_type(client: Client) -> None:
    response = client.get("/media/products/bead.webp")

    assert (response.status_code, response["Content-Type"]) == (200, "image/webp")
    assert response.getvalue() == b"RIFF"
    assert response["Cache-Control"] == "public, max-age=86400"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/media/private.txt",
        "/media/products/../private.txt",
        "/media/products/..%2fprivate.txt",
        "/media/products/%2e%2e/private.txt",
        "/media/products/....//private.txt",
        "/media/..",
        "/media/products/",
        "/media/products/..",
        "/media/products/missing.webp",
        "/media/products/bead.webp%00",
        "/media//etc/passwd",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/static/..%2f..%2fmanage.py",
    ],
)
def test_nothing_outside_the_pictures_is_served(client: Client, path: str) -> None:
    response = client.get(path)

    assert response.status_code == 404
    assert b"classified" not in response.content and b"import" not in response.content


def test_health_answers_without_the_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"ok": True}


def test_foreign_host_is_refused(client: Client) -> None:
    assert client.get("/api/shop", headers={"host": "evil.example"}).status_code == 400
