"""Old addresses of pages, and where they lead from now on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy
from pydantic import ValidationError

from project.content.models import OldAddress
from project.content.old_addresses.actions import delete_address, save_address
from project.content.old_addresses.schemas import OldAddressIn
from project.core.messages import field_sentence
from project.move_in.kind import Checked, EditedSince, Note, Outcome, Record, note
from project.move_in.models import Fate, ImportKind, ImportRow
from project.move_in.plain_kind import PlainKind
from project.move_in.reading.groups import Line

_FIELDS: Final = {"path": gettext_lazy("Old address"), "target": gettext_lazy("Leads to")}


class OldAddresses(PlainKind):
    """Redirects: Shopify's, those of WordPress's plugin Redirection, or any two columns."""

    name = ImportKind.ADDRESSES
    fields = _FIELDS
    layout: ClassVar = {
        "path": ("redirect from", "source", "from", "old"),
        "target": ("redirect to", "target", "to", "new"),
    }
    signs: ClassVar = {"shopify": ["redirect from"], "woocommerce": ["source", "target"]}
    needed = frozenset({"path", "target"})

    def records(self, found: Sequence[Line]) -> Iterator[Record]:
        for line in found:
            given = {name: line[name] for name in _FIELDS}
            content, problems = given, []
            try:
                content = OldAddressIn.model_validate(given).model_dump()
            except ValidationError as error:
                problems = [
                    note(line.number, str(_FIELDS[str(each["loc"][0])]), field_sentence(each, each["loc"]))
                    for each in error.errors()
                ]
            yield Record(line.number, content["path"], content["path"], content, problems)

    def exists(self, result: str) -> bool:
        return OldAddress.objects.filter(pk=result).exists()

    def check(self, row: ImportRow, result: str) -> Checked:
        found = OldAddress.objects.filter(path=row.key).first()
        if found is None:
            return Checked(Fate.NEW)
        return Checked(Fate.UNCHANGED if found.target == _target(row) else Fate.CHANGED)

    def carry_out(self, row: ImportRow, result: str, prepared: Any, *, actor: str) -> Outcome:
        found = OldAddress.objects.filter(path=row.key).first()
        save_address(row.key, _target(row), actor=actor)
        before: Mapping[str, str] | None = {"target": found.target} if found else None
        saved = found or OldAddress.objects.get(path=row.key)
        return Outcome(Fate.CHANGED if found else Fate.NEW, str(saved.pk), before)

    def take_back(self, row: ImportRow, *, actor: str) -> Sequence[Note]:
        found = OldAddress.objects.filter(path=row.key).first()
        if found is None:
            return []
        # Led on by another line of the file, if not edited.
        following = row.of_import.rows.filter(key=_target(row).partition("?")[0])
        if found.target != _target(row) and not following.exists():
            raise EditedSince
        if row.before is None:
            delete_address(row.key, actor=actor)
        else:
            save_address(row.key, row.before["state"]["target"], actor=actor)
        return []


def _target(row: ImportRow) -> str:
    return str(row.record["content"]["target"])
