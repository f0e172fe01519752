"""Pages, mails and the installed icon have the shop's own mark and colours."""

import io
import json
import re

import pytest
from django.test import Client
from PIL import Image

from project.core.models import Mail
from project.core.theme import SHIPPED, palette
from tests.http import Api
from tests.pages.conftest import Document
from tests.shop.look_helpers import BLUE, own_mark, save, sign_in

pytestmark = pytest.mark.django_db


def test_an_own_mark_is_on_pages_in_mails_and_in_the_manifest(small_client: Client) -> None:
    owner = sign_in()
    shipped = Document(small_client.get("/").content.decode())
    digest = own_mark(owner)
    icon = f"/media/products/mark.{digest}-icon-192.png"

    page = Document(small_client.get("/").content.decode())
    Api().post("/auth/send-otp", {"email": "asha@example.com"})
    manifest = json.loads(Client().get("/manifest.webmanifest").content)

    assert shipped.all("link", rel="icon") == [{"rel": "icon", "href": "/favicon.svg"}]
    assert page.all("link", rel="icon")[0]["href"] == icon
    assert "apple-touch-icon.png" in page.all("link", rel="apple-touch-icon")[0]["href"]
    assert Api().get("/shop").data["mark"] == f"/media/products/mark.{digest}"
    assert f'src="https://shop.example{icon}"' in Mail.objects.get(kind="login_code").html
    assert [each["src"].rpartition("-icon")[0] for each in manifest["icons"][:2]] == [icon[:-13]] * 2
    assert manifest["icons"][2]["purpose"] == "maskable"
    for each in manifest["icons"]:
        answer = Client().get(each["src"])
        assert answer["Content-Type"] == "image/png" and "immutable" in answer["Cache-Control"]
        assert f"{Image.open(io.BytesIO(answer.content)).width}x" in each["sizes"]


def test_own_colours_are_in_the_head_of_every_page_and_in_mails(small_client: Client) -> None:
    owner = sign_in()
    own = palette(BLUE["accent"], BLUE["ground"])
    plain = small_client.get("/")
    assert b"--color-accent:" not in plain.content
    assert save(owner, brand=BLUE).status == 200

    for path in ("/", "/cart", "/no-such-page"):
        answer = small_client.get(path)
        html = answer.content.decode()
        style = re.findall("<style>(@layer theme.*?)</style>", html)
        assert [f"--color-{name}:{colour};" in style[0] for name, colour in own.items()] == [True] * 7
        assert Document(html).meta("theme-color") == BLUE["ground"]
        assert answer["Content-Security-Policy"].count("sha256-") > plain["Content-Security-Policy"].count(
            "sha256-"
        )
    Api().post("/auth/send-otp", {"email": "asha@example.com"})
    html = Mail.objects.get(kind="login_code").html
    assert f'bgcolor="{BLUE["ground"]}"' in html and SHIPPED["ground"] not in html
    manifest = json.loads(Client().get("/manifest.webmanifest").content)
    assert manifest["theme_color"] == manifest["background_color"] == BLUE["ground"]

    owner.post("/admin/settings/restore", {"restore": 0, "version": 1})
    assert small_client.get("/").content == plain.content
