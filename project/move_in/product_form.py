"""The form of staff that a product of another shop amounts to, so that each rule of the catalogue holds."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from pydantic import TypeAdapter, ValidationError

from project.catalog.editable_fields import product_state
from project.catalog.models import Picture, Product
from project.catalog.staff.fields import Barcode, Sku
from project.catalog.staff.forms import ProductIn, read_form
from project.core.messages import field_sentence
from project.core.money import rupees
from project.move_in.kind import Note, Refused, note
from project.move_in.models import ImportRow
from project.move_in.options import content_of, offered
from project.move_in.reading.products import FIELDS

DEFAULT_RATE: Final = 18
MOST_TAGS: Final = 40
LONGEST_TAG: Final = 40
# Where the form names a field otherwise than the file's columns.
_COLUMNS: Final = {
    "description": "text",
    "originalPrice": "original_price",
    "hsnCode": "hsn_code",
    "taxRate": "tax_class",
    "metaTitle": "meta_title",
    "metaDescription": "meta_description",
    "optionNames": "option1",
    "values": "option1",
}
_CODES: Final = {"sku": TypeAdapter(Sku), "barcode": TypeAdapter(Barcode)}


def form_of(
    row: ImportRow, product: Product | None, category: str, pictures: Mapping[str, Picture]
) -> tuple[ProductIn, list[Note]]:
    """Return the form of staff for the record, with notes on what it cannot take. Raises Refused."""
    notes: list[Note] = []
    body = _body(row, product, pictures, notes) | {"category": category}
    payload = read_form(body, product)
    if isinstance(payload, list):
        raise Refused([note(_line(row, loc), _column(loc), sentence) for loc, sentence in payload])
    return payload, notes


def _line(row: ImportRow, loc: Sequence[str | int]) -> int:
    variants = row.record["content"].get("variants", ())
    place = loc[2] if len(loc) > 2 and loc[0] == "variants" else 0
    is_variant = isinstance(place, int) and place < len(variants) and loc[:1] == ("variants",)
    return int(variants[place]["line"]) if is_variant else row.line


def _column(loc: Sequence[str | int]) -> str:
    for part in loc:
        if (name := _COLUMNS.get(str(part), str(part))) in FIELDS:
            return str(FIELDS[name])
    return ".".join(map(str, loc))


def _body(
    row: ImportRow, product: Product | None, pictures: Mapping[str, Picture], notes: list[Note]
) -> dict[str, Any]:
    content, tax = content_of(row), _tax(row)
    body: dict[str, Any] = product_state(product) if product else {"isAvailable": False}
    for name in ("slug", "images", "turntable"):
        body.pop(name, None)
    first = content["variants"][0]
    text = content["text"] or ("" if product else content["title"])
    seo, shipping = body.get("seo", {}), body.get("shipping", {})
    body |= {
        "title": _both(body.get("title"), content["title"]),
        "description": _both(body.get("description"), text),
        "price": str(rupees(first["price_paise"])),
        "tags": _tags(row, notes) or body.get("tags", []),
        "hsnCode": content["hsn_code"] or tax.get("hsn") or body.get("hsnCode", ""),
        "seo": seo
        | {
            "metaTitle": _both(seo.get("metaTitle"), content["meta_title"]),
            "metaDescription": _both(seo.get("metaDescription"), content["meta_description"]),
        },
    }
    if tax or not product:
        body["taxRate"] = tax.get("rate", 0 if content["tax_class"] == "none" else DEFAULT_RATE)
    body["customization"] = offered(content, body.get("customization", {}), pictures)
    if content["option_names"]:
        body |= {"originalPrice": None, "variants": _variants(content, body, pictures, notes)}
        body["price"] = str(min(rupees(each["price_paise"]) for each in content["variants"]))
        return body | ({} if product else {"stock": 0})
    had_variants = bool(body.pop("variants", {}).get("rows"))
    if had_variants and row.record["content"]["option_names"]:
        body["variants"] = {}
        notes.append(note(row.line, "", _("Its variants are removed: please count its stock")))
    original = first["original_price_paise"]
    body["originalPrice"] = rupees(original) if original and original > first["price_paise"] else None
    body["shipping"] = shipping | {"weight": first["weight_grams"]}
    body |= _codes(first, notes)
    return body | ({} if product else {"stock": first["stock"]})


def _tax(row: ImportRow) -> dict[str, Any]:
    taxes = row.of_import.choices.get("taxes", {})
    found: dict[str, Any] = taxes.get(row.record["content"]["tax_class"], {})
    return found


def _both(present: Mapping[str, str] | None, text: str) -> dict[str, str]:
    """Return the text in English beside the present Hindi one; an empty one leaves what is there."""
    present = present or {"en": "", "hi": ""}
    return {**present, "en": text or present["en"]}


def _tags(row: ImportRow, notes: list[Note]) -> list[str]:
    tags = row.record["content"]["tags"]
    kept = [tag for tag in tags if len(tag) <= LONGEST_TAG][:MOST_TAGS]
    if len(kept) < len(tags):
        notes.append(note(row.line, str(FIELDS["tags"]), _("Too many or too long: some are left out")))
    return kept


def _codes(variant: Mapping[str, Any], notes: list[Note]) -> dict[str, str]:
    """Return SKU and barcode; one that the shop cannot take is left out."""
    found = {}
    for name in _CODES:
        try:
            found[name] = code_of(name, variant[name])
        except ValidationError as error:
            sentence = field_sentence(error.errors()[0], [name])
            code = error.errors()[0]["input"]
            left = _("“{code}” is left out. {why}").format(code=code, why=sentence)
            notes.append(note(variant["line"], str(FIELDS[name]), left))
    return found


def code_of(name: str, cell: str) -> str:
    """Return a SKU or barcode as the shop writes it. Raises ValidationError."""
    code: str = _CODES[name].validate_python("-".join(cell.split()))
    return code


def _variants(
    content: Mapping[str, Any], body: Mapping[str, Any], pictures: Mapping[str, Picture], notes: list[Note]
) -> dict[str, Any]:
    """Return the variants; those with the values of a present one keep its id and its Hindi values."""
    present = body.get("variants", {"optionNames": [], "rows": []})
    known = {tuple(value["en"] for value in each["values"]): each for each in present["rows"]}
    names = {name["en"]: name for name in present["optionNames"]}
    rows = []
    for each in content["variants"]:
        picture = pictures.get(each["picture"])
        old = known.get(tuple(value["en"] for value in each["values"]), {"values": each["values"]})
        ours = {
            "values": [theirs | text for theirs, text in zip(old["values"], each["values"], strict=True)],
            "price": str(rupees(each["price_paise"])),
            "weight": each["weight_grams"],
            "picture": picture.image if picture else old.get("picture", ""),
            "stock": each["stock"],
        }
        rows.append(old | ours | _codes(each, notes))
        if each["original_price_paise"]:
            sentence = _("Products with options have no original price here: it is left out")
            notes.append(note(each["line"], str(FIELDS["original_price"]), sentence))
    return {
        "optionNames": [names.get(name["en"], {}) | name for name in content["option_names"]],
        "rows": rows,
    }
