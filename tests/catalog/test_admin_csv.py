"""The catalogue as a CSV file, out and in again."""

import csv
import io
import resource
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from project.catalog.csv.files import BATCH
from project.catalog.models import Product
from project.events.models import AuditEntry
from tests.catalog.staff_helpers import keeper, product_body
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def exported(api: Api, query: str = "") -> str:
    """Return the whole file."""
    headers = {"Authorization": f"Bearer {api.token}"}
    response = api._client.get(f"/api/admin/products.csv{query}", headers=headers)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return b"".join(response.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]


def send(api: Api, text: str | bytes, *, dry_run: bool = False, from_line: int = 2) -> Answer:
    content = text if isinstance(text, bytes) else text.encode()
    return api.form(
        "/admin/products/import",
        {
            "file": SimpleUploadedFile("products.csv", content),
            "dryRun": str(dry_run).lower(),
            "fromLine": from_line,
        },
    )


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def written(rows: list[dict[str, Any]]) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def test_exported_file_changes_nothing_when_it_comes_back() -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body())
    text = exported(api)

    for dry_run in (True, False):
        report = send(api, text, dry_run=dry_run).data

        assert (report["lines"], report["unchanged"], report["bad"]) == (1, 1, 0), report


def test_changed_cells_become_changed_products_and_a_second_sending_changes_nothing() -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body())
    rows = table(exported(api))
    rows[0] |= {
        "price": "650.50",
        "title.hi": "नया नाम",
        "sizes": "small:-300|regular:0|big:900:off",
        "tags": "one, two",
        "version": "",
    }

    looked = send(api, written(rows), dry_run=True).data
    assert (looked["updated"], Product.objects.get().price_paise) == (1, 50_000)
    report = send(api, written(rows)).data
    again = send(api, written(rows)).data

    assert (report["updated"], report["bad"], again["updated"], again["unchanged"]) == (1, 0, 0, 1)
    product = Product.objects.get()
    assert (product.price_paise, product.title_hi, product.tags) == (65_050, "नया नाम", ["one", "two"])
    sizes = [(o.name, o.price_paise, o.available) for o in product.options.filter(kind="size")]
    assert sizes == [("small", -30_000, True), ("regular", 0, True), ("big", 90_000, False)]
    assert product.on_hand == 7
    entry = AuditEntry.objects.first()
    assert entry is not None and (entry.action, entry.note) == ("product.changed", "CSV")


def test_what_options_are_goes_out_and_comes_back_also_for_options_that_change() -> None:
    api, _ = keeper()
    body = product_body()
    body["customization"]["origins"][1]["description"] = {"en": "From Java: small", "hi": "जावा से"}
    api.post("/admin/products", body)
    rows = table(exported(api))
    assert (rows[0]["origins.en"], rows[0]["sizes.hi"]) == ("Indonesian: From Java: small", "")
    rows[0] |= {
        "origins": "Nepal:0|Indonesian:300",
        "sizes.hi": "small: छोटा\nregular: सामान्य",
        "xrayCertification.en": "An X-ray of your bead",
        "version": "",
    }
    del rows[0]["origins.hi"]

    assert send(api, written(rows)).data["updated"] == 1
    wrong = send(api, written([rows[0] | {"sizes.en": "huge: Very big"}])).data

    options = {o.name: (o.description_en, o.description_hi) for o in Product.objects.get().options.all()}
    assert options["Indonesian"] == ("From Java: small", "जावा से")
    assert (options["small"], options["certificate"]) == (("", "छोटा"), ("An X-ray of your bead", ""))
    assert [problem["field"] for problem in wrong["problems"]] == ["sizes.en"]


def test_new_lines_become_products_with_their_first_count() -> None:
    api, _ = keeper()
    product_body()
    text = "title.en,description.en,category,price,stock\nNew Bead,Words,rudraksha,99,4\n"

    report = send(api, text).data

    product = Product.objects.get()
    assert (report["created"], report["problems"]) == (1, [])
    assert (product.title_en, product.price_paise, product.on_hand) == ("New Bead", 9_900, 4)


def test_dry_run_counts_new_lines_and_makes_no_product() -> None:
    api, _ = keeper()
    product_body()
    # As many lines as are looked up at once.
    lines = "".join(f"New Bead {number},Words,rudraksha,99,4\n" for number in range(BATCH))

    report = send(api, "title.en,description.en,category,price,stock\n" + lines, dry_run=True).data

    assert (report["lines"], report["created"], Product.objects.count()) == (BATCH, BATCH, 0)


