"""The catalogue as a file: exported, changed in a spreadsheet, and brought in again."""

from typing import Any

import pytest
from django.utils import timezone

from project.catalog.models import Product
from project.events.models import AuditEntry
from project.move_in.models import Imported
from tests.catalog.staff_helpers import product_body
from tests.http import Api
from tests.move_in.import_helpers import carry, move, preview, rows, run_due, shown
from tests.move_in.own_file_helpers import exported, send, table, written

pytestmark = pytest.mark.django_db

HEADING = "slug,title.en,description.en,category,price,stock\n"


def test_exported_file_changes_nothing_when_it_comes_back(api: Api) -> None:
    api.post("/admin/products", product_body())
    entries = AuditEntry.objects.exclude(action__startswith="import.").count()

    report = send(api, exported(api))

    assert (report.unchanged, report.changed, report.refused) == (1, 0, 0), report
    assert AuditEntry.objects.exclude(action__startswith="import.").count() == entries


def test_changed_cells_become_changed_products_and_a_second_sending_changes_nothing(
    api: Api, line: dict[str, Any]
) -> None:
    line |= {
        "price": "650.50",
        "title.hi": "नया नाम",
        "sizes": "small:-300|regular:0|big:900:off",
        "tags": "one, two",
        "version": "",
        "stock": "90",
    }

    looked = send(api, written([line]), only_look=True)
    assert (looked.changed, Product.objects.get().price_paise) == (1, 50_000)
    report = send(api, written([line]))
    entry = AuditEntry.objects.filter(action="product.changed").first()
    again = send(api, written([line]))

    assert (report.changed, report.refused, again.changed, again.unchanged) == (1, 0, 0, 1)
    product = Product.objects.get()
    assert (product.price_paise, product.title_hi, product.tags) == (65_050, "नया नाम", ["one", "two"])
    sizes = [(o.name, o.price_paise, o.available) for o in product.options.filter(kind="size")]
    assert sizes == [("small", -30_000, True), ("regular", 0, True), ("big", 90_000, False)]
    assert product.on_hand == 7
    assert entry is not None and entry.note == report.import_id


def test_file_overrules_later_edits_and_is_not_remembered(api: Api, line: dict[str, Any]) -> None:
    text = written([line | {"price": "600", "version": ""}])
    send(api, text)
    product = api.get(f"/admin/products/{line['id']}").data["product"]
    api.other("PUT", f"/admin/products/{line['id']}", product | {"price": 700, "discountPercentage": 30})

    report = send(api, text)

    assert (report.changed, Product.objects.get().price_paise) == (1, 60_000)
    assert not Imported.objects.exists()


def test_what_options_are_goes_out_and_comes_back_also_for_options_that_change(api: Api) -> None:
    body = product_body()
    body["customization"]["origins"][1]["description"] = {"en": "From Java: small", "hi": "जावा से"}
    api.post("/admin/products", body)
    (line,) = table(exported(api))
    assert (line["origins.en"], line["sizes.hi"]) == ("Indonesian: From Java: small", "")
    line |= {
        "origins": "Nepal:0|Indonesian:300",
        "sizes.hi": "small: छोटा\nregular: सामान्य",
        "xrayCertification.en": "An X-ray of your bead",
        "version": "",
    }
    del line["origins.hi"]

    assert send(api, written([line])).changed == 1
    wrong = send(api, written([line | {"sizes.en": "huge: Very big"}]))

    options = {o.name: (o.description_en, o.description_hi) for o in Product.objects.get().options.all()}
    assert options["Indonesian"] == ("From Java: small", "जावा से")
    assert (options["small"], options["certificate"]) == (("", "छोटा"), ("An X-ray of your bead", ""))
    assert wrong.places == [(2, "sizes.en")]


