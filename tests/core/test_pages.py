"""Pages, pictures and health: safe headers, real 404s, nothing outside their folder."""

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

INDEX = b"<!doctype html><title>Akshamala</title>"


@pytest.fixture
def client(settings: Settings, tmp_path: Path) -> Client:
    """A browser in front of a built front end and some pictures."""
    (tmp_path / "index.html").write_bytes(INDEX)
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "media" / "products").mkdir(parents=True)
    (tmp_path / "media" / "products" / "bead.webp").write_bytes(b"RIFF")
    (tmp_path / "media" / "private.txt").write_text("secret")
    settings.FRONTEND_DIST = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"
    return Client(raise_request_exception=False)


PAGES = [
    "/",
    "/products",
    "/products/five-mukhi",
    "/product/abc",
    "/category/rudraksha",
    "/login",
    "/payment/status",
    "/order-confirmation/TXN1",
    "/confirmation/TXN1",
    "/admin",
    "/admin/transactions",
]


@pytest.mark.parametrize("path", PAGES)
def test_front_end_page(client: Client, path: str) -> None:
    response = client.get(path)

    assert (response.status_code, response.content) == (200, INDEX)
    assert response["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/nothing", "/products/a/b", "/admin/nothing", "/wp-login.php", "/%00", "/\u0915"]
)
def test_unknown_page_is_a_404_that_the_front_end_shows(client: Client, path: str) -> None:
    response = client.get(path)

    assert (response.status_code, response.content) == (404, INDEX)


@pytest.mark.parametrize(
    "path", ["/static/nothing.js", "/assets/nothing.js", "/sandbox/control/state", "/media/x"]
)
def test_missing_file_is_a_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/dev/mail", "/dev/mail/1"])
def test_development_mailbox_is_closed_outside_of_development(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


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
    assert "ws://testserver" in policy["connect-src"]
    assert "https://mercury.phonepe.com" in policy["frame-src"]
    # Django's default would strip the referrer, and the provider's page then refuses to open.
    assert response["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]


def test_api_answers_are_not_kept_by_anyone(client: Client) -> None:
    assert client.get("/api/shop")["Cache-Control"] == "no-store"


def test_own_page_obeys_the_policy_it_is_sent_with() -> None:
    page = (Path(__file__).resolve().parents[2] / "frontend" / "index.html").read_text()

    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL)
    assert scripts
    for attributes, body in scripts:
        assert "src=" in attributes and not body.strip()
    assert "<style" not in page
    assert not re.search(r"\son\w+=|\sstyle=", page)


def test_picture_is_served_with_its_type(client: Client) -> None:
    response = client.get("/media/products/bead.webp")

    assert (response.status_code, response["Content-Type"]) == (200, "image/webp")
    assert response.getvalue() == b"RIFF"
    assert response["Cache-Control"] == "public, max-age=86400"


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
    assert b"secret" not in response.content and b"import" not in response.content


def test_health_answers_without_the_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"ok": True}


@pytest.mark.django_db
def test_readiness_asks_database_and_cache(client: Client) -> None:
    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (200, {"database": True, "cache": True})


@pytest.mark.django_db
def test_process_without_its_cache_is_not_ready(client: Client, settings: Settings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1",  # nobody listens there
        }
    }

    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (503, {"database": True, "cache": False})


def test_foreign_host_is_refused(client: Client) -> None:
    assert client.get("/api/shop", headers={"host": "evil.example"}).status_code == 400


def test_front_end_that_is_not_built_says_so(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.FRONTEND_DIST = tmp_path / "nowhere"

    response = client.get("/")

    assert response.status_code == 503
    assert "deploy/run" in response.content.decode()
