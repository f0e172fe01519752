"""The search knows what staff changed at once, and what was changed past the actions after the next job."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from project.catalog.actions import products
from project.catalog.models import Category, Product, SearchChange, SearchDocument, SearchWord
from tests.buying import place
from tests.catalog.staff_helpers import keeper, product_body
from tests.factories import make_category, make_searchable_product
from tests.http import Api
from tests.move_in.own_file_helpers import exported, send
from tests.threads import at_once
from worker.tasks import refresh_search

pytestmark = pytest.mark.both_stacks


def found(text: str, **query: int) -> list[str]:
    data = Api().get("/products", {"search": text, **query}).data
    return [product["slug"] for product in data["products"]]


def put(api: Api, path: str, row: Product | Category, **changes: object) -> None:
    """Change the row as the form of staff does."""
    name = path.rpartition("/")[2]
    if name == "products":
        body = product_body(version=row.version) | changes
    else:
        listed = api.get(path).data[name]
        body = next(each for each in listed if each["_id"] == row.public_id) | changes
    answer = api.other("PUT", f"{path}/{row.public_id}", body)
    assert answer.status == 200, answer.body


# -- What staff change ---------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_staff_create_change_hide_and_delete_is_found_at_once() -> None:
    api, _ = keeper()

    created = api.post("/admin/products", product_body(title={"en": "Malachite"})).data["product"]

    product = Product.objects.get(public_id=created["_id"])
    assert found("malachite") == [product.slug]

    put(api, "/admin/products", product, title={"en": "Citrine"})

    assert (found("citrine"), found("malachite")) == ([product.slug], [])

    product.refresh_from_db()
    put(api, "/admin/products", product, title={"en": "Citrine"}, isAvailable=False)

    assert found("citrine") == []
    assert not SearchWord.objects.exists()

    product.refresh_from_db()
    put(api, "/admin/products", product, title={"en": "Citrine"})

    assert found("citrine") == [product.slug]

    assert api.other("DELETE", f"/admin/products/{product.public_id}").status == 200

    assert found("citrine") == []
    assert not SearchDocument.objects.exists()


@pytest.mark.django_db
def test_what_a_file_brings_is_found_at_once() -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body(title={"en": "Malachite"}))

    report = send(api, exported(api).replace("Malachite", "Citrine"))

    assert (report.changed, report.problems) == (1, [])
    assert (found("citrine"), found("malachite")) == (["malachite"], [])


@pytest.mark.django_db
def test_what_staff_change_of_categories_is_found_at_once() -> None:
    api, _ = keeper()
    category = make_category("category", name_en="Minerals")
    other = make_category("other", name_en="Rocks")
    make_searchable_product(slug="stone", category=category)

    put(api, "/admin/categories", category, name={"en": "Treasures", "hi": ""})

    assert (found("treasures"), found("minerals")) == (["stone"], [])

    put(api, "/admin/categories", category, isActive=False)

    assert found("treasures") == []

    put(api, "/admin/categories", category, isActive=True)

    assert found("treasures") == ["stone"]

    path = f"/admin/categories/{category.public_id}?moveTo={other.public_id}"
    assert api.other("DELETE", path).status == 200

    assert (found("rocks"), found("treasures")) == (["stone"], [])


@pytest.mark.django_db
def test_archived_product_leaves_the_index() -> None:
    product = make_searchable_product(slug="stone", title_en="Malachite")
    place(product)

    assert products.remove_product(product.public_id, actor="test") is False

    assert not SearchDocument.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/products?search=citrine", "/products?search=malakite", "/products/suggest?q=mal"]
)
def test_search_writes_nothing_even_right_after_a_change(path: str) -> None:
    product = make_searchable_product(slug="stone", title_en="Malachite")
    rename_by_hand(product)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert Api().get(path).status == 200

    assert queries.captured_queries
    assert {query["sql"].split()[0] for query in queries.captured_queries} == {"SELECT"}
    assert SearchChange.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_changes_at_once_are_all_found() -> None:
    products = [
        make_searchable_product(slug=f"stone-{number}", title_en=f"Malachite {number}") for number in range(4)
    ]

    def rename(number: int) -> None:
        api, _ = keeper()
        # Writes the category as well: each change finds products of the others noted.
        put(api, "/admin/products", products[number], title={"en": f"Citrine {number}"})

    product_body()
    at_once(4, rename)

    assert not SearchChange.objects.exists()
    assert sorted(found("citrine")) == [product.slug for product in products]
    assert found("malachite") == []


# -- What is changed past the actions ------------------------------------------------------------


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
    product = make_searchable_product(slug="stone", title_en="Malachite")
    assert found("malachite") == ["stone"]

    rename(product)
    refresh_search.call_local()

    assert found("citrine") == ["stone"]
    assert found("malachite") == []


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["short_description_hi", "specifications_en", "benefits_hi"])
def test_other_texts_are_followed_too(field: str) -> None:
    product = make_searchable_product(slug="stone")
    assert found("शीतल") == []

    values = {"specifications_en": {"type": "शीतल"}, "benefits_hi": ["मन शीतल"]}
    Product.objects.filter(pk=product.pk).update(**{field: values.get(field, "शीतल पत्थर")})
    refresh_search.call_local()

    assert found("शीतल") == ["stone"]


@pytest.mark.django_db
def test_new_category_name_is_found_on_all_its_products() -> None:
    category = make_category("category", name_en="Minerals")
    make_searchable_product(slug="stone", category=category)
    assert found("minerals") == ["stone"]

    Category.objects.filter(pk=category.pk).update(name_en="Treasures")
    refresh_search.call_local()

    assert found("treasures") == ["stone"]
    assert found("minerals") == []


@pytest.mark.django_db
def test_product_moves_with_its_category() -> None:
    product = make_searchable_product(slug="stone", category=make_category("category", name_en="Minerals"))
    assert found("minerals") == ["stone"]

    Product.objects.filter(pk=product.pk).update(category=make_category("other", name_en="Treasures"))
    refresh_search.call_local()

    assert found("treasures") == ["stone"]
    assert found("minerals") == []


@pytest.mark.django_db
def test_words_of_hidden_and_deleted_products_are_forgotten() -> None:
    make_searchable_product(slug="hidden", title_en="Malachite")
    make_searchable_product(slug="deleted", title_en="Sodalite", stock=0)
    gone = make_category("gone", name_en="Minerals")
    make_searchable_product(slug="of-hidden-category", title_en="Garnet", category=gone)
    assert [found(word) for word in ("malachite", "sodalite", "garnet")] == [
        ["hidden"],
        ["deleted"],
        ["of-hidden-category"],
    ]

    Product.objects.filter(slug="hidden").update(is_visible=False)
    Product.objects.filter(slug="deleted").delete()
    Category.objects.filter(pk=gone.pk).update(is_active=False, is_shown=False)
    refresh_search.call_local()

    assert [found(word) for word in ("malachite", "sodalite", "garnet")] == [[], [], []]
    assert not SearchDocument.objects.exists()
    assert not SearchWord.objects.exists()


@pytest.mark.django_db
def test_product_shown_again_is_found_again() -> None:
    product = make_searchable_product(slug="stone", title_en="Malachite", is_visible=False)
    assert found("malachite") == []

    Product.objects.filter(pk=product.pk).update(is_visible=True)
    refresh_search.call_local()

    assert found("malachite") == ["stone"]


@pytest.mark.django_db
def test_sales_do_not_touch_the_search() -> None:
    product = make_searchable_product(slug="stone", title_en="Malachite")
    found("malachite")

    Api().get("/products/stone")
    product.bump()
    product.on_hand = 3
    product.save(update_fields=["on_hand"])

    assert not SearchChange.objects.exists()


@pytest.mark.django_db
def test_words_say_how_titles_write_them() -> None:
    make_searchable_product(title_en="Amethyst Point", title_hi="एमेथिस्ट पॉइंट")
    found("amethyst")

    texts = {(row.text_en, row.text_hi) for row in SearchWord.objects.filter(in_title=True)}

    assert {("Amethyst", ""), ("", "एमेथिस्ट"), ("Point", "पॉइंट")} <= texts


@pytest.mark.django_db(transaction=True)
def test_jobs_at_once_make_each_document_once() -> None:
    category = make_category("category")
    Product.objects.bulk_create(
        Product(slug=f"stone-{n}", title_en=f"Malachite {n}", category=category, price_paise=100)
        for n in range(30)
    )

    at_once(4, lambda number: refresh_search.call_local())

    assert SearchDocument.objects.count() == 30
    assert len(found("malachite", limit=48)) == 30
    assert not SearchChange.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_migrations_leave_the_search_in_working_order() -> None:
    make_searchable_product(slug="stone", title_en="Malachite")

    call_command("migrate", "catalog", "0001", verbosity=0)
    Product.objects.filter(slug="stone").update(title_en="Citrine")
    call_command("migrate", verbosity=0)
    refresh_search.call_local()

    assert found("citrine") == ["stone"]
    Product.objects.filter(slug="stone").update(title_en="Garnet")
    refresh_search.call_local()
    assert found("garnet") == ["stone"]


@pytest.mark.django_db(transaction=True)
def test_everything_is_read_again_after_a_migration() -> None:
    make_searchable_product(slug="stone", title_en="Malachite")
    SearchDocument.objects.update(words=" of an older release ")

    call_command("migrate", verbosity=0)
    refresh_search.call_local()

    assert found("malachite") == ["stone"]
