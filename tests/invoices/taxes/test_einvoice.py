"""E-invoices: every taxed supply to a business, valid by the portal's schema, its sums the document's."""

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

from jsonschema import Draft202012Validator

from project.invoices.taxes import einvoice as einvoices
from project.invoices.taxes.einvoice import einvoice, is_einvoice
from project.invoices.taxes.supplies import Supply
from tests.invoices.taxes.supply_factory import BUYER, BUYER_AWAY, credit_note, invoice, row
from tests.invoices.taxes.test_gstr1 import random_month

SCHEMA = json.loads(
    Path(einvoices.__file__).with_name("einvoice.schema.json").read_text(encoding="utf-8"),
    parse_float=Decimal,
)


def prepared(supply: Supply) -> dict[str, Any]:
    """Return the e-invoice as the portal reads it, after the check against its schema."""
    read: dict[str, Any] = json.loads(json.dumps(einvoice(supply)), parse_float=Decimal)
    Draft202012Validator(SCHEMA).validate([read])
    return read


def test_generated_documents_are_valid_and_add_up() -> None:
    month = [each for each in random_month(Random(5)) if is_einvoice(each)]

    assert {each.is_credit_note for each in month} == {True, False}
    for supply in month:
        made = prepared(supply)
        items, sums = made["ItemList"], made["ValDtls"]
        for whole, part in (("AssVal", "AssAmt"), ("CgstVal", "CgstAmt"), ("IgstVal", "IgstAmt")):
            assert sums[whole] == sum(item[part] for item in items)
        assert sums["TotInvVal"] == Decimal(supply.contents.total) / 100
        assert sums["TotInvVal"] == sums["RndOffAmt"] + sum(item["TotItemVal"] for item in items)


def test_only_taxed_supplies_to_businesses_are_registered() -> None:
    sold = invoice(1, row(11_800), gstin=BUYER)
    late = replace(sold, contents=replace(sold.contents, tax_stays=True))

    assert is_einvoice(sold)
    assert not is_einvoice(late)
    assert not is_einvoice(invoice(1, row(11_800)))
    assert not is_einvoice(invoice(1, row(11_800, rate=0), gstin=BUYER))


def test_credit_note_names_its_invoice() -> None:
    sold = invoice(7, row(11_800), row(11_800, hsn="7117"), gstin=BUYER)

    note = prepared(credit_note(1, sold, [row(5_900), row(0, hsn="7117")]))

    assert note["DocDtls"] == {"Typ": "CRN", "No": "CRN/26-27/000001", "Dt": "20/10/2026"}
    assert note["RefDtls"]["PrecDocDtls"] == [{"InvNo": "AKS/26-27/000007", "InvDt": "20/10/2026"}]
    assert [item["HsnCd"] for item in note["ItemList"]] == ["71162000"]


def test_town_and_pincode_are_read_from_the_address_and_hostile_names_fit_the_schema() -> None:
    away = row(11_800, home=False)
    sold = invoice(1, away, state="Karnataka", gstin=BUYER_AWAY, buyer='"Traders\\ & <b>Sons</b>' + "x" * 200)
    long = replace(sold.contents.buyer, address=f"{'Long Road ' * 15}, Bengaluru, 560001")

    made = prepared(replace(sold, contents=replace(sold.contents, buyer=long)))["BuyerDtls"]

    assert (made["Pin"], made["Stcd"], made["Pos"]) == (560001, "29", "29")
    assert made["Loc"].startswith("Bangalore") or made["Loc"].startswith("Bengaluru")
    assert made["LglNm"].startswith("'Traders/ & <b>Sons</b>")
