"""The ranking of search results, the same on every database."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from project.catalog.search import index
from project.sample_shop.catalogue import CATEGORIES, PICTURES, fill_category, read_category
from tests.factories import make_picture
from tests.http import Api

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]

# "first": the first results in this order. "among": all of these are within the first so many.
CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("ranking.json").read_text("utf-8"))


@pytest.fixture(scope="module", autouse=True)
def shop(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Fill the sample shop once for all cases; its pictures need no files here."""
    with django_db_blocker.unblock(), transaction.atomic():
        for path in PICTURES.glob("*.webp"):
            make_picture(path.stem)
        for name in CATEGORIES:
            fill_category(read_category(name), reset=False)
        index.refresh()
        yield
        transaction.set_rollback(True)


def found(text: str, limit: int = 48) -> list[str]:
    data = Api().get("/products", {"search": text, "limit": limit}).data
    return [product["slug"] for product in data["products"]]


def test_there_are_enough_cases() -> None:
    assert len({case["search"] for case in CASES}) == len(CASES) >= 60


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["search"])
def test_best_match_comes_first(case: dict[str, Any]) -> None:
    slugs = found(case["search"])

    if "first" in case:
        assert slugs[: len(case["first"])] == case["first"]
    else:
        assert set(case["among"]) <= set(slugs[: case["within"]])


@pytest.mark.parametrize("text", ["1 mukhi", "एकमुखी", "ek mukhi"])
def test_one_face_is_not_ten_or_eleven(text: str) -> None:
    assert found(text) == ["1-mukhi-rudraksha"]


@pytest.mark.parametrize("text", ["diamond", "iphone 15 pro", "हीरा", "xyzzy", "99 mukhi", "22 मुखी"])
def test_what_the_shop_does_not_have_is_not_found(text: str) -> None:
    assert found(text) == []