def test_new_lines_become_drafts_with_their_first_count(api: Api) -> None:
    text = "title.en,description.en,category,price,stock\nNew Bead,Words,rudraksha,99,4\n"

    looked = send(api, text, only_look=True)
    assert (looked.new, Product.objects.count()) == (1, 0)
    report = send(api, text)

    product = Product.objects.get()
    assert (report.new, report.problems, product.is_visible) == (1, [], False)
    assert (product.title_en, product.price_paise, product.on_hand) == ("New Bead", 9_900, 4)
    assert rows(api, report.import_id)[0]["result"] == product.public_id


def test_drafts_are_published_where_the_file_says_so(api: Api) -> None:
    text = HEADING.replace("slug", "slug,isAvailable") + (
        "one,yes,One,Words,rudraksha,99,4\ntwo,no,Two,Words,rudraksha,99,4\nthree,,Three,Words,rudraksha,99,4\n"
    )
    report = send(api, text)
    assert (report.new, Product.objects.filter(is_visible=True).count()) == (3, 0)

    carry(api, report.import_id, "publish")

    assert [each.slug for each in Product.objects.filter(is_visible=True)] == ["one"]


def test_what_a_file_made_and_changed_is_taken_back(api: Api, line: dict[str, Any]) -> None:
    new = line | {"id": "", "slug": "new", "sku": "", "title.en": "New"}
    changed = line | {"slug": "renamed", "price": "650", "sizes": "", "isAvailable": "no", "version": ""}
    report = send(api, written([changed, new]))
    assert (report.changed, report.new, Product.objects.count()) == (1, 1, 2)

    carry(api, report.import_id, "take_back")

    (before, after) = (line | {"version": ""}, table(exported(api)))
    assert [each | {"version": ""} for each in after] == [before]


def test_product_that_was_archived_since_is_left(api: Api, line: dict[str, Any]) -> None:
    report = send(api, written([line | {"price": "650"}]))
    api.post(f"/admin/products/{line['id']}/archive")

    taken = carry(api, report.import_id, "take_back")

    assert (taken["counts"]["left"], Product.objects.get().price_paise) == (1, 65_000)


def test_line_of_an_outdated_export_is_refused(api: Api, line: dict[str, Any]) -> None:
    product = api.get(f"/admin/products/{line['id']}").data["product"]
    api.other("PUT", f"/admin/products/{line['id']}", product | {"tags": ["fresh"]})

    report = send(api, written([line | {"price": "9"}]))

    assert (report.changed, report.refused) == (0, 1)
    assert report.places == [(2, "version")]
    assert "changed since the file was exported" in report.problems[0][2]
    assert Product.objects.get().price_paise == 50_000


def test_edit_between_the_preview_and_the_import_refuses_the_line(api: Api, line: dict[str, Any]) -> None:
    import_id = preview(api, written([line | {"price": "9"}]).encode())
    product = api.get(f"/admin/products/{line['id']}").data["product"]
    api.other("PUT", f"/admin/products/{line['id']}", product | {"tags": ["fresh"]})

    done = carry(api, import_id, "run")

    assert (done["counts"]["refused"], Product.objects.get().price_paise) == (1, 50_000)


def test_second_line_about_a_product_is_refused(api: Api, line: dict[str, Any]) -> None:
    by_id, by_slug = line | {"price": "600"}, line | {"id": "", "price": "700"}

    same = send(api, written([by_id, by_id | {"price": "700"}]), only_look=True)
    report = send(api, written([by_id, by_slug]))

    assert (same.changed, same.places) == (1, [(3, "")])
    assert "Line 2 is about the same one" in same.problems[0][2]
    assert (report.changed, report.places, Product.objects.get().price_paise) == (1, [(3, "version")], 60_000)


def test_archived_product_is_not_offered_by_a_file(api: Api, line: dict[str, Any]) -> None:
    Product.objects.update(is_visible=False, archived_at=timezone.now())
    (line,) = table(exported(api, "?status=archived"))

    report = send(api, written([line | {"isAvailable": "yes"}]))

    assert (report.changed, report.refused, report.places) == (0, 1, [(2, "isAvailable")])
    assert "Restore it first" in report.problems[0][2]


