"""The search knows every change at once, whoever made it and however."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection

from project.catalog import search_index
from project.catalog.models import Category, Product, SearchChange, SearchDocument, SearchWord
from tests.factories import make_category, make_product
from tests.http import Api
from tests.threads import at_once


def found(text: str) -> list[str]:
    data = Api().get("/products", {"search": text}).data
    return [product["slug"] for product in data["products"]]


def total(text: str) -> int:
    number: int = Api().get("/products", {"search": text}).data["pagination"]["total"]
    return number


def rename_by_form(product: Product) -> None:
    product.title_en = "Citrine"
    product.save()


def rename_in_bulk(product: Product) -> None:
    Product.objects.filter(pk=product.pk).update(title_en="Citrine")


def rename_many_objects(product: Product) -> None:
    product.title_en = "Citrine"
    Product.objects.bulk_update([product], ["title_en"])


def rename_by_hand(product: Product) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE catalog_product SET title_en = 'Citrine' WHERE id = %s", [product.pk])


@pytest.mark.django_db
@pytest.mark.parametrize("rename", [rename_by_form, rename_in_bulk, rename_many_objects, rename_by_hand])
def test_new_title_is_found_and_the_old_one_is_not(rename: Callable[[Product], None]) -> None:
    product = make_product(slug="stone", title_en="Malachite")
    assert found("malachite") == ["stone"]

    rename(product)

    assert found("citrine") == ["stone"]
    assert found("malachite") == []


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["short_description_hi", "specifications_en", "benefits_hi"])
def test_other_texts_are_followed_too(field: str) -> None:
    product = make_product(slug="stone")
    assert found("शीतल") == []

    values = {"specifications_en": {"type": "शीतल"}, "benefits_hi": ["मन शीतल"]}
    Product.objects.filter(pk=product.pk).update(**{field: values.get(field, "शीतल पत्थर")})

    assert found("शीतल") == ["stone"]


@pytest.mark.django_db
def test_new_category_name_is_found_on_all_its_products() -> None:
    shelf = make_category("shelf", name_en="Minerals")
    make_product(slug="stone", category=shelf)
    assert found("minerals") == ["stone"]

    Category.objects.filter(pk=shelf.pk).update(name_en="Treasures")

    assert found("treasures") == ["stone"]
    assert found("minerals") == []


@pytest.mark.django_db
def test_product_moves_with_its_category() -> None:
    product = make_product(slug="stone", category=make_category("shelf", name_en="Minerals"))
    assert found("minerals") == ["stone"]

    Product.objects.filter(pk=product.pk).update(category=make_category("other", name_en="Treasures"))

    assert found("treasures") == ["stone"]
    assert found("minerals") == []


@pytest.mark.django_db
def test_words_of_hidden_and_deleted_products_are_forgotten() -> None:
    make_product(slug="hidden", title_en="Malachite")
    make_product(slug="deleted", title_en="Sodalite", stock=0)
    gone = make_category("gone", name_en="Minerals")
    make_product(slug="of-hidden-category", title_en="Garnet", category=gone)
    assert [found(word) for word in ("malachite", "sodalite", "garnet")] == [
        ["hidden"],
        ["deleted"],
        ["of-hidden-category"],
    ]

    Product.objects.filter(slug="hidden").update(is_visible=False)
    Product.objects.filter(slug="deleted").delete()
    Category.objects.filter(pk=gone.pk).update(is_active=False, is_shown=False)

    assert [found(word) for word in ("malachite", "sodalite", "garnet")] == [[], [], []]
    assert not SearchDocument.objects.exists()
    assert not SearchWord.objects.exists()


@pytest.mark.django_db
def test_product_shown_again_is_found_again() -> None:
    product = make_product(slug="stone", title_en="Malachite", is_visible=False)
    assert found("malachite") == []

    Product.objects.filter(pk=product.pk).update(is_visible=True)

    assert found("malachite") == ["stone"]


@pytest.mark.django_db
def test_sales_do_not_touch_the_search() -> None:
    product = make_product(slug="stone", title_en="Malachite")
    found("malachite")

    Api().get("/products/stone")
    product.bump()
    product.on_hand = 3
    product.save(update_fields=["on_hand"])

    assert not SearchChange.objects.exists()


@pytest.mark.django_db
def test_words_say_how_titles_write_them() -> None:
    make_product(title_en="Amethyst Point", title_hi="एमेथिस्ट पॉइंट")
    found("amethyst")

    texts = {(row.text_en, row.text_hi) for row in SearchWord.objects.filter(in_title=True)}

    assert {("Amethyst", ""), ("", "एमेथिस्ट"), ("Point", "पॉइंट")} <= texts


@pytest.mark.django_db(transaction=True)
def test_searches_at_once_make_each_document_once() -> None:
    for number in range(30):
        make_product(title_en=f"Malachite {number}")

    totals = at_once(4, lambda number: total("malachite"))

    assert SearchDocument.objects.count() == 30
    assert not SearchChange.objects.exists()
    assert totals == [30] * 4


@pytest.mark.django_db(transaction=True)
def test_migrations_leave_the_search_in_working_order() -> None:
    make_product(slug="stone", title_en="Malachite")
    assert found("malachite") == ["stone"]

    call_command("migrate", "catalog", "0003", verbosity=0)
    Product.objects.filter(slug="stone").update(title_en="Citrine")
    call_command("migrate", verbosity=0)

    assert found("citrine") == ["stone"]
    Product.objects.filter(slug="stone").update(title_en="Garnet")
    assert found("garnet") == ["stone"]


@pytest.mark.django_db
def test_installing_twice_is_installing_once() -> None:
    search_index.install()
    search_index.install()
    product = make_product(slug="stone", title_en="Malachite")
    search_index.refresh()

    Product.objects.filter(pk=product.pk).update(title_en="Citrine")

    assert SearchChange.objects.count() == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="Postgres replaces no index of ours")
@pytest.mark.django_db
def test_index_of_an_older_version_is_replaced() -> None:
    make_product(slug="mala", title_en="Rudraksha Mala")
    make_product(slug="stone", title_en="Malachite")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE catalog_searchdocument_fts")
        cursor.execute(
            "CREATE VIRTUAL TABLE catalog_searchdocument_fts USING fts5"
            "(words, content='catalog_searchdocument', content_rowid='product_id', tokenize='trigram')"
        )

    search_index.install()

    assert found("mala") == ["mala"]