def test_emptied_price_of_before_ends_the_offer_and_other_emptied_cells_leave_what_there_is() -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body())
    (row,) = table(exported(api))

    report = send(api, written([row | {"originalPrice": "", "taxRate": ""}])).data

    product = Product.objects.get()
    assert (report["updated"], report["problems"]) == (1, [])
    assert (product.original_price_paise, product.tax_rate_basis_points) == (None, 1_800)


def test_what_nobody_sees_is_not_imported() -> None:
    api, _ = keeper()
    product_body()

    send(api, "title.en,description.en,category,price,stock\n\u202eBe\u200bad\x07,Words,rudraksha,9\x079,4\n")

    product = Product.objects.get()
    assert (product.title_en, product.price_paise) == ("Bead", 9_900)


def test_line_of_an_outdated_export_is_refused() -> None:
    api, _ = keeper()
    product = api.post("/admin/products", product_body()).data["product"]
    rows = table(exported(api))
    api.other("PUT", f"/admin/products/{product['_id']}", product | {"tags": ["fresh"]})
    rows[0]["price"] = "9"

    report = send(api, written(rows)).data

    assert (report["updated"], report["bad"]) == (0, 1)
    assert report["problems"][0]["field"] == "version"
    assert "changed since the file was exported" in report["problems"][0]["message"]
    assert Product.objects.get().price_paise == 50_000


def test_second_line_about_a_product_is_refused_as_the_first_has_changed_it() -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body())
    (row,) = table(exported(api))

    report = send(api, written([row | {"price": "600"}, row | {"price": "700"}])).data

    assert (report["updated"], report["bad"], Product.objects.get().price_paise) == (1, 1, 60_000)
    assert [(problem["line"], problem["field"]) for problem in report["problems"]] == [(3, "version")]


@pytest.mark.parametrize("dry_run", [True, False], ids=["looked at", "imported"])
def test_archived_product_is_not_offered_by_a_file(dry_run: bool) -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body())
    Product.objects.update(is_visible=False, archived_at=timezone.now())
    (row,) = table(exported(api, "?status=archived"))

    report = send(api, written([row | {"isAvailable": "yes"}]), dry_run=dry_run).data

    assert (report["updated"], report["bad"]) == (0, 1)
    problem = report["problems"][0]
    assert (problem["line"], problem["field"]) == (2, "isAvailable")
    assert "Restore it first" in problem["message"]


def test_cell_that_a_spreadsheet_would_run_is_made_harmless_and_comes_back_whole() -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body(title="=HYPERLINK(1)", tags=["+1", "@x"]))

    text = exported(api)

    row = table(text)[0]
    assert row["title.en"] == "'=HYPERLINK(1)"
    assert row["tags"] == "'+1, @x"
    assert send(api, text).data["unchanged"] == 1


def test_good_lines_are_taken_and_bad_ones_are_named() -> None:
    api, _ = keeper()
    product_body()
    text = (
        "title.en,description.en,category,price,stock,sizes,isFeatured,id\n"
        "Good,Words,rudraksha,99,4,,,\n"
        ",Words,rudraksha,99,4,,,\n"
        "Free,Words,rudraksha,99,4,small:-99,,\n"
        "Odd,Words,rudraksha,99,4,small,,\n"
        "Odd,Words,nowhere,ninety,4,,perhaps,\n"
        "Odd,Words,nowhere,99,4,,,\n"
        "Odd,Words,rudraksha,99,4,small:10:perhaps,,\n"
        "Odd,Words,rudraksha,99,4,,,0123456789abcdef\n"
        '"Two\nlines",Words,rudraksha,99,4,,,\n'
        "Last,Words,rudraksha,99,4,,,,,,too many\n"
    )

    report = send(api, text).data

    assert (report["lines"], report["created"], report["bad"]) == (10, 1, 9)
    found = {(problem["line"], problem["field"]) for problem in report["problems"]}
    assert found == {
        (3, "title.en"),
        (4, "customization.sizes.0.price"),
        (5, "sizes"),
        (6, "isFeatured"),
        (6, "price"),
        (7, "category"),
        (8, "sizes"),
        (9, "id"),
        (10, "title.en"),
        (12, ""),
    }


