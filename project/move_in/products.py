"""Products of another shop: drafts with variants and pictures, in our categories, with our taxes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, ClassVar, Final, cast

from django.utils.text import slugify
from django.utils.translation import gettext as _
from pydantic import ValidationError

from project.catalog.actions import products
from project.catalog.actions.categories import change_category, create_category, delete_category
from project.catalog.csv.files import is_export
from project.catalog.editable_fields import product_state
from project.catalog.models import MAX_PRODUCT_SLUG, Category, Picture, Product
from project.catalog.pictures.files import keep_picture, key_of
from project.catalog.slugs import is_free
from project.catalog.staff.forms import MAX_PICTURES, NewProductIn, ProductIn
from project.core.errors import NotFound
from project.move_in.kind import Checked, EditedSince, Kind, Note, Outcome, Record, Refused, note
from project.move_in.models import Fate, Import, ImportKind, ImportRow
from project.move_in.options import chosen_options
from project.move_in.pictures import Fetched, fetch
from project.move_in.product_form import code_of, form_of
from project.move_in.reading.products import FIELDS, Format, read_products, recognised
from project.move_in.reading.table import Table

MOST_NEW_CATEGORIES: Final = 200
# Fields of a state that the form of staff does not take as they are.
_APART: Final = ("slug", "images", "turntable", "stock")
# Its line and column in the file.
Sku = tuple[int, str, str]


class Products(Kind):
    """Products: Shopify's, WooCommerce's, or of columns that were mapped by hand."""

    name = ImportKind.PRODUCTS
    fields = FIELDS
    has_drafts = True
    questions: ClassVar[Sequence[str]] = ("category", "tax_class")

    def recognised(self, columns: Sequence[str]) -> str:
        return "own" if is_export(columns) else recognised(columns)

    def read(self, table: Table, source: str, mapping: Mapping[str, str]) -> Iterator[Record]:
        return refuse_shared_skus((record, _skus(record)) for record in self._records(table, source, mapping))

    def _records(self, table: Table, source: str, mapping: Mapping[str, str]) -> Iterator[Record]:
        known = cast(Format, "" if source == "other" else source)
        for product in read_products(table, known, mapping):
            content = asdict(product)
            faults: dict[bool, list[Note]] = {is_note: [] for is_note in (True, False)}
            for fault in product.problems:
                faults[fault.is_note].append(note(fault.line, fault.column, fault.sentence))
            del content["problems"]
            yield Record(product.line, product.key, product.title, content, faults[False], faults[True])

    def chosen(self, row: ImportRow) -> Mapping[str, Any]:
        content, choices = row.record["content"], row.of_import.choices
        chosen = {
            "category": choices.get("categories", {}).get(content["category"]),
            "tax": choices.get("taxes", {}).get(content["tax_class"]),
        }
        options = chosen_options(row)
        return chosen | {"options": options} if options else chosen

    def exists(self, result: str) -> bool:
        return _find(result) is not None

    def check(self, row: ImportRow, result: str) -> Checked:
        product = _find(result)
        try:
            category = _category(row)
            payload, notes = form_of(row, product, category.slug if category else "new", {})
        except Refused as refusal:
            return Checked(Fate.REFUSED, refusal.problems)
        if category is None:
            told = _("The category “{name}” will be made").format(name=_category_name(row))
            notes.append(note(row.line, "", told))
        if product is None and Product.objects.listed().filter(title_en=payload.title.en).exists():
            notes.append(note(row.line, "", _("The shop has another product of this name")))
        return Checked(Fate.CHANGED if product else Fate.NEW, notes=notes)

    def prepare(self, row: ImportRow, extra: Mapping[str, Any]) -> Fetched:
        return fetch(_addresses(row), extra.get("pictures", {}))

    def carry_out(self, row: ImportRow, result: str, prepared: Fetched, *, actor: str) -> Outcome:
        product = _find(result)
        if product and row.version_after not in (None, product.edited_version):
            told = note(row.line, "", _("Edited since the import: please add missing pictures by hand"))
            return Outcome(Fate.CHANGED, result, version_after=row.version_after, notes=[told])
        pictures = prepared.pictures()
        category = _category(row) or _make_category(row, actor=actor)
        payload, notes = form_of(row, product, category.slug, pictures)
        notes += [note(row.line, "", problem) for problem in prepared.problems]
        shown = [pictures[each] for each in _addresses(row) if each in pictures]
        draft = draft_of(payload, category, shown)
        kept = {"pictures": dict(prepared.keys)}
        is_complete = not prepared.problems
        if product is None:
            assert isinstance(payload, NewProductIn)
            made = _create(row, draft, payload.stock, actor=actor)
            version = made.edited_version
            return Outcome(Fate.NEW, made.public_id, None, version, notes, kept, is_complete)
        before = state_of(product)
        # Pictures that the shop added to those of the file stay.
        ours = [each for each in product.pictures if each.pk not in {picture.pk for picture in shown}]
        draft = draft_of(payload, category, [*shown, *ours][:MAX_PICTURES])
        changed, is_changed = products.change_product(
            result, draft, version=None, actor=actor, note=row.of_import.import_id
        )
        fate = Fate.CHANGED if is_changed else Fate.UNCHANGED
        return Outcome(fate, result, before, changed.edited_version, notes, kept, is_complete)

    def publish(self, row: ImportRow, *, actor: str) -> None:
        product = _find(row.result)
        if product is None or not row.record["content"]["is_published"]:
            return
        category = product.category
        if not category.is_active and category.public_id in _made(row.of_import).values():
            change_category(category.public_id, {"is_active": True}, version=None, actor=actor)
        products.show_product(row.result, actor=actor)

    def take_back(self, row: ImportRow, *, actor: str) -> Sequence[Note]:
        found = Product.objects.with_category().filter(public_id=row.result)
        # One that was changed may be archived; then `_restore` sees that it was edited since.
        product = found.first() if row.before is not None else _find(row.result)
        if product is None:
            return []
        if row.before is not None:
            _restore(row, product, row.before["state"], actor=actor)
            return []
        if products.remove_product(row.result, actor=actor):
            return []
        return [note(row.line, "", _("Archived, as an order, a cart or a review is about it"))]

    def end_taking_back(self, done: Import, *, actor: str) -> None:
        for public_id in _made(done).values():
            category = Category.objects.filter(public_id=public_id).first()
            if category and not category.products.exists() and not category.children.exists():
                delete_category(public_id, actor=actor)


def refuse_shared_skus(records: Iterable[tuple[Record, Iterable[Sku]]]) -> Iterator[Record]:
    """Refuse those that have a SKU of an earlier line of the file."""
    lines: dict[str, int] = {}
    for record, skus in records:
        shared = [
            note(line, column, _("Line {line} has this SKU, too").format(line=first))
            for line, column, sku in skus
            if sku and (first := lines.setdefault(sku.upper(), line)) != line
        ]
        yield replace(record, problems=[*record.problems, *shared])


def _skus(record: Record) -> Iterator[Sku]:
    for variant in record.content["variants"]:
        # One that the shop cannot take is left out.
        with suppress(ValidationError):
            yield variant["line"], str(FIELDS["sku"]), code_of("sku", variant["sku"])


def _find(public_id: str) -> Product | None:
    found = Product.objects.with_category().filter(archived_at__isnull=True, parent__isnull=True)
    return found.filter(public_id=public_id).first() if public_id else None


def _addresses(row: ImportRow) -> list[str]:
    """Return the addresses of the product's pictures, those of variants behind the others."""
    content = row.record["content"]
    found = [address for address, _text in content["pictures"]]
    found += [each["picture"] for each in content["variants"] if each["picture"]]
    return list(dict.fromkeys(found))[:MAX_PICTURES]


