"""The catalogue as a CSV file: written for spreadsheets, and the meaning of its lines when they come back."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from project.catalog.csv import variants
from project.catalog.csv.cells import amount, escaped, flag, joined, number, plain, split, yes_no
from project.catalog.csv.variants import FileVariants, VariantLine, stock_stays
from project.catalog.editable_fields import product_state
from project.catalog.models import SPECIFICATIONS, Category, Product
from project.catalog.slugs import is_free
from project.catalog.staff.forms import ProductIn, read_form
from project.catalog.staff.variant_forms import Fault
from project.core.errors import ErrorCode
from project.core.money import rupees
from project.core.spreadsheets import safe_cell

LONGEST_VERSION = 10
TEXTS = ("title", "shortDescription", "description", "longDescription")
LISTS = ("benefits", "care")
FLAGS = ("isAvailable", "isFeatured", "isTrending", "isNewArrival", "isOnSale")
OPTIONS = {"origins": "name", "sizes": "name", "pendantOptions": "type"}
COLUMNS = (
    *("id", "slug", "sku", "barcode", "version", "category", "price", "originalPrice", "stock"),
    *(f"{name}.{language}" for name in TEXTS for language in ("en", "hi")),
    *FLAGS,
    *OPTIONS,
    *(f"{name}.{language}" for name in (*OPTIONS, "xrayCertification") for language in ("en", "hi")),
    *("xrayCertification", "weight", "dimensions", "freeShipping", "taxRate", "hsnCode", "tags", "keywords"),
    *(
        f"{name}.{language}"
        for name in ("metaTitle", "metaDescription", *LISTS, *SPECIFICATIONS)
        for language in ("en", "hi")
    ),
    *variants.NAME_COLUMNS,
    *variants.LINE_COLUMNS,
)
# Not of the form, or of a part of it that other functions read.
_APART = frozenset(("id", "version", *variants.NAME_COLUMNS, *variants.LINE_COLUMNS))


def export_lines(products: Iterable[Product]) -> Iterator[str]:
    """Write the heading and for each product a line, which those of its variants follow."""
    states = ((product, product_state(product)) for product in products)
    return written_lines(
        cells
        for product, state in states
        for cells in (_cells(product, state), *variants.variant_cells(product, state["variants"]))
    )


def written_lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Write the heading and a line for each row of cells by their columns."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)

    def line(cells: Sequence[Any]) -> str:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([safe_cell("" if cell is None else str(cell)) for cell in cells])
        return buffer.getvalue()

    # Spreadsheets know UTF-8 by this mark only.
    yield "\ufeff" + line(COLUMNS)
    for row in rows:
        yield line([row.get(column) for column in COLUMNS])


def _cells(product: Product, state: dict[str, Any]) -> dict[str, Any]:
    cells: dict[str, Any] = {
        "xrayCertification": "",
        "id": product.public_id,
        "slug": product.slug,
        "version": product.full_version,
        "stock": sum(row.on_hand for row in product.stocked_rows),
        **{
            name: state[name]
            for name in ("sku", "barcode", "category", "originalPrice", "taxRate", "hsnCode")
        },
        "price": number(state["price"]),
        "originalPrice": number(state["originalPrice"]),
        "taxRate": number(state["taxRate"]),
        "weight": state["shipping"]["weight"],
        "dimensions": state["shipping"]["dimensions"],
        "freeShipping": yes_no(state["shipping"]["freeShipping"]),
        "tags": joined(state["tags"]),
        "keywords": joined(state["seo"]["keywords"]),
        **{name: yes_no(state[name]) for name in FLAGS},
        **variants.name_cells(state["variants"]),
    }
    options = state["customization"]
    for name, key in OPTIONS.items():
        cells[name] = "|".join(_option(each[key], each) for each in options[name])
        for language in ("en", "hi"):
            texts = [(each[key], each["description"][language]) for each in options[name]]
            cells[f"{name}.{language}"] = "\n".join(f"{escaped(of)}: {text}" for of, text in texts if text)
    xray = options["xrayCertification"]
    if xray["available"] or xray["price"]:
        cells["xrayCertification"] = _price(xray)
    texts = {name: state[name] for name in TEXTS} | state["specifications"]
    texts["xrayCertification"] = xray["description"]
    texts |= {name: state["seo"][name] for name in ("metaTitle", "metaDescription")}
    for language in ("en", "hi"):
        cells |= {f"{name}.{language}": text[language] for name, text in texts.items()}
        cells |= {f"{name}.{language}": "\n".join(state[name][language]) for name in LISTS}
    return cells


def _option(name: str, option: dict[str, Any]) -> str:
    return f"{escaped(name)}:{_price(option)}"


def _price(option: dict[str, Any]) -> str:
    return number(option["price"]) + ("" if option["available"] else ":off")


@dataclass(frozen=True)
class Wanted:
    """Intent of good lines: a new product (None), or a change of one that exists; notes for the preview."""

    product: Product | None
    payload: ProductIn
    category: Category
    notes: Sequence[Fault] = ()

    def would_change(self) -> bool:
        """Compare what the lines ask for with what there is, without touching it."""
        if self.product is None:
            return True
        now = product_state(self.product)
        asked = self.payload.model_dump(mode="json", by_alias=True) | {"category": self.category.slug}
        for name in asked.keys() & now.keys():
            if name in ("images", "turntable") or (name in ("slug", "variants") and not asked[name]):
                continue
            after = asked[name]
            if name == "variants":
                now[name], after = variants.comparable(now[name]), variants.comparable(after)
            if name in ("price", "originalPrice", "taxRate"):
                after = None if after is None else float(after)
            if now[name] != after:
                return True
        return False


def is_export(columns: Sequence[str]) -> bool:
    """Return whether a heading is of this export; columns may be left out, and nobody else has title.en."""
    named = set(columns)
    return "title.en" in named or (named <= set(COLUMNS) and bool(named & {"id", "slug"}))


def heading_faults(columns: Sequence[str]) -> list[Fault]:
    """Find columns that are unknown or occur twice."""
    return [
        ((column[:60],), _("There is no column of this name, or it occurs twice"))
        for place, column in enumerate(columns)
        if column not in COLUMNS or column in columns[:place]
    ]


def understand(row: dict[str, str], lines: Sequence[VariantLine] = ()) -> Wanted | list[Fault]:
    """Return what a line's cells by their columns, and those of its variants, ask for, or all that is wrong.

    A line is about the product of its id, else of its slug, present or earlier; beside an id, the slug is its
    new one. A line with neither makes a product; if there is one of its title, it must change nothing. Faults
    about variants begin with the number of a line, 0 for the product's.
    """
    product, is_guess = _find(row)
    if product is None and row.get("id"):
        return [(("id",), _("There is no product with this id"))]
    if product is not None and _is_outdated(row.get("version", ""), product):
        return [(("version",), _("This product has changed since the file was exported"))]
    body, faults = _body(row, product)
    asked = FileVariants(row, lines, product)
    faults += asked.faults
    if asked.rows:
        # The product has the lowest price of its variants, and no pieces beside theirs.
        own = rupees(product.price_paise) if product else body.get("price") or 1
        body["price"] = asked.lowest_price or own
        body |= {} if product else {"stock": 0}
    if asked.form is not None:
        body["variants"] = asked.form
    payload = read_form(body, product)
    if isinstance(payload, list):
        return [*faults, *((asked.place(loc), sentence) for loc, sentence in payload)]
    faults += _variant_faults(row, product, payload, asked)
    category = _category(payload.category)
    if category is None:
        faults.append((("category",), _("Please choose a category")))
    if product is not None and product.archived_at is not None and payload.is_available:
        faults.append((("isAvailable",), str(ErrorCode.PRODUCT_ARCHIVED.label)))
    if payload.slug and not is_free(payload.slug, product or Product()):
        faults.append((("slug",), str(ErrorCode.SLUG_TAKEN.label)))
    if faults or category is None:
        return faults
    wanted = Wanted(product, payload, category, [*asked.notes, *_notes(row, product, asked)])
    if product is not None and is_guess and wanted.would_change():
        sentence = _(
            "There is a product of this title. To change it, write its slug: {slug}. For another, a new slug"
        )
        return [(("title.en",), sentence.format(slug=product.slug))]
    return wanted


def _variant_faults(
    row: dict[str, str], product: Product | None, payload: ProductIn, asked: FileVariants
) -> list[Fault]:
    """Find what a product cannot have beside variants, and pictures of variants that it does not have."""
    if not asked.rows:
        return []
    faults: list[Fault] = []
    if payload.original_price is not None:
        faults.append((("originalPrice",), str(ErrorCode.OPTIONS_WITH_VARIANTS.label)))
    if payload.customization.options():
        column = next((name for name in (*OPTIONS, "xrayCertification") if row.get(name)), "customization")
        faults.append(((column,), str(ErrorCode.OPTIONS_WITH_VARIANTS.label)))
    if product and not product.has_variants and product.allocated + product.held:
        faults.append((("stock",), str(ErrorCode.STOCK_PROMISED.label)))
    if payload.variants is not None:
        keys = {picture.key for picture in product.pictures} if product else set()
        found = payload.variants.picture_faults(keys)
        faults += [(asked.place(loc), sentence) for loc, sentence in found]
    return faults


def _notes(row: dict[str, str], product: Product | None, asked: FileVariants) -> Iterator[Fault]:
    """Say which cells of the product's line count for nothing."""
    prices = [asked.lowest_price, rupees(product.price_paise) if product else None]
    if asked.rows and row.get("price") and amount(row["price"]) not in prices:
        yield ("price",), _("The price is that of the cheapest variant")
    elif product and not asked.rows and row.get("stock") and amount(row["stock"]) != product.on_hand:
        yield ("stock",), stock_stays()