@pytest.mark.nightly
@pytest.mark.any_stack
def test_fifty_thousand_bad_lines_are_counted_in_bounded_memory() -> None:
    api, _ = keeper()
    line = "Bead,Words,rudraksha,free,many\n"
    text = "title.en,description.en,category,price,stock\n" + line * 50_000
    lines = bad = in_all = 0
    problems: list[dict[str, Any]] = []
    next_line: int | None = 2

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    while next_line is not None:
        report = send(api, text, dry_run=True, from_line=next_line).data
        lines += report["lines"]
        bad += report["bad"]
        in_all += report["problemsInAll"]
        problems = problems or report["problems"]
        next_line = report["nextLine"]
    grown_kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before

    assert (lines, bad, in_all) == (50_000, 50_000, 100_000)
    assert len(problems) == 200
    assert (problems[0]["line"], problems[-1]["line"]) == (2, 101)
    # The file itself is 1.5 MB, and the test client holds some copies of it; its lines as objects would
    # take hundreds.
    assert grown_kilobytes < 60_000
    assert Product.objects.count() == 0


@pytest.mark.parametrize(
    ("content", "remedy"),
    [
        (b"", "no headings"),
        (b"sep=;\n", "no headings"),
        (b"\xff\xfe\x00t\xff", "CSV UTF-8"),
        (b"title.en\nB\xe9ad\n", "CSV UTF-8"),
        (b"PK\x03\x04\x14\x00\x06\x00", "This is an Excel file"),
        (b"<html><table><tr><td>title.en", "This is an Excel file"),
    ],
    ids=["empty", "delimiter alone", "bytes", "Latin 1", "XLSX", "web page"],
)
def test_file_that_is_no_csv_is_refused_with_the_remedy(content: bytes, remedy: str) -> None:
    api, _ = keeper()

    answer = send(api, content)

    assert answer.refusal == (422, "FILE_UNREADABLE")
    assert remedy in answer.body["message"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    ("delimiter", "first"), [(";", ""), ("\t", ""), (",", "sep=,\r\n"), (";", '"sep=;"\r\n')]
)
def test_file_that_a_spreadsheet_saved_is_read(encoding: str, delimiter: str, first: str) -> None:
    api, _ = keeper()
    product_body()
    heading = ["title.en", "title.hi", "description.en", "category", "price", "stock", "", " ", ""]
    cells = ["Bead", "मनका", "Words", "rudraksha", '"1,500.50"', "4", "", "", ""]
    text = first + "\r\n".join(delimiter.join(row) for row in (heading, cells, [""] * 9, cells[:4])) + "\r\n"

    report = send(api, text.encode(encoding)).data

    product = Product.objects.get()
    assert (report["created"], report["bad"]) == (1, 1)
    assert {problem["line"] for problem in report["problems"]} == {4}
    assert (product.title_en, product.title_hi, product.price_paise) == ("Bead", "मनका", 150_050)


@pytest.mark.parametrize("price", ["650,50", "1e9", "1_000", "१२", "+5", "Infinity"])
def test_what_is_no_plain_number_is_no_price(price: str) -> None:
    api, _ = keeper()
    product_body()

    report = send(api, f"title.en;description.en;category;price;stock\nBead;Words;rudraksha;{price};4\n").data

    assert [(problem["line"], problem["field"]) for problem in report["problems"]] == [(2, "price")]


HEADING = "slug,title.en,description.en,category,price,stock\n"


@pytest.mark.parametrize("slug", ["my-bead", "My-Bead", ""], ids=["with slugs", "in capitals", "without"])
def test_same_file_twice_changes_nothing_the_second_time(slug: str) -> None:
    api, _ = keeper()
    product_body()
    text = HEADING + f"{slug},New Bead,Words,rudraksha,99,4\n"

    first = send(api, text).data
    looked = send(api, text, dry_run=True).data
    second = send(api, text).data

    product = Product.objects.get()
    assert (first["created"], second["created"], second["unchanged"], second["problems"]) == (1, 0, 1, [])
    assert (looked["created"], looked["unchanged"]) == (0, 1)
    assert (product.slug, product.on_hand) == (slug.lower() or "new-bead", 4)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", ["my-bead", ""], ids=["with slugs", "without"])
