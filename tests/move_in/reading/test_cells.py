"""Prices, weights and texts as other shops write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project.core.csv_cells import NoAmount
from project.move_in.reading.cells import (
    addresses,
    has_decimal_comma,
    is_yes,
    plain_text,
    read_count,
    read_price,
    read_weight,
    words,
)

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize(
    ("cell", "paise"),
    [
        ("1299", 129900),
        ("1299.5", 129950),
        ("1299.00", 129900),
        ("1,24,800.00", 12480000),
        ("124,800", 12480000),
        ("₹ 1 200", 120000),
        ("Rs. 1,200/-", None),
        ("INR 99", 9900),
        ("1\u00a0200.50", 120050),
        ("1.200,50", 120050),
        ("1.200", None),
        ("12,50", None),
        ("", None),
        ("free", None),
        ("1e3", None),
        ("१२", None),
    ],
)
def test_prices_of_a_file_with_points(cell: str, paise: int | None) -> None:
    if paise is None:
        with pytest.raises(ValueError):
            read_price(cell, decimal_comma=False)
    else:
        assert read_price(cell, decimal_comma=False) == paise


@pytest.mark.parametrize(
    ("cell", "paise"),
    [("12,50", 1250), ("1.200", 120000), ("1.200,5", 120050), ("12", 1200), ("12,500", None)],
)
def test_prices_of_a_file_with_commas(cell: str, paise: int | None) -> None:
    if paise is None:
        with pytest.raises(ValueError):
            read_price(cell, decimal_comma=True)
    else:
        assert read_price(cell, decimal_comma=True) == paise


def test_a_file_has_decimal_commas_only_when_nothing_speaks_against_it() -> None:
    assert has_decimal_comma(["1200", "12,50"])
    assert has_decimal_comma(["1.200,00", "₹ 12,5"])
    assert not has_decimal_comma(["12,50", "12.50"])
    assert not has_decimal_comma(["1,200", "12"])
    assert not has_decimal_comma([])


def test_another_currency_is_named() -> None:
    with pytest.raises(NoAmount) as refused:
        read_price("€ 12", decimal_comma=False)

    assert refused.value.currency == "€"


@pytest.mark.parametrize(
    ("cell", "heading", "grams"),
    [
        ("250", "Variant Grams", 250),
        ("0.25", "Weight (kg)", 250),
        (".5", "Weight (kg)", 500),
        ("0,25", "Weight (kg)", 250),
        ("1", "Weight (lbs)", 454),
        ("2", "Weight (oz)", 57),
        ("12.6", "Weight value (grams)", 13),
        ("0.5 kg", "Weight", 500),
        ("30gm", "Weight (kg)", 30),
        ("0", "Weight (kg)", None),
    ],
)
def test_weights_are_in_the_unit_of_the_cell_or_of_the_heading(
    cell: str, heading: str, grams: int | None
) -> None:
    assert read_weight(cell, heading) == grams


@pytest.mark.parametrize("cell", ["heavy", "-1", "1e9", "99999999", "1 stone 2", "kg"])
def test_what_is_no_weight_is_refused(cell: str) -> None:
    with pytest.raises(ValueError):
        read_weight(cell, "Weight (kg)")


def test_counts() -> None:
    assert [read_count(cell) for cell in ("5", "5.0", "-2", "1,200")] == [5, 5, -2, 1200]
    for cell in ("", "many", "1.5", "parent"):
        with pytest.raises(ValueError):
            read_count(cell)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("plain", "plain"),
        ("two\nlines", "two\nlines"),
        ("<p>One</p><p>Two<br>lines</p>", "One\n\nTwo\nlines"),
        ("<p>One\n  sentence</p>\n<p>Two</p>", "One sentence\n\nTwo"),
        ("<ul>\n<li>a</li>\n<li>b &amp; c</li></ul>after", "– a\n– b & c\n\nafter"),
        ("First <b>bold</b>\n\nsecond", "First bold\n\nsecond"),
        ("<h2>Title</h2><div>x<div>y</div></div>", "Title\n\nx\n\ny"),
        (
            "<table><tr><td>Size</td><td>8</td></tr><tr><td>Gem</td><td>Ruby</td></tr></table>",
            "Size 8\nGem Ruby",
        ),
        ("<p>a</p><script>alert('x')</script><style>p{}</style><p>b</p>", "a\n\nb"),
        ("<p><img src=x onerror=alert(1)>a</p>", "a"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;ok", "ok"),
        ("5 < 6 & 7 > 2", "5 < 6 & 7 > 2"),
    ],
)
def test_html_becomes_paragraphs(cell: str, text: str) -> None:
    assert plain_text(cell) == text


@given(st.text('<>/pbrdivlu &;"=\n- ai', max_size=80))
def test_no_markup_survives(cell: str) -> None:
    text = plain_text(cell)

    assert "<p" not in text and "<br" not in text and "\n\n\n" not in text


def test_lists_of_texts_and_addresses() -> None:
    assert words(" a, b\\, c,, a ") == ["a", "b, c"]
    assert addresses("https://x/a,b.jpg, https://x/c.jpg|http://x/d.jpg\nhttps://x/e.jpg") == [
        "https://x/a,b.jpg",
        "https://x/c.jpg",
        "http://x/d.jpg",
        "https://x/e.jpg",
    ]
    assert addresses("") == []


def test_yes_and_no() -> None:
    assert all(is_yes(cell) for cell in ("", "true", "TRUE", "1", "yes", "active"))
    assert not any(is_yes(cell) for cell in ("false", "FALSE", "0", "-1", "no", "draft", "Archived"))