@pytest.mark.parametrize("slug", ["my-bead", "My-Bead", ""], ids=["with slugs", "in capitals", "without"])
def test_same_file_twice_changes_nothing_the_second_time(api: Api, slug: str) -> None:
    text = HEADING + f"{slug},New Bead,Words,rudraksha,99,4\n"

    first, second = send(api, text), send(api, text)

    product = Product.objects.get()
    assert (first.new, second.new, second.unchanged, second.problems) == (1, 0, 1, [])
    assert (product.slug, product.on_hand) == (slug.lower() or "new-bead", 4)


@pytest.mark.parametrize("slug", ["my-bead", ""], ids=["with slugs", "without"])
def test_same_file_uploaded_twice_before_it_is_imported_makes_one_product(api: Api, slug: str) -> None:
    text = (HEADING + f"{slug},New Bead,Words,rudraksha,99,4\n").encode()
    first, second = (preview(api, text) for _ in range(2))
    assert move(api, first, "run").status == 200
    assert move(api, second, "run").status == 409
    run_due()

    carry(api, second, "run")

    assert [shown(api, each)["counts"]["new"] for each in (first, second)] == [1, 0]
    assert Product.objects.get().on_hand == 4


def test_line_with_a_slug_changes_the_product_that_has_or_had_it(api: Api) -> None:
    send(api, HEADING + "my-bead,New Bead,Words,rudraksha,99,4\n")
    product_id = Product.objects.get().public_id
    renamed = send(api, f"id,slug\n{product_id},your-bead\n")

    changed = send(api, HEADING + "my-bead,New Bead,Words,rudraksha,120,4\n")

    product = Product.objects.get()
    assert (renamed.changed, changed.changed, changed.problems) == (1, 1, [])
    assert (product.slug, product.price_paise) == ("your-bead", 12_000)


def test_line_that_changes_a_product_by_its_title_alone_is_told_the_slug(api: Api) -> None:
    send(api, HEADING + "my-bead,New Bead,Words,rudraksha,99,4\n")

    report = send(api, HEADING + ",New Bead,Words,rudraksha,120,4\n")

    assert report.places == [(2, "title.en")]
    assert "write its slug: my-bead" in report.problems[0][2]
    assert Product.objects.get().price_paise == 9_900


def test_second_line_that_makes_the_same_product_is_refused(api: Api) -> None:
    text = HEADING + (
        "bead,Bead,Words,rudraksha,99,4\n"
        "bead,Other,Words,rudraksha,99,4\n"
        ",Bead,Words,rudraksha,99,4\n"
        "bead-2,Bead,Words,rudraksha,99,4\n"
    )

    report = send(api, text)

    assert (report.new, report.places) == (2, [(3, ""), (4, "")])
    assert {sentence for _line, _column, sentence in report.problems} == {"Line 2 is about the same one"}


def test_reserved_taken_and_impossible_slugs_are_named(api: Api) -> None:
    send(api, HEADING + "taken,Bead,Words,rudraksha,99,4\nmine,Mine,Words,rudraksha,99,4\n")
    mine = Product.objects.get(slug="mine").public_id
    lines = "featured,One,Words,rudraksha,99,4\nfive mukhi,Two,Words,rudraksha,99,4\n"

    new = send(api, HEADING + lines)
    changed = send(api, f"id,slug\n{mine},taken\n")

    assert (new.places, changed.places) == ([(2, "slug"), (3, "slug")], [(2, "slug")])
    assert Product.objects.count() == 2


def test_category_is_found_by_its_earlier_slug(api: Api) -> None:
    category = api.post("/admin/categories", {"name": "Malas", "slug": "malas"}).data["category"]
    api.other("PUT", f"/admin/categories/{category['_id']}", category | {"slug": "mala"})
    text = HEADING + ",Bead,Words,malas,99,4\n"

    first, again = send(api, text), send(api, text)

    assert (first.new, again.unchanged, Product.objects.get().category.slug) == (1, 1, "mala")