def test_same_file_sent_twice_at_once_makes_one_product(slug: str) -> None:
    api, _ = keeper()
    product_body()
    text = HEADING + f"{slug},New Bead,Words,rudraksha,99,4\n"

    reports = at_once(2, lambda _: send(api, text).data)

    assert sorted(report["created"] for report in reports) == [0, 1]
    assert Product.objects.get().on_hand == 4


def test_line_with_a_slug_changes_the_product_that_has_or_had_it() -> None:
    api, _ = keeper()
    product_body()
    send(api, HEADING + "my-bead,New Bead,Words,rudraksha,99,4\n")
    product_id = Product.objects.get().public_id
    renamed = send(api, f"id,slug\n{product_id},your-bead\n").data

    changed = send(api, HEADING + "my-bead,New Bead,Words,rudraksha,120,4\n").data

    product = Product.objects.get()
    assert (renamed["updated"], changed["updated"], changed["problems"]) == (1, 1, [])
    assert (product.slug, product.price_paise) == ("your-bead", 12_000)


def test_line_that_changes_a_product_by_its_title_alone_is_told_the_slug() -> None:
    api, _ = keeper()
    product_body()
    send(api, HEADING + "my-bead,New Bead,Words,rudraksha,99,4\n")

    for dry_run in (True, False):
        report = send(api, HEADING + ",New Bead,Words,rudraksha,120,4\n", dry_run=dry_run).data

        assert [(problem["line"], problem["field"]) for problem in report["problems"]] == [(2, "title.en")]
        assert "write its slug: my-bead" in report["problems"][0]["message"]
    assert Product.objects.get().price_paise == 9_900


@pytest.mark.parametrize("dry_run", [True, False], ids=["looked at", "imported"])
def test_second_line_that_makes_the_same_product_is_refused(dry_run: bool) -> None:
    api, _ = keeper()
    product_body()
    text = HEADING + (
        "bead,Bead,Words,rudraksha,99,4\n"
        "bead,Other,Words,rudraksha,99,4\n"
        ",Bead,Words,rudraksha,99,4\n"
        "bead-2,Bead,Words,rudraksha,99,4\n"
    )

    report = send(api, text, dry_run=dry_run).data

    assert report["created"] == 2
    named = [(problem["line"], problem["field"]) for problem in report["problems"]]
    assert named == [(3, "slug"), (4, "title.en")]
    assert "Line 2 makes this product already" in report["problems"][0]["message"]


def test_reserved_taken_and_impossible_slugs_are_named() -> None:
    api, _ = keeper()
    product_body()
    send(api, HEADING + "taken,Bead,Words,rudraksha,99,4\nmine,Mine,Words,rudraksha,99,4\n")
    mine = Product.objects.get(slug="mine").public_id
    lines = "featured,One,Words,rudraksha,99,4\nfive mukhi,Two,Words,rudraksha,99,4\n"

    new = send(api, HEADING + lines).data
    changed = send(api, f"id,slug\n{mine},taken\n").data

    found = [(problem["line"], problem["field"]) for problem in [*new["problems"], *changed["problems"]]]
    assert found == [(2, "slug"), (3, "slug"), (2, "slug")]
    assert Product.objects.count() == 2


def test_category_is_found_by_its_earlier_slug() -> None:
    api, _ = keeper()
    category = api.post("/admin/categories", {"name": "Malas", "slug": "malas"}).data["category"]
    api.other("PUT", f"/admin/categories/{category['_id']}", category | {"slug": "mala"})

    report = send(api, HEADING + ",Bead,Words,malas,99,4\n").data

    assert (report["created"], Product.objects.get().category.slug) == (1, "mala")


def test_unknown_and_repeated_columns_are_named() -> None:
    api, _ = keeper()

    report = send(api, "title.en,colour,title.en\nBead,red,Bead\n").data

    assert [(problem["line"], problem["field"]) for problem in report["problems"]] == [
        (1, "colour"),
        (1, "title.en"),
    ]
    assert report["lines"] == 0


def test_quote_that_never_ends_stops_there() -> None:
    api, _ = keeper()
    product_body()
    text = (
        "title.en,description.en,category,price,stock\n"
        "Good,Words,rudraksha,99,4\n" + '"' + "x" * 200_000 + "\n"
    )

    report = send(api, text).data

    assert (report["created"], report["bad"], report["nextLine"]) == (1, 1, None)
    assert report["problems"][0]["line"] == 3