# -- Categories ----------------------------------------------------------------------------------------------


def _made(batch: Import) -> dict[str, str]:
    """Return the public ids of the categories that the import has made, by their names."""
    made: dict[str, str] = batch.choices.get("made", {})
    return made


def _category_name(row: ImportRow) -> str:
    return str(row.record["content"]["category"]).rpartition(">")[2].strip()


def _category(row: ImportRow) -> Category | None:
    """Return the category that was chosen, or has the name; None for one to be made. Raises Refused."""
    chosen, name = row.of_import.choices.get("categories", {}), _category_name(row)
    if slug := chosen.get(row.record["content"]["category"]):
        category = Category.objects.filter(slug=slug).first()
    elif public_id := _made(row.of_import).get(name):
        category = Category.objects.filter(public_id=public_id).first()
    else:
        category = Category.objects.filter(name_en__iexact=name).first() if name else None
        if name and category is None:
            return None
    if category is None:
        raise Refused([note(row.line, str(FIELDS["category"]), _("Please choose a category"))])
    return category


def _make_category(row: ImportRow, *, actor: str) -> Category:
    """Make a category, which is hidden until a product of it is published. Raises Refused."""
    name, batch = _category_name(row), row.of_import
    if len(_made(batch)) >= MOST_NEW_CATEGORIES or len(name) > 80:
        sentence = _("Too many new categories, or too long a name. Please choose one of the shop's")
        raise Refused([note(row.line, str(FIELDS["category"]), sentence)])
    category = create_category({"name_en": name, "name_hi": name, "is_active": False}, actor=actor)
    batch.choices = {**batch.choices, "made": {**_made(batch), name: category.public_id}}
    batch.save(update_fields=["choices"])
    return category


