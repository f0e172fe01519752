"""Pages of the renderer, and Django's use of them."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from project.catalog.models import CategoryAlias, ProductAlias
from project.support.models import ScreenVisit
from tests.buying import place, start
from tests.factories import make_category, make_product
from tests.pages.small_build import SCRIPT, STYLES
from tests.sandbox_process import SandboxProcess

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]

SHARED = "public, max-age=0, s-maxage=60, stale-while-revalidate=60"


@pytest.fixture
def client(small_client: Client) -> Client:
    return small_client


def heading(html: str) -> str:
    found = re.search(r"<h1.*?>(.*?)</h1>", html)
    assert found is not None, html
    return found[1]


def state(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', html)
    assert found is not None, html
    data: dict[str, object] = json.loads(found[1])
    return data


def test_page_is_rendered_into_the_built_frame(client: Client) -> None:
    make_product(slug="bead", title_en="A </script> bead")

    response = client.get("/products/bead")

    html = response.content.decode()
    assert response.status_code == 200
    assert "<title>A &lt;/script> bead</title>" in html
    assert '<div id="root"><h1 lang="en">Rendered /products/bead</h1></div>' in html
    product = state(html)["product"]
    assert isinstance(product, dict) and product["title"] == "A </script> bead"
    assert html.count("</script>") == 3


def test_style_sheet_stands_in_the_page_and_the_policy_allows_it(client: Client) -> None:
    response = client.get("/")

    digest = base64.b64encode(hashlib.sha256(STYLES.encode()).digest()).decode()
    assert f"<style>{STYLES}</style>" in response.content.decode()
    assert "stylesheet" not in response.content.decode()
    assert f"style-src 'self' 'sha256-{digest}';" in response["Content-Security-Policy"]


def test_policy_allows_the_script_of_the_frame_by_its_hash(client: Client) -> None:
    response = client.get("/")

    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert f"<script>{SCRIPT}</script>" in response.content.decode()
    (allowed,) = re.findall(r"script-src [^;]*", response["Content-Security-Policy"])
    assert f"'sha256-{digest}'" in allowed


def test_page_reads_what_the_build_lists_with_known_parameters_only(client: Client) -> None:
    response = client.get("/products?utm_source=x&search=five%20%2A~&page=&search=other&category=")

    html = response.content.decode()
    assert heading(html) == "Rendered /products?search=five+*~"
    assert state(html)["reads"] == [
        "/api/shop",
        "/api/categories",
        "/api/banner",
        "/api/products?limit=12&search=five+*%7E",
    ]


def test_read_whose_parameter_is_absent_is_left_out(client: Client) -> None:
    without, named = client.get("/signs"), client.get("/signs?sign=leo")

    assert state(without.content.decode())["reads"] == ["/api/shop", "/api/categories", "/api/banner"]
    assert "/api/astrology/signs/leo" in str(state(named.content.decode())["reads"])


def test_static_address_wins_over_one_with_a_parameter(client: Client) -> None:
    response = client.get("/products/offers")

    assert state(response.content.decode())["reads"] == ["/api/shop", "/api/categories", "/api/banner"]


@pytest.mark.parametrize(
    ("path", "cookie", "language", "cache_control"),
    [
        ("/", "", "en", SHARED),
        ("/", "en", "en", SHARED),
        ("/", "fr", "en", SHARED),
        ("/", "hi", "hi", "private, max-age=0, must-revalidate"),
        ("/?lang=hi", "", "hi", SHARED),
        ("/?lang=en", "hi", "en", SHARED),
        ("/?lang=fr", "hi", "hi", "private, max-age=0, must-revalidate"),
    ],
)
def test_address_decides_the_language_and_then_the_cookie(
    client: Client, path: str, cookie: str, language: str, cache_control: str
) -> None:
    client.cookies["language"] = cookie

    response = client.get(path, headers={"accept-language": "hi", "accept-encoding": "gzip"})

    assert response["Content-Language"] == language
    assert response["Cache-Control"] == cache_control
    assert response["X-Accel-Expires"] == "1"
    assert response.get("Vary") in (None, "Accept-Encoding")
    plain = client.get(path).content.decode()
    assert f'<html lang="{language}">' in plain and f'<h1 lang="{language}">' in plain


def test_public_page_has_equal_bytes_for_everybody(client: Client) -> None:
    other = Client(headers={"accept-language": "hi", "authorization": "Bearer x", "x-cart-token": "y"})
    other.cookies["language"] = "en"
    make_product()

    assert client.get("/products").content == other.get("/products?utm_source=z").content


def test_unchanged_page_is_not_sent_again(client: Client) -> None:
    first = client.get("/")

    again = client.get("/", headers={"if-none-match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    for name in ("Cache-Control", "Content-Security-Policy", "Content-Language", "ETag"):
        assert again[name] == first[name]


@pytest.mark.parametrize("path", ["/cart", "/admin", "/admin/products/7", "/order-confirmation/TXN0"])
def test_private_and_payment_pages_are_kept_and_listed_by_nobody(client: Client, path: str) -> None:
    response = client.get(path)

    assert response.status_code == 200
    assert (response["Cache-Control"], response["X-Robots-Tag"]) == ("no-store", "noindex")
    assert not response.has_header("ETag") and not response.has_header("X-Accel-Expires")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/products/a/b",
        "/%00",
        "/products/%00",
        "/\u0915",
        "//evil.example/",
        "/cart/..",
        "/products/.",
        "/x" * 600,
    ],
)
def test_unknown_address_is_the_page_that_says_so(client: Client, path: str) -> None:
    response = client.get("/", PATH_INFO=path.replace("%00", "\0").encode().decode("latin-1"))

    assert response.status_code == 404
    assert "/api/products/featured?limit=6" in str(state(response.content.decode())["reads"])


def test_missing_file_is_a_plain_404(client: Client) -> None:
    response = client.get("/icons/none.png", headers={"accept": "image/avif,image/webp,*/*;q=0.8"})

    assert (response.status_code, response["Content-Type"]) == (404, "text/plain")


def test_developers_page_is_there_in_development_only(client: Client, settings: Settings) -> None:
    assert client.get("/dev/components").status_code == 404

    settings.DEBUG = True

    assert "/dev/components" in heading(client.get("/dev/components").content.decode())


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/products/", "/products"),
        ("/products/a%20%3Fb/?lang=hi", "/products/a%20%3Fb?lang=hi"),
        ("/cart/", "/cart"),
    ],
)
def test_address_with_a_slash_leads_to_the_one_without(client: Client, path: str, location: str) -> None:
    response = client.get(path)

    assert (response.status_code, response["Location"]) == (301, location)


def test_earlier_slug_leads_to_the_present_one(client: Client) -> None:
    ProductAlias.objects.create(slug="old", product=make_product(slug="new"))

    response = client.get("/products/old?lang=hi")

    assert (response.status_code, response["Location"]) == (301, "/products/new?lang=hi")


def test_payment_that_was_paid_for_again_leads_there_without_being_kept(client: Client) -> None:
    response = client.get("/order-confirmation/TXN-PAID-AGAIN?status=failed")

    assert (response.status_code, response["Location"]) == (302, "/order-confirmation/TXN2")
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("rendering", [True, False], ids=["rendered", "without the renderer"])
def test_missing_and_former_pages_say_which_they_are(
    client: Client, settings: Settings, rendering: bool
) -> None:
    settings.RENDERER_URL = settings.RENDERER_URL if rendering else ""
    make_category("closed", is_active=False)
    make_product(slug="hidden", is_visible=False)
    make_product(slug="shown")
    CategoryAlias.objects.create(slug="locked", category=make_category("closed", is_active=False))

    statuses = {
        path: client.get(path).status_code
        for path in (
            *("/products/shown", "/products/hidden", "/products/none"),
            *("/category/closed", "/category/locked", "/category/none", "/category/rudraksha"),
            *("/order-confirmation/TXN0", "/signs?sign=none", "/nothing", "/cart"),
        )
    }

    assert statuses == {
        "/products/shown": 200,
        "/products/hidden": 410,
        "/products/none": 404,
        "/category/closed": 410,
        "/category/locked": 410,
        "/category/none": 404,
        "/category/rudraksha": 200,
        "/order-confirmation/TXN0": 200,
        "/signs?sign=none": 200,
        "/nothing": 404,
        "/cart": 200,
    }


def test_page_without_the_renderer_holds_the_answers(client: Client, settings: Settings) -> None:
    settings.RENDERER_URL = ""
    make_product(slug="bead", title_en="A </script> bead")

    response = client.get("/products/bead?lang=hi")

    html = response.content.decode()
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    assert '<html lang="hi">' in html and "<title>अक्षमाला</title>" in html
    assert '<div id="root"></div>' in html and "<noscript>" in html
    written = re.search(r'<script type="application/json" id="answers">(.*?)</script>', html)
    assert written is not None
    answer = json.loads(written[1])["/api/products/bead"]
    assert (answer["status"], answer["body"]["data"]["product"]["slug"]) == (200, "bead")


def test_look_at_a_payments_page_is_noted(client: Client, provider: SandboxProcess) -> None:
    payment = start(place(make_product()))

    client.get(f"/order-confirmation/{payment.transaction_id}")

    assert ScreenVisit.objects.get().payment == payment


def test_front_end_that_is_not_built_says_so(client: Client, settings: Settings, tmp_path: Path) -> None:
    for name in ("FRONTEND_DIST", "FRONTEND_SERVER_DIST"):
        built = getattr(settings, name)
        setattr(settings, name, tmp_path)

        response = client.get("/")

        assert response.status_code == 503
        assert "deploy/run" in response.content.decode()
        setattr(settings, name, built)


def test_everybody_is_refused_after_too_many_pages_by_a_plain_one(
    client: Client, settings: Settings, limits: None
) -> None:
    settings.ANONYMOUS_MILLISECONDS = 1

    assert client.get("/products", REMOTE_ADDR="10.200.0.1").status_code == 200
    refused = client.get("/products", REMOTE_ADDR="10.200.0.1")

    assert (refused.status_code, refused["Cache-Control"]) == (429, "no-store")
    assert int(refused["Retry-After"]) >= 1
    assert client.get("/products", REMOTE_ADDR="10.200.0.2").status_code == 200
