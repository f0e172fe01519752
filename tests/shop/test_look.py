"""The shop's mark, colours and home page are settings; what cannot be read or shown is refused by name."""

import io
import re
from typing import Any

import pypdf
import pytest
from django.test import Client
from PIL import Image

from deploy.environment import ROOT
from project.core.shop import shop
from project.core.theme import FAINTEST_TEXT, LEAST_CONTRAST, SHIPPED, contrast, palette
from project.invoices.packing_slips import SlipKind, print_slips
from project.invoices.pdf import print_document
from tests.catalog.staff_helpers import photo
from tests.factories import log_in, make_user
from tests.http import Api
from tests.invoices.document_helpers import bought, invoice_for
from tests.invoices.test_mark_and_payment import has_mark
from tests.shop.look_helpers import BLUE, own_mark, save, sign_in, upload
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Api:
    return sign_in()


def test_another_mark_has_another_address_and_the_older_one_can_be_restored(owner: Api) -> None:
    first, second = own_mark(owner), own_mark(owner, "maroon")
    assert first != second

    owner.post("/admin/settings/restore", {"restore": 1, "version": 2})

    assert shop().brand.mark == first
    assert Client().get(f"/media/products/mark.{first}-icon-192.png").status_code == 200


def test_papers_bear_the_mark_and_accent_they_were_made_with(owner: Api) -> None:
    before = invoice_for(bought())
    printed = print_document(before)
    own_mark(owner)
    save(owner, brand=BLUE)
    after = invoice_for(bought())
    change_shop(brand={"mark": "", **{name: SHIPPED[name] for name in BLUE}})

    assert has_mark(printed) and print_document(before) == printed
    own = print_document(after)
    assert not has_mark(own) and len(pypdf.PdfReader(io.BytesIO(own)).pages[0].images) == 1
    assert fills(own) != fills(printed)
    assert has_mark(print_slips([after.order], SlipKind.SLIP))


def test_slips_bear_the_mark_that_holds_now(owner: Api) -> None:
    order = invoice_for(bought()).order
    own_mark(owner)

    assert not any(has_mark(print_slips([order], kind)) for kind in SlipKind)


def fills(pdf: bytes) -> set[bytes]:
    """Return the colours that the first page is drawn in."""
    content: Any = pypdf.PdfReader(io.BytesIO(pdf)).pages[0].get_contents()
    return set(re.findall(rb"[\d. ]+ scn", content.get_data()))


def test_a_lost_mark_leaves_papers_with_the_shipped_one(owner: Api, caplog: pytest.LogCaptureFixture) -> None:
    change_shop(brand={"mark": "0123456789ab"})

    assert has_mark(print_document(invoice_for(bought())))
    assert "is lost" in caplog.text


def test_shipped_colours_are_those_of_the_style_sheet() -> None:
    sheet = (ROOT / "frontend/src/styles.css").read_text()
    colours = dict(re.findall(r"--color-([\w-]+): (#[0-9a-f]{6});", sheet))
    texts = {colours[name] for name in colours if f"{name}-wash" in colours or name.startswith("ink")}

    assert {name: colours[name] for name in SHIPPED} == SHIPPED
    assert palette(SHIPPED["accent"], SHIPPED["ground"]) == SHIPPED
    # None is lighter than the one that is checked.
    assert max(texts, key=lambda each: contrast(each, "#000000")) == FAINTEST_TEXT


