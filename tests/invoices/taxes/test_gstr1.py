"""GSTR-1: every document in its table, the file valid by the portal's schema, its sums the documents'."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from project.core.gst import is_gstin
from project.invoices.taxes import gstr1_json as gstr1
from project.invoices.taxes.gstr1_sheets import sheets
from project.invoices.taxes.gstr1_tables import tables_of
from project.invoices.taxes.supplies import Supply
from tests.invoices.taxes.supply_factory import BUYER, BUYER_AWAY, HOME, SELLER, credit_note, invoice, row

SCHEMA = json.loads(
    Path(gstr1.__file__).with_name("gstr1.schema.json").read_text(encoding="utf-8"), parse_float=Decimal
)
TAXES = {"txval": "taxable", "iamt": "igst", "camt": "cgst", "samt": "sgst"}


def filed(month: Iterable[Supply]) -> dict[str, Any]:
    """Return the file as the portal reads it, after the check against its schema."""
    made = gstr1.gstr1_json(tables_of(month), month=date(2026, 10, 1))
    return checked(json.loads(json.dumps(made), parse_float=Decimal))


def checked(file: dict[str, Any]) -> dict[str, Any]:
    """Return the file after the check against the schema; its numbers are Decimals."""
    Draft202012Validator(SCHEMA).validate(file)
    return file


def rows_of(file: dict[str, Any]) -> Iterable[tuple[int, dict[str, Any]]]:
    """Return every row of the file that is taxed, with the sign by which the portal counts it."""
    for sign, table, documents in ((1, "b2b", "inv"), (1, "b2cl", "inv"), (-1, "cdnr", "nt")):
        for group in file.get(table, []):
            for document in group[documents]:
                yield from ((sign, item["itm_det"]) for item in document["itms"])
    for note in file.get("cdnur", []):
        yield from ((-1, item["itm_det"]) for item in note["itms"])
    yield from ((1, each) for each in file.get("b2cs", []))


def sums_of(file: dict[str, Any]) -> dict[str, Decimal]:
    """Return what the file declares in all its tables of supplies."""
    rows = list(rows_of(file))
    sums = {name: Decimal(sum(sign * each.get(name, 0) for sign, each in rows)) for name in TAXES}
    sums["txval"] += sum(each["expt_amt"] for each in file.get("nil", {"inv": []})["inv"])
    return sums


def hsn_sums_of(file: dict[str, Any]) -> dict[str, Decimal]:
    """Return what the HSN summary declares."""
    rows = [each for part in file["hsn"].values() for each in part]
    return {name: Decimal(sum(each[name] for each in rows)) for name in TAXES}


def sums_on(documents: Iterable[Supply]) -> dict[str, Decimal]:
    """Return what stands on the documents, credit notes taken off."""
    documents = list(documents)
    return {
        name: Decimal(sum(each.sign * each.contents.sum(part) for each in documents)).scaleb(-2)
        for name, part in TAXES.items()
    }


def random_month(random: Random, size: int = 300) -> list[Supply]:
    """Return invoices of all kinds, with credit notes in full and in part, in the order of their numbers."""
    invoices: list[Supply] = []
    notes: list[Supply] = []
    for sequence in range(1, size + 1):
        if random.random() < 0.03:
            continue  # a number that no document has
        state = random.choice([HOME, "Karnataka", "Ladakh", "Kerala"])
        home = state == HOME
        gstin = {HOME: BUYER, "Karnataka": BUYER_AWAY}.get(state, "") if random.random() < 0.4 else ""
        rows = [
            row(
                random.randint(100, 15_000_000),
                rate=random.choice([0, 300, 500, 1800]),
                hsn=random.choice(["71162000", "14049090", "7117"]),
                quantity=random.randint(1, 9),
                home=home,
            )
            for _ in range(random.randint(1, 3))
        ]
        if random.random() < 0.5:
            rows.append(row(4_900, hsn="9968", home=home, rate=random.choice([0, 1800])))
        made = invoice(sequence, *rows, state=state, gstin=gstin)
        invoices.append(made)
        if random.random() < 0.4:
            back = rows
            if random.random() < 0.5:
                # A part of the first row, and nothing of the others.
                first, *rest = rows
                part = row(
                    random.randint(1, first.total),
                    rate=first.rate_basis_points,
                    hsn=first.hsn,
                    quantity=1,
                    home=home,
                )
                back = [
                    part,
                    *(row(0, rate=each.rate_basis_points, hsn=each.hsn, home=home) for each in rest),
                ]
            notes.append(credit_note(len(notes) + 1, made, back))
    return [*notes, *invoices]


@pytest.mark.parametrize("seed", range(4))
def test_generated_month_is_valid_and_its_sums_are_those_of_its_documents(seed: int) -> None:
    month = random_month(Random(seed))

    file = filed(month)

    assert set(file) == {
        *("gstin", "fp", "version", "hash", "b2b", "b2cl", "b2cs", "cdnr", "cdnur"),
        *("nil", "hsn", "doc_issue"),
    }
    assert sums_of(file) == hsn_sums_of(file) == sums_on(month)
    issued = sum(run["net_issue"] for nature in file["doc_issue"]["doc_det"] for run in nature["docs"])
    assert issued == len(month)


LARGE = 100_000_00
# An invoice, and the tables it stands in.
WHERE: dict[str, tuple[Supply, set[str]]] = {
    "a consumer's at home": (invoice(1, row(50_000_000)), {"b2cs"}),
    "a consumer's away": (invoice(1, row(LARGE, home=False), state="Kerala"), {"b2cs"}),
    "a consumer's away above the limit": (invoice(1, row(LARGE + 1, home=False), state="Kerala"), {"b2cl"}),
    "a business's": (invoice(1, row(100), gstin=BUYER), {"b2b"}),
    "a business's away above the limit": (
        invoice(1, row(LARGE + 1, home=False), state="Karnataka", gstin=BUYER_AWAY),
        {"b2b"},
    ),
    "exempt goods alone": (invoice(1, row(LARGE + 1, rate=0, home=False), state="Kerala"), {"nil"}),
    "exempt and taxed goods": (invoice(1, row(100), row(100, rate=0), gstin=BUYER), {"b2b", "nil"}),
}
NOTE_IN = {"b2cs": "b2cs", "b2cl": "cdnur", "b2b": "cdnr", "nil": "nil"}


@pytest.mark.parametrize("case", WHERE)
def test_document_stands_in_the_tables_of_its_kind(case: str) -> None:
    document, tables = WHERE[case]
    # Of a part that is far below the limit: what counts is the invoice it corrects.
    rows = [row(50, rate=r.rate_basis_points, home=r.igst == 0) for r in document.contents.rows]
    note = credit_note(1, document, rows)
    always = {"gstin", "fp", "version", "hash", "hsn", "doc_issue"}

    assert set(filed([document])) - always == tables
    assert set(filed([note])) - always == {NOTE_IN[name] for name in tables}


def test_listed_invoice_has_its_whole_value_and_one_item_for_each_rate() -> None:
    rows = (row(11_800), row(23_600), row(10_500, rate=500), row(9_999, rate=0), row(4_900, hsn="9968"))

    [buyer] = filed([invoice(7, *rows, gstin=BUYER)])["b2b"]

    assert buyer["ctin"] == BUYER
    [listed] = buyer["inv"]
    assert (listed["inum"], listed["idt"], listed["pos"]) == ("AKS/26-27/000007", "20-10-2026", "27")
    assert listed["val"] == Decimal("607.99")
    assert [item["itm_det"] for item in listed["itms"]] == [
        {"rt": 5, "txval": 100, "camt": Decimal("2.5"), "samt": Decimal("2.5"), "csamt": 0},
        {
            "rt": 18,
            "txval": Decimal("341.52"),
            "camt": Decimal("30.74"),
            "samt": Decimal("30.74"),
            "csamt": 0,
        },
    ]


def test_credit_note_that_came_too_late_is_among_the_numbers_alone() -> None:
    sold = invoice(1, row(11_800), gstin=BUYER)
    late = credit_note(1, sold, [row(11_800)])
    late = replace(late, contents=replace(late.contents, tax_stays=True))

    file = filed([late])

    assert set(file) == {"gstin", "fp", "version", "hash", "doc_issue"}
    assert file["doc_issue"]["doc_det"][0]["doc_num"] == 5


def test_returned_goods_are_taken_off_the_consumers_sum_and_the_hsn_summary() -> None:
    sold = invoice(1, row(23_600, quantity=2))
    file = filed([credit_note(1, sold, [row(11_800)]), sold])

    assert file["b2cs"] == [
        {
            "sply_ty": "INTRA",
            "typ": "OE",
            "pos": "27",
            "rt": 18,
            "txval": 100,
            "camt": 9,
            "samt": 9,
            "csamt": 0,
        }
    ]
    [summary] = file["hsn"]["hsn_b2c"]
    assert (summary["qty"], summary["txval"], summary["uqc"]) == (1, 100, "NOS")


def test_more_can_come_back_in_a_month_than_was_sold() -> None:
    file = filed([credit_note(1, invoice(1, row(11_800)), [row(11_800)])])

    assert [each["txval"] for each in file["b2cs"]] == [-100]


def test_only_documents_that_exist_are_reported_as_issued_and_none_as_cancelled() -> None:
    # 7 has another GSTIN, and after a restore the numbers go on with the next hundred thousand.
    month = [invoice(number, row(11_800)) for number in (5, 6, 8, 100_001, 100_002)]
    other = replace(invoice(9, row(11_800)), number="BOS/26-27/000009")

    natures = filed([credit_note(1, month[0], [row(11_800)]), *month, other])["doc_issue"]["doc_det"]

    assert [(each["doc_num"], each["doc_typ"]) for each in natures] == [
        (1, "Invoices for outward supply"),
        (5, "Credit Note"),
    ]
    runs = [tuple(run.values()) for nature in natures for run in nature["docs"]]
    assert runs == [
        (1, "AKS/26-27/000005", "AKS/26-27/000006", 2, 0, 2),
        (2, "AKS/26-27/000008", "AKS/26-27/000008", 1, 0, 1),
        (3, "AKS/26-27/100001", "AKS/26-27/100002", 2, 0, 2),
        (4, "BOS/26-27/000009", "BOS/26-27/000009", 1, 0, 1),
        (1, "CRN/26-27/000001", "CRN/26-27/000001", 1, 0, 1),
    ]


def test_return_is_of_one_gstin_that_of_its_documents() -> None:
    ours = invoice(1, row(11_800))
    theirs = invoice(2, row(11_800))
    seller = replace(theirs.contents.seller, gstin=BUYER)
    theirs = replace(theirs, contents=replace(theirs.contents, seller=seller))

    assert (filed([ours])["gstin"], filed([theirs])["gstin"]) == (SELLER, BUYER)
    with pytest.raises(ValueError, match="AKS/26-27/000002"):
        tables_of([ours, theirs])


def test_each_table_as_the_offline_tool_writes_it() -> None:
    business = invoice(1, row(11_800), row(10_500, rate=500), row(4_900, rate=0, hsn="1404"), gstin=BUYER)
    away = invoice(2, row(LARGE + 1, home=False), state="Kerala")
    unchanged = [replace(each, quantity=0) for each in (row(0, rate=500), row(0, rate=0, hsn="1404"))]
    month = [
        credit_note(1, business, [row(2_360), *unchanged]),
        credit_note(2, away, [row(11_800, home=False)]),
        business,
        away,
        invoice(3, row(23_600), row(4_900, rate=0, hsn="1404")),
    ]

    file = filed(month)

    def taxed(rate: int, value: Any, tax: Any) -> dict[str, Any]:
        return {"rt": rate, "txval": value, "camt": tax, "samt": tax, "csamt": 0}

    place = {"pos": "27", "rchrg": "N", "inv_typ": "R"}
    day, note_day = {"idt": "20-10-2026"}, {"ntty": "C", "nt_dt": "20-10-2026"}
    large = {"rt": 18, "txval": Decimal("84745.77"), "iamt": Decimal("15254.24"), "csamt": 0}
    back = {"rt": 18, "txval": 100, "iamt": 18, "csamt": 0}
    assert file["b2b"] == [
        {
            "ctin": BUYER,
            "inv": [
                {"inum": "AKS/26-27/000001", **day, "val": 272, **place}
                | {
                    "itms": [
                        {"num": 1, "itm_det": taxed(5, 100, Decimal("2.5"))},
                        {"num": 2, "itm_det": taxed(18, 100, 9)},
                    ]
                }
            ],
        }
    ]
    assert file["b2cl"] == [
        {
            "pos": "32",
            "inv": [
                {"inum": "AKS/26-27/000002", **day, "val": Decimal("100000.01")}
                | {"itms": [{"num": 1, "itm_det": large}]}
            ],
        }
    ]
    assert file["b2cs"] == [{"sply_ty": "INTRA", "typ": "OE", "pos": "27", **taxed(18, 200, 18)}]
    assert file["cdnr"] == [
        {
            "ctin": BUYER,
            "nt": [
                {"nt_num": "CRN/26-27/000001", **note_day, "val": Decimal("23.6"), **place}
                | {"itms": [{"num": 1, "itm_det": taxed(18, 20, Decimal("1.8"))}]}
            ],
        }
    ]
    assert file["cdnur"] == [
        {"typ": "B2CL", "pos": "32", "nt_num": "CRN/26-27/000002", **note_day, "val": 118}
        | {"itms": [{"num": 1, "itm_det": back}]}
    ]
    exempt = {"expt_amt": 49, "nil_amt": 0, "ngsup_amt": 0}
    assert file["nil"] == {"inv": [{"sply_ty": "INTRAB2C", **exempt}, {"sply_ty": "INTRAB2B", **exempt}]}
    codes = {
        part: [(each["num"], each["hsn_sc"], each["uqc"], each["qty"], each["rt"]) for each in rows]
        for part, rows in file["hsn"].items()
    }
    assert codes == {
        "hsn_b2b": [
            (1, "1404", "NOS", 1, 0),
            (2, "71162000", "NOS", 1, 5),
            (3, "71162000", "NOS", 0, 18),
        ],
        "hsn_b2c": [(1, "1404", "NOS", 1, 0), (2, "71162000", "NOS", 1, 18)],
    }
    assert sums_of(file) == hsn_sums_of(file) == sums_on(month)


def test_delivery_is_a_service_without_a_quantity() -> None:
    hsn = filed([invoice(1, row(11_800, quantity=3), row(4_900, hsn="9968"))])["hsn"]["hsn_b2c"]

    assert [(each["hsn_sc"], each["uqc"], each["qty"]) for each in hsn] == [
        ("71162000", "NOS", 3),
        ("9968", "NA", 0),
    ]


def test_workbook_has_the_offline_tools_sheets_and_masks_names() -> None:
    month = random_month(Random(1))

    made = sheets(tables_of(month), language="en", shown_name=lambda _: "•••")
    hindi = sheets(tables_of(month), language="hi", shown_name=str)

    assert [each.name for each in made] == [
        *("b2b,sez,de", "b2cl", "b2cs", "cdnr", "cdnur", "exemp"),
        *("hsn(b2b)", "hsn(b2c)", "docs"),
    ]
    for english, other in zip(made, hindi, strict=True):
        rows = list(english.rows)
        assert rows and {len(each) for each in rows} == {len(english.titles)} == {len(other.titles)}
        assert not any("Asha" in str(value) for each in rows for value in each)
    assert "Receiver Name" in made[0].titles and "प्राप्तकर्ता का नाम" in hindi[0].titles


def test_sample_numbers_are_possible_ones() -> None:
    assert all(is_gstin(each) for each in (SELLER, BUYER, BUYER_AWAY))


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (("fp",), "132026"),
        (("gstin",), SELLER.lower()),
        (("b2cs", 0, "rt"), 17),
        (("b2cs", 0, "txval"), Decimal("0.001")),
        (("b2cs", 0, "iamt"), 1),
        (("hsn", "hsn_b2c", 0, "hsn_sc"), ""),
        (("doc_issue", "doc_det", 0, "docs", 0, "from"), "AKS/2026-27/0000001"),
        (("doc_issue", "doc_det", 0, "doc_typ"), "Credit Note"),
        (("unknown",), []),
    ],
)
def test_schema_refuses_what_the_portal_refuses(path: tuple[Any, ...], wrong: Any) -> None:
    file = filed([invoice(1, row(11_800))])
    inner: Any = file
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = wrong

    assert not Draft202012Validator(SCHEMA).is_valid(file)