def _find(row: dict[str, str]) -> tuple[Product | None, bool]:
    """Return the product that the line is about, and whether by its title alone, which others may have."""
    products = Product.objects.listed().with_category().select_related("turntable")
    if row.get("id"):
        return products.filter(public_id=row["id"]).first(), False
    if slug := row.get("slug"):
        found = products.filter(slug=slug).first() or products.filter(aliases__slug=slug).first()
        return found, False
    named = products.filter(title_en=row.get("title.en", ""), archived_at__isnull=True)
    return named.order_by("pk").first(), True


def _category(slug: str) -> Category | None:
    named = Category.objects.filter(slug=slug).first()
    return named or Category.objects.filter(aliases__slug=slug).first()


def _is_outdated(version: str, product: Product) -> bool:
    """Return whether the product was edited after it was exported; a line without a version overrules."""
    if not version:
        return False
    return not version.isdecimal() or len(version) > LONGEST_VERSION or int(version) < product.edited_version


def _body(row: dict[str, str], product: Product | None) -> tuple[dict[str, Any], list[Fault]]:
    """Return the form that the line amounts to: columns it does not have stay as they are."""
    body: dict[str, Any] = product_state(product) if product else {}
    for name in ("slug", "images", "turntable", "variants"):
        body.pop(name, None)
    faults: list[Fault] = []

    def put(path: str, value: Any) -> None:
        place = body
        *parents, last = path.split(".")
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value

    for column, cell in row.items():
        name = column.partition(".")[0]
        if column in _APART or (column == "stock" and product):
            continue
        if column == "slug" and product and (not row.get("id") or cell == product.slug):
            # Without an id it found the product, perhaps as an earlier address of it.
            continue
        if column in FLAGS or column == "freeShipping":
            try:
                is_set = flag(cell)
            except ValueError:
                faults.append(((column,), _("Please write yes or no")))
                continue
            if is_set is not None:
                put("shipping.freeShipping" if column == "freeShipping" else column, is_set)
        elif column in OPTIONS:
            key = OPTIONS[column]
            known = {each[key]: each for each in body.get("customization", {}).get(column, [])}
            try:
                offered = [_option_of(each, key) for each in split(cell, "|") if each.strip()]
            except ValueError:
                faults.append(
                    (
                        (column,),
                        _(
                            "Please write options as name:price, with | between them. In a name, write \\| "
                            "for |"
                        ),
                    )
                )
            else:
                put(f"customization.{column}", [known.get(each[key], {}) | each for each in offered])
        elif name in OPTIONS:
            continue
        elif column == "xrayCertification":
            price, available = _price_of(split(cell, ":"))
            put("customization.xrayCertification.available", available and bool(cell))
            put("customization.xrayCertification.price", amount(price or "0"))
        elif name == "xrayCertification":
            put(f"customization.xrayCertification.description.{column.partition('.')[2]}", cell)
        elif column in ("weight", "dimensions"):
            put(f"shipping.{column}", (amount(cell) if cell else None) if column == "weight" else cell)
        elif column in ("tags", "keywords"):
            words = [plain(word) for word in split(cell, ",")]
            put("seo.keywords" if column == "keywords" else column, words)
        elif name in ("metaTitle", "metaDescription"):
            put(f"seo.{column}", cell)
        elif name in SPECIFICATIONS:
            put(f"specifications.{column}", cell)
        elif name in LISTS:
            put(column, _lines(cell))
        elif column in ("price", "originalPrice", "taxRate", "stock"):
            if cell or column == "price":
                put(column, amount(cell))
            elif column == "originalPrice":
                put(column, None)
        else:
            put(column, cell)
    # Last, as the options they are about may stand in a later column.
    for name, key in OPTIONS.items():
        offered = body.get("customization", {}).get(name, [])
        for language in ("en", "hi"):
            column = f"{name}.{language}"
            if column in row and not _describe(offered, key, language, row[column]):
                faults.append(
                    (
                        (column,),
                        _("Please write a line name: text for each option, with a name that is offered"),
                    )
                )
    return body, faults