@pytest.mark.parametrize(
    ("accent", "ground"),
    [("#1d4e7a", "#eef4fb"), ("#000000", "#ffffff"), ("#2f5d3a", "#f2f7f0"), ("#7a2a1d", "#ffffff")],
)
def test_colours_that_are_taken_can_be_read_on_each_surface(accent: str, ground: str, owner: Api) -> None:
    assert save(owner, brand={"accent": accent, "ground": ground}).status == 200

    own = shop().brand.colours
    surfaces = [own[name] for name in ("ground", "paper", "tile")]
    assert min(contrast(FAINTEST_TEXT, each) for each in surfaces) >= LEAST_CONTRAST
    surfaces += [own["accent-wash"], "#ffffff"]
    assert min(contrast(accent, each) for each in surfaces) >= LEAST_CONTRAST
    assert contrast(own["accent-deep"], "#ffffff") >= LEAST_CONTRAST


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"accent": "#ffcc00"}, "accent", "Text in #ffffff on #ffcc00 has a contrast of 1.51:1"),
        ({"accent": "#757575"}, "accent", "Text in #757575 on #f9f6ef has a contrast of 4.26:1"),
        (
            {"ground": "#202020"},
            "ground",
            "Text in #756452 on #202020 has a contrast of 2.",
        ),
        (
            {"ground": "#e8e2d4"},
            "ground",
            "Text in #756452 on #e8e2d4 has a contrast of 4.",
        ),
        ({"accent": "red"}, "accent", "Accent is not valid"),
        ({"ground": "#fff"}, "ground", "Ground is not valid"),
        ({"ground": "#f9f6ef;}</style>"}, "ground", "Ground is not valid"),
        ({"mark": "../../etc"}, "mark", "Mark is not valid"),
    ],
)
def test_what_is_wrong_with_a_look_is_named(
    owner: Api, fields: dict[str, str], field: str, says: str
) -> None:
    refused = save(owner, brand=fields)

    assert refused.refusal == (422, "VALIDATION")
    assert list(refused.body["errors"]) == [f"brand.{field}"]
    assert refused.body["errors"][f"brand.{field}"].startswith(says)
    assert shop().brand.colours == SHIPPED


@pytest.mark.parametrize(
    ("kind", "content", "says"),
    [
        ("mark", photo("PNG", size=(600, 500)), "square and at least 512 × 512 pixels; this is 600 × 500"),
        ("mark", photo("PNG", size=(511, 511)), "square and at least 512 × 512 pixels; this is 511 × 511"),
        ("hero", photo(size=(1199, 600)), "at least 1200 pixels wide; this is 1199 × 600"),
        ("hero", photo(size=(1300, 1300)), "wider than high"),
        ("mark", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a photo we can read"),
        ("hero", b"no picture", "not a photo we can read"),
    ],
)
def test_a_picture_of_another_shape_or_kind_is_refused(
    owner: Api, kind: str, content: bytes, says: str
) -> None:
    refused = upload(owner, kind, content)

    assert refused.status == 422
    assert says in str(refused.body)


def test_only_who_may_change_the_settings_uploads_pictures() -> None:
    keeper = Api(token=log_in(make_user(role="catalogue")))

    assert upload(keeper, "mark", photo("PNG", size=(600, 600))).refusal == (403, "FORBIDDEN")
    assert upload(Api(), "mark", photo("PNG", size=(600, 600))).status == 401


def test_home_shows_the_chosen_sections_and_the_own_picture(owner: Api) -> None:
    before = Api().get("/products/home").data
    hero = upload(owner, "hero", photo(size=(1500, 700))).body["data"]
    sections = ["why", "newArrivals"]

    assert save(owner, home={"hero": hero, "sections": sections}).status == 200

    assert before["hero"] == "" and before["sections"][:2] == ["featured", "seed"]
    now = Api().get("/products/home").data
    assert now["sections"] == ["why", "newArrivals"]
    for width, height in ((800, 373), (1200, 560), (1600, 747)):
        answer = Client().get(f"{now['hero']}-{width}.webp")
        assert Image.open(io.BytesIO(answer.content)).size == (width, height)
    assert save(owner, home={"sections": ["no-such-section"]}).refusal == (422, "VALIDATION")


def test_a_refusal_speaks_the_owners_language(owner: Api) -> None:
    hindi = Api(token=owner.token, language="hi")

    assert "कंट्रास्ट 1.51:1" in save(hindi, brand={"accent": "#ffcc00"}).body["errors"]["brand.accent"]
    assert "चौकोर" in upload(hindi, "mark", photo()).body["message"]
