"""Made-up exports of other shops' products, in the true formats: sample data, the same in each run.

Each has 200 products, of which some are refused: `refused` names the column at fault by the product's line.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import xlsxwriter

PRODUCTS = 200
STONES = ("Amethyst", "Citrine", "Jade", "Onyx", "Pearl", "Ruby Zoisite", "Sunstone", "Tiger Eye")
KINDS = (("Bracelets", "Bracelet"), ("Malas", "Mala"), ("Pendants", "Pendant"), ("Tumbled Stones", "Tumble"))
SIZES = ("6 mm", "8 mm", "10 mm")
METALS = ("Silver", "Copper")


@dataclass(frozen=True)
class Export:
    """A file of another shop: its rows with the heading first, and the column at fault by line."""

    name: str
    rows: Sequence[Sequence[str]]
    refused: Mapping[int, str]

    @property
    def body(self) -> bytes:
        """Return the rows as CSV."""
        text = io.StringIO(newline="")
        csv.writer(text).writerows(self.rows)
        return text.getvalue().encode()

    def as_workbook(self) -> bytes:
        """Return the rows as XLSX, all cells as text."""
        body = io.BytesIO()
        with xlsxwriter.Workbook(body, {"in_memory": True, "strings_to_urls": False}) as book:
            sheet = book.add_worksheet("Products")
            for place, row in enumerate(self.rows):
                sheet.write_row(place, 0, row)
        return body.getvalue()


def title_of(number: int) -> str:
    """Return the name of a product."""
    return f"Sample {STONES[number % len(STONES)]} {KINDS[number % len(KINDS)][1]} {number:03d}"


def handle_of(number: int) -> str:
    """Return the end of its address."""
    return title_of(number).lower().replace(" ", "-")


def pictures_of(number: int, base: str) -> list[str]:
    """Return the addresses of its pictures below `base`, one to three."""
    return [f"{base}/{handle_of(number)}-{place}.jpg" for place in range(1, number % 3 + 2)]


def price_of(number: int, variant: int = 0) -> int:
    """Return a price in rupees."""
    return 450 + number * 7 + variant * 100


SHOPIFY_COLUMNS = (
    *("Handle", "Title", "Body (HTML)", "Vendor", "Product Category", "Type", "Tags", "Published"),
    *(
        "Option1 Name",
        "Option1 Value",
        "Option1 Linked To",
        "Option2 Name",
        "Option2 Value",
        "Option2 Linked To",
    ),
    *("Option3 Name", "Option3 Value", "Option3 Linked To", "Variant SKU", "Variant Grams"),
    *("Variant Inventory Tracker", "Variant Inventory Qty", "Variant Inventory Policy"),
    *(
        "Variant Fulfillment Service",
        "Variant Price",
        "Variant Compare At Price",
        "Variant Requires Shipping",
    ),
    *("Variant Taxable", "Variant Barcode", "Image Src", "Image Position", "Image Alt Text", "Gift Card"),
    *("SEO Title", "SEO Description", "HSN code (product.metafields.custom.hsn_code)", "Variant Image"),
    *("Variant Weight Unit", "Variant Tax Code", "Cost per item", "Status"),
)


def shopify_export(base: str) -> Export:
    """Return 200 products as Shopify exports them; every fourth has six variants, others one."""
    rows: list[dict[str, str]] = []
    refused: dict[int, str] = {}
    for number in range(PRODUCTS):
        members = _shopify_rows(number, base)
        fault, place, column, cell = SHOPIFY_FAULTS.get(number, ("", 0, "", ""))
        if fault:
            members[place][column] = cell
            refused[len(rows) + 2] = fault
        rows += members
    cells = [[row.get(column, "") for column in SHOPIFY_COLUMNS] for row in rows]
    return Export("products_export_1.csv", [SHOPIFY_COLUMNS, *cells], refused)


# By number of the product: the column at fault, then the product's row, the column and cell that cause it.
SHOPIFY_FAULTS = {
    11: ("Title", 0, "Title", ""),
    23: ("Variant Price", 0, "Variant Price", ""),
    40: ("Option1 Value", 1, "Option1 Value", SIZES[0]),
    57: ("Handle", 0, "Handle", handle_of(3)),
    90: ("Variant Price", 0, "Variant Price", "1.200"),
    121: ("Gift Card", 0, "Gift Card", "true"),
}


def _shopify_rows(number: int, base: str) -> list[dict[str, str]]:
    category, kind = KINDS[number % len(KINDS)]
    first = {
        "Title": title_of(number),
        "Body (HTML)": f"<p>A made-up {kind.lower()}, for tests.</p>"
        f"<ul><li>Piece {number}</li><li>Cut &amp; set</li></ul>",
        "Vendor": "Sample Stones",
        "Product Category": "Apparel & Accessories > Jewelry",
        "Type": category,
        "Tags": f"{kind.lower()}, sample",
        "Published": "true",
        "Gift Card": "false",
        "SEO Title": f"{title_of(number)} online",
        "HSN code (product.metafields.custom.hsn_code)": "71162000",
        "Status": "draft" if number % 10 == 9 else "active",
    }
    pictures = pictures_of(number, base)
    has_variants = number % 4 == 0
    chosen = [(size, metal) for metal in METALS for size in SIZES] if has_variants else [("", "")]
    rows: list[dict[str, str]] = []
    for place, (size, metal) in enumerate(chosen):
        row = {
            "Option1 Value": size or "Default Title",
            "Option2 Value": metal,
            "Variant SKU": f"SH-{number:03d}-{place}",
            "Variant Grams": str(10 + number),
            "Variant Inventory Tracker": "shopify",
            "Variant Inventory Qty": str((number + place) % 25),
            "Variant Inventory Policy": "deny",
            "Variant Fulfillment Service": "manual",
            "Variant Price": f"{price_of(number, place)}.00",
            "Variant Compare At Price": f"{price_of(number, place) + 200}.00" if number % 5 == 0 else "",
            "Variant Requires Shipping": "true",
            "Variant Taxable": "true",
            "Variant Barcode": f"'{8900000000000 + number * 10 + place}" if number % 2 else "",
            "Variant Image": pictures[0] if has_variants and metal == METALS[1] else "",
            "Variant Weight Unit": "g",
        }
        rows.append(row)
    rows[0] |= first | {"Option1 Name": "Size" if has_variants else "Title"}
    if has_variants:
        rows[0]["Option2 Name"] = "Metal"
    for place, address in enumerate(pictures):
        if place == len(rows):
            rows.append({})
        rows[place] |= {
            "Image Src": address,
            "Image Position": str(place + 1),
            "Image Alt Text": title_of(number),
        }
    return [row | {"Handle": handle_of(number)} for row in rows]


WOOCOMMERCE_COLUMNS = (
    *("ID", "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "Is featured?"),
    *("Visibility in catalog", "Short description", "Description", "Date sale price starts"),
    *("Date sale price ends", "Tax status", "Tax class", "In stock?", "Stock", "Low stock amount"),
    *("Backorders allowed?", "Sold individually?", "Weight (kg)", "Length (cm)", "Width (cm)", "Height (cm)"),
    *("Allow customer reviews?", "Purchase note", "Sale price", "Regular price", "Categories", "Tags"),
    *("Shipping class", "Images", "Download limit", "Download expiry days", "Parent", "Grouped products"),
    *("Upsells", "Cross-sells", "External URL", "Button text", "Position"),
    *(f"Attribute {place} {part}" for place in (1, 2) for part in ("name", "value(s)", "visible", "global")),
    "Meta: _hsn_code",
)


def woocommerce_export(base: str) -> Export:
    """Return 200 products as WooCommerce exports them; every fourth has variations, which come last."""
    rows: list[dict[str, str]] = []
    refused: dict[int, str] = {}
    variations: list[dict[str, str]] = []
    for number in range(PRODUCTS):
        row = _woocommerce_row(number, base)
        if number in WOOCOMMERCE_FAULTS:
            fault, column, cell = WOOCOMMERCE_FAULTS[number]
            row[column] = cell
            refused[len(rows) + 2] = fault
        rows.append(row)
        if number % 4 == 0:
            variations += _variations(number, base)
    # Its parent was deleted.
    variations.append({**variations[-1], "ID": "9999", "SKU": "WC-LOST", "Parent": "id:4711"})
    refused[len(rows) + len(variations) + 1] = "Parent"
    # Both stand in one product, which is on the first line.
    variations[1]["Attribute 1 value(s)"] = variations[0]["Attribute 1 value(s)"]
    refused[2] = "Attribute 1 value(s)"
    cells = [[row.get(column, "") for column in WOOCOMMERCE_COLUMNS] for row in [*rows, *variations]]
    return Export("wc-product-export-1-1-2026.csv", [WOOCOMMERCE_COLUMNS, *cells], refused)


WOOCOMMERCE_FAULTS = {
    13: ("Name", "Name", ""),
    27: ("Regular price", "Regular price", ""),
    50: ("Type", "Type", "grouped"),
    75: ("ID", "ID", "1003"),
    102: ("Regular price", "Regular price", "€ 40"),
}


def _woocommerce_row(number: int, base: str) -> dict[str, str]:
    category, kind = KINDS[number % len(KINDS)]
    is_variable = number % 4 == 0
    row = {
        "ID": str(1000 + number),
        "Type": "variable" if is_variable else "simple",
        "SKU": f"WC-{number:03d}" if number % 3 else "",
        "Name": title_of(number),
        "Published": "-1" if number % 10 == 9 else "1",
        "Is featured?": "0",
        "Visibility in catalog": "visible",
        "Short description": f"A made-up {kind.lower()}.",
        "Description": "<strong>Sample data</strong>, for tests.\\n\\nNot for sale &amp; not real.",
        "Tax status": "taxable",
        "Tax class": "reduced-rate" if number % 2 else "",
        "In stock?": "1",
        "Stock": "" if is_variable else str(number % 25),
        "Weight (kg)": f"0.{number:03d}",
        "Sale price": str(price_of(number) - 50) if number % 5 == 1 else "",
        "Regular price": "" if is_variable else str(price_of(number)),
        "Categories": f"Jewellery, Jewellery > {category}",
        "Tags": f"{kind.lower()}, sample",
        "Images": ", ".join(pictures_of(number, base)),
        "Attribute 1 name": "Origin",
        "Attribute 1 value(s)": "Nepal\\, Himalaya",
        "Attribute 1 visible": "1",
        "Attribute 1 global": "0",
        "Meta: _hsn_code": "7116",
    }
    if is_variable:
        row |= {
            "Attribute 2 name": "Size",
            "Attribute 2 value(s)": ", ".join(SIZES),
            "Attribute 2 visible": "1",
        }
    return row


def _variations(number: int, base: str) -> list[dict[str, str]]:
    return [
        {
            "ID": str(2000 + number * 10 + place),
            "Type": "variation",
            "SKU": f"WC-{number:03d}-{place}",
            "Name": f"{title_of(number)} - {size}",
            "Published": "1",
            "Tax status": "taxable",
            "Tax class": "parent",
            "In stock?": "1",
            "Stock": str((number + place) % 25),
            "Regular price": str(price_of(number, place)),
            "Images": pictures_of(number, base)[0],
            "Parent": f"WC-{number:03d}" if number % 3 else f"id:{1000 + number}",
            # A variation counts its own attributes alone.
            "Attribute 1 name": "Size",
            "Attribute 1 value(s)": size,
            "Attribute 1 global": "1",
        }
        for place, size in enumerate(SIZES)
    ]