def _describe(offered: list[dict[str, Any]], key: str, language: str, cell: str) -> bool:
    """Give the options their texts, a line "name: text" each; False when a line names none of them."""
    lines = (split(line, ":", 1) for line in _lines(cell))
    texts = {plain(name): "".join(text).strip() for name, *text in lines}
    for each in offered:
        each["description"] = each.get("description", {}) | {language: texts.pop(each[key], "")}
    return not texts


def _lines(cell: str) -> list[str]:
    return [line for line in cell.replace("\r", "\n").split("\n") if line.strip()]


def _option_of(text: str, key: str) -> dict[str, Any]:
    """Read "small:-200" or "gold:1500:off"; raises ValueError for anything else.

    The price is the last but "off", so that a name may have colons that are not escaped.
    """
    parts = split(text, ":")
    price, available = _price_of(parts)
    names = parts[: -1 if available else -2]
    added = amount(price)
    if not names or isinstance(added, str):
        raise ValueError(text)
    return {key: plain(":".join(names)), "price": added, "available": available}


def _price_of(parts: list[str]) -> tuple[str, bool]:
    """Return the price that ends with these parts, and whether no "off" stands behind it."""
    if len(parts) > 1 and parts[-1].strip() == "off":
        return parts[-2].strip(), False
    return parts[-1].strip(), True