# -- Making, changing and restoring a product ----------------------------------------------------------------


def draft_of(payload: ProductIn, category: Category, pictures: Sequence[Picture] | None) -> products.Draft:
    """Return the draft of a form; without pictures the present ones stay."""
    return products.Draft(
        fields=payload.columns(category),
        options=payload.customization.options(),
        pictures=pictures,
        variants=payload.variants.wanted() if payload.variants else None,
        skus=payload.skus(),
    )


def _create(row: ImportRow, draft: products.Draft, stock: int, *, actor: str) -> Product:
    """Make the product, at the end of its old address where that is free."""
    slug = slugify(row.record["content"]["old_path"].rstrip("/").rpartition("/")[2])
    if len(slug) > MAX_PRODUCT_SLUG or not slug or not is_free(slug, Product()):
        slug = ""
    return products.create_product(draft, stock=stock, slug=slug, actor=actor, note=row.of_import.import_id)


def state_of(product: Product) -> dict[str, Any]:
    """Return what a take back needs: the editable fields, and the stock of what it may make again."""
    stock = {each.public_id: each.on_hand for each in product.stocked_rows}
    state = product_state(product)
    for each in state["variants"]["rows"]:
        each["stock"] = stock.get(each["id"], 0)
    return state | {"stock": 0 if product.has_variants else product.on_hand}


def _restore(row: ImportRow, product: Product, state: Mapping[str, Any], *, actor: str) -> None:
    """Bring the product to its state before the import. Raises EditedSince, Refused."""
    if product.edited_version != row.version_after:
        raise EditedSince
    payload = ProductIn.model_validate({name: each for name, each in state.items() if name not in _APART})
    category = Category.objects.filter(slug=payload.category).first()
    if category is None:
        raise NotFound(payload.category)
    pictures = [keep_picture(key_of(address)) for address in state["images"]]
    draft = draft_of(payload, category, [each for each in pictures if each])
    lost_stock = product.has_variants and state["stock"]
    products.change_product(
        row.result, draft, version=None, slug=state["slug"], actor=actor, note=row.of_import.import_id
    )
    if lost_stock:
        products.count_stock(row.result, count=state["stock"], cause=row.of_import.import_id, actor=actor)
