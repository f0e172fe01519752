import re
from datetime import date
from typing import Any

import pytest
import segno
from django.db import IntegrityError, transaction
from django.test import Client

from project.catalog.models import Certificate, Product
from tests.factories import make_picture, make_product

pytestmark = pytest.mark.django_db


def certify(product: Product, number: str = "SGL-2026-0005", **fields: Any) -> Certificate:
    return Certificate.objects.create(
        number=number,
        product=product,
        **{
            "mukhi": 5,
            "origin_en": "Nepal",
            "origin_hi": "नेपाल",
            "weight_milligrams": 2480,
            "lab": "Sample Gem Lab",
            "issued_on": date(2026, 2, 2),
            "is_sample": True,
        }
        | fields,
    )


def get(path: str, language: str = "en") -> tuple[int, dict[str, Any]]:
    response = Client(headers={"Accept-Language": language}).get(path)
    return response.status_code, response.json()


def test_certificate_says_what_the_laboratory_found() -> None:
    product = make_product(
        slug="five", title_en="5 Mukhi", title_hi="5 मुखी", main_picture=make_picture("five")
    )
    certify(product, xray=make_picture("xray-five"))

    status, body = get("/api/certificates/SGL-2026-0005")

    assert status == 200
    certificate = body["data"]["certificate"]
    assert certificate["xray"]["url"] == "/media/products/xray-five.000000000000"
    assert certificate["product"]["picture"]["url"] == "/media/products/five.000000000000"
    del certificate["xray"], certificate["product"]["picture"]
    assert certificate == {
        "number": "SGL-2026-0005",
        "product": {"slug": "five", "title": "5 Mukhi"},
        "mukhi": 5,
        "origin": "Nepal",
        "weight": 2.48,
        "lab": "Sample Gem Lab",
        "issuedOn": "2026-02-02",
        "isSample": True,
        "isVoid": False,
    }


def test_certificate_speaks_the_readers_language() -> None:
    certify(make_product(title_hi="5 मुखी"))

    _, body = get("/api/certificates/SGL-2026-0005", "hi")

    assert body["data"]["certificate"]["origin"] == "नेपाल"
    assert body["data"]["certificate"]["product"]["title"] == "5 मुखी"


def test_stone_has_neither_faces_nor_xray() -> None:
    certify(make_product(), mukhi=None)

    _, body = get("/api/certificates/SGL-2026-0005")

    assert body["data"]["certificate"]["mukhi"] is None
    assert body["data"]["certificate"]["xray"] is None


@pytest.mark.parametrize("typed", ["sgl-2026-0005", "SGL-2026-0005%20", "%20Sgl-2026-0005", "sgl-२०२६-०००५"])
def test_number_is_found_as_people_type_it(typed: str) -> None:
    certify(make_product())

    status, body = get(f"/api/certificates/{typed}")

    assert (status, body["data"]["certificate"]["number"]) == (200, "SGL-2026-0005")


@pytest.mark.parametrize("number", ["SGL-2026-9999", "x" * 500, "%27%20OR%201=1", "%25", "_", "%00"])
@pytest.mark.parametrize("suffix", ["", "/qr.svg"])
def test_unknown_number_is_a_404(number: str, suffix: str) -> None:
    certify(make_product())

    status, body = get(f"/api/certificates/{number}{suffix}")

    assert (status, body["code"]) == (404, "NOT_FOUND")


def test_sold_article_keeps_its_certificate() -> None:
    """Whoever owns the piece may check it long after the shop has stopped showing it."""
    certify(make_product(is_visible=False, stock=0))

    assert get("/api/certificates/SGL-2026-0005")[0] == 200


def test_product_page_shows_the_newest_certificate_and_where_to_check_it(settings: Any) -> None:
    product = make_product(slug="five")
    certify(product, "SGL-2026-0009", issued_on=date(2026, 3, 1))
    certify(product, "SGL-2026-0005", issued_on=date(2026, 2, 2))

    _, body = get("/api/products/five")

    assert body["data"]["product"]["certificate"] == {
        "number": "SGL-2026-0009",
        "lab": "Sample Gem Lab",
        "issuedOn": "2026-03-01",
        "verifyUrl": "http://testserver/verify/SGL-2026-0009",
    }


def test_product_page_shows_no_certificate_where_there_is_none() -> None:
    make_product(slug="five")

    assert get("/api/products/five")[1]["data"]["product"]["certificate"] is None


@pytest.mark.both_stacks
def test_number_exists_once() -> None:
    certify(make_product())

    with pytest.raises(IntegrityError), transaction.atomic():
        certify(make_product())


@pytest.mark.both_stacks
@pytest.mark.parametrize(
    "fields", [{"mukhi": 0}, {"mukhi": 31}, {"weight_milligrams": 0}, {"number": "sgl-2026-0005"}], ids=str
)
def test_impossible_findings_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        certify(make_product(), **fields)


def test_reading_a_certificate_is_one_query(django_assert_num_queries: Any) -> None:
    certify(make_product(main_picture=make_picture()), xray=make_picture())

    with django_assert_num_queries(1):
        assert get("/api/certificates/SGL-2026-0005")[0] == 200


def drawn_modules(svg: str) -> set[tuple[int, int]]:
    """Return (row, column) of every black module, as the picture's strokes draw them."""
    path = re.search(r'stroke="#000" d="([^"]+)"', svg)
    assert path is not None
    modules, column, row = set(), 0, 0.0
    for verb, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        values = [float(number) for number in numbers.split()]
        if verb == "h":
            modules |= {(int(row), column + k) for k in range(int(values[0]))}
            column += int(values[0])
        else:
            start = (0, 0.0) if verb == "M" else (column, row)
            column, row = start[0] + int(values[0]), start[1] + values[1]
    return modules


def test_code_leads_scanners_to_the_page_where_the_certificate_is_checked(settings: Any) -> None:
    certify(make_product())

    response = Client().get("/api/certificates/sgl-2026-0005/qr.svg")

    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
    svg = response.content.decode()
    code = segno.make(f"{settings.SITE_URL}/verify/SGL-2026-0005", error="m", micro=False)
    quiet = 4  # white modules all round, or scanners do not see the code
    assert drawn_modules(svg) == {
        (row + quiet, column + quiet)
        for row, modules in enumerate(code.matrix)
        for column, black in enumerate(modules)
        if black
    }
    size = len(code.matrix) + 2 * quiet
    assert f'viewBox="0 0 {size} {size}"' in svg
    assert f'fill="#fff" d="M0 0h{size}v{size}h-{size}z"' in svg
    assert "style=" not in svg and "<script" not in svg
